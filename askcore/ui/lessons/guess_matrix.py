"""Lesson: a matrix is guessed from a few of its rows and columns.

UI floor. The picture is drawn twice: with 200 x 300 pixels, to be looked at, and with 800 x 1,200, to be timed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from askcore._format import duration, number, share
from askcore.datasets import load_sample
from askcore.experiments.sampling.guess import (
    PER_COMPONENT,
    GuessedMatrix,
    exact_seconds,
    guess_matrix,
    landscape,
)
from askcore.figures.svg.cells import grey_picture
from askcore.ui import url_state
from askcore.ui.charts import picture
from askcore.ui.charts.plots import theme
from askcore.ui.controls import choose, slider
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import heading, side_by_side
from askcore.ui.settings import nearest, sizes_for
from askcore.ui.work.cache import kept

SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125)
SMALL, LARGE = (200, 300), (800, 1200)
KINDS = {"ripples": "Hills and ripples", "hills": "Hills", "noise": "Noise"}
# relative errors up to which a guess is good, and from which it shows little of the picture
GOOD, POOR = 0.02, 0.5
DRAWINGS = 10


@kept(entries=16)
def _picture(kind: str, shape: tuple[int, int]) -> np.ndarray:
    return landscape(kind, shape)


@kept(entries=256)
def _guess(kind: str, size: int, drawn_as: int) -> GuessedMatrix:
    return guess_matrix(_picture(kind, SMALL), size, drawn_as)


@kept(entries=256)
def _large_guess(kind: str, size: int, drawn_as: int) -> GuessedMatrix:
    """Of the large picture, without the picture: only numbers are said of it."""
    found = guess_matrix(_picture(kind, LARGE), size, drawn_as)
    return replace(found, matrix=found.matrix[:0].copy())


@kept()
def _exact_seconds(kind: str) -> float:
    return exact_seconds(_picture(kind, LARGE))


@fragment
def _play() -> None:
    with st.container(horizontal=True):
        kind = choose("Picture", KINDS, "guess_matrix_kind", labelled=True, linked=True)
        size = int(
            slider("Number of sampled rows, and of columns", SIZES, 25, "guess_matrix_size", None, width=360)
        )
        with st.container(width="content", height="stretch", vertical_alignment="bottom"):
            st.button("Another sample", key="guess_matrix_again", icon=":material/casino:", on_click=_again)
    at = drawing()
    found = _guess(kind, size, at)
    side_by_side(lambda: _original(kind, found), lambda: _guessed(kind, found))
    st.markdown(seen(found, size))
    st.latex(
        r"G \;\approx\; \underbrace{G_{N,m}}_{\text{sampled columns}}\;\bigl(G_{n,m}\bigr)_k^{+}\;"
        r"\underbrace{G_{n,M}}_{\text{sampled rows}}"
    )
    st.caption(
        f"The picture is the matrix G with N = {SMALL[0]} rows and M = {SMALL[1]} columns. "
        "$G_{n,m}$ holds the entries where the n sampled rows and the m sampled columns cross. The plus means its "
        "pseudoinverse of rank k. The product is cut to its leading k/2 components, at most one for every "
        f"{PER_COMPONENT} sampled rows. This is the guess."
    )
    st.markdown(larger(_large_guess(kind, size, at), _exact_seconds(kind)))
    of_roll = nearest(sizes_for(load_sample("swiss_roll").n_samples), size)
    settings = {"rank": size // PER_COMPONENT, "sampled_rows": of_roll, "sampled_columns": of_roll}
    how = {"sampling": "uniform", "formula": "improved", "seed": at}
    open_page("Nyström speed-up", "swiss_roll", settings | how, "guess_matrix_open")


def _again() -> None:
    url_state.set_param("drawing", str((drawing() + 1) % DRAWINGS))


def drawing() -> int:
    """Which sample of rows and columns is drawn."""
    return (
        url_state.parse_param(
            "drawing", lambda text: int(text) if text in map(str, range(DRAWINGS)) else None
        )
        or 0
    )


def _limits(kind: str) -> tuple[float, float]:
    picture = _picture(kind, SMALL)
    return float(picture.min()), float(picture.max())


def _original(kind: str, found: GuessedMatrix) -> None:
    heading("The matrix, and what is read of it")
    picture.show(
        grey_picture(
            _picture(kind, SMALL), _limits(kind), rows=found.rows, columns=found.columns, theme=theme()
        ),
        key="guess_matrix_original",
        alt="The matrix in greys, with lines along the sampled rows and columns",
    )


def _guessed(kind: str, found: GuessedMatrix) -> None:
    heading("The guess")
    picture.show(
        grey_picture(found.matrix, _limits(kind), theme=theme()),
        key="guess_matrix_guess",
        alt="The matrix as it was guessed from the sampled rows and columns, in the same greys",
    )


def seen(found: GuessedMatrix, size: int) -> str:
    """What the guess is worth, and what it was made from."""
    read = (
        f"{size} rows and {size} columns hold {share(found.share, 0)} of the entries. Nothing else is read."
    )
    made = f"The guess has rank {found.rank}, and its relative error is {_error(found)}"
    if found.error <= GOOD:
        return f"**A good guess.** {read} {made}."
    if found.error < POOR:
        return f"**A rough guess.** {read} {made}: it shows the picture, with mistakes that you can see."
    if found.error < 1:
        return f"**A poor guess.** {read} {made}."
    return f"**A useless guess.** {read} {made}. A guess of zero everywhere has an error of 100%."


def larger(found: GuessedMatrix, seconds: float) -> str:
    """What the same sample costs on a larger picture, and whether that pays."""
    times = f"{number(float(f'{seconds / found.seconds:.2g}'))} times faster"
    said = (
        f"**The same with {LARGE[0]} × {LARGE[1]:,} pixels:** as many rows and columns are now only "
        f"{share(found.share, 0)} of the entries, and the error is {_error(found)}. "
    )
    clock = (
        f"The guess took {duration(found.seconds)}, the exact decomposition {duration(seconds)}. So the guess is "
        f"**{times}**"
    )
    return said + clock + ("." if found.error <= GOOD else f", but it is {_but(found)}.")


def _but(found: GuessedMatrix) -> str:
    return "not yet good" if found.error < POOR else "of little use"


def _error(found: GuessedMatrix) -> str:
    return share(found.error) if found.error < 1 else f"{found.error:.0%}"


LESSON = Lesson(
    title="Guessing a matrix",
    idea=(
        "A picture is a matrix of grey values. If its rank is low, a few of its rows and columns determine almost all "
        "of it. The asymmetric **Nyström** method reads only these and guesses the rest."
    ),
    play=_play,
    tries=(
        "Choose **Hills** and 25 rows: the error is about 1%. More rows make it smaller, but you can no longer see a "
        "difference.",
        "Choose **Hills and ripples**. The ripples need 50 rows. With 25, press “Another sample” a few times: "
        "the error depends on the sample.",
        "Choose **Noise**. Even with 125 rows and columns, most of the picture is wrong: noise has no low rank.",
    ),
    caution=(
        "A fast guess may be wrong: on noise the method is just as fast, and the guess is useless. We know the error "
        "here because we know the whole picture. On your data, measure the error on rows that were not sampled. And a "
        "small matrix needs no Nyström method: its exact decomposition takes milliseconds."
    ),
    questions=(
        (
            "When does Nyström pay?",
            "When the matrix is large and its rank is low. How many samples are needed depends on the rank, not on the "
            "size. The larger the matrix, the smaller the share of it that is read.",
        ),
        (
            "Why are rows and columns sampled separately?",
            "Because G is not symmetric, and may be rectangular. The sampled columns give the left singular vectors "
            "of all rows, and the sampled rows give the right singular vectors of all columns. For a symmetric "
            "matrix one sample is enough.",
        ),
        (
            "Which entries does the guess read?",
            "Those in a sampled row or a sampled column: n M + m N − n m of the N M entries, for n rows and m columns.",
        ),
    ),
    source=(
        "Tao et al. (2023), section 4, equations 10 and 11. There each pair of singular vectors is computed "
        "separately from the samples. Here the product of the three sampled blocks is decomposed. The results differ: "
        "here the singular vectors are orthogonal, there they need not be."
    ),
)
