// What figures take from the screen: its theme, and how fine it is.

// Plotly draws many points on a canvas twice as fine as a plain screen, each way: four times the work for the same
// picture. It is streamlit's own, and comes with the first chart.
const asTheScreen = (plotly) =>
  plotly?.setPlotConfig?.({ plotGlPixelRatio: Math.min(2, Math.max(1, window.devicePixelRatio)) });
let known = window.Plotly;
if (known) asTheScreen(known);
else
  Object.defineProperty(window, "Plotly", {
    configurable: true,
    get: () => known,
    set: (plotly) => {
      known = plotly;
      asTheScreen(plotly);
    },
  });

// Streamlit calls this again in another theme. Figures are drawn by the server, which hears of it by a run.
let background = "";
let run = () => {};
export default function ({ parentElement, setTriggerValue }) {
  run = () => setTriggerValue("theme", true);
  const here = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-background-color");
  if (!here) return; // it is just being put there, or taken away
  if (background && here !== background) run();
  background = here;
}

// A server that was started again knows nothing of this page, and Streamlit leaves it standing until the next click.
const app = document.querySelector('[data-testid="stApp"]');
let connected = true;
if (app)
  new MutationObserver(() => {
    const now = app.dataset.testConnectionState === "CONNECTED";
    if (now && !connected) run();
    connected = now;
  }).observe(app, { attributeFilter: ["data-test-connection-state"] });
