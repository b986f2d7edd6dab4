"""The protocol of one table of a paper: data, splits, grids, compared methods, what is printed, what is left open.

Words and settings of a table are in a TOML file per paper, what it computes is in the modules beside it, and what the
papers report in ``published.csv``.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd

from askcore._random import draw_seeds
from askcore.datasets import fetch, list_samples, load_sample
from askcore.datasets.public.registry import PublicSet, describe_public, list_public
from askcore.datasets.public.store import is_at_hand
from askcore.datasets.tables.exact import read_exact

ASKLS_PAPER = "AsK-LS (He et al. 2022)"
INDEFINITE_PAPER = "Indefinite LS-SVM (Huang et al. 2017)"
KSVD_PAPER = "KSVD (Tao et al. 2023)"

_KEY = ["paper", "table", "dataset", "method", "metric"]


@cache
def _everything() -> pd.DataFrame:
    with (files("askcore.papers") / "published.csv").open(encoding="utf-8") as lines:
        return read_exact(lines, dtype=dict.fromkeys(_KEY, str))


def published(paper: str | None = None, table: str | None = None) -> pd.DataFrame:
    """Return the published numbers.

    Parameters
    ----------
    paper : name as in the protocols, for example "KSVD (Tao et al. 2023)"; by default all.
    table : number as printed, for example "III"; by default all.

    Returns
    -------
    DataFrame : one row per number; paper, table, dataset, method, metric, mean, std (NaN if it is not published).
    """
    frame = _everything()
    chosen = frame["paper"].eq(paper or frame["paper"]) & frame["table"].eq(table or frame["table"])
    return frame[chosen].reset_index(drop=True)


def published_value(paper: str, table: str, dataset: str, method: str, metric: str) -> tuple[float, float]:
    """Mean and standard deviation of one published number; NaN where the paper has none."""
    return _by_cell().get((paper, table, dataset, method, metric), (float("nan"), float("nan")))


@cache
def _by_cell() -> dict[tuple[str, ...], tuple[float, float]]:
    """Looked up hundreds of times for one table: a dictionary in place of a scan."""
    return {
        row[:5]: row[5:] for row in _everything()[[*_KEY, "mean", "std"]].itertuples(index=False, name=None)
    }


# As printed -> as ``datasets.fetch`` calls it; two names are a training and a test part.
_NAMES: dict[str, tuple[str, ...]] = {
    "diabetes": ("pima_diabetes",),
    "liver": ("liver_bupa",),
    "monks1": ("monks1_train", "monks1_test"),
    "monks2": ("monks2_train", "monks2_test"),
    "monks3": ("monks3_train", "monks3_test"),
}


def parts_of(name: str) -> tuple[str, ...]:
    """Names for ``datasets.fetch`` of a published set: one, or training and test part.

    A table may show a set several times, as "sonar ratio 10%".
    """
    plain = name.partition(" ratio ")[0]
    return _NAMES.get(plain, (plain,))


def load_set(name: str, data_home: Any = None) -> Any:
    """The data of a published set: a graph, a table, bags, or a pair of tables (training, test)."""
    parts = tuple(
        load_sample(part) if part in list_samples() else fetch(part, data_home=data_home)
        for part in parts_of(name)
    )
    return parts[0] if len(parts) == 1 else parts


def not_at_hand(names: Iterable[str], data_home: Any = None) -> list[PublicSet]:
    """The public sets that would have to be downloaded for published ones; nothing is opened."""
    parts = dict.fromkeys(part for name in names for part in parts_of(name))
    public = [part for part in parts if part in list_public()]
    return [describe_public(part) for part in public if not is_at_hand(part, data_home=data_home)]


Options = Mapping[str, Any]

Cell = tuple[str, str, str]
"""Data set, method, metric."""

Values = Mapping[str, Mapping[str, Sequence[float]]]
"""Method -> metric -> one value per repeat of the unit."""

Compute = Callable[[Any, "Unit", Options], Values]
"""Data, unit and options -> values."""

Load = Callable[[str, Any], Any]
"""Name of a data set and data_home -> data."""

Scores = Iterable[tuple[str, Mapping[str, float]]]
"""Of one repeat: method by method, its numbers by metric."""


@dataclass(frozen=True)
class Unit:
    """The smallest piece of work that is saved and resumed: methods that share it, on one data set.

    Repeat r of seed s is drawn from ``np.random.SeedSequence([s, r])``; ``seed`` is ``random_state`` of the table.
    """

    dataset: str
    methods: tuple[str, ...]
    repeats: tuple[int, ...]
    seed: int

    def seed_of(self, repeat: int) -> int:
        """A whole number below 2^31, drawn from the seed sequence of the repeat."""
        return draw_seeds([self.seed, repeat], 1)[0]


def per_repeat(scores: Callable[[Any, Unit, int, Options], Scores]) -> Compute:
    """Turn a function that gives the numbers of one repeat into one that computes a unit."""

    @wraps(scores)
    def compute(data: Any, unit: Unit, options: Options) -> Values:
        found: dict[str, dict[str, list[float]]] = {}
        for repeat in unit.repeats:
            for method, values in scores(data, unit, repeat, options):
                for metric, value in values.items():
                    found.setdefault(method, {}).setdefault(metric, []).append(float(value))
        return found

    return compute


@dataclass(frozen=True)
class Difference:
    """Why a number is not the printed one, and what it comes to under the setting that comes nearest, if any."""

    text: str
    setting: str = ""
    value: float = math.nan  # our number, and what the setting changes on the same repeats


@dataclass(frozen=True)
class Remark:
    """A note on a repeat beside its numbers, such as a solver that met its cap.

    ``metric`` is a name among the values, 1 where it happened and 0 where not; ``text`` says what happened, names of
    options in braces. ``method`` is "" for any.
    """

    metric: str
    text: str
    method: str = ""


@dataclass(frozen=True)
class Protocol:
    """One table or figure of a paper, and how we reproduce it.

    Attributes
    ----------
    key : "askls-III", "ksvd-1", "ksvd-figure-1", "indefinite-2".
    paper, table : as in ``published()``.  title : a few words.  about : a sentence on the content of the table.
    datasets : published names of the available data sets.
    methods : columns as printed.
    alike : further rows without a published number: the compared methods and AsK-LS, all with the same tuning.
    metrics : as in ``published()``; for those in ``lower_is_better``, less is better, and for the others, more is
        better.
    remarks : texts for what ``compute`` returns in addition to the metrics, the more specific first.
    compute : (data, unit, options) -> values of the unit's methods for each of its repeats. It is a function of a
        module, so that a worker process can import it; the same arguments give the same values.
    load : (name of a data set, data_home) -> data.
    options : everything else on which the result depends, except data, repeats and seed, as plain numbers and words.
    switches : further options, which settings of ``differences`` change. An omitted option has its default.
    groups : methods that share work and are computed together; all others are computed separately.
    each_repeat : whether each repeat is a unit, or all repeats of a cell are one unit.
    full, quick : numbers of repeats as published, and for a first look.
    parallel : False if the results are seconds.
    steps : (what, how) pairs for readers: data, splits, preprocessing, grid, decision, metric, other methods.
    left_open : what the paper does not state, and our choice, one sentence each.
    differences : (data set, method, metric) of a number that we do not reproduce -> its ``Difference``.
    absent : published data sets that are not available, and why.
    unmeasured : data sets for which some cells have no value, and why.
    version : increased if the protocol changes its results, so that old saved results are not used.
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
    load: Load
    options: Options = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    each_repeat: bool = True
    full: int = 10
    quick: int = 2
    parallel: bool = True
    steps: tuple[tuple[str, str], ...] = ()
    left_open: tuple[str, ...] = ()
    differences: Mapping[Cell, Difference] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    absent: Mapping[str, str] = field(default_factory=dict)
    unmeasured: Mapping[str, str] = field(default_factory=dict)
    switches: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    version: int = 1

    @property
    def rows(self) -> tuple[str, ...]:
        """All methods: first the published ones, then those with the same tuning."""
        return self.methods + self.alike

    @property
    def name(self) -> str:
        """The table in words: "table III", "figure 1"."""
        return self.table if " " in self.table else f"table {self.table}"

    @property
    def mark(self) -> str:
        """Paper and table: "KSVD, table 6"."""
        return f"{self.paper.partition(' (')[0]}, {self.name}"

    def units(self, dataset: str, methods: Sequence[str], repeats: int, seed: int) -> list[Unit]:
        """The work on one data set, divided into units."""
        together = [group for group in self.groups if set(group) & set(methods)]
        grouped = {name for group in together for name in group}
        pieces = together + [(name,) for name in methods if name not in grouped]
        every = tuple(range(repeats))
        spans = [(r,) for r in every] if self.each_repeat else [every]
        return [Unit(dataset, tuple(piece), span, seed) for piece in pieces for span in spans]


