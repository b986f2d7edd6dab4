// A figure as a file: drawn by the Plotly.js that the page has, shown as it will be, saved by a link.
// A figure is laid out as if text had its usual size, then scaled to the size asked for.

const USUAL = 13; // pixels of the text of a figure on the screen
const FONT = "Arial, Helvetica, sans-serif"; // other programs have it, or one of the same widths
const STEP_BACK = 1.3; // of the eye, in a figure in space
const TIMES = 2; // pixels of a PNG for each of the figure
const PATIENCE = 20000; // milliseconds until plotly.js is there

export default async function ({ data, parentElement }) {
  const place = parentElement.querySelector(".file");
  const turn = (place.turn = (place.turn ?? 0) + 1);
  const said = place.querySelector(".said");
  const link = place.querySelector("a");
  place.setAttribute("aria-busy", "true");
  try {
    const svg = data.picture ? pictured(data.picture, data.width) : await drawn(data);
    const file = data.format === "png" ? await asPng(svg) : new Blob([svg], { type: "image/svg+xml" });
    if (turn !== place.turn) return;
    const [width, height] = sizeOf(svg);
    const preview = place.querySelector("img");
    URL.revokeObjectURL(link.href);
    preview.src = link.href = URL.createObjectURL(file);
    preview.alt = data.alt;
    link.download = data.name;
    link.hidden = data.format === "html"; // which the server writes
    const times = data.format === "png" ? TIMES : 1;
    said.textContent = link.hidden ? "" : `${data.name}: ${width * times} × ${height * times} px, ${bytes(file.size)}`;
  } catch (error) {
    if (turn !== place.turn) return;
    link.hidden = true;
    said.textContent = `${data.failed} (${error.message ?? error})`;
  }
  place.setAttribute("aria-busy", "false");
}

async function drawn({ spec, width, height, font }) {
  const Plotly = await there();
  const { data: traces, layout } = JSON.parse(spec);
  const scale = font / USUAL;
  const across = round(width / scale);
  layout.autosize = false;
  layout.width = across;
  layout.height = round(height / scale);
  layout.font = { ...layout.font, family: FONT };
  layout.paper_bgcolor = "#FFFFFF";
  layout.margin = { ...layout.template?.layout?.margin, ...layout.margin };
  // Words in space are part of a picture, which cuts them at its edge: a step back shows them all.
  for (const [name, { camera }] of Object.entries(layout).filter(([name]) => name.startsWith("scene")))
    if (camera?.eye) for (const axis of "xyz") layout[name].camera.eye[axis] *= STEP_BACK;
  const size = { width: across, height: layout.height };
  const config = { plotGlPixelRatio: 2 * TIMES };
  for (let tries = 0; ; tries++) {
    const url = await Plotly.toImage({ data: traces, layout, config }, { format: "svg", ...size });
    const svg = decodeURIComponent(url.slice(url.indexOf(",") + 1));
    const over = tries < 3 ? overhang(svg, size) : {};
    if (!Object.keys(over).length) return scaled(svg, width);
    for (const [side, by] of Object.entries(over)) layout.margin[side] = (layout.margin[side] ?? 80) + by;
  }
}

async function there() {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((go) => setTimeout(go, 100)))
    if (window.Plotly?.toImage) return window.Plotly;
  throw new Error("plotly.js is not on this page");
}

// By how much text stands out at each side; text that the figure itself hides far outside is left alone.
function overhang(svg, { width, height }) {
  const room = document.createElement("div");
  room.style.cssText = "position: fixed; left: -20000px; top: 0; visibility: hidden";
  room.innerHTML = svg;
  document.body.append(room);
  const whole = room.firstElementChild.getBoundingClientRect();
  const found = {};
  for (const text of room.querySelectorAll("text")) {
    const box = text.getBoundingClientRect();
    if (!box.width) continue;
    const over = {
      l: whole.left - box.left,
      r: box.right - whole.right,
      t: whole.top - box.top,
      b: box.bottom - whole.bottom,
    };
    for (const [side, by] of Object.entries(over)) {
      const most = 0.4 * (side === "l" || side === "r" ? width : height);
      if (by > 0.5 && by < most) found[side] = Math.max(found[side] ?? 0, Math.ceil(by) + 2);
    }
  }
  room.remove();
  return found;
}

function scaled(svg, wanted) {
  return changed(svg, (root) => {
    const [width, height] = ["width", "height"].map((side) => Number(root.getAttribute(side)));
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    root.setAttribute("width", round(wanted));
    root.setAttribute("height", round((height * wanted) / width));
  });
}

function changed(svg, change) {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml");
  change(found.documentElement);
  return new XMLSerializer().serializeToString(found);
}

// A picture of ours, which says its proportion alone, in a font that other programs have.
function pictured(svg, wanted) {
  return changed(svg, (root) => {
    const [, , width, height] = root.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    root.removeAttribute("style");
    root.setAttribute("font-family", FONT);
    root.setAttribute("width", round(wanted));
    root.setAttribute("height", round((height * wanted) / width));
  });
}

function sizeOf(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return ["width", "height"].map((side) => Number(root.getAttribute(side)));
}

async function asPng(svg) {
  const [width, height] = sizeOf(svg);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * TIMES);
  canvas.height = Math.round(height * TIMES);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const file = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!file) throw new Error("too large for this browser");
  return file;
}

const round = (number) => Math.round(number * 100) / 100;
const bytes = (count) => (count < 1e6 ? `${Math.ceil(count / 1e3)} kB` : `${(count / 1e6).toFixed(1)} MB`);
