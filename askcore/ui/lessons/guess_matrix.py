"""Lesson: a matrix is guessed from a few of its rows and columns."""

from __future__ import annotations

from functools import partial

from askcore._format import format_percent
from askcore.datasets import load_sample
from askcore.experiments.lessons.guess import (
    PER_COMPONENT,
    GuessedMatrix,
    Quality,
    guess_matrix,
    landscape,
)
from askcore.figures.lessons import grey_picture
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair, slider
from askcore.ui.settings import nearest, sizes_for

SHAPE = (200, 300)
KINDS = {"ripples": "Hills and ripples", "hills": "Hills", "noise": "Noise"}
KIND = choice("guess_matrix_kind", "Picture", KINDS)
SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125)
SIZE = slider("guess_matrix_size", "Sampled rows, and columns", SIZES, 25)
DRAWING = choice("drawing", "Random sample", {seed: str(seed) for seed in range(8)})
SAID = {
    Quality.GOOD: "**A good guess**, with an error of {error}. ",
    Quality.ROUGH: "**A rough guess**, with an error of {error}: it shows the picture, with visible mistakes. ",
    Quality.POOR: "**A poor guess**, with an error of {error}. ",
    Quality.USELESS: "**A useless guess**, with an error of {error}; a guess of zero everywhere has an error of 100%. ",
}
READ = "{size} rows and {size} columns hold {share} of the entries. Nothing else is used."
ORIGINAL = "The matrix in greys, with lines along the sampled rows and columns"
GUESS = "The matrix as guessed from the sampled rows and columns, in the same greys"
FORMULA = rf"""
$$G \approx G_{{N,m}}\,\bigl(G_{{n,m}}\bigr)_k^{{+}}\,G_{{n,M}}$$

The picture is the matrix G with N = {SHAPE[0]} rows and M = {SHAPE[1]} columns. $G_{{N,m}}$ holds the sampled columns,
$G_{{n,M}}$ the sampled rows and $G_{{n,m}}$ the entries where they cross; the plus means its pseudoinverse of rank k.
The guess keeps the leading k/2 components of the product, at most one for every {PER_COMPONENT} sampled rows.
"""


@cached(entries=256)
def guess(kind: str, size: int, seed: int) -> GuessedMatrix:
    """The guess of a picture."""
    return guess_matrix(landscape(kind, SHAPE), size, seed)


def said(found: GuessedMatrix, size: int) -> str:
    """How good a guess is, and what it was made from."""
    sentences = SAID[found.quality] + READ
    error = format_percent(found.error) if found.error < 1 else f"{found.error:.0%}"
    return sentences.format(error=error, size=size, share=format_percent(found.share, 0))


def _play(value: Value) -> list[Block]:
    kind, size, seed = value(KIND), value(SIZE), value(DRAWING)
    found, given = guess(kind, size, seed), landscape(kind, SHAPE)
    draw = partial(grey_picture, limits=(float(given.min()), float(given.max())))
    original = partial(draw, given, rows=found.rows, columns=found.columns)
    of_roll = nearest(sizes_for(load_sample("swiss_roll").n_samples), size)
    settings = {"rank": size // PER_COMPONENT, "sampled_rows": of_roll, "seed": seed}
    return [
        pair(
            Figure("guess_matrix_original", original, ORIGINAL, "The matrix and its sample"),
            Figure("guess_matrix_guess", partial(draw, found.matrix), GUESS, "The guess"),
        ),
        Text(said(found, size)),
        Text(FORMULA),
        opens("Nyström", "swiss_roll", **settings, sampling="uniform", formula="improved"),
    ]


def _code(value: Value) -> str:
    return f"""
        from askcore.experiments.lessons.guess import guess_matrix, landscape

        picture = landscape({value(KIND)!r}, {SHAPE!r})
        found = guess_matrix(picture, {value(SIZE)}, {value(DRAWING)})

        print("Rank of the guess:", found.rank)
        print("Entries that are used:", found.share)
        print("Relative error:", found.error)

        figures.signed_heatmap(found.matrix)
    """


LESSON = Lesson(
    claim="A few rows and columns determine a matrix of low rank.",
    idea="A picture is a matrix of grey values. If its rank is low, a few of its rows and columns determine almost "
    "all of it. The asymmetric **Nyström** method uses only these and guesses the rest.",
    example="three pictures. How many rows and columns does each of them need?",
    play=_play,
    code=_code,
    tries=(
        "Choose **Hills** and 25 rows: the error is about 1%. More rows make the error smaller, but you can "
        "no longer see a difference.",
        "Choose **Hills and ripples**. The ripples need 50 rows. With 25, choose other random samples: the error "
        "depends on the sample.",
        "Choose **Noise**. Even with 125 rows and columns, most of the picture is wrong: noise does not "
        "have low rank.",
    ),
    caution="A fast guess may be wrong: on noise, the method is just as fast, and the guess is useless. We know the "
    "error here because we know the whole picture. On your data, measure the error on rows that were not sampled. A "
    "small matrix does not need the Nyström method: its exact decomposition takes milliseconds.",
    questions={
        "When does the Nyström method pay?": "When the matrix is large and its rank is low. How many samples are "
        "needed depends on the rank, not on the size. The larger the matrix, the smaller the share that is used.",
        "Why are rows and columns sampled separately?": "Because G is not symmetric and may be rectangular. The "
        "sampled columns give the left singular vectors of all rows, and the sampled rows give the right singular "
        "vectors of all columns. For a symmetric matrix, one sample is enough.",
        "Which entries does the guess use?": "Those in a sampled row or a sampled column: n M + m N − n m of the N M "
        "entries, for n rows and m columns.",
    },
    source="Tao et al. (2023), section 4, equations 10 and 11. There each pair of singular vectors is computed "
    "separately from the samples. Here the product of the three sampled blocks is decomposed. The results differ: "
    "here the singular vectors are orthogonal; there they need not be.",
)
