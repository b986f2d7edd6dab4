"""Shared substrings, counted by hand; and what the corpus of the lesson says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from askcore.experiments.lessons.graphs_strings import CORPUS, corpus_right, shared_substrings


def occurrences(part, text):
    return len(re.findall(f"(?={re.escape(part)})", text))


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_every_shared_substring_is_counted(length):
    x, z = "she sells sea shells", "sea shells she saw"
    found = shared_substrings(x, z, length)
    parts = {x[i : i + length] for i in range(len(x) - length + 1)}
    expected = {part: (occurrences(part, x), occurrences(part, z)) for part in parts if part in z}
    assert {part: (a, b) for part, a, b in found.common} == expected
    assert found.value == sum(a * b for a, b in expected.values())


@pytest.mark.parametrize("texts", [("", ""), ("", "abc"), ("ab", "abc"), ("xyz", "abc")])
def test_texts_that_share_nothing(texts):
    found = shared_substrings(*texts, 3)
    assert (found.value, found.cosine, found.common) == (0.0, 0.0, ())


def test_the_corpus_is_decided_as_by_refits():
    from askcore.kernels.strings import spectrum
    from askcore.solvers import solve_lssvm

    texts = np.array([text for each in CORPUS.values() for text in each], dtype=object)
    true = np.repeat(np.arange(3), 8)
    K = spectrum(texts, texts, length=2, normalize=True)
    right = 0
    for i in range(24):
        rest = np.delete(np.arange(24), i)
        signs = np.where(true[rest][:, None] == np.arange(3), 1.0, -1.0)
        fit = solve_lssvm(K[np.ix_(rest, rest)], signs, gamma=10.0)
        right += int(np.argmax(K[i, rest] @ fit.a + fit.b_source) == true[i])
    assert corpus_right(2) == right
