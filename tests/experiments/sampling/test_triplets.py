"""A sampled decomposition beside the exact one, and the study of the race."""

from __future__ import annotations

import importlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import DataError, GraphData, MatrixData, load_sample
from askcore.experiments import KernelChoice, Problem, exact_triplets, sampled_triplets, sampling_study
from askcore.experiments.sampling.study import BANDWIDTH_FACTORS, settled_from
from askcore.experiments.sampling.triplets import (
    SamplingChoice,
    SamplingOutcome,
    ValuesOutcome,
    compare_values,
    reached_table,
    sampling_outcome,
)

TRIPLETS = importlib.import_module("askcore.experiments.sampling.triplets")
CROSSED = KernelChoice("sne", matrix="crossed")
SNE = KernelChoice("sne", (("sigma", 1.0),), standardise=True)


def both(data, choice, sampling):
    problem = Problem(data, choice)
    exact = exact_triplets(problem, sampling.rank)
    return exact, sampled_triplets(problem, sampling, exact)


def test_the_exact_triplets_is_the_svd():
    data = load_sample("cyclic_communities")
    exact = exact_triplets(Problem(data, CROSSED), 5)
    expected = np.linalg.svd(Problem(data, CROSSED).operator.toarray(), compute_uv=False)[:5]
    np.testing.assert_allclose(exact.triplets.values, expected, rtol=1e-9)
    assert exact.seconds > 0


@pytest.mark.parametrize("choice", [CROSSED, KernelChoice("adjacency")])
def test_the_stable_rank_is_the_energy_over_the_largest_squared_singular_value(choice):
    problem = Problem(load_sample("cyclic_communities"), choice)
    values = np.linalg.svd(problem.operator.toarray(), compute_uv=False)
    assert exact_triplets(problem, 3).stable_rank == pytest.approx((values**2).sum() / values[0] ** 2)


def skew(n: int) -> np.ndarray:
    A = np.random.default_rng(0).normal(size=(n, n))
    return A - A.T


@pytest.mark.parametrize(
    ("matrix", "rank", "determined"),
    [
        (-np.eye(12), 5, 0),
        (-np.eye(12), 12, 12),  # nothing is cut off
        (skew(12), 5, 4),  # singular values come in pairs
        (skew(12), 6, 6),
        (np.diag([3.0, 2, 2, 0, 0, 0]), 5, 3),
    ],
)
def test_equal_singular_values_are_not_called_errors(matrix, rank, determined):
    n = len(matrix)
    exact, look = both(MatrixData(matrix), KernelChoice("adjacency"), SamplingChoice(rank, n, n))
    assert exact.n_determined == determined
    if determined:
        assert look.subspace_error < 1e-9
        assert look.eta < 1e-12
    else:
        assert np.isnan([look.eta, look.subspace_error]).all()


def test_a_table_is_evaluated_in_the_sample_only(monkeypatch):
    seen = []
    original = TRIPLETS.asymmetric_nystroem

    def watched(operator, *args, **more):
        seen.append(operator)
        return original(operator, *args, **more)

    monkeypatch.setattr(TRIPLETS, "asymmetric_nystroem", watched)
    _, look = both(load_sample("two_moons"), SNE, SamplingChoice(3, 20, 20))
    assert not any(operator.in_memory for operator in seen)
    assert look.found.entries < 0.3 * 300 * 300


def test_a_sample_below_the_rank_is_refused():
    data = load_sample("iris")
    with pytest.raises(DataError, match="3 sampled rows cannot give 5 components"):
        both(data, SNE, SamplingChoice(5, 3, 10))


def test_the_study_races_over_bandwidths_and_scores(monkeypatch):
    monkeypatch.setattr("askcore.experiments.sampling.study.ALLOWED", 1e6)  # however busy the computer is
    whole = load_sample("cyclic_communities")
    third = GraphData(whole.adjacency[::3][:, ::3], whole.node_ids[::3], whole.labels[::3])
    run = sampling_study(Problem(third, CROSSED), SamplingChoice(5, 5, 5))
    shares = [float(at) for at in run]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    study = run.result
    assert sorted(study.race.table["bandwidth"].unique()) == sorted(BANDWIDTH_FACTORS)
    assert study.race.table["sigma"].iloc[0] == pytest.approx(Problem(third, CROSSED).sigma)
    exact = study.scores.iloc[0]
    assert (exact["method"], exact["samples"]) == ("exact", 0)
    assert exact["micro_f1"] > 0.95
    assert study.scores["samples"].tolist()[1:] == run.settings["samples"]


def test_without_labels_there_is_no_score_and_the_reason_is_said():
    data = replace(load_sample("teaching_graph"), labels=None)
    study = sampling_study(Problem(data, KernelChoice("adjacency")), SamplingChoice(2, 2, 2)).run()
    assert study.scores.empty
    assert study.no_scores


