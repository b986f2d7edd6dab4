"""The paper tables as a value: published numbers, ours, and where they differ; ``cells`` has the words of a number.

Finished parts of a run are in the journal of this computer, so a run that was ended continues there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import pandas as pd

from askcore import papers as tables
from askcore._format import capitalised, count, duration, file_size
from askcore.experiments.running.jobs import Task
from askcore.figures.bars import outcome_strips
from askcore.figures.scores import repeats_against_printed
from askcore.papers import Journal, PaperResult, Protocol
from askcore.papers.catalogue import table_kept
from askcore.papers.engine.journal import of_table
from askcore.papers.engine.protocol import not_at_hand
from askcore.papers.engine.report import OUTCOMES, answers, count_outcomes, number, verdict_on_all
from askcore.papers.engine.result import COLUMNS, ELSEWHERE, OPEN, PARTLY, RULE, is_time
from askcore.ui.background import Offered
from askcore.ui.blocks import Block, Code, Columns, Control, Download, Figure, Run, Table, Tabs, Text
from askcore.ui.controls import held_value
from askcore.ui.pages.papers import cells
from askcore.ui.text.snippet import Script
from askcore.ui.text.words import plain
from askcore.ui.url_state import assign

TABLE = "table"  # key of the list of tables
OPEN_TAB = "paper_details"  # key of the tabs
RUN = (
    "A first look at the chosen data sets. Finished parts are kept on this computer: after Cancel or a "
    "change of settings, a later run continues with the rest."
)
COMMAND = "A command runs the whole table with all cores, and downloads the data itself:"
NOT_DOWNLOADED = "**Not downloaded yet** ({size}): {names}. The command below downloads them."
NONE_AVAILABLE = "The chosen data sets are not available, so nothing can be run."
NONE_RUN = (
    "**No number of {name} has been measured yet.** It has {n} published numbers. Open “Run it "
    "again” to add ours."
)
ABSENT = (
    "**The {n} published numbers of {name} are for data that are not available.** Ours are for other data."
)
TIMED = "**{n} published times.** They depend on the computer: compare their ratios."
NONE_PUBLISHED = "**The paper gives no numbers in {name}.** The table shows ours."
FEW_REPEATS = "With {repeats} repeats, our standard deviations are uncertain; the paper has {full}."
STRIPS = (
    "One strip per table: click one to open it. The width of a piece is its share; narrow pieces are "
    "drawn wider."
)
LEGEND = (
    "✓ met: the difference is at most 2 √(s₁² + s₂²), with the standard deviations s of both numbers, which follow ±. "
    "Click a row for its repeats."
)
LEGEND_ROUNDED = (
    "✓ met: the difference is at most 0.005 for a score, 0.5% for others. Click a row for its repeats."
)
LEGEND_TIMES = "In seconds, or as a ratio of seconds. Click a row for its repeats."
LEGEND_OURS = "The number after ± is the standard deviation over the repeats. Click a row to see them."
WHY_ALIKE = {
    False: "The papers do not always tune the compared methods in the same way as their own. Here, all methods have "
    "the same grid, folds and decision rule. The papers give no numbers for these rows.",
    True: "The published rows already share splits, folds and tuning. The further methods here share them too. The "
    "paper gives no numbers for them.",
}
SHARED = ("askls-I", "askls-IV", "indefinite-1")  # tables whose published rows already share their tuning
NO_CELL = "No number is published here, and no number has been measured yet."
NO_SETTING = "No other setting was tried."
NONE_DIFFERS = "No number differs from the published one by more than its bound."


@dataclass(frozen=True)
class PapersState:
    """The chosen table with our numbers: the chosen data sets that are available, and those that are not."""

    protocol: Protocol
    datasets: tuple[str, ...]
    absent: tuple[str, ...]
    result: PaperResult

    @property
    def key(self) -> str:
        """The protocol's key."""
        return self.protocol.key

    @property
    def origin(self) -> str:
        """When the numbers were measured."""
        ran = self.result.table["repeats"].astype(int)
        return cells.when_measured(self.result.records, ran[ran > 0].tolist())


def table_control() -> Control:
    """Which table: at first one of which all is met, the one with the most numbers."""
    titles = {protocol.key: f"{protocol.mark}: {protocol.title}" for protocol in tables.tables()}
    met = {key: each["met"] for key, each in standings().items() if 0 < each["met"] == sum(each.values())}
    best = max(met, key=met.__getitem__, default=None)
    return Control(TABLE, "Table", "list", tuple(titles), best, titles=titles.__getitem__)


def sets_control(protocol: Protocol) -> Control:
    """Which data sets of a table."""
    names = (*protocol.datasets, *protocol.absent)
    return Control(
        f"sets_{protocol.key}", "Data sets", "some", names, help="If none is chosen, all are shown."
    )


