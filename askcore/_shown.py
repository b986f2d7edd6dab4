"""How a result shows itself when it is printed, and in a notebook: a few lines, whatever it holds.

Just above the lowest floor.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from askcore._validation import needs

__all__ = ["Plots", "Shown"]

LINES = 9  # below the name
WIDE = 70  # characters of a value
ROWS = 5  # of a table in a notebook
_SENTENCE = "verdict"


class Plots:
    """Base of data, results and models of which the pages have a figure."""

    def plot(self, *given: Any, **options: Any) -> Any:
        """The figure that the pages draw of it.

        Parameters
        ----------
        given : of a classifier samples X and, if there are, their labels y.
        options : ``theme`` ("light" or "dark"), and those of the type: ``way`` of a graph ("graph", "matrix") and
            ``positions`` (N, 2) of its nodes, ``columns`` of a table, ``of`` (a class) and ``names`` of decisions,
            ``quantity`` of a race ("subspace_error", "eta", "seconds"), ``logarithmic`` of a spectrum.

        Returns
        -------
        plotly.graph_objects.Figure : shows itself in a notebook; ``.write_html(file)`` keeps it.

        Raises
        ------
        MissingPackageError : without plotly; it is an ImportError.
        NotFittedError : of a model that has learned nothing yet.
        """
        with needs("A figure", extra="figures"):
            from askcore.plotting import figure_of  # above this floor: only who draws needs what draws
        return figure_of(self, *given, **options)


class Shown:
    """Base of results, which are dataclasses: they print their verdict, and each field in a line.

    An array says its shape, a table its columns, a long text its beginning; what is beyond ten lines is counted.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Found(Shown):
    ...     score: float
    ...     weights: np.ndarray
    >>> Found(0.123456789, np.zeros((3, 4)))
    Found
      score    0.123457
      weights  array (3, 4)
    """

    def __init_subclass__(cls) -> None:
        """Before the decorator of dataclasses looks, so that it writes no ``__repr__`` of its own."""
        cls.__repr__ = Shown.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        lines = [(name, text) for name, text in self._lines()]
        width = max((len(name) for name, _ in lines), default=0)
        return "\n".join(
            [type(self).__name__, *(f"  {name:<{width}}  {text}".rstrip() for name, text in lines)]
        )

    def _repr_html_(self) -> str:
        """The same as a small table, with the first rows of a table that the result holds."""
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
            f"<td style='text-align:left'>{html.escape(text)}</td></tr>"
            for name, text in self._lines()
        )
        table: Any = getattr(self, "table", None)
        below = table.head(ROWS).to_html(index=False) if hasattr(table, "to_html") else ""
        return f"<b>{html.escape(type(self).__name__)}</b><table>{rows}</table>{below}"

    def _lines(self) -> Iterator[tuple[str, str]]:
        """Names and what is said of each, ``LINES`` at most."""
        verdict = getattr(self, _SENTENCE, None)
        said = [(_SENTENCE, " ".join(verdict.split()))] if isinstance(verdict, str) else []
        names = [each.name for each in fields(self) if each.repr]  # type: ignore[arg-type]
        held = [name for name in names if not (name.startswith("_") or (said and name == _SENTENCE))]
        room = LINES - len(said)
        shown = held if len(held) <= room else held[: room - 1]
        yield from said
        for name in shown:
            yield name, _short(getattr(self, name))
        if len(held) > len(shown):
            yield "…", f"and {len(held) - len(shown)} more: {_cut(', '.join(held[len(shown) :]))}"


def _short(value: Any) -> str:
    """What is said of a value in a line."""
    if isinstance(value, np.ndarray):
        return f"array {value.shape}" if value.ndim else _short(value.item())
    if isinstance(value, bool | np.bool_ | int | str | type(None)):
        return _cut(" ".join(str(value).split()))
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if hasattr(value, "columns") and hasattr(value, "shape"):
        return _cut(f"table of {value.shape[0]} rows: {', '.join(map(str, value.columns))}")
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{type(value).__name__} {value.shape}"
    if isinstance(value, Shown):
        return type(value).__name__
    if isinstance(value, dict):
        return _cut("{" + ", ".join(map(str, value)) + "}")
    if isinstance(value, list | tuple):
        plain = all(isinstance(each, bool | int | float | str | np.generic) for each in value)
        if plain and len(value) <= 10:
            return _cut("(" + ", ".join(_short(each) for each in value) + ")")
        return f"{len(value)} of {type(value[0]).__name__}" if value else "none"
    return _cut(" ".join(repr(value).split()))


def _cut(text: str) -> str:
    return text if len(text) <= WIDE else text[: WIDE - 1].rstrip() + "…"
