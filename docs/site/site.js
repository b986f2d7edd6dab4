// Figures have the colours of the page: build.py writes each in both themes.
const draw = () => {
  const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  for (const figure of document.querySelectorAll(".figure")) {
    const { data, layout } = JSON.parse(document.getElementById(`${figure.id}-specs`).textContent)[theme];
    Plotly.react(figure, data, layout, { responsive: true, displaylogo: false });
  }
};
addEventListener("DOMContentLoaded", draw); // once the page has its width
new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
