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
from askcore.figures.overlays import grey_picture
from askcore.ui.cache import kept
from askcore.ui.controls import choose, slider
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import heading, side_by_side
from askcore.ui.plots import drawn, show, theme
from askcore.ui.settings import nearest, sizes_for

__all__ = ["LESSON", "larger", "seen"]

SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125)
SMALL, LARGE = (200, 300), (800, 1200)
KINDS = {"ripples": "Hills and ripples", "hills": "Hills", "noise": "Noise"}
GOOD, POOR = (
    0.02,
    0.5,
)  # relative errors up to which a guess is good, and from which it shows little of the picture
_DRAWN = "guess_matrix_drawn"


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
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = choose("Picture", KINDS, "guess_matrix_kind", labelled=True, linked=True)
        size = int(
            slider("Sampled rows, and as many columns", SIZES, 25, "guess_matrix_size", None, width=360)
        )
        st.button("Another sample", key="guess_matrix_again", icon=":material/casino:", on_click=_again)
    at = st.session_state.get(_DRAWN, 0)
    found = _guess(kind, size, at)
    side_by_side(lambda: _original(kind, found), lambda: _guessed(kind, found))
    st.markdown(seen(found, size))
    st.latex(
        r"G \;\approx\; \underbrace{G_{N,m}}_{\text{sampled columns}}\;\bigl(G_{n,m}\bigr)_k^{+}\;"
        r"\underbrace{G_{n,M}}_{\text{sampled rows}}"
    )
    st.markdown(larger(_large_guess(kind, size, at), _exact_seconds(kind)))
    of_roll = nearest(sizes_for(load_sample("swiss_roll").n_samples), size)
    settings = {"rank": size // PER_COMPONENT, "sampled_rows": of_roll, "sampled_columns": of_roll}
    how = {"sampling": "uniform", "formula": "improved", "seed": at}
    open_page("Nyström speed-up", "swiss_roll", settings | how, "guess_matrix_open")


def _again() -> None:
    st.session_state[_DRAWN] = (st.session_state.get(_DRAWN, 0) + 1) % 10


def _limits(kind: str) -> tuple[float, float]:
    picture = _picture(kind, SMALL)
    return float(picture.min()), float(picture.max())


def _original(kind: str, found: GuessedMatrix) -> None:
    heading("The matrix, and what is read of it")
    show(
        drawn(
            grey_picture,
            _picture(kind, SMALL),
            _limits(kind),
            rows=found.rows,
            columns=found.columns,
            theme=theme(),
        ),
        key="guess_matrix_original",
        alt="The matrix in greys, with lines along the sampled rows and columns",
    )


def _guessed(kind: str, found: GuessedMatrix) -> None:
    heading("The guess")
    show(
        drawn(grey_picture, found.matrix, _limits(kind), theme=theme()),
        key="guess_matrix_guess",
        alt="The matrix as it was guessed from the sampled rows and columns, in the same greys",
    )


def seen(found: GuessedMatrix, size: int) -> str:
    """What the guess is worth, and what it was made from.

    Parameters
    ----------
    found : the guess.
    size : sampled rows, and sampled columns.
    """
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
    """What the same sample costs on a larger picture, and whether that pays.

    Parameters
    ----------
    found : the guess of the large picture.
    seconds : of the exact decomposition of the large one.
    """
    times = f"{number(float(f'{seconds / found.seconds:.2g}'))} times faster"
    said = (
        f"**Now with {LARGE[0]} × {LARGE[1]:,} pixels.** The same numbers of rows and columns are only "
        f"{share(found.share, 0)} of the entries, and the error is {_error(found)}. "
    )
    clock = (
        f"This took {duration(found.seconds)}; the exact decomposition took {duration(seconds)}, so the guess is "
        f"**{times}**"
    )
    return said + clock + ("." if found.error <= GOOD else f", but {_but(found)}.")


def _but(found: GuessedMatrix) -> str:
    return "not yet good" if found.error < POOR else "of little use"


def _error(found: GuessedMatrix) -> str:
    return share(found.error) if found.error < 1 else f"{found.error:.0%}"


LESSON = Lesson(
    title="Guessing a matrix",
    idea=(
        "A picture is a matrix of grey values. If it has low rank, a few rows and columns tell almost everything about "
        "it. The asymmetric **Nyström** method reads only these and guesses the rest."
    ),
    play=_play,
    tries=(
        "Choose **Hills** and 25 rows: the error is about 1%. More rows make it smaller, but you can no longer see a "
        "difference.",
        "Choose **Hills and ripples**. The ripples need 50 rows. With 25, press “Another sample” a few times: "
        "the error depends on the sample.",
        "Choose **Noise**. Even 125 rows and columns leave most of the picture wrong: no low rank, no good guess.",
    ),
    caution=(
        "Fast is not the same as right: on noise the method is as fast, and useless. We know the error here because "
        "we know the whole picture. On your data, measure the error on rows that were not sampled. And a small matrix "
        "needs no Nyström method: its exact decomposition takes milliseconds."
    ),
    questions=(
        (
            "When does Nyström pay?",
            "When the matrix is large and its rank is low. The number of samples that is needed follows the rank, not "
            "the size. The larger the matrix, the smaller the share of it that is read.",
        ),
        (
            "Why are rows and columns sampled separately?",
            "Because G is not symmetric, and may be rectangular. The sampled columns give the left singular vectors "
            "of all rows, and the sampled rows give the right singular vectors of all columns. For a symmetric "
            "matrix one sample does both.",
        ),
        (
            "Which entries does the guess read?",
            "Those in a sampled row or a sampled column: n M + m N − n m of the N M entries, for n rows and m columns.",
        ),
    ),
    source=(
        "Tao et al. (2023), section 4, equations 10 and 11. There each pair of singular vectors is extended alone. "
        "Here the product of three sampled blocks is decomposed."
    ),
)