def current() -> PapersState:
    """The state that the controls of the page hold."""
    protocol = tables.protocol(held_value(table_control()))
    control = sets_control(protocol)
    wanted = held_value(control) or control.options
    datasets, absent = (
        tuple(name for name in names if name in wanted) for names in (protocol.datasets, protocol.absent)
    )
    result = _recorded(protocol.key, (*datasets, *absent), tables.measured())
    return PapersState(protocol, datasets, absent, result)


def shipped_results() -> dict[str, tuple[Protocol, PaperResult]]:
    """Every table of the results that ship; none where none ship."""
    journal = tables.measured()
    found = tables.tables() if len(journal) else []
    return {each.key: (each, _recorded(each.key, (*each.datasets, *each.absent), journal)) for each in found}


def standings() -> dict[str, dict[str, int]]:
    """How many numbers of every table came out how."""
    return {key: count_outcomes(result.table) for key, (_, result) in shipped_results().items()}


@lru_cache(maxsize=64)
def _recorded(key: str, names: tuple[str, ...], journal: Journal) -> PaperResult:
    return tables.recorded(tables.protocol(key), journal, datasets=names)


def papers(state: PapersState) -> list[Block]:
    """The blocks of the page."""
    protocol, counted = state.protocol, standings()
    above: list[Block] = []
    if len(counted) > 1:
        verdict, rest = verdict_on_all([*counted.values()])
        above = [Text(verdict, "verdict"), Text(rest), _strips(state.key, counted)]
    return [
        *above,
        Columns(([table_control()], [sets_control(protocol)]), (3, 2)),
        *map(Text, table_verdict(state)),
        Text(f"Ours: {plain(state.origin)}. {plain(protocol.about)}", "caption"),
        *_table(state, "as published"),
        *(Text(each, "caption") for each in notes(state)),
        Tabs(OPEN_TAB, tabs(state)),
        *_files(state.key, state.result),
    ]


def tabs(state: PapersState) -> dict[str, Callable[[], list[Block]]]:
    """Title and body of each tab."""
    found: dict[str, Callable[[], list[Block]]] = {
        "One cell": lambda: cell(state),
        "Run it again": lambda: run_again(state),
        "Why numbers differ": lambda: [Text(f"- {each}") for each in causes(state.result.table)],
    }
    if state.protocol.alike:
        why = Text(WHY_ALIKE[state.key in SHARED], "caption")
        found["The same tuning"] = lambda: [*_table(state, "alike"), why]
    if shipped := shipped_results():
        found["The papers' claims"] = lambda: [
            Text("\n".join(f"- {each}" for each in answers(shipped))),
            Text(RULE, "caption"),
        ]
    return found


def run_again(state: PapersState) -> list[Block]:
    """Data that are not downloaded; the run and its result; the command."""
    protocol, datasets = state.protocol, state.datasets
    if not datasets:
        return [Text(NONE_AVAILABLE)]
    found: list[Block] = []
    if lacking := not_at_hand(datasets):
        names = ", ".join(plain(each.title) for each in lacking)
        size = file_size(sum(each.bytes for each in lacking))
        found.append(Text(NOT_DOWNLOADED.format(size=size, names=names)))
    if here := tuple(name for name in datasets if not not_at_hand([name])):
        found += [Text(RUN), Run(offered(protocol, here), partial(_run_result, state, here))]
    return [*found, Text(COMMAND), Text(table_command(protocol))]


def _run_result(state: PapersState, datasets: tuple[str, ...], result: PaperResult) -> list[Block]:
    """The numbers of a run beside the published ones, and what could not be run."""
    ran = replace(state, datasets=datasets, absent=(), result=result)
    return [
        *(Text(f"{plain(name)}: {plain(why)}", "warning") for name, why in result.problems.items()),
        Text(" ".join(table_verdict(ran))),
        Table(cells.rows(result.table[result.table["tuning"] == "as published"])),
    ]


Plan = tuple[str, int, tuple[str, ...]]  # what a run depends on: a table with its version, and data sets


def offered(protocol: Protocol, datasets: tuple[str, ...]) -> Offered[PaperResult]:
    """A first look at a table on these data sets, for a ``Run`` block."""
    task: Task[PaperResult] = Task(table_kept, protocol.key, datasets, protocol.quick)
    takes = seconds(protocol, datasets)
    said = "a few seconds" if takes < 20 else "about a minute" if takes < 90 else "some minutes"
    plan = (protocol.key, protocol.version, datasets)
    return Offered("run_table", plan, task, f"Run {count(protocol.quick, 'repeat')}", said)


