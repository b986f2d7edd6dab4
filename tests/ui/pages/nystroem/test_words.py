"""What the page "Nyström speed-up" says and hands out, for findings of every kind."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import describe_sample, load_sample
from askcore.experiments import KernelChoice, Problem, exact_triplets, sampled_triplets
from askcore.experiments.sampling.study import SamplingStudy
from askcore.experiments.sampling.triplets import SamplingChoice
from askcore.solvers import asymmetric_nystroem
from askcore.solvers.nystroem.sampling import Sample
from askcore.ui.data.dataset import Active
from askcore.ui.pages.nystroem import state, words
from askcore.ui.pages.nystroem.export import python_code
from askcore.ui.pages.nystroem.state import Nystroem

CROSSED = KernelChoice("sne", matrix="crossed")
SAMPLING = SamplingChoice(5, 50, 40)


@pytest.fixture(scope="module")
def run():
    problem = Problem(load_sample("cyclic_communities"), CROSSED)
    exact = exact_triplets(problem, 5)
    return problem, exact, sampled_triplets(problem, SAMPLING, exact)


def said(run, *, exact: float, sampled: float, error: float = 0.05, **more) -> str:
    _, found, look = run
    return words.verdict(
        replace(found, seconds_kernel=0.0, seconds_solve=exact),
        replace(look, seconds_kernel=0.0, seconds_solve=sampled, subspace_error=error, **more),
        data="graph",
    )


@pytest.mark.parametrize(("size", "usual"), [(7, 7), (300, 50), (2_500, 50), (5_000, 100), (50_000, 200)])
def test_large_matrices_are_sampled_more_widely_as_they_open(monkeypatch, size, usual):
    offered = {}
    monkeypatch.setattr(
        "askcore.ui.pages.nystroem.state.slider",
        lambda label, sizes, start, key, said, **more: offered.setdefault("start", start),
    )
    assert state._size("Rows", size, min(size - 1, 10), "sampled_rows") == offered["start"]
    assert offered["start"] == pytest.approx(usual, rel=0.1)


@pytest.mark.parametrize(
    ("exact", "sampled", "error", "start"),
    [
        (3.0, 0.1, 0.05, "Sampling pays on this graph: it is **30 times faster**"),
        (3.0, 0.1, 0.5, "Too few rows and columns are sampled: there is a subspace error of **0.5**."),
        (
            0.015,
            0.0016,
            0.5,
            "Sampling does not pay on this graph: its result has a subspace error of **0.5**",
        ),
        (3.0, 6.0, 0.05, "Sampling does not pay on this graph: it is slower"),
        (3.0, 2.9, 0.05, "Sampling does not pay on this graph: it is not faster"),
    ],
)
def test_each_finding_has_its_words(run, exact, sampled, error, start):
    assert said(run, exact=exact, sampled=sampled, error=error).startswith(start)


@pytest.mark.parametrize(
    ("error", "leaves", "metric"),
    [
        (0.05, "a subspace error of **0.05**", ("0.05", "from 0 to 1")),
        (8.1e-15, "no error **up to rounding**", ("Exact", "up to rounding")),
        (
            np.nan,
            "an error that is **not defined** (equal singular values)",
            ("undefined", "equal singular values"),
        ),
    ],
)
def test_errors_of_rounding_and_undetermined_ones(run, error, leaves, metric):
    assert said(run, exact=0.01, sampled=0.004, error=error).count(f"with {leaves}.") == 1
    assert words.error_metrics(run[1], replace(run[2], subspace_error=error))[0] == metric
    if np.isnan(error):
        assert f"faster** than the exact structured method (100 ms instead of 3 s), with {leaves}." in said(
            run, exact=3.0, sampled=0.1, error=error
        )


def test_equal_singular_values_are_told(run):
    _, exact, look = run
    note = words.rank_note(replace(exact, n_determined=4), look, 5)
    assert note.startswith("Singular values 5 to 6 are equal")
    assert "errors are computed for the first 4 singular vectors" in note
    assert "The first 6 singular values are equal" in words.rank_note(replace(exact, n_determined=0), look, 5)


def test_a_sample_of_everything_saves_nothing(run):
    assert said(run, exact=3.0, sampled=0.1, share=1.0).startswith("This sample reads every entry")


def scored(*sampled: float) -> SamplingStudy:
    rows = [("exact", 0, 0.9, 0.0), *(("nystroem", 10 * 2**k, f1, 0.01) for k, f1 in enumerate(sampled))]
    return SamplingStudy(None, pd.DataFrame(rows, columns=["method", "samples", "micro_f1", "spread"]), "")


@pytest.mark.parametrize(
    ("sampled", "start"),
    [
        ((0.5, 0.89, 0.9), "From 20 sampled rows and columns on, the score is at most 0.02 below"),
        ((0.92, 0.8, 0.9, 0.9), "From 40 sampled rows and columns on, "),
        ((0.5, 0.8, 0.9), "From 40 sampled rows and columns on, "),
        ((0.89, 0.9, 0.5), "The score goes up and down. With 10 samples it is at most 0.02 below"),
        ((0.5, 0.7), "With 20 samples the score is 0.700, with the exact vectors 0.900"),
    ],
)
def test_the_scores_in_words(sampled, start):
    assert words.scores_words(scored(*sampled)).startswith(start)


@pytest.mark.parametrize("published", [False, True])
def test_the_code_reproduces_the_run(run, published):
    sample = describe_sample("cyclic_communities")
    current = Active(
        sample.name, sample.title, load_sample(sample.name), sample.preset, sample.question, sample.source
    )
    sampling = replace(SAMPLING, published=published)
    code = str(python_code(Nystroem(current, CROSSED, sampling)))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "snippet", "exec"), {})
    look = sampled_triplets(run[0], sampling, run[1])
    said = dict(line.split(": ", 1) for line in printed.getvalue().splitlines())
    assert float(said["Subspace error"]) == pytest.approx(look.subspace_error)
    assert float(said["η, the error of the paper"]) == pytest.approx(look.eta)
    assert np.isfinite(look.eta)


def test_values_that_are_far_too_large_have_their_reason():
    """Of the identity, 12 of 60 rows and the same columns: the published formula says 60/12 for every value."""
    chosen = np.arange(0, 60, 5)
    found = asymmetric_nystroem(np.eye(60), 3, samples=Sample(chosen, chosen), oversampling=0)
    np.testing.assert_allclose(found.values, 5.0)
    said = words.crosses(np.ones(3), found.values)
    assert "They are up to 5.0 times too large. The method scales the sampled block up to the size" in said
    assert "Here many components are of similar size, so this part is large." in said
    assert "similar size" not in words.crosses(np.array([3.0, 0.1]), np.array([6.0, 0.1]))
    assert "times" not in words.crosses(np.array([3.0, 2.0]), np.array([3.3, 2.0]))
