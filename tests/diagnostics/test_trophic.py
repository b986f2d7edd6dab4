"""Trophic levels against hand-computed graphs, the paper's definition and a dense pseudoinverse."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import DataError
from askcore.diagnostics import trophic
from askcore.diagnostics.trophic import LevelOutcome, TrophicLevels, trophic_levels


def naive(W: np.ndarray) -> tuple[np.ndarray, float]:
    """Minimum of sum w_mn (h_n - h_m - 1)^2, by least squares over the links of a connected graph."""
    m, n = np.nonzero(W)
    roots = np.sqrt(W[m, n])
    B = np.zeros((len(m), len(W)))
    np.add.at(B, (np.arange(len(m)), n), roots)
    np.add.at(B, (np.arange(len(m)), m), -roots)
    h = np.linalg.lstsq(B, roots, rcond=None)[0]
    return h - h.min(), float((W[m, n] * (h[n] - h[m] - 1) ** 2).sum() / W.sum())


def links(n: int, *pairs: tuple[int, int]) -> np.ndarray:
    W = np.zeros((n, n))
    for i, j in pairs:
        W[i, j] = 1.0
    return W


BY_HAND = {
    "path": (links(3, (0, 1), (1, 2)), [0, 1, 2], 0.0),
    "feed-forward triangle": (links(3, (0, 1), (1, 2), (0, 2)), [0, 2 / 3, 4 / 3], 1 / 9),
    "cycle": (links(4, (0, 1), (1, 2), (2, 3), (3, 0)), [0, 0, 0, 0], 1.0),
    "answered link": (links(2, (0, 1), (1, 0)), [0, 0], 1.0),
    "heavy shortcut": (links(3, (0, 1), (1, 2)) + 2 * links(3, (0, 2)), [0, 0.6, 1.2], 0.1),
    "two parts": (links(5, (0, 1), (3, 4), (2, 4)), [0, 1, 0, 0, 1], 0.0),
    "self link": (links(2, (0, 1), (1, 1)), [0, 1], 0.5),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_levels_by_hand(name):
    W, levels, incoherence = BY_HAND[name]
    found = trophic_levels(W)
    np.testing.assert_allclose(found.levels, levels, atol=1e-12)
    assert found.incoherence == pytest.approx(incoherence, abs=1e-12)
    assert found.parts == (2 if name == "two parts" else 1)


@pytest.mark.parametrize("way", ["factorised", "conjugate gradients"])
def test_levels_minimise_the_incoherence(monkeypatch, way):
    rng = np.random.default_rng(3)
    W = (rng.random((60, 60)) < 0.1) * rng.lognormal(size=(60, 60))
    W[np.arange(59), np.arange(1, 60)] += 1.0  # connected
    monkeypatch.setattr(trophic, "FACTORISED", 1000 if way == "factorised" else 0)
    found = trophic_levels(sp.csr_array(W))
    levels, incoherence = naive(W)
    np.testing.assert_allclose(found.levels, levels, atol=1e-8)
    assert found.incoherence == pytest.approx(incoherence, abs=1e-10)


def test_a_graph_without_links_has_no_incoherence():
    found = trophic_levels(np.zeros((3, 3)))
    assert found.levels.tolist() == [0, 0, 0]
    assert np.isnan(found.incoherence)
    assert found.parts == 3


@pytest.mark.parametrize(
    ("incoherence", "outcome"),
    [
        (float("nan"), LevelOutcome.NO_LINKS),
        (0.25, LevelOutcome.DIRECTED),
        (0.26, LevelOutcome.PARTLY_DIRECTED),
        (0.74, LevelOutcome.PARTLY_DIRECTED),
        (0.75, LevelOutcome.UNDIRECTED),
    ],
)
def test_outcomes(incoherence, outcome):
    assert TrophicLevels(np.zeros(2), incoherence, 0.0, 1).outcome is outcome


def test_the_weight_that_climbs():
    assert trophic_levels(links(3, (0, 1), (1, 2)) + 2 * links(3, (1, 0))).climbing == pytest.approx(0.75)
    assert trophic_levels(BY_HAND["cycle"][0]).climbing == 0
    assert trophic_levels(BY_HAND["path"][0]).climbing == 1


def test_a_negative_weight_is_refused():
    with pytest.raises(DataError, match="weights above zero"):
        trophic_levels([[0.0, -1.0], [0.0, 0.0]])