def seconds(protocol: Protocol, datasets: tuple[str, ...]) -> float:
    """The seconds of a first look when we measured it; infinite for a table that we did not measure."""
    measured = [
        record["seconds"]
        * sum(repeat < protocol.quick for repeat in record["repeats"])
        / len(record["repeats"])
        for record in of_table(tables.measured(), protocol, 0)
        if record["dataset"] in datasets
    ]
    return sum(measured) if measured else float("inf")


def table_verdict(state: PapersState) -> list[str]:
    """How many numbers of the table are met."""
    protocol, table = state.protocol, state.result.table
    counts, name = count_outcomes(table), protocol.name
    published = table[table["published"].notna()]
    run = sum(counts[each] for each in OUTCOMES[:4])
    if run:
        repeats = int(table["repeats"].max())
        few = 1 < repeats <= 3 and repeats < protocol.full
        return [
            *filter(None, verdict_on_all([counts])),
            *[FEW_REPEATS.format(repeats=repeats, full=protocol.full)] * few,
        ]
    if counts["not run"]:
        absent = published["dataset"].isin(list(protocol.absent)).all()
        return [(ABSENT if absent else NONE_RUN).format(name=name, n=counts["not run"])]
    if counts["not judged"]:
        return [TIMED.format(n=counts["not judged"])]
    return [NONE_PUBLISHED.format(name=name)]


def notes(state: PapersState) -> list[str]:
    """How to read the table, data that are not available, and what happened beside the numbers."""
    table = state.result.table
    legend = LEGEND if table["sds"].notna().any() else LEGEND_ROUNDED
    if not table["published"].notna().any():
        legend = LEGEND_OURS
    elif all(map(is_time, table["metric"])):
        legend = LEGEND_TIMES
    reasons: dict[str, list[str]] = {}
    for name in state.absent:
        reasons.setdefault(state.protocol.absent[name], []).append(name)
    return [
        legend,
        *(f"Not available: {plain(', '.join(of))}. {plain(why).rstrip('.')}." for why, of in reasons.items()),
        *map(plain, state.result.remarks),
    ]


def causes(table: pd.DataFrame) -> list[str]:
    """Each recorded cause with the cells that it is about, and how these were answered."""
    beyond = table[table["beyond"].astype(bool)]
    said = []
    for cause, rows in beyond.groupby("cause", sort=False):
        named = ", ".join(
            f"{n} {name}" for name in (ELSEWHERE, PARTLY, OPEN) if (n := int((rows["answer"] == name).sum()))
        )
        said.append(f"**{plain(cells.cells_named(rows))}**: {plain(str(cause)) or NO_SETTING} ({named})")
    return said or [NONE_DIFFERS]


# the figures of all tables ----------------------------------------------------------------------------------------


def _strips(key: str, standings: Mapping[str, Mapping[str, int]]) -> Figure:
    protocols = [tables.protocol(key) for key in standings]
    return Figure(
        f"paper_strips_{key}",  # of each table its own: the strip clicked before can be clicked again
        partial(
            outcome_strips,
            [each.mark for each in protocols],
            {name: [counts[name] for counts in standings.values()] for name in OUTCOMES},
            titles=[f"{each.mark}: {each.title}" for each in protocols],
            chosen=[*standings].index(key) if key in standings else None,
        ),
        "How many published numbers of each table are met, met with another setting, closer, open or not run",
        caption=STRIPS,
        on_point=lambda place: assign({TABLE: [*standings][place]}),
    )


# the table -----------------------------------------------------------------------------------------------------------


def _table(state: PapersState, tuning: str) -> list[Block]:
    """The rows of one tuning; a click opens a cell."""
    table = state.result.table
    frame = cells.rows(table[table["tuning"] == tuning], state.absent)
    if frame.empty:
        return [Text("No number yet: none is published here, and ours have not been measured.")]
    return [Table(frame, key=f"paper_{tuning}_{state.key}", on_cell=partial(open_cell, state.key, frame))]


def open_cell(key: str, frame: pd.DataFrame, row: int, _: int) -> None:
    """Open a number from the next run of the page on."""
    name, method = frame.loc[row, [cells.SET, cells.METHOD]]
    assign({f"cell_set_{key}": name, f"cell_method_{key}": method, OPEN_TAB: "One cell"})


# one cell ------------------------------------------------------------------------------------------------------------