def read_protocols(file: str, tables: Mapping[str, Compute], load: Load = load_set) -> tuple[Protocol, ...]:
    """Tables of a paper from its TOML file, with the function that computes each.

    A section is a table: its entries are the attributes of ``Protocol``, and ``like`` names a section whose entries
    are the defaults (of options and steps one by one). Names in braces stand for options of the table and for the texts
    under ``texts``; those of a remark for the options of the run. The option "None" is None.
    """
    content = read_file(file)
    return tuple(_protocol(content, key, compute, load) for key, compute in tables.items())


@cache
def read_file(file: str) -> Mapping[str, Any]:
    """The content of a paper's file, by its name."""
    return tomllib.loads((Path(__file__).parents[1] / file).read_text(encoding="utf-8"))


def _protocol(content: Mapping[str, Any], key: str, compute: Compute, load: Load) -> Protocol:
    """A section of a file as a protocol."""
    own = content[key]
    base = {**content.get(own.get("like", ""), {}), "differences": []}
    merged = {name: {**base.get(name, {}), **own.get(name, {})} for name in ("options", "steps", "absent")}
    entries = {**base, **own, **merged}
    entries.pop("like", None)
    options = {name: None if value == "None" else value for name, value in entries.pop("options").items()}
    remarks = entries.pop("remarks", ())
    given = _written(entries, {**content.get("texts", {}), **options})
    return Protocol(
        key=key,
        paper=content["paper"],
        compute=compute,
        load=load,
        options=options,
        steps=tuple(given.pop("steps").items()),
        differences={
            cell[:3]: Difference(each["text"], *cell[3:])
            for each in given.pop("differences")
            for cell in each["cells"]
        },
        remarks=tuple(Remark(**each | {"text": " ".join(each["text"].split())}) for each in remarks),
        **given,
    )


def _written(value: Any, named: Mapping[str, Any]) -> Any:
    """Each text in one line, its names in braces replaced, also those within a shared text; lists become tuples."""
    if isinstance(value, list):
        return tuple(_written(each, named) for each in value)
    if isinstance(value, dict):
        return {name: _written(each, named) for name, each in value.items()}
    if not isinstance(value, str):
        return value
    return " ".join(" ".join(value.split()).format_map(named).format_map(named).split())
