// Streamlit calls this again in another theme. Figures are drawn by the server, which hears of it by a run.
let background = "";
export default function ({ parentElement, setTriggerValue }) {
  const here = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-background-color");
  if (!here) return; // it is just being put there, or taken away
  if (background && here !== background) setTriggerValue("theme", true);
  background = here;
}
