"""Names of nodes, rows or columns: as many as there should be, all different, none empty.

`datasets` floor.
"""

from __future__ import annotations

from collections.abc import Iterable

from askcore._validation import DataError

__all__ = ["checked_names"]


def checked_names(given: Iterable[object] | None, n: int, *, each: str) -> list[str]:
    """The n names as a list of str; "0" to str(n - 1) where none are given.

    Raises
    ------
    DataError : for another number of names, an empty one, or one that comes twice.
    """
    if given is None:
        return [str(i) for i in range(n)]
    names = [str(name) for name in given]
    if len(names) != n:
        raise DataError(
            f"Expected {n} {each} names for {n} {each if each != 'node' else 'row'}s, got {len(names)}",
            remedy=f"Give one name for every {each}.",
        )
    seen: dict[str, int] = {}
    for i, name in enumerate(names):
        if not name:
            raise DataError(f"A {each} has no name", where=f"{each} {i}", remedy=f"Give every {each} a name.")
        if seen.setdefault(name, i) != i:
            raise DataError(
                f"Two {each}s are called {name!r}",
                where=f"{each}s {seen[name]} and {i}",
                remedy="Rename one of them.",
            )
    return names
