"""Refuse work that is too large before it begins, with an alternative."""

from __future__ import annotations

from askcore._validation import DataError
from askcore.experiments.problem import Problem

MOST_ENTRIES, MOST_TRAINED = 10_000_000_000, 15_000  # evaluated for each product; trained on with dense K


def check_decomposable(problem: Problem) -> None:
    """Raise DataError where a decomposition would evaluate too many entries, several times."""
    n, m = problem.shape
    if min(n, m) > 400 and n * m > MOST_ENTRIES and not problem.operator.in_memory:
        _refuse(
            n * m,
            MOST_ENTRIES,
            "entries to decompose, each evaluated several times",
            "Take a sample of the rows, or the matrix between rows and columns.",
        )


def check_trainable(problem: Problem, m: int) -> None:
    """Raise DataError for too many training samples under a dense kernel."""
    if m > MOST_TRAINED and not problem.has_few_entries:
        _refuse(m, MOST_TRAINED, "training samples under a dense kernel", "Take a sample of the rows.")


def _refuse(n: int, most: int, what: str, remedy: str) -> None:
    raise DataError(f"{n:,} {what}, are more than the {most:,} that are allowed", remedy=remedy)
