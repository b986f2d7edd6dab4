"""The kernel matrix of a choice and the links of a graph, as several pages look at them: which way round, how much.

UI floor. ``MatrixState`` is what the states of these pages have in common, ``Blocks`` a matrix as they draw it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from askcore import experiments, figures
from askcore.datasets import GraphData
from askcore.diagnostics.how_asymmetric import SPECTRUM_LIMIT
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.matrix.blocks import MOST_BLOCKS, PRODUCTS, BlockMeans
from askcore.experiments.matrix.definiteness import ALL_SIGNS, Definiteness
from askcore.experiments.matrix.parts import PART, READ, Entries, rows_read
from askcore.experiments.running.jobs import Task
from askcore.figures import Picture, Theme
from askcore.figures.adjacency import links_drawn_as
from askcore.figures.heatmaps import block_heatmap, colour_limit
from askcore.kernels import GRAPH_KERNELS
from askcore.operators import KernelOperator
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.ui.charts.plots import drawing, screen_theme, theme
from askcore.ui.charts.shown import Drawing
from askcore.ui.controls import choose
from askcore.ui.data.dataset import Active
from askcore.ui.finder import find
from askcore.ui.text.words import row_and_column
from askcore.ui.work.cache import Data, computed, kept, matrix


@dataclass(frozen=True)
class MatrixState:
    """The data set in use under a kernel: the base of the states of the pages about one matrix."""

    current: Active
    choice: KernelChoice

    @property
    def problem(self) -> Problem:
        """The matrix with what its rows and columns are."""
        return matrix(self.current.data, self.choice)

    @property
    def entries(self) -> Entries:
        """What follows from the entries alone."""
        return entries(self.current.data, self.choice)

    def key(self, name: str) -> str:
        """The key of a figure of this data set."""
        return f"{name}_{self.current.key('figure')}"


@dataclass(frozen=True, eq=False)
class Blocks:
    """A matrix in an order, in means where it is large, with the names and classes of rows and columns in that order.

    Attributes
    ----------
    means : the entries, or means over blocks.
    names, labels : of rows and of columns; labels may be None.
    places : which rows and columns of the whole matrix these are.
    """

    means: BlockMeans
    names: tuple[list[str], list[str]]
    labels: tuple[np.ndarray | None, np.ndarray | None]
    places: tuple[np.ndarray, np.ndarray]

    @classmethod
    def of(
        cls,
        means: BlockMeans,
        names: tuple[Sequence[str], Sequence[str]],
        labels: tuple[np.ndarray | None, np.ndarray | None],
        *,
        part: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> Blocks:
        """Put names and labels to the means."""
        order = means.row_order, means.column_order
        rows, columns = order if part is None else (of[at] for of, at in zip(part, order, strict=True))
        return cls(
            means,
            ([names[0][i] for i in rows], [names[1][j] for j in columns]),
            (taken(labels[0], rows), taken(labels[1], columns)),
            (rows, columns),
        )

    def picture(
        self,
        value: str,
        *,
        means: np.ndarray | None = None,
        limit: float | None = None,
        by_class: bool = True,
    ) -> Picture:
        """As a heatmap."""
        return block_heatmap(
            self.means.means if means is None else means,
            self.means.row_limits,
            self.means.column_limits,
            limit=colour_limit(self.means.means) if limit is None else limit,
            row_names=self.names[0],
            column_names=self.names[1],
            row_labels=self.labels[0] if by_class else None,
            column_labels=self.labels[1] if by_class else None,
            value=value,
            theme=theme(),
        )


def taken(values: np.ndarray | None, places: np.ndarray) -> np.ndarray | None:
    """The values at some places; None where there are none at all."""
    return None if values is None else np.asarray(values)[places]


def _entries_work(data: Data, choice: KernelChoice) -> float:
    problem = matrix(data, choice)
    operator, (n, m) = problem.operator, problem.shape
    if n != m:
        return 0.0
    signs = _signs(n) if PART < n <= ALL_SIGNS else 0.0
    if isinstance(operator, GraphOperator) and not GRAPH_KERNELS[choice.name].sparse:
        return signs + sizes.columns(problem, min(n, 2 * rows_read(n)))
    if operator.in_memory:
        return signs + 8.0 * n * n * isinstance(operator.stored, np.ndarray)
    return signs + sizes.evaluation(operator) * (1.0 if n * n <= READ else 2.0 * rows_read(n) / n)


@computed("Comparing K with Kᵀ", _entries_work)
def entries(data: Data, choice: KernelChoice) -> Task[Entries]:
    """What follows from the entries alone."""
    problem = matrix(data, choice)
    return Task(experiments.kernel_entries, problem.operator, products=sizes.is_quick(_ends(problem)))


def definiteness(
    current: Active, choice: KernelChoice, symmetrize: str = "mean", center: bool = False
) -> Definiteness | None:
    """The signs of the eigenvalues of all of K; None up to ``PART`` rows, and where nobody asked for so long a wait."""
    known = entries(current.data, choice)
    if matrix(current.data, choice).shape[0] <= PART:
        return None
    if known.definiteness is not None and not center and (symmetrize == "mean" or known.is_symmetric):
        return known.definiteness
    return _definiteness(current.data, choice, symmetrize, center, _asked(current, choice))


def offer_all_rows(current: Active, choice: KernelChoice) -> None:
    """A button for what would take longer than anybody waits unasked."""
    if _asked(current, choice):
        return
    n, _ = matrix(current.data, choice).shape
    work = _ends(matrix(current.data, choice), symmetric=entries(current.data, choice).is_symmetric)
    st.button(
        f"Estimate signs from all {n:,} rows ({sizes.rough(work)})",
        on_click=st.session_state.__setitem__,
        args=(_ALL_ROWS, (current.data.digest, choice)),
        key="all_rows",
        help="By products with the whole matrix; no entry is left out.",
    )


_ALL_ROWS = "signs_of_all_rows"  # in the session: the data and the choice for which it was asked


def _asked(current: Active, choice: KernelChoice) -> bool:
    return bool(st.session_state.get(_ALL_ROWS) == (current.data.digest, choice))


def _signs(n: int) -> float:
    return 0.1 * n**3


def _ends(problem: Problem, *, symmetric: bool = False) -> float:
    """Both ends of a spectrum and the estimates between them: some 200 products, or 1,000 where these are sparse."""
    operator, n = problem.operator, problem.shape[0]
    dense = isinstance(operator.stored, np.ndarray)
    n_products = 200 if dense or not operator.in_memory else 1000
    return (1 if dense or symmetric else 2) * n_products * sizes.product(problem) + 5e4 * n


def _definiteness_work(data: Data, choice: KernelChoice, symmetrize: str, center: bool, asked: bool) -> float:
    problem = matrix(data, choice)
    if problem.shape[0] <= ALL_SIGNS:  # all eigenvalues are taken, asked or not
        return _signs(problem.shape[0])
    work = _ends(problem, symmetric=entries(data, choice).is_symmetric)
    return work if asked or sizes.is_quick(work) else 0.0


@computed("Multiplying with all of K", _definiteness_work)
def _definiteness(
    data: Data, choice: KernelChoice, symmetrize: str, center: bool, asked: bool
) -> Task[Definiteness | None]:
    problem, symmetric = matrix(data, choice), entries(data, choice).is_symmetric
    return Task(
        experiments.symmetric_ends,
        problem.operator,
        symmetrize=symmetrize,
        center=center,
        symmetric=symmetric,
        products=asked or sizes.is_quick(_ends(problem, symmetric=symmetric)),
    )


def blocks_work(problem: Problem, operator: KernelOperator, n_blocks: int = MOST_BLOCKS) -> float:
    """Means of a matrix over blocks, which are products with as many columns."""
    n, m = operator.shape
    if isinstance(operator.stored, np.ndarray) or min(n, m) <= n_blocks:
        return 2.0 * n * m
    at_a_time = 1 if operator.in_memory else PRODUCTS
    return n_blocks / at_a_time * sizes.product(problem, operator)


def choose_max_rows(current: Active, choice: KernelChoice) -> int:
    """How many rows the spectra are of; a choice for large matrices only."""
    n, m = matrix(current.data, choice).shape
    if n * m <= PART * PART:
        return PART
    largest = min(max(n, m), SPECTRUM_LIMIT)
    with st.sidebar:
        return choose(
            "Rows sampled at random",
            [PART, largest],
            current.control("spectra_rows"),
            titles=lambda rows: f"all {n:,}" if rows == n == m else f"{rows:,} sampled",
            labelled=True,
            help=f"Spectra of {PART} rows take half a second, of {SPECTRUM_LIMIT:,} some ten seconds. "
            "Rows are sampled at random, the same ones every time.",
        )


def pick_pair(
    names: tuple[Sequence[str], Sequence[str]],
    things: tuple[str, str],
    start: tuple[int, int],
    key: Callable[[str], str],
) -> tuple[int, int]:
    """Two samples u and v, chosen by name side by side."""
    u, v = (
        find(
            f"{letter}, a {thing}",
            known,
            key(letter),
            linked=f"pair_{letter}",
            default=usual,
            thing=thing,
            where=column,
        )
        for column, letter, thing, known, usual in zip(st.columns(2), "uv", things, names, start, strict=True)
    )
    assert u is not None  # there is a default
    assert v is not None
    return u, v


def entry_words(problem: Problem) -> str:
    """What an entry, a row and a column of a kernel matrix are."""
    return row_and_column("K(u, v)", problem.row_reading, problem.column_reading, same=problem.same_samples)


# What is drawn stays while sliders move, and costs more than all else on a page.
@kept(whole=True)
def links_picture(data: GraphData, orientation: str, theme: Theme) -> Drawing:
    """The links of a graph by class, a row reading what a row of the kernel matrix reads."""
    return drawing(
        figures.adjacency_by_class(
            data.adjacency,
            data.labels,
            names=data.node_ids,
            classes=data.classes,
            rows="to" if orientation == "in" else "from",
            theme=theme,
        )
    )


def links_words(data: GraphData, orientation: str) -> str:
    """What a dot, a row and a column of ``links_picture`` are, and in which order; links that are read both ways are
    drawn as they are."""
    links = Problem(data, KernelChoice("adjacency", orientation="in" if orientation == "in" else "out"))
    ends = "v → u" if orientation == "in" else "u → v"
    entry = {
        "dots": f"a dot is the link {ends}",
        "cells": f"a filled square is the link {ends}",
        "counts": f"the {'lighter' if screen_theme() == 'dark' else 'darker'} a square, the more links {ends}",
    }[links_drawn_as(data.adjacency)]
    order = "by class" if len(data.classes) else "as they come in the file"
    return f"{row_and_column(entry, links.row_reading, links.column_reading)} Nodes are ordered {order}."
