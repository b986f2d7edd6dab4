// Streamlit calls this again in another theme. Figures are drawn by the server, which hears of it by a run.
let background = "";
export default function ({ parentElement, setTriggerValue }) {
  const here = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-background-color");
  if (background && here !== background) setTriggerValue("theme", true);
  background = here;
}
