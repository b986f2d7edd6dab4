"""Equal arguments are computed once and shared uncopied; whatever differs in them is computed anew."""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import count

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import streamlit as st

from askcore.datasets import BagData, GraphData, MatrixData, TableData, load_sample
from askcore.experiments import KernelChoice
from askcore.ui import cache, problems
from askcore.ui.cache import cached
from askcore.ui.choices import ModelChoice
from askcore.ui.pages.decisions import results as decisions
from askcore.ui.pages.decisions.results import Training

_calls = count()


@cached(entries=64)
def number(*, of: object, more: int = 0) -> list[int]:
    """Another number with every computation."""
    return [next(_calls)]


LARGE = np.random.default_rng(0).normal(size=(900, 900))  # 810,000 entries: streamlit would look at a sample
CHOICE = KernelChoice("sne", (("sigma", 1.0),), standardise=True)


def changed(values: np.ndarray, place: int) -> np.ndarray:
    other = values.copy()
    other.flat[place] += 1e-9
    return other


@pytest.mark.parametrize("place", [0, 123_456, 809_999])
@pytest.mark.parametrize("make", [np.asarray, MatrixData, TableData], ids=["array", "matrix", "table"])
def test_one_changed_entry_of_a_large_array_is_seen(make, place):
    assert number(of=make(LARGE)) is number(of=make(LARGE.copy()))
    assert number(of=make(changed(LARGE, place))) is not number(of=make(LARGE))


def test_one_changed_link_and_one_changed_vector_are_seen():
    A = np.eye(3, k=1)
    graph, bags = GraphData(A, list("abc")), BagData((LARGE[:5], LARGE[5:9]))
    assert number(of=graph) is number(of=GraphData(A.copy(), list("abc")))
    assert number(of=graph) is not number(of=GraphData(changed(A, 2), list("abc")))
    assert number(of=bags) is number(of=BagData((LARGE[:5].copy(), LARGE[5:9])))
    assert number(of=bags) is not number(of=BagData((LARGE[:5], changed(LARGE[5:9], 7))))


@pytest.mark.parametrize(
    ("choice", "other"),
    [
        (CHOICE, {"name": "rbf"}),
        (CHOICE, {"params": (("sigma", 1.0000001),)}),
        (CHOICE, {"params": (("sigma", 1.0), ("c", 0.0))}),
        (CHOICE, {"orientation": "out"}),
        (CHOICE, {"self_loops": None}),
        (CHOICE, {"normalize": False}),
        (CHOICE, {"standardise": False}),
        (replace(CHOICE, matrix="crossed"), {"bandwidth": 2.0}),
        (replace(CHOICE, matrix="crossed"), {"name": "rbf"}),
        (ModelChoice(1.0, "auto", 0.6, 0), {"damping": 0.0}),
        (ModelChoice(1.0, 0.1, 0.6, 0), {"merge": "joint"}),
        (ModelChoice(1.0, 0.1, 0.6, 0), {"seed": 1}),
    ],
)
def test_every_field_of_a_choice_counts(choice, other):
    assert number(of=choice) is number(of=replace(choice))
    assert number(of=choice) is not number(of=replace(choice, **other))


def test_what_raised_is_tried_again_and_few_results_are_kept():
    tried = []

    @cached(entries=2)
    def fails_at_first(n: int) -> int:
        tried.append(n)
        if len(tried) == 1:
            raise ValueError("not yet")
        return n

    with pytest.raises(ValueError, match="not yet"):
        fails_at_first(1)
    for n in (1, 2, 3, 1):
        assert fails_at_first(n) == n
    assert tried == [1, 1, 2, 3, 1]


def test_pages_that_look_at_all_of_a_matrix_and_pages_that_take_blocks_share_one_store():
    st.cache_resource.clear()
    data, choice = load_sample("teaching_graph"), KernelChoice("katz", (("beta", 0.01),))
    assert problems.matrix(data, choice) is problems.problem(data, choice)


def test_twenty_visitors_with_splits_of_their_own_find_theirs_again():
    """Four places, as there were once, made each of them compute anew with every change of a slider."""
    st.cache_resource.clear()
    data, choice = load_sample("teaching_graph"), KernelChoice("adjacency")
    splits = [Training(data, choice, 0.6, seed) for seed in range(20)]
    first = [decisions._prepared(of) for of in splits]
    assert all(decisions._prepared(of) is found for of, found in zip(splits, first, strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1.0, "a"], [1.0, "b"]),
        (["ab"], ["a", "b"]),
        ({"x": LARGE}, {"x": changed(LARGE, 400_000)}),
        ({"x": 1}, {"y": 1}),
        (sp.csr_array(np.eye(3)), sp.csr_array(np.eye(3, k=1))),
        (sp.csc_array(np.eye(3)), sp.csc_array(np.eye(3, k=1))),
        (CHOICE, replace(CHOICE, orientation="out")),
        (np.zeros(3), np.zeros((3, 1))),
        (np.zeros(2), np.zeros(2, int)),
        (1, True),
        (MatrixData(np.eye(3)), MatrixData(np.eye(3) * 2)),
        (pd.Series(["a"]), pd.Series(["b"])),
        (np.array([None, "a"], object), np.array([None, "b"], object)),
    ],
)
def test_a_digest_tells_apart_what_differs(one, other):
    assert cache.digest(one) == cache.digest(copy.deepcopy(one))
    assert cache.digest(one) != cache.digest(other)
