// Rings in every figure of the page around the samples that are selected (thin), chosen (thick), or under the pointer
// in another figure (dashed). A figure takes part where its layout says so; of its traces, those whose meta does. The
// rings lie in a layer of their own over the figure, which is redrawn as the figure is.
const NAME = "askcore-selection";
const SVG = "http://www.w3.org/2000/svg";
const KINDS = {
  selected: { radius: 7, width: 1.5, dash: "" },
  chosen: { radius: 9, width: 2.5, dash: "" },
  hovered: { radius: 11, width: 2.5, dash: "4 2.5" },
};

function begin() {
  if (window.askcoreSelection) return window.askcoreSelection;
  const now = { selected: [], chosen: [], hovered: [], from: null, colours: [] };
  const heard = new WeakMap(); // of each figure, the listeners among which ours are
  const known = new WeakMap(); // of each figure, its traces and where each sample is in them

  const isOfSamples = (figure) => figure.layout?.meta?.samples && figure._fullData;
  const figures = () => [...document.querySelectorAll(".js-plotly-plot")];
  const numberOf = (figure, trace, at) => {
    if (trace.meta !== "sample") return undefined;
    const own = trace.customdata?.[at];
    return figure.layout.meta.samples[own?.[0] ?? own];
  };

  const placesIn = (figure) => {
    const traces = figure._fullData;
    if (known.get(figure)?.traces === traces) return known.get(figure).places;
    const places = new Map();
    for (const trace of traces) {
      if (trace.visible !== true || !trace.xaxis || trace.meta !== "sample") continue;
      const axes = [trace.xaxis, trace.yaxis].map((id) => id[0] + "axis" + id.slice(1));
      for (let at = 0; at < trace.x.length; at += 1) {
        const number = numberOf(figure, trace, at);
        if (!places.has(number)) places.set(number, []);
        places.get(number).push([...axes, trace.x[at], trace.y[at]]);
      }
    }
    known.set(figure, { traces, places });
    return places;
  };

  const circles = (figure, numbers, radius) => {
    const [places, layout, drawn] = [placesIn(figure), figure._fullLayout, new Set()];
    for (const number of numbers) {
      for (const [across, up, x, y] of places.get(number) ?? []) {
        const [left, top] = [layout[across].d2p(x), layout[up].d2p(y)];
        if (!(left >= 0 && left <= layout[across]._length && top >= 0 && top <= layout[up]._length)) continue;
        const [cx, cy] = [left + layout[across]._offset, top + layout[up]._offset];
        const arc = `a${radius} ${radius} 0 1 1`;
        drawn.add(`M${(cx - radius).toFixed(1)} ${cy.toFixed(1)}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0`);
      }
    }
    return [...drawn].join("");
  };

  const pathIn = (layer, kind, colour, width) => {
    const path = document.createElementNS(SVG, "path");
    const looks = { fill: "none", stroke: colour, "stroke-width": width, "stroke-dasharray": KINDS[kind].dash };
    Object.entries(looks).forEach(([name, value]) => path.setAttribute(name, value));
    layer.append(path);
    return path;
  };

  const layerOf = (figure) => {
    const holder = figure.querySelector(".svg-container");
    const found = holder?.querySelector(`:scope > .${NAME}`);
    if (found || !holder) return found;
    const layer = document.createElementNS(SVG, "svg");
    layer.setAttribute("class", NAME);
    layer.setAttribute("aria-hidden", "true");
    layer.style.cssText = "position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none";
    holder.append(layer);
    return layer;
  };

  const paint = (figure, kind) => {
    const wanted = isOfSamples(figure) && (kind !== "hovered" || figure !== now.from) ? now[kind] : [];
    const old = figure.querySelectorAll(`.${NAME} > .${kind}`);
    if (wanted.length === 0 && old.length === 0) return;
    const line = wanted.length ? circles(figure, wanted, KINDS[kind].radius) : "";
    old.forEach((group) => group.remove());
    if (!line) return;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", kind);
    const [ink, accent, behind] = now.colours;
    pathIn(group, kind, behind, KINDS[kind].width + 2.5).setAttribute("d", line);
    pathIn(group, kind, kind === "selected" ? accent : ink, KINDS[kind].width).setAttribute("d", line);
    layerOf(figure)?.append(group);
  };
  const paintAll = (figure) => Object.keys(KINDS).forEach((kind) => paint(figure, kind));

  const hover = (number, from) => {
    now.hovered = number === undefined ? [] : [number];
    now.from = from;
    figures().forEach((figure) => paint(figure, "hovered"));
  };
  const listen = (figure) => {
    heard.set(figure, figure._ev);
    figure.on("plotly_afterplot", () => paintAll(figure));
    figure.on("plotly_hover", ({ points }) => {
      const [point] = points;
      hover(isOfSamples(figure) ? numberOf(figure, point.fullData, point.pointNumber) : undefined, figure);
    });
    figure.on("plotly_unhover", () => hover(undefined, null));
    paintAll(figure);
  };

  let waits = false; // figures come and go with each run of the page
  const look = () => {
    waits = false;
    if (now.from && !now.from.isConnected) hover(undefined, null);
    figures().forEach((figure) => figure._ev && heard.get(figure) !== figure._ev && listen(figure));
  };
  new MutationObserver(() => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(look);
  }).observe(document.body, { childList: true, subtree: true });

  window.askcoreSelection = (data) => {
    const { chosen, selected, colours } = data;
    Object.assign(now, { colours, selected, chosen: chosen === null ? [] : [chosen] });
    look();
    figures().forEach(paintAll);
  };
  return window.askcoreSelection;
}

export default function ({ data }) {
  begin()(data);
}
