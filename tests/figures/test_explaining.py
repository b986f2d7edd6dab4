"""Regions, pulls and confusion matrices."""

import numpy as np
import pytest

from tests.figures.checked import confusion_matrix, pull_bars


def bars(figure):
    return [trace for trace in figure.data if trace.type == "bar"]


@pytest.mark.parametrize("n_rest", [0, 5])
def test_bars_add_up_to_the_decision(n_rest):
    values, rest, intercept = np.array([0.5, -0.3, 0.2]), 0.15 if n_rest else 0.0, -0.05
    below = {**({"the other 5 samples": rest} if n_rest else {}), "intercept": intercept}
    figure = pull_bars(values, list("pqr"), list("aba"), below=below, limit=1.0)
    total = values.sum() + rest + intercept
    assert sum(sum(bar.x) for bar in bars(figure)) == pytest.approx(total)
    (words,) = [a.text for a in figure.layout.annotations]
    assert words == f"together f = <b>{total:.3g}</b>"
    expected = ["p", "q", "r", *(["the other 5 samples"] if n_rest else []), "intercept"]
    assert list(figure.layout.yaxis.ticktext) == expected


def test_shares_are_of_rows_and_numbers_are_counts():
    figure = confusion_matrix([[8, 2], [0, 0]], ["a", "b"])
    np.testing.assert_allclose(figure.data[0].z, [[0.8, 0.2], [0, 0]])
    assert [a.text for a in figure.layout.annotations] == ["8", "2", "0", "0"]
    assert "8 of 10 of a<br>are predicted as a (80%)" in figure.data[0].text[0]


def test_counts_and_names_must_fit():
    with pytest.raises(ValueError, match=r"expected counts \(n, n\) with n names, got \(2, 2\) and 1 names"):
        confusion_matrix(np.eye(2), ["a"])
    assert confusion_matrix(np.zeros((0, 0)), []).layout.annotations[0].text == "No classes."
