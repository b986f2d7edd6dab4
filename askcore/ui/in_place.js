// Draws what a place of the page shows now into the chart that streamlit put there. Plotly is streamlit's own.
const LONGEST = 20_000; // milliseconds that a chart is waited for
const wanted = (window.askcoreInPlace ??= new Map()); // by place, what is to be drawn last

const chartIn = (key) => {
  const place = document.querySelector(`.st-key-${CSS.escape(key)} [data-testid="stPlotlyChart"]`);
  const figure = place?.querySelector(".js-plotly-plot");
  return window.Plotly && figure?._fullLayout ? { place, figure } : null;
};

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

const draw = async ({ place, figure }, { alt, figure: { data, layout } }) => {
  place.setAttribute("aria-label", alt);
  // Streamlit gives a figure its size, and what a click or a drag does where the figure does not say.
  const { width, height, clickmode, hovermode, dragmode } = figure.layout;
  const here = Object.entries({ clickmode, hovermode, dragmode }).filter(([, value]) => value !== undefined);
  await window.Plotly.react(figure, data, { ...Object.fromEntries(here), ...layout, width, height });
  figure.emit("plotly_redraw"); // so streamlit holds the same figure when it draws next, in another size
};

export default function ({ data, setStateValue }) {
  if (!data?.length) return;
  const news = JSON.parse(new TextDecoder().decode(data), decoded);
  wanted.set(news.key, news);
  const began = performance.now();
  const look = () => {
    if (wanted.get(news.key) !== news) return;
    const found = chartIn(news.key);
    if (found) draw(found, news);
    else if (performance.now() - began < LONGEST) requestAnimationFrame(look);
    else setStateValue("failed", true);
  };
  look();
}