@pytest.mark.parametrize(
    ("sampled", "settled"),
    [
        ((0.5, 0.89, 0.9), 20),
        ((0.92, 0.8, 0.9, 0.9), 40),
        ((0.5, 0.8, 0.881), 40),
        ((0.5, 0.8, 0.879), None),
        ((0.89, 0.9, 0.5), None),
    ],
)
def test_from_which_sample_on_the_accuracy_stays_near_that_of_exact_vectors(sampled, settled):
    rows = [("exact", 0, 0.9), *(("nystroem", 10 * 2**k, accuracy) for k, accuracy in enumerate(sampled))]
    assert settled_from(pd.DataFrame(rows, columns=["method", "samples", "micro_f1"])) == settled


FINDINGS = {  # seconds of the exact method and of sampling, error, share of the entries
    "faster": (3.0, 0.2, 0.05, 0.1, SamplingOutcome.PAYS),
    "at the limit of the error": (3.0, 0.2, 0.1, 0.1, SamplingOutcome.PAYS),
    "above the limit": (3.0, 0.2, 0.101, 0.1, SamplingOutcome.TOO_FEW),
    "at the limit of the time": (0.1, 0.01, 0.05, 0.1, SamplingOutcome.PAYS),
    "below the limit of the time": (0.099, 0.01, 0.05, 0.1, SamplingOutcome.QUICK),
    "quick and everything read": (0.01, 0.01, 0.0, 1.0, SamplingOutcome.QUICK),
    "everything read": (3.0, 0.2, 0.0, 1.0, SamplingOutcome.READS_ALL),
    "slower": (3.0, 6.0, 0.05, 0.1, SamplingOutcome.NOT_FASTER),
    "as fast": (3.0, 2.6, 0.05, 0.1, SamplingOutcome.NOT_FASTER),
    "a little faster": (3.0, 2.4, 0.05, 0.1, SamplingOutcome.PAYS),
    "equal values": (3.0, 0.2, np.nan, 0.1, SamplingOutcome.UNDEFINED),
}


@pytest.mark.parametrize(("exact", "own", "error", "share", "outcome"), FINDINGS.values(), ids=FINDINGS)
def test_the_outcome_of_one_sample(exact, own, error, share, outcome):
    sampled = SimpleNamespace(subspace_error=error, seconds=own, share=share)
    sides = SimpleNamespace(left=np.zeros((501, 1)), right=np.zeros((400, 1)))
    assert sampling_outcome(SimpleNamespace(seconds=exact, triplets=sides), sampled) is outcome


def test_a_small_matrix_is_quick_however_busy_the_computer_is():
    sides = SimpleNamespace(left=np.zeros((500, 1)), right=np.eye(1))
    sampled = SimpleNamespace(subspace_error=0.05, seconds=0.2, share=0.1)
    found = sampling_outcome(SimpleNamespace(seconds=3.0, triplets=sides), sampled)
    assert found is SamplingOutcome.QUICK


def test_a_sample_of_zeros_has_no_result():
    assert sampling_outcome(SimpleNamespace(seconds=3.0), None) is SamplingOutcome.EMPTY


@pytest.mark.parametrize(
    ("exact", "found", "outcome"),
    [
        ([3.0, 2.0, 1.0], [3.05, 1.97, 1.0], ValuesOutcome.RIGHT),
        ([3.0, 2.0, 1.0], [3.0, 2.0, 0.9], ValuesOutcome.WRONG),
        ([3.0, 2.0, 1.0], [3.0, 2.0, 1.19], ValuesOutcome.WRONG),
        ([3.0, 2.0, 1.0], [3.0, 2.0, 1.2], ValuesOutcome.INFLATED),
        ([3.0, 0.0], [3.0, 1e-16], ValuesOutcome.RIGHT),
    ],
)
def test_how_sampled_singular_values_compare(exact, found, outcome):
    assert compare_values(np.array(exact), np.array(found))[0] is outcome


def raced(seconds, error, samples=40):
    return pd.DataFrame(
        {
            "solver": ["structured", "nystroem"],
            "samples": [0, samples],
            "bandwidth": 1.0,
            "seconds_kernel": [0.05, seconds / 2],
            "seconds_solve": [0.05, seconds / 2],
            "eta": [0.0, 0.001],
            "subspace_error": [0.0, error],
        }
    )


def test_a_solver_reaches_a_tolerance_with_its_smallest_sample_within():
    table = pd.concat([raced(0.05, 0.02), raced(0.02, 0.05, 20).iloc[1:], raced(0.01, 0.3, 10).iloc[1:]])
    reached = reached_table(table, [0.1, 0.05, 0.001])
    found = {key: rows["samples"].tolist() for key, rows in reached.groupby(["solver", "measure"])}
    assert found["nystroem", "eta"] == [10, 10, 10]
    np.testing.assert_equal(found["nystroem", "subspace_error"], [20, 20, np.nan])
    assert reached.loc[reached["solver"] == "structured", "seconds"].unique().tolist() == [0.1]
