"""What it takes to run one table of a paper: data, splits, grids, rivals, and what the paper leaves open.

Papers floor. A protocol says what to do and holds no result; ``runner`` runs it, ``published`` knows what was
printed. What it says in words and settings stands in a TOML file per paper, what it computes in the modules beside it.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from askcore._random import draw_seeds
from askcore.datasets import list_public, list_samples
from askcore.papers.engine.published import ASKLS_PAPER, INDEFINITE_PAPER, KSVD_PAPER, parts_of

Values = Mapping[str, Mapping[str, Sequence[float]]]
"""Method -> metric -> one value per repeat of the unit."""

Compute = Callable[[Any, "Unit", Mapping[str, Any]], Values]
"""Data, unit and options -> values."""


@dataclass(frozen=True)
class Unit:
    """The smallest piece of work that is saved and resumed: methods that share it, on one data set.

    Attributes
    ----------
    dataset : name as published.  methods : those computed together.
    repeats : numbers of the repeats; repeat r of seed s is drawn from ``np.random.SeedSequence([s, r])``.
    seed : ``random_state`` of the table.
    """

    dataset: str
    methods: tuple[str, ...]
    repeats: tuple[int, ...]
    seed: int

    def seed_of(self, repeat: int) -> int:
        """A whole number below 2^31 for what takes no seed sequence, drawn from that of the repeat."""
        return draw_seeds([self.seed, repeat], 1)[0]


@dataclass(frozen=True)
class Trial:
    """One change of a table's settings, run to see by how much it moves the figures.

    ``what`` says it in a few words, ``options`` are the options that differ, among them ``Protocol.switches``.
    """

    what: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Cause:
    """Why our figure may differ from the printed one, and what was tried to see whether that is so.

    ``dataset``, ``method`` and ``metric`` say for which cells; "" is any. ``trials`` show it: they are run with
    ``repeats`` repeats by ``askcore papers causes --cause name``, on the data sets ``run_on`` alone where they are
    named. Whether they explain the difference is read from what they gave: ``causes.answered``.
    """

    text: str
    dataset: str = ""
    method: str = ""
    metric: str = ""
    name: str = ""
    trials: tuple[Trial, ...] = ()
    repeats: int = 3
    run_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class Remark:
    """What a repeat may have to say beside its figures, such as a cap that was met.

    ``metric`` is a name among the values, 1 where it happened and 0 where not, and none of the table's metrics;
    ``text`` says what happened, names of options in braces. ``method`` is "" for any.
    """

    metric: str
    text: str
    method: str = ""


@dataclass(frozen=True)
class Protocol:
    """One table or figure of a paper, and how it is run here.

    Attributes
    ----------
    key : "askls-III", "ksvd-1", "ksvd-figure-1", "indefinite-2".
    paper, table : as in ``published()``.  title : a few words.  about : a sentence on what the table shows.
    datasets : names as published, of those that can be had.
    methods : columns as printed.
    alike : further rows without a printed figure: the rivals and AsK-LS once more, all tuned alike.
    metrics : as in ``published()``; of ``lower_is_better`` less is better, of the others more.
    remarks : words for what ``compute`` gives beside the metrics, the more specific first.
    compute : (data, unit, options) -> values of the unit's methods for each of its repeats. A function of a module,
        so that a worker process finds it; the same arguments give the same values.
    load : (name of a data set, data_home) -> data.
    options : everything beside data, repeats and seed that the result depends on, plain numbers and words.
    switches : further options, which trials of ``causes`` change; where one is left out its usual value holds.
    groups : methods that share work and are computed together; the others are alone.
    each_repeat : whether a repeat is a unit of its own, or all repeats of a cell are one.
    full, quick : repeats as published, and for a first look.
    parallel : False where seconds are the result.
    steps : (what, how) pairs for a reader: data, splits, preprocessing, grid, decision, metric, rivals.
    left_open : what the paper does not say, and what is taken here; a sentence each.
    causes : possible causes of differences, each with the trials that were made of it.
    absent : published data sets that cannot be had, and why.
    unmeasured : data sets on which some cells have no value, and why.
    version : raised when the protocol changes its results, so that saved ones are not taken for new ones.
    """

    key: str
    paper: str
    table: str
    title: str
    about: str
    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    compute: Compute
    load: Callable[[str, Any], Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    each_repeat: bool = True
    full: int = 10
    quick: int = 2
    parallel: bool = True
    steps: tuple[tuple[str, str], ...] = ()
    left_open: tuple[str, ...] = ()
    causes: tuple[Cause, ...] = ()
    remarks: tuple[Remark, ...] = ()
    absent: Mapping[str, str] = field(default_factory=dict)
    unmeasured: Mapping[str, str] = field(default_factory=dict)
    switches: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    version: int = 1

    @property
    def rows(self) -> tuple[str, ...]:
        """All methods: those printed, then those tuned alike."""
        return self.methods + self.alike

    def units(self, dataset: str, methods: Sequence[str], repeats: int, seed: int) -> list[Unit]:
        """The work on one data set, in pieces."""
        together = [group for group in self.groups if set(group) & set(methods)]
        grouped = {name for group in together for name in group}
        pieces = together + [(name,) for name in methods if name not in grouped]
        every = tuple(range(repeats))
        spans = [(r,) for r in every] if self.each_repeat else [every]
        return [Unit(dataset, tuple(piece), span, seed) for piece in pieces for span in spans]


def read_protocols(
    file: str | Path,
    tables: Mapping[str, tuple[Compute, Iterable[str]]],
    load: Callable[[str, Any], Any],
    texts: Mapping[str, str] | None = None,
) -> tuple[Protocol, ...]:
    """Tables of a paper from its TOML file.

    A section of the file is a table: its entries are the attributes of ``Protocol``, and ``like`` names a section that
    answers for what it leaves out (options and steps one by one). In a text line breaks are spaces, and names in
    braces stand for options of the table and for shared texts; those of a remark for the options of the run. The word
    "None" among the options is None, for which TOML has no word. A cause or remark may name several rows or data sets.

    Parameters
    ----------
    file : the file, or its name beside the modules of the tables.
    tables : key of a table -> what computes it, and the rows that this can compute.
    load : (name of a data set, data_home) -> data.
    texts : shared texts beside those that the file has under ``texts``.

    Returns
    -------
    The protocols in the order of ``tables``.

    Raises
    ------
    ValueError : an unknown or missing key; a data set, row or metric that is unknown; a name in braces that is neither.
    """
    path = Path(__file__).parents[1] / file
    content = _content(path)
    shared = {**content.get("texts", {}), **(texts or {})}
    return tuple(
        _Section(path.name, content, key, shared).protocol(compute, tuple(rows), load)
        for key, (compute, rows) in tables.items()
    )


@cache
def _content(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


_FROM_CODE = {"key", "paper", "compute", "load"}
_KNOWN = {each.name for each in fields(Protocol)} - _FROM_CODE
_NEEDED = {"table", "title", "about", "datasets", "methods", "metrics", "steps"}


class _Section:
    """One table of a file, checked as it is read."""

    def __init__(self, file: str, content: Mapping[str, Any], key: str, texts: Mapping[str, str]) -> None:
        self._where, self._key, self._paper = f"{file}, {key}", key, content.get("paper", "")
        if key not in content:
            self._fail("there is no such section")
        own = content[key]
        base = content.get(own.get("like", ""), {})
        self._own = {**base, **own}
        for name in ("options", "steps", "absent", "unmeasured"):
            self._own[name] = {**base.get(name, {}), **own.get(name, {})}
        self._own.pop("like", None)
        self._options = {name: _option(value) for name, value in self._own["options"].items()}
        self._texts = {name: _in_one_line(text) for name, text in texts.items()}

    def protocol(self, compute: Compute, rows: tuple[str, ...], load: Callable[[str, Any], Any]) -> Protocol:
        """The section as a protocol."""
        own = self._own
        self._among("key", own, _KNOWN)
        self._among("key of a cause", itertools.chain(*own.get("causes", ())), _OF_CAUSE)
        self._among("key of a remark", itertools.chain(*own.get("remarks", ())), ("text", "metric", "method"))
        if missing := sorted(_NEEDED - set(own)):
            self._fail(f"{', '.join(missing)} is missing")
        self._among("paper", [self._paper], (ASKLS_PAPER, KSVD_PAPER, INDEFINITE_PAPER))
        given = {name: tuple(value) if isinstance(value, list) else value for name, value in own.items()}
        found = Protocol(
            **{
                **given,
                "key": self._key,
                "paper": self._paper,
                "title": self._said(own["title"]),
                "about": self._said(own["about"]),
                "compute": compute,
                "load": load,
                "options": self._options,
                "groups": tuple(map(tuple, own.get("groups", ()))),
                "steps": tuple((what, self._said(how)) for what, how in own["steps"].items()),
                "left_open": tuple(map(self._said, own.get("left_open", ()))),
                "absent": {name: self._said(why) for name, why in own["absent"].items()},
                "unmeasured": {name: self._said(why) for name, why in own["unmeasured"].items()},
                "causes": tuple(cause for each in own.get("causes", ()) for cause in self._causes(each)),
                "remarks": tuple(
                    Remark(each["metric"], _in_one_line(each["text"]), method)
                    for each in own.get("remarks", ())
                    for method in _several(each, "method")
                ),
            }
        )
        self._check(found, rows)
        return found

    def _causes(self, entry: Mapping[str, Any]) -> Iterator[Cause]:
        """A cause for each of its cells: their name and trials are the same."""
        more = {name: entry[name] for name in ("name", "metric", "repeats") if name in entry}
        more |= {"run_on": tuple(entry["run_on"])} if "run_on" in entry else {}
        trials = tuple(Trial(each["what"], each["options"]) for each in entry.get("trials", ()))
        for dataset, method in itertools.product(*(_several(entry, name) for name in _CELL)):
            yield Cause(self._said(entry["text"]), dataset, method, trials=trials, **more)

    def _check(self, found: Protocol, rows: tuple[str, ...]) -> None:
        """Every name means something: to the code, to ``fetch``, or to another entry."""
        public = {*list_public(), *list_samples()}
        self._among("data set", (part for name in found.datasets for part in parts_of(name)), public)
        self._among("row", found.rows, rows)
        if left_out := sorted(set(rows) - set(found.rows)):
            self._fail(f"no row for {', '.join(left_out)}, which the code computes")
        self._among("row in groups", itertools.chain(*found.groups), found.rows)
        self._among("metric in lower_is_better", found.lower_is_better, found.metrics)
        sets = (*found.datasets, *found.absent, "")
        self._among("data set in causes", (cause.dataset for cause in found.causes), sets)
        run_on = itertools.chain(*(cause.run_on for cause in found.causes))
        self._among("data set in run_on", run_on, found.datasets)
        self._among("row in causes", (cause.method for cause in found.causes), (*found.rows, ""))
        self._among("metric in causes", (cause.metric for cause in found.causes), (*found.metrics, ""))
        self._among("data set in unmeasured", found.unmeasured, found.datasets)
        changed = (trial.options for cause in found.causes for trial in cause.trials)
        self._among("option of a trial", itertools.chain(*changed), (*found.options, *found.switches))
        self._among("row in remarks", (remark.method for remark in found.remarks), (*found.rows, ""))

    def _among(self, what: str, names: Iterable[str], known: Iterable[str]) -> None:
        known = list(known)
        if unknown := next((name for name in names if name not in known), None):
            self._fail(f"unknown {what} {unknown!r}; known: {', '.join(sorted(filter(None, known)))}")

    def _said(self, text: str) -> str:
        """The text, its names in braces replaced; those within a shared text, too."""
        return _NAME.sub(self._meant, _NAME.sub(self._meant, _in_one_line(text)))

    def _meant(self, found: re.Match[str]) -> str:
        named = {**self._texts, **self._options}
        self._among("name in braces", [found["name"]], named)
        return format(named[found["name"]], found["form"] or "")

    def _fail(self, why: str) -> NoReturn:
        raise ValueError(f"{self._where}: {why}.")


_NAME = re.compile(r"\{(?P<name>\w+)(?::(?P<form>[^{}]*))?\}")
_CELL = ("dataset", "method")
_OF_CAUSE = ("text", "metric", "name", "trials", "repeats", "run_on", *_CELL)


def _several(entry: Mapping[str, Any], name: str) -> list[str]:
    """The names of an entry: none is any."""
    value = entry.get(name, "")
    return [value] if isinstance(value, str) else list(value)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _option(value: Any) -> Any:
    return None if value == "None" else value
