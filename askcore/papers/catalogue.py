"""Every table and figure that can be run, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from askcore._validation import DataError
from askcore.papers.engine.journal import Journal, default_journal
from askcore.papers.engine.protocol import Protocol, not_at_hand
from askcore.papers.engine.runner import PaperRun


def tables() -> list[Protocol]:
    """Return all protocols, sorted by paper.

    Returns
    -------
    A ``Protocol`` for each table and figure.
    """
    return [*_all().values()]


def protocol(name: str) -> Protocol:
    """Return the protocol of a table.

    Parameters
    ----------
    name : its key ("askls-III", "ksvd-figure-1"), or its number if only one paper has this number ("III").

    Returns
    -------
    The ``Protocol``.

    Raises
    ------
    ValueError : no table, or more than one, has this name.
    """
    wanted = name.strip().lower().replace(" ", "-")
    found = [p for p in tables() if wanted in (p.key.lower(), p.table.lower().replace(" ", "-"))]
    if len(found) == 1:
        return found[0]
    offered = ", ".join(p.key for p in found or tables())
    raise ValueError(
        f"There is {'more than one' if found else 'no'} table {name!r}; choose one of {offered}."
    )


def table(
    name: str,
    dataset: str | Sequence[str] | None = None,
    *,
    methods: Sequence[str] | None = None,
    repeats: int | None = None,
    random_state: int = 0,
    data: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    data_home: Any = None,
    journal: Journal | None = None,
    jobs: int = 1,
    offline: bool = False,
) -> PaperRun:
    """Set up a published table on the published data; ``.run()`` runs it.

    The repeats of a cell are drawn from ``SeedSequence([random_state, repeat])``. The figures are therefore the same in
    one process or several, and in one run or several. Later repeats are added to the existing ones.

    Parameters
    ----------
    name : as in ``protocol``.
    dataset : one or several of its data sets; by default all. They are fetched (``datasets.fetch``) if necessary.
    methods : the rows to run; by default all.
    repeats : number of repeats; by default, as in the paper.
    random_state : seed of the table.
    data : your own data by name, instead of fetched data.
    options : changes to the options of the protocol.
    data_home : folder of the data; by default ASKCORE_DATA or the user's cache.
    journal : journal for saved results, such as ``default_journal()``; by default none.
    jobs : number of worker processes; 1 for none.
    offline : download nothing.

    Returns
    -------
    PaperRun : ``.run(progress, cancel)`` returns a ``PaperResult``. Data sets that are not available are left out and
        listed in ``problems``. If you ask for a single data set, or if none is available, a DataError is raised.

    Raises
    ------
    ValueError : the table, a data set, a method or an option is unknown.
    DataError : a data set is not available.

    Examples
    --------
    A sample in place of the published data; nothing is downloaded.

    >>> from askcore.datasets import load_sample
    >>> run = table("ksvd-2", data={"toy": load_sample("cyclic_communities")}, methods=["SVD"],
    ...     options={"n_components": 20})
    >>> result = run.run()
    >>> list(result.table["metric"]), list(result.table["repeats"])
    (['reconstruction_l1', 'reconstruction_l2'], [1, 1])
    """
    chosen, given = protocol(name), data or {}
    wanted = _wanted(chosen, dataset, given)
    loaded: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for each in wanted:
        try:
            loaded[each] = given[each] if each in given else _load(chosen, each, data_home, offline)
        except DataError as error:
            if len(wanted) == 1:
                raise
            problems[each] = str(error)
    if not loaded:
        raise DataError("None of the data sets is available: " + "; ".join(problems.values()))
    run = PaperRun(
        chosen, loaded, methods=methods, repeats=repeats, random_state=random_state, options=options,
        journal=journal, jobs=jobs,
    )  # fmt: skip
    run.problems |= problems
    return run


def table_kept(name: str, dataset: Sequence[str], repeats: int) -> PaperRun:
    """A table as the command keeps it, in the user's journal; nothing is downloaded."""
    return table(name, dataset, repeats=repeats, journal=default_journal(), offline=True)


def _wanted(chosen: Protocol, dataset: str | Sequence[str] | None, data: Mapping[str, Any]) -> list[str]:
    if dataset is None:
        return list(data or chosen.datasets)
    names = [dataset] if isinstance(dataset, str) else list(dataset)
    known = [*chosen.datasets, *data]
    for name in names:
        if name in chosen.absent and name not in known:
            raise DataError(f"{name} is not available: {chosen.absent[name]}")
        if name not in known:
            raise ValueError(f"{chosen.key} has no data set {name!r}; choose one of {', '.join(known)}.")
    return names


def _load(chosen: Protocol, name: str, data_home: Any, offline: bool) -> Any:
    if offline and (missing := not_at_hand([name], data_home)):
        raise DataError(
            f"The data set {name} is not downloaded, and downloads are not allowed",
            remedy=f"Allow the download, or put {missing[0].path} into the data folder.",
        )
    return chosen.load(name, data_home)


_MODULES = ("askls", "ksvd", "indefinite")


@cache
def _all() -> dict[str, Protocol]:
    modules = [import_module(f"askcore.papers.{name}") for name in _MODULES]
    return {each.key: each for module in modules for each in module.PROTOCOLS}
