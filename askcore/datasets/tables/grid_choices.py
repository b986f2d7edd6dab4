"""What is noticed in a matrix and asked about, sums among its rows and distances; and what the answers do to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from askcore._format import first_few
from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.tables.grids import Grid
from askcore.datasets.tables.titles import SUMS

_LOOKED_AT = 100  # rows and columns among which detours are looked for


def as_chosen(grid: Grid, choices: dict[str, Any], name: str) -> Grid:
    """The matrix as it was chosen, with notes on what may be asked."""
    if choices.get("triangle"):
        grid = _mirrored(grid)
    if choices.get("margins") == "drop":
        grid = without_sums(grid)
    scale = choices.get("distances")
    if scale is not None and scale is not False:
        return _similarities(grid, scale)
    return noticed(grid, name, sums="margins" not in choices, distances=scale is None)


def noticed(
    grid: Grid, name: str = "", *, sums: bool = False, distances: bool = False, kind: str = "matrix"
) -> Grid:
    """The same, with notes that ask of rows and columns that are sums, and of values that look like distances."""
    values = grid.values
    if sparse.issparse(values) or min(values.shape) < 2:
        return grid
    notes: tuple[str, ...] = ()
    if found := _all_sums(grid) if sums else []:
        said = first_few([f"“{title}”" for title in found], 3)
        notes += (
            Ask(
                f"{said} looks like a margin, the sum of the others, and was read like them.",
                Way(f"Leave {said} out", {"margins": "drop"}),
            ),
        )
    other = {} if kind == "matrix" else {"kind": "matrix"}
    if distances and _like_distances(values, name):
        notes += (
            Ask(
                "These look like distances: 0 on the diagonal and larger elsewhere. A kernel holds similarities.",
                Way("Turn distances d into exp(−d/s)", other | {"distances": True}),
            ),
        )
    return replace(grid, notes=(*grid.notes, *notes))


def _all_sums(grid: Grid) -> list[str]:
    """The rows and columns that are called sums and look like some, or add up the others both ways, by name."""
    rows, columns = list(grid.row_ids or ()), list(grid.column_ids or ())
    called = [*_sums(grid.values, rows), *_sums(grid.values.T, columns)]
    exact = {*_sums(grid.values, rows, any_name=True)} & {*_sums(grid.values.T, columns, any_name=True)}
    return list(dict.fromkeys([*called, *exact]))


def _sums(values: np.ndarray, names: Sequence[str], *, any_name: bool = False) -> list[str]:
    """The last row, or the first, where it is called a sum, and adds the others up or is larger than each of them.

    Of ``any_name`` it adds up three others and more, to the last digit.
    """
    found = []
    for i in (len(values) - 1, 0) if names else ():
        others, size = np.delete(values, i, axis=0), np.abs(values[i])
        off = np.abs(others.sum(axis=0) - values[i])
        larger = values[i] > others.max(axis=0)
        called = SUMS.fullmatch(names[i].strip()) and ((off <= 0.01 * size + 1e-9) | larger).mean() > 0.8
        if called or (any_name and len(others) > 2 and size.all() and (off <= 1e-9 * size).all()):
            found.append(names[i])
    return found


def _like_distances(values: np.ndarray, name: str) -> bool:
    n, m = values.shape
    if n != m or n < 3 or np.diag(values).any() or values.min() < 0:
        return False
    off = values[~np.eye(n, dtype=bool)]
    if np.mean(off > 0) < 0.9:
        return False
    if "dist" in name.lower():
        return True
    if len(np.unique(off)) == 1:  # the complete graph
        return False
    part = values[:_LOOKED_AT, :_LOOKED_AT]
    detours = np.min(part[:, :, None] + part[None, :, :], axis=1)
    return bool(np.mean(part <= detours * (1 + 1e-9) + 1e-12) > 0.99)


def without_sums(grid: Grid) -> Grid:
    """The same without rows and columns that are sums of the others."""
    if sparse.issparse(grid.values):
        return grid
    left = _all_sums(grid)
    if not left:
        return replace(
            grid, notes=(*grid.notes, "No row or column is a sum of the others, so none was left out.")
        )
    rows, columns = (
        [k for k, title in enumerate(names or ()) if title not in left]
        for names in (grid.row_ids, grid.column_ids)
    )
    note = f"Left out as sums: {first_few([f'“{title}”' for title in left], 3)}."
    return Grid(
        grid.values[np.ix_(rows, columns)],
        [(grid.row_ids or [])[k] for k in rows],
        [(grid.column_ids or [])[k] for k in columns],
        None if grid.labels is None else [grid.labels[k] for k in rows],
        (*grid.notes, note),
    )


def _similarities(grid: Grid, scale: float | bool) -> Grid:
    """exp(-d / s) in the place of distances d."""
    values = np.asarray(
        grid.values.toarray() if sparse.issparse(grid.values) else grid.values, dtype=np.float64
    )
    if values.min() < 0:
        raise DataError("A distance is negative", remedy="Read the matrix as it is.")
    there = values[values > 0]
    usual = float(np.median(there)) if there.size else 1.0
    size = usual if isinstance(scale, bool) else float(scale)
    if not np.isfinite(size) or size <= 0:
        raise DataError(f"The scale of distances is {size:g}", remedy="Choose a number above 0, or True.")
    note = f"Distances d were turned into similarities exp(−d/{size:.4g})."
    return replace(grid, values=np.exp(-values / size), notes=(*grid.notes, note))


def _mirrored(grid: Grid) -> Grid:
    """A triangle with its mirror image as the other half."""
    values = grid.values
    if values.shape[0] != values.shape[1]:
        raise DataError("A triangle has as many rows as columns", remedy="Read the matrix as it is.")
    if not one_way(values):
        said = "Both halves are filled in, so neither was replaced."
        return grid if (abs(values - values.T) == 0).all() else replace(grid, notes=(*grid.notes, said))
    diagonal = values.diagonal()
    whole = (
        values + values.T - (sparse.diags_array(diagonal) if sparse.issparse(values) else np.diag(diagonal))
    )
    return replace(
        grid, values=whole, notes=(*grid.notes, "One half was filled in as the mirror image of the other.")
    )


def one_way(values: Any) -> bool:
    """Whether no two samples have an entry both ways."""
    lower, upper = sparse.tril(values, -1), sparse.triu(values, 1)
    return abs(lower).multiply(abs(upper).T).nnz == 0
