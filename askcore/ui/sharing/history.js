// The steps of a visitor are the history of the browser tab: one entry for each deliberate change of the address.
//
// Streamlit writes a control's value over the entry that is open, so that "back" leaves the app, and adds an entry for
// each thing that the server corrects. Here both become: a new entry for the first change after a click or a key,
// the same entry for all that follows from it. A control that moves on within a moment stays in its entry.
const MERGE = 1500; // milliseconds
const SHOWN = 2500;
const TOP = "askcore-history-top"; // the last step of this tab that can be redone

function remembered() {
  try {
    return Number(sessionStorage.getItem(TOP)) || 0;
  } catch {
    return 0;
  }
}

function changedKeys(from, to) {
  const [before, after] = [new URLSearchParams(from), new URLSearchParams(to)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.getAll(key).join() !== after.getAll(key).join()).join();
}

function begin() {
  if (window.askcoreHistory) return window.askcoreHistory;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const at = Number(history.state?.askcore) || 0;
  const steps = { at, top: at > 0 ? Math.max(at, remembered()) : at, deliberate: false, keys: "", when: 0, tell: null };

  const told = () => {
    try {
      sessionStorage.setItem(TOP, String(steps.top));
    } catch {
      // then a reload forgets what could be redone
    }
    steps.tell?.();
  };
  const step = (url) => {
    steps.at += 1;
    steps.top = steps.at;
    push({ askcore: steps.at }, "", url);
    told();
  };
  const amend = (url) => replace({ askcore: steps.at }, "", url);
  const elsewhere = (url) => new URL(url ?? "", location.href).href !== location.href;

  history.pushState = (_state, _title, url) => {
    if (!elsewhere(url)) return;
    if (steps.deliberate) step(url);
    else amend(url);
    steps.deliberate = false;
    steps.keys = "";
  };
  history.replaceState = (_state, _title, url) => {
    if (!elsewhere(url)) return;
    const keys = changedKeys(location.search, new URL(url, location.href).search);
    const moves = keys === steps.keys && performance.now() - steps.when < MERGE;
    if (steps.deliberate && !moves) step(url);
    else amend(url);
    Object.assign(steps, { deliberate: false, keys, when: performance.now() });
  };
  for (const kind of ["pointerdown", "keydown", "drop", "change"]) {
    window.addEventListener(kind, () => (steps.deliberate = true), true);
  }
  window.addEventListener("popstate", (event) => {
    steps.at = Number(event.state?.askcore) || 0;
    steps.top = Math.max(steps.top, steps.at);
    Object.assign(steps, { deliberate: false, keys: "" });
    told();
  });
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target.closest?.("input, textarea, [contenteditable=true]")) return; // which undo what was typed
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) steps.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) steps.redo();
    else return;
    event.preventDefault();
  });
  steps.undo = () => steps.at > 0 && history.back();
  steps.redo = () => steps.at < steps.top && history.forward();
  replace({ askcore: steps.at }, "", location.href);
  window.askcoreHistory = steps;
  return steps;
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
  const steps = begin();
  const [undo, redo, copy] = parentElement.querySelectorAll("button");
  const said = parentElement.querySelector("[role=status]");
  steps.tell = () => {
    undo.disabled = steps.at <= 0;
    redo.disabled = steps.at >= steps.top;
  };
  steps.tell();
  undo.onclick = steps.undo;
  redo.onclick = steps.redo;
  copy.onclick = async () => {
    const address = link(data);
    said.textContent = (await copied(address)) ? data.copied : `${data.refused} ${address}`;
    clearTimeout(steps.timer);
    steps.timer = setTimeout(() => (said.textContent = ""), SHOWN + (data.called ? SHOWN : 0));
  };
}
