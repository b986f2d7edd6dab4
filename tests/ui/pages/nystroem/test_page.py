"""The page "Nyström" as blocks: what it says, and the Python that reproduces it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from askcore.datasets import MatrixData, describe_sample, load_sample
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.sampling.triplets import SamplingChoice, SamplingOutcome
from askcore.solvers import asymmetric_nystroem
from askcore.solvers.nystroem.sampling import Sample
from askcore.ui import blocks
from askcore.ui.blocks import Action
from askcore.ui.data.dataset import Active
from askcore.ui.pages.nystroem import page
from askcore.ui.pages.nystroem.page import Nystroem

CROSSED = KernelChoice("sne", matrix="crossed")
SAMPLING = SamplingChoice(5, 50, 40)


def sample(name: str = "cyclic_communities", data=None) -> Active:
    known = describe_sample(name)
    data = load_sample(name) if data is None else data
    return Active(known.name, known.title, data, known.preset, known.question, known.source)


@pytest.fixture(scope="module")
def state():
    return Nystroem(sample(), CROSSED, SAMPLING)


@pytest.mark.parametrize(("size", "usual"), [(7, 7), (300, 50), (2_500, 50), (5_000, 100), (50_000, 200)])
def test_large_matrices_are_sampled_more_widely_as_they_open(size, usual):
    control = page.size_control((size, size), min(size - 1, 10))
    assert control.default == pytest.approx(usual, rel=0.1)
    assert control.options[0] >= min(size - 1, 10)


def test_every_outcome_has_its_sentences():
    exact, sampled = SimpleNamespace(seconds=3.0), SimpleNamespace(seconds=0.2, subspace_error=0.0172)
    for outcome in SamplingOutcome:
        found = None if outcome is SamplingOutcome.EMPTY else sampled
        assert "{" not in "".join(page.sentences(outcome, 600, exact, found))
    said = page.sentences(SamplingOutcome.PAYS, 600, exact, sampled)
    assert said[0] == "**15 times as fast,** with an error of **0.017**."


@pytest.mark.parametrize(("value", "said"), [(0.58, "0.58"), (8e-15, "0"), (np.nan, "undefined")])
def test_an_error_in_words(value, said):
    assert page.error(value) == said


ACTIONS = {
    SamplingOutcome.QUICK: ("See Swiss roll", {"sample": "swiss_roll"}),
    SamplingOutcome.TOO_FEW: ("Double them", {}),
    SamplingOutcome.EMPTY: ("Double them", {}),
    SamplingOutcome.PAYS: None,
}


@pytest.mark.parametrize("outcome", ACTIONS)
def test_an_outcome_leads_on(state, outcome, monkeypatch):
    monkeypatch.setattr(Nystroem, "outcome", outcome)
    asked = replace(state, sampling=SamplingChoice(5, 55, 55))
    found = [block for block in blocks.walk(page.nystroem(asked)) if isinstance(block, Action)]
    if ACTIONS[outcome] is None:
        assert found == []
    else:
        (action,), (label, does) = found, ACTIONS[outcome]
        assert action.label == label
        assert action.sample == does.get("sample", "")
        assert all(100 <= size <= 120 for size in action.sets.values())
        assert bool(action.sets) is (label == "Double them")


def test_the_whole_sample_cannot_be_doubled(state, monkeypatch):
    monkeypatch.setattr(Nystroem, "outcome", SamplingOutcome.TOO_FEW)
    whole = replace(state, sampling=SamplingChoice(5, 300, 300))
    assert not [block for block in blocks.walk(page.nystroem(whole)) if isinstance(block, Action)]


@pytest.mark.parametrize(
    ("matrix", "note"),
    [
        (np.diag([3.0, 2.0, 1.0, 1.0, 0.5, 0.1]), "Singular values 3 to 4 are equal; the errors"),
        (np.diag([3.0, 2.0, 0.0, 0.0, 0.0, 0.0]), "The matrix has only 2 components that are not zero"),
    ],
)
def test_fewer_components_than_asked_for_are_told(matrix, note):
    data = MatrixData(matrix)
    asked = Nystroem(sample("attention", data), KernelChoice("precomputed"), SamplingChoice(3, 6, 6))
    (said,) = page.rank_notes(asked)
    assert said.startswith(note)


def test_numbers_are_those_of_numpy(state):
    K = Problem(load_sample("cyclic_communities"), CROSSED).operator.toarray()
    U, values, Vt = np.linalg.svd(K)
    found = state.sampled.found
    pairs = ((U[:, :5], found.left), (Vt[:5].T, found.right))
    sines = [
        np.sqrt(np.maximum(0, 1 - np.linalg.svd(a.T @ np.linalg.qr(b)[0])[1] ** 2)).mean() for a, b in pairs
    ]
    metrics = {
        block.label: block.value
        for block in blocks.walk(page.nystroem(state), is_open=lambda key, title: key == "nystroem_more")
        if isinstance(block, blocks.Metric)
    }
    assert float(metrics["Error"]) == pytest.approx(np.mean(sines), rel=0.05)
    assert metrics["Entries read"] == "27.8%"  # 1 - (1 - 50/300) (1 - 40/300)
    assert float(metrics["Largest singular value"]) == pytest.approx(values[0], rel=0.01)
    assert float(metrics["Stable rank"]) == pytest.approx((values**2).sum() / values[0] ** 2, rel=0.01)


def test_values_that_are_far_too_large_have_their_reason(monkeypatch):
    """Of the identity, 12 of 60 rows and the same columns: the published formula says 60/12 for every value."""
    chosen = np.arange(0, 60, 5)
    monkeypatch.setattr("askcore.solvers.nystroem.asymmetric.sample", lambda *given: Sample(chosen, chosen))
    found = asymmetric_nystroem(np.eye(60), 3, n_rows=12, oversampling=0)
    np.testing.assert_allclose(found.values, 5.0)
    assert "up to 5.0 times too large" in page.values_caption(3, np.ones(3), found.values)
