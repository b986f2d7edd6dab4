// Draws what a place of the page shows now into the chart that streamlit put there. Plotly is streamlit's own.
const wanted = new Map(); // by place, what was sent for it last
const drawn = new WeakMap(); // by figure, what has been drawn into it last

const turnOf = (layout) => layout?.meta?.turn_of_place ?? 0;

// The chart that news are for: none in a part of the page that is folded, nor where the place began anew since.
const chartOf = ({ key, figure: { layout } }) => {
  const place = document.querySelector(`.st-key-${CSS.escape(key)} [data-testid="stPlotlyChart"]`);
  const figure = place?.querySelector(".js-plotly-plot");
  return figure?._fullLayout && turnOf(figure.layout) === turnOf(layout) ? { place, figure } : null;
};

// Whether every figure stands as it is meant to; our tests wait for it.
window.askcoreDrawn = () => [...wanted.values()].every((news) => news.done || !chartOf(news));

// Plotly would decode these at each look at a figure, and take what it finds for new.
const TYPES = {
  f8: Float64Array, f4: Float32Array, i4: Int32Array, u4: Uint32Array,
  i2: Int16Array, u2: Uint16Array, i1: Int8Array, u1: Uint8Array,
};
const decoded = (_, value) => {
  if (!value?.bdata || value.shape) return value;
  const { buffer } = Uint8Array.from(atob(value.bdata), (letter) => letter.charCodeAt(0));
  return Array.from(new TYPES[value.dtype](buffer));
};

const draw = async ({ place, figure }, news) => {
  const { data, layout } = news.figure;
  drawn.set(figure, news);
  place.setAttribute("aria-label", news.alt);
  // Streamlit gives a figure its size, and what a click or a drag does where the figure does not say.
  const { width, height, clickmode, hovermode, dragmode } = figure.layout;
  const here = Object.entries({ clickmode, hovermode, dragmode }).filter(([, value]) => value !== undefined);
  await window.Plotly.react(figure, data, { ...Object.fromEntries(here), ...layout, width, height });
  figure.emit("plotly_redraw"); // so streamlit holds the same figure when it draws next, in another size
  news.done = true;
};

const look = () => {
  for (const news of wanted.values()) {
    const found = chartOf(news);
    if (!found || drawn.get(found.figure) === news) continue;
    if (window.Plotly) draw(found, news);
    else news.fail();
  }
};

let waits = false; // figures come and go with each run of the page
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
  const news = JSON.parse(new TextDecoder().decode(data), decoded);
  news.fail = () => setStateValue("failed", true);
  wanted.set(news.key, news);
  look();
  return () => wanted.get(news.key) === news && wanted.delete(news.key);
}