def cell(state: PapersState) -> list[Block]:
    """The story of the chosen cell: figures, sentences, settings, and the way to run it alone."""
    table, key = state.result.table, state.key
    if table.empty:
        return [Text(NO_CELL)]
    of_set = Control(f"cell_set_{key}", "Data set", "list", tuple(table["dataset"].unique()))
    dataset = held_value(of_set)
    rows = table[table["dataset"] == dataset]
    of_method = Control(f"cell_method_{key}", "Method", "list", tuple(rows["method"].unique()))
    method = held_value(of_method)
    rows = rows[rows["method"] == method]
    blocks: list[Block] = [
        Columns(([of_set], [of_method])),
        Columns(tuple(_number(state, row) for row in rows.itertuples())),
        *(Text(elsewhere(row)) for row in rows.itertuples() if row.beyond),
        *(Text(said, "caption") for said in _record(state, dataset, method)),
    ]
    if dataset in state.absent:
        return blocks
    repeats = int(rows["repeats"].iloc[0]) or state.protocol.full
    return [*blocks, Code(python_code(state.protocol, dataset, method, repeats))]


def elsewhere(row: Any) -> str:
    """Of a number that is not met: ours under another setting, and why."""
    under = f" ({plain(row.setting)}: {number(row.value, row.metric)})" if row.setting else ""
    return f"**{cells.metric_name(row.metric)}: {row.answer}**{under}. {plain(row.cause) or NO_SETTING}"


def _number(state: PapersState, row: Any) -> list[Block]:
    draw = partial(
        repeats_against_printed,
        cells.values_of(state.result, row.dataset, row.method, row.metric),
        row.published,
        row.published_std,
        quantity=cells.metric_name(row.metric),
    )
    alt = f"Repeats of {row.method} on {row.dataset} against the published number"
    return [Text(cells.cell_verdict(row)), Figure(f"paper_cell_{row.metric}", draw, alt)]


def _record(state: PapersState, dataset: str, method: str) -> list[str]:
    """Date, versions and seconds behind a cell."""
    records = [r for r in state.result.records if r["dataset"] == dataset and method in r["methods"]]
    if not records:
        return []
    last = max(records, key=lambda record: str(record["finished"]))
    repeats = {repeat for record in records for repeat in record["repeats"]}
    versions = ", ".join(f"{name} {version}" for name, version in last["versions"].items())
    seconds = duration(sum(float(record["seconds"]) for record in records))
    when = cells.when_measured(records, [len(repeats)])
    shared = f", shared by {len(last['methods'])} methods" if len(last["methods"]) > 1 else ""
    cores = f"; {count(last['cores'], 'core')}" if last.get("cores") else ""
    return [
        f"{capitalised(when)}; {seconds} in all{shared}; seed {last['seed']}{cores}; {plain(versions)}. The settings "
        "are under “How it is computed”."
    ]


# to take along --------------------------------------------------------------------------------------------------------


def python_code(protocol: Protocol, dataset: str, method: str, repeats: int) -> str:
    """The script that reruns one cell."""
    return (
        "from askcore import papers\n\n"
        f"run = papers.table(\n    {protocol.key!r}, {dataset!r}, methods=[{method!r}],\n    repeats={repeats},\n)\n"
        "print(papers.as_markdown(run.run()))\n"
    )


def table_command(protocol: Protocol) -> str:
    """The commands that run a table, quickly and whole, as Markdown."""
    first = f"python -m askcore papers --table {protocol.key}"
    look = count(protocol.quick, "repeat")
    return f"```bash\n{first}  # a first look: {look}\n{first} --full  # as published: {protocol.full}\n```"


def _files(key: str, result: PaperResult) -> list[Block]:
    """The table in two formats."""
    rows, words = partial(result.table.__getitem__, COLUMNS), partial(tables.as_markdown, result)
    return [
        Download("Table (CSV)", rows, f"{key}.csv", at_end=True),
        Download("Table (Markdown)", words, f"{key}.md", at_end=True),
    ]


def whole_table_code(protocol: Protocol) -> Script:
    """The script that runs the whole table."""
    steps = (
        "# public data sets are downloaded once; this takes a while",
        f"result = papers.table({protocol.key!r}, repeats={protocol.full}).run()",
        "print(papers.as_markdown(result))",
    )
    about = f"runs {protocol.name} of {protocol.paper} again."
    caution = "Numbers differ slightly between computers."
    return Script("Paper tables", about, ("\n".join(steps),), caution=caution, of_data=False)


def files_said(state: PapersState) -> str:
    """What the files hold."""
    return f"All numbers that are shown, {state.origin}. The whole table in Python:"


def blanks(protocol: Protocol) -> dict[str, str]:
    """The protocol and what the paper leaves open, for the formulas."""
    about = f"{plain(protocol.about)} {plain(protocol.paper)}, {protocol.name}."
    return {
        "about": about if protocol.about else "",
        "steps": "\n".join(f"- **{plain(what)}**: {plain(how)}" for what, how in protocol.steps),
        "left_open": "\n".join(f"- {plain(sentence)}" for sentence in protocol.left_open),
    }
