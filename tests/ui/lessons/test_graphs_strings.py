"""What the lesson on graphs and strings says; texts of any kind; the matrix behind its button is the one drawn."""

from __future__ import annotations

import pytest

from askcore.datasets import load_sample
from askcore.experiments.lessons.strings import corpus_score, shared_substrings
from askcore.experiments.lessons.walk_kernels import walk_kernel
from askcore.ui.lessons.graphs_strings import of_corpus, of_texts, of_walks
from tests.pages.test_every_page import opened, sound

PAGE = "lesson_graphs_strings.py"


def of_graph(kind, amount, *, directed=True):
    graph = load_sample("teaching_graph")
    return of_walks(walk_kernel(graph.adjacency, kind, amount, directed=directed), kind, graph.node_ids)


def test_walks_along_arrows_and_without():
    assert of_graph("power", 2) == (
        "**K is asymmetric.** It counts walks of 2 steps along the arrows. From A to C, K is 1; from C to A, it is 0."
    )
    assert of_graph("power", 1, directed=False).startswith(
        "**K is symmetric.** It counts walks of 1 step, and"
    )
    assert "walks of every length" in of_graph("katz", 0.5)


def test_shared_substrings_in_words():
    assert of_texts(shared_substrings("banana", "bandana", 2), 2).startswith(
        "**K = 7.** The texts share 3 different substrings of 2 characters."
    )
    assert (
        of_texts(shared_substrings("abc", "xyz", 1), 1)
        == "**K = 0.** The texts share no substring of 1 character."
    )


def test_what_the_corpus_says():
    assert "**24 sentences**. Always naming the same language would be right for 8." in of_corpus(
        corpus_score(3), 3
    )
    assert "hardly ever shared" in of_corpus(corpus_score(6), 6)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("", "abcd"), "The first text has fewer than 3 characters."),
        (("", ""), "The first and the second text has fewer than 3 characters."),
    ],
)
def test_a_text_that_is_too_short_is_named_and_the_rest_goes_on(texts, said):
    at = opened(PAGE)
    for key, text in zip(("first", "second"), texts, strict=True):
        at.text_input(f"graphs_strings_{key}").set_value(text).run()
    sound(at)
    assert any(said in one.value for one in at.info)
    assert any("**A small corpus:**" in line.value for line in at.markdown)
