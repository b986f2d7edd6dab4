// Draws the figures of a file at the size of paper; nothing is fetched.
const specs = JSON.parse(document.getElementById("figures").textContent);
Promise.all(
  specs.map((spec, i) =>
    Plotly.newPlot(`plot-${i}`, spec.data, spec.layout, { displayModeBar: false, responsive: false }),
  ),
).then(() => {
  document.documentElement.dataset.drawn = specs.length;
});
