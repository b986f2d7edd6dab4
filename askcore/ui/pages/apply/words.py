"""The sentences of "Apply" that depend on results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from askcore._format import capitalised, count, first_few, listed, plural, share
from askcore.experiments.applied import Applied
from askcore.ui.text.words import plain

NAMED = 5  # classes or samples by name in a sentence


def trained_on(n: int, word: str, unlabelled: int) -> str:
    """What the model learned from."""
    rest = f" {capitalised(count(unlabelled, word))} without a label took no part." if unlabelled else ""
    return f"The model is trained on all {count(n, word)} that have a label, none held out.{rest}"


def verdict(found: Applied, word: str, *, new: bool) -> str:
    """How the samples are decided; with labels, how many of them rightly.

    ``new`` : they came in a file of their own.
    """
    n = len(found.names)
    what = f"{'new ' * new}{plural(n, word)}"
    if found.scores:
        right = round(found.scores["merged"]["accuracy"] * n)
        return f"**Of {n:,} {what}, {right:,} get the class of their label ({share(right / n)}).**"
    counts = Counter(plain(name) for name in found.predicted["merged"]).most_common()
    if len(counts) == 1:
        return f"**The model decides {f'all {n:,}' if n > 1 else 'the'} {what} as {counts[0][0]}.**"
    said = [f"{number:,} as {name}" for name, number in counts[:NAMED]]
    if rest := sum(number for _, number in counts[NAMED:]):
        said.append(f"{rest:,} as one of {count(len(counts) - NAMED, 'other class', 'other classes')}")
    return f"**Of {n:,} {what}, the model decides {listed(said)}.**"


def disagreement(found: Applied, word: str) -> str:
    """On how many the two views disagree."""
    n, apart = len(found.names), int(found.disagree.sum())
    if found.one_view:
        return ""
    if not apart:
        return "The source view and the target view name the same class for each." * (n > 1)
    example = first_few([plain(found.names[i]) for i in np.flatnonzero(found.disagree)], NAMED)
    return f"The two views disagree on {count(apart, word)}: {example}."


def far(found: Applied, word: str, *, vectors: bool) -> str:
    """Which samples are unlike all that the model has seen; "" where none is."""
    at = np.flatnonzero(found.far)
    if not len(at):
        return ""
    named = first_few([plain(found.names[i]) for i in at], NAMED)
    if vectors:
        return (
            f"**{capitalised(count(len(at), word))} far from every training {word}: {named}.** The nearest one is "
            "farther away than for 99 in 100 of them. Do not rely on what the model says there."
        )
    return (
        f"**{capitalised(count(len(at), word))} without a tie to any training {word}: {named}.** All kernel values are "
        "0, so the model says the same of each. Do not rely on it."
    )


def one_view() -> str:
    """Why the source view decides alone."""
    return (
        "The target view reads K(old, new), which the file does not hold. So the source view decides alone. Give a "
        "second file to have both."
    )


def alt(word: str) -> str:
    """What the figure shows, for those who do not see it."""
    return f"Each {word} at its source view (across) and its target view (upwards), by the class that it is decided as."


def example_said(kind: str) -> str:
    """How a file of new samples looks."""
    return {
        "table": "A file with the same columns as the table, in any order. The column of labels may be missing.",
        "graph": "A list of links, a line each: from, to. Names of old nodes mean the nodes of the data set; any other "
        "name is a new node.",
        "matrix": "A block of kernel values: a row for each new sample, a column for each sample of the data set.",
    }[kind]
