// Copies the link of the page, and lets Back and Forward move between pages.
//
// Streamlit adds an entry to the history for each change that the server makes to the address; here one that stays on
// its page takes the place of the entry that is open.
const SHOWN = 2500; // milliseconds

function keepToPages() {
  if (window.askcoreHistory) return;
  window.askcoreHistory = true;
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const stays = new URL(url ?? "", location.href).pathname === location.pathname;
    if (stays) history.replaceState(state, title, url);
    else push(state, title, url);
  };
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // without https, or where the browser refuses: as before there was a clipboard
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.style.cssText = "position: fixed; opacity: 0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function link({ leave_out, called }) {
  const address = new URL(location.href);
  for (const key of leave_out) address.searchParams.delete(key);
  if (called) address.searchParams.set("data", called);
  address.hash = "";
  return address.href;
}

export default function ({ data, parentElement }) {
  keepToPages();
  const [copy] = parentElement.querySelectorAll("button");
  const said = parentElement.querySelector("[role=status]");
  copy.onclick = async () => {
    const address = link(data);
    said.textContent = (await copied(address)) ? data.copied : `${data.refused} ${address}`;
    clearTimeout(window.askcoreCopied);
    window.askcoreCopied = setTimeout(() => (said.textContent = ""), SHOWN + (data.called ? SHOWN : 0));
  };
}
