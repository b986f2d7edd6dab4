// Draws what a place of the page shows now into the chart that streamlit put there. Plotly is streamlit's own.
const wanted = new Map(); // by place, what was sent for it last
let revisions = 0;

const turnOf = (layout) => layout?.meta?.turn_of_place ?? 0;

// The chart that a figure is meant for: none in a part of the page that is folded, nor where the place began anew.
const chartFor = ({ key, figure: { layout } }) => {
  const named = key.replace(/[^a-zA-Z0-9_-]/g, "-"); // as streamlit does
  const place = document.querySelector(`.st-key-${named} [data-testid="stPlotlyChart"]`);
  const chart = place?.querySelector(".js-plotly-plot");
  return chart?.data && turnOf(chart.layout) === turnOf(layout) ? { place, chart } : null;
};

// Streamlit may still draw what the chart began with, while it sets it up: then other data stand in it.
const isDrawn = (chart, { figure }) => chart.data === figure.data;

// Whether every chart shows what it is meant to; our tests wait for it.
window.askcoreDrawn = () =>
  [...wanted.values()].every((news) => {
    const found = chartFor(news);
    return !found || isDrawn(found.chart, news);
  });

// Plotly would decode these at each look at a figure, and take what it finds for new.
const TYPES = {
  f8: Float64Array, f4: Float32Array, i4: Int32Array, u4: Uint32Array,
  i2: Int16Array, u2: Uint16Array, i1: Int8Array, u1: Uint8Array,
};
const decoded = (_, value) => {
  if (!value?.bdata) return value;
  const { buffer } = Uint8Array.from(atob(value.bdata), (letter) => letter.charCodeAt(0));
  const flat = Array.from(new TYPES[value.dtype](buffer));
  const [rows, columns, ...more] = String(value.shape ?? flat.length).split(",").map(Number);
  if (columns === undefined) return flat;
  if (more.length > 0) return value;
  return Array.from({ length: rows }, (__, row) => flat.slice(row * columns, (row + 1) * columns));
};

// What is selected belongs to all figures, and stays; its box goes with what it was drawn around, and tells nobody.
const SELECTING = ["plotly_selected", "plotly_deselect"];
const silently = async (chart, work) => {
  const heard = SELECTING.flatMap((event) => chart._ev.listeners(event).map((each) => [event, each]));
  SELECTING.forEach((event) => chart.removeAllListeners(event));
  try {
    await work();
  } finally {
    heard.forEach(([event, each]) => chart.on(event, each));
  }
};

const draw = async ({ place, chart }, { figure: { data, layout }, alt }) => {
  // Streamlit gives a figure its size, and what a click or a drag does where the figure does not say.
  const { width, height, clickmode, hovermode, dragmode } = chart.layout;
  const here = Object.entries({ clickmode, hovermode, dragmode }).filter(([, value]) => value !== undefined);
  revisions += 1;
  const whole = { ...Object.fromEntries(here), ...layout, width, height, selectionrevision: revisions };
  await silently(chart, () => window.Plotly.react(chart, data, whole));
  place.setAttribute("aria-label", alt);
  chart.emit("plotly_redraw"); // so streamlit holds the same figure when it draws next, in another size
};

const look = () => {
  for (const news of wanted.values()) {
    const found = chartFor(news);
    if (found && !isDrawn(found.chart, news)) draw(found, news).catch(news.fail);
  }
};

let waits = false; // charts come and go with each run of the page
new MutationObserver(() => {
  if (waits || wanted.size === 0) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    look();
  });
}).observe(document.body, { childList: true, subtree: true });

export default function ({ data, setStateValue }) {
  if (!data?.length) return undefined;
  const fail = () => {
    wanted.clear();
    setStateValue("failed", true);
  };
  try {
    const news = { ...JSON.parse(new TextDecoder().decode(data), decoded), fail };
    wanted.set(news.key, news);
    look();
    return () => wanted.get(news.key) === news && wanted.delete(news.key);
  } catch {
    fail();
    return undefined;
  }
}
