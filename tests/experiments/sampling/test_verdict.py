"""Whether sampling pays: one outcome per finding, at its limits."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from askcore.experiments.sampling.verdict import (
    SamplingOutcome,
    ValuesOutcome,
    compare_values,
    reached_table,
    sampling_verdict,
)

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
    found = SimpleNamespace(rows=np.arange(20))
    sampled = SimpleNamespace(found=found, subspace_error=error, seconds=own, share=share)
    sides = SimpleNamespace(left=np.zeros((501, 1)), right=np.zeros((400, 1)))
    verdict = sampling_verdict(SimpleNamespace(seconds=exact, triplets=sides), sampled)
    assert verdict.outcome is outcome
    assert (verdict.samples, verdict.times) == (20, pytest.approx(exact / own))


def test_a_small_matrix_is_quick_however_busy_the_computer_is():
    found, sides = (
        SimpleNamespace(rows=np.arange(20)),
        SimpleNamespace(left=np.zeros((500, 1)), right=np.eye(1)),
    )
    sampled = SimpleNamespace(found=found, subspace_error=0.05, seconds=0.2, share=0.1)
    verdict = sampling_verdict(SimpleNamespace(seconds=3.0, triplets=sides), sampled)
    assert verdict.outcome is SamplingOutcome.QUICK


def test_a_sample_of_zeros_has_no_result():
    verdict = sampling_verdict(SimpleNamespace(seconds=3.0), None)
    assert (verdict.outcome, verdict.exact_seconds) == (SamplingOutcome.EMPTY, 3.0)


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
