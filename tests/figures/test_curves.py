"""The gamma curve and the factors of the modes."""

import numpy as np
import pytest

from tests.figures.checked import gamma_curve, mode_filters
from tests.figures.conftest import by_name

GAMMAS = np.geomspace(0.01, 1000, 51)
FLAT = {"source": np.full(51, 0.5), "target": np.full(51, 0.6), "merged": np.full(51, 0.7)}


def drawn(**more):
    return gamma_curve(GAMMAS, FLAT, np.ones(51), **more)


def shapes(figure):
    return [(s.type, s.x0, s.x1) for s in figure.layout.shapes]


@pytest.mark.parametrize(
    ("safe", "zone"),
    [(2.0, (0.01, 2.0)), (1e6, (0.01, 1000.0)), (np.inf, (0.01, 1000.0)), (1e-3, None), (None, None)],
)
def test_gammas_below_every_resonance_are_shaded(safe, zone):
    figure = drawn(safe=safe).figure
    found = [(x0, x1) for kind, x0, x1 in shapes(figure) if kind == "rect"]
    assert found == ([] if zone is None else [pytest.approx(zone)])
    words = [annotation.text for annotation in figure.layout.annotations]
    assert ("below every resonance" in words) == (zone is not None)
    assert "good" not in " ".join(words)


def test_only_resonances_within_the_axis_are_ticks():
    result = drawn(resonances=[1e-4, 0.5, 2.0, 1e5])
    assert by_name(result.figure)["resonances"].x.tolist() == [0.5, 2.0]
    assert result.note == ""


def test_of_many_resonances_some_are_drawn_and_the_note_counts_them():
    result = drawn(resonances=np.geomspace(0.1, 500, 3000))
    ticks = by_name(result.figure)["resonances"].x
    assert 100 < len(ticks) <= 200
    assert (ticks[0], ticks[-1]) == (0.1, pytest.approx(500, rel=0.03))
    assert result.note == f"3,000 resonances lie on this axis, {len(ticks)} of them are drawn."


def test_an_infinite_condition_number_is_a_gap():
    condition = np.ones(51)
    condition[7] = np.inf
    figure = gamma_curve(GAMMAS, FLAT, condition).figure
    assert np.isnan(by_name(figure)["condition"].y[7])


S = np.geomspace(0.01, 2.0, 60)


def test_no_line_crosses_a_pole():
    own = np.where(S < 0.1, -1e9, 1e9)
    own[:10] = 0.5
    factors = {"own": S[::-1], "crossed": -S[::-1]}
    lines = {"own": own, "crossed": -S}
    drawn = mode_filters(S[::-1], factors, S, lines, {}, resonance=0.1, bands=(0.08, 0.15))
    y = by_name(drawn.figure)["own labels"].y
    assert np.isnan(y[10:]).all()
    assert (y[:10] == 0.5).all()
