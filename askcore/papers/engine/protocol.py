"""What it takes to run one table of a paper: data, splits, grids, rivals, and what the paper leaves open.

Papers floor. A protocol says what to do and holds no result; ``runner`` runs it, ``published`` knows what was
printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from askcore._random import draw_seeds

__all__ = ["Cause", "Protocol", "Remark", "Unit", "Values"]

Values = Mapping[str, Mapping[str, Sequence[float]]]
"""Method -> metric -> one value per repeat of the unit."""


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
class Cause:
    """Why our figure differs from the printed one, where that is known and was checked.

    ``dataset``, ``method`` and ``metric`` say for which cells; "" is any.
    """

    text: str
    dataset: str = ""
    method: str = ""
    metric: str = ""


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
    groups : methods that share work and are computed together; the others are alone.
    each_repeat : whether a repeat is a unit of its own, or all repeats of a cell are one.
    full, quick : repeats as published, and for a first look.
    parallel : False where seconds are the result.
    steps : (what, how) pairs for a reader: data, splits, preprocessing, grid, decision, metric, rivals.
    left_open : what the paper does not say, and what is taken here; a sentence each.
    causes : known causes of differences.  absent : published data sets that cannot be had, and why.
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
    compute: Callable[[Any, Unit, Mapping[str, Any]], Values]
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
