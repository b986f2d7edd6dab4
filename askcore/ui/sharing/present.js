// What a presentation has to know of the window, and to do with it.
const scale = (width) => (width < 1680 ? "1" : width < 2240 ? "1.33" : width < 3200 ? "1.78" : "2.67");
// Pixels for a figure between the headings above it, and its caption and the line of buttons below it.
const room = () => {
  const around = window.innerWidth < 768 ? 18 : 14.5; // rem
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return 20 * Math.round(Math.max(window.innerHeight - around * rem, 240) / 20);
};
const isHeld = () => document.body.style.overflow === "hidden"; // as streamlit holds a page below a figure
// As a page shows them: charts, pictures, and pictures whose elements answer a click.
const FIGURES = "[data-testid=stPlotlyChart], [data-testid=stImage], .askcore-picture";
const TOUCHES = ["wheel", "pointerdown", "keydown", "touchstart"];
let viewed = null;
let stop = () => {};

// How much of what stands above a figure fits in whole lines: at most so much, and about so much.
const above = (main, top, most, wanted) => {
  const boxes = [...main.querySelectorAll("[data-testid=stElementContainer]")].map((each) => each.getBoundingClientRect());
  const rooms = boxes.filter((box) => box.height > 4).map((box) => top - box.top + 8);
  const fitting = rooms.filter((room) => room > 8 && room <= most);
  return fitting.reduce((best, room) => (Math.abs(room - wanted) < Math.abs(best - wanted) ? room : best), fitting[0] ?? wanted);
};

// Pixels from a figure to the end of what is said right below it.
const captionOf = (figure) => {
  const next = figure.closest("[data-testid=stElementContainer]")?.nextElementSibling;
  const said = next?.querySelector("[data-testid=stCaptionContainer]");
  return said ? said.getBoundingClientRect().bottom - figure.getBoundingClientRect().bottom : 0;
};

// Hold a figure in the middle of the window while the page is drawn around it, until somebody moves.
const look = (number) => {
  const main = document.querySelector("[data-testid=stMain]");
  if (!main) return;
  if (number === 0) {
    main.scrollTo(0, 0);
    return;
  }
  const end = performance.now() + 60000;
  const hold = () => {
    if (performance.now() > end) return stop();
    const box = main.querySelectorAll(FIGURES)[number - 1]?.getBoundingClientRect();
    if (!box || isHeld()) return;
    const line = document.querySelector(".st-key-presentation")?.offsetHeight ?? 60;
    const head = document.querySelector(".st-key-stop_head")?.offsetHeight ?? 0;
    const told = captionOf(main.querySelectorAll(FIGURES)[number - 1]);
    // Its heading above, its caption, the line and its shade below.
    const free = window.innerHeight - head - line - 12 - box.height - told;
    const room = head + above(main, box.top, Math.max(free, 12), Math.max(told ? free : 0.65 * free, 12));
    if (Math.abs(box.top - room) > 4) main.scrollBy(0, box.top - room);
  };
  const timer = setInterval(hold, 100);
  stop = () => {
    clearInterval(timer);
    TOUCHES.forEach((kind) => window.removeEventListener(kind, stop, true));
    stop = () => {};
  };
  TOUCHES.forEach((kind) => window.addEventListener(kind, stop, true));
  hold();
};

// Escape leaves a figure that fills the window, and only then the presentation.
const leave = (event) => {
  if (event.key !== "Escape" || !isHeld()) return;
  event.stopImmediatePropagation();
  document.querySelector('[data-title="Close fullscreen"], [aria-label="Close fullscreen"]')?.click();
};

export default function ({ data, setStateValue }) {
  if (data.view !== viewed) {
    viewed = data.view;
    stop();
    look(data.figure);
  }
  let told = data.seen;
  const tell = () => {
    const seen = `${scale(window.innerWidth)} ${room()}`;
    if (seen !== told) setStateValue("seen", (told = seen));
  };
  window.addEventListener("resize", tell);
  window.addEventListener("keydown", leave, true);
  tell();
  return () => {
    window.removeEventListener("resize", tell);
    window.removeEventListener("keydown", leave, true);
  };
}
