"""Figures are drawn once: their margins hold their words, so that Plotly does not draw them again."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

# Plotly counts on the layout of a figure how often it drew it again for the room of its words.
COUNT = """(() => {
  window.drawnAgain = 0;
  const name = '_redrawFromAutoMarginCount', most = new WeakMap();
  Object.defineProperty(Object.prototype, name, {
    get() { return most.get(this) ?? 0; },
    set(value) {
      if (value > (most.get(this) ?? 0)) window.drawnAgain += 1;
      most.set(this, value);
    },
  });
})()"""


@pytest.mark.parametrize(
    ("page", "sample", "figures"),
    [
        ("decisions", "Cyclic communities", 3),
        ("decisions", "Python imports", 3),
        ("data", "Iris", 2),
        ("data", "Python imports", 3),  # whose ranges of degrees are turned
        ("decisions", "Calls in Python's library", 3),  # whose legend has six rows
        ("kernel_matrix", "Swiss roll", 2),
        ("indefinite", "Digits as strokes", 4),
        ("spectra", "Iris", 4),
    ],
)
def test_a_page_draws_each_figure_once(app, page, sample, figures):
    app.page.add_init_script(COUNT)
    app.open(f"/{page}?data={sample.replace(' ', '+')}").drawn(figures)
    assert app.page.evaluate("window.drawnAgain") == 0


def test_words_that_need_more_still_get_it(app):
    """A figure whose first margins hold none of its words is drawn again, and its margins grow."""
    app.page.add_init_script(COUNT)
    app.open("/data?data=Iris").drawn(2)
    found = app.page.evaluate(
        """async () => {
      const figure = document.querySelector('.js-plotly-plot'), before = window.drawnAgain;
      const words = { 'xaxis.title.text': 'two<br>lines<br>and<br>more' };
      await window.Plotly.relayout(figure, words);
      return [window.drawnAgain - before, figure._fullLayout._size.b > figure._fullLayout.margin.b];
    }"""
    )
    assert found == [1, True]
