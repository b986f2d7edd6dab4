"""``askcore compare FILE``: does direction pay on this file? The same question as on the page of that name.

The verdict and the scores go to standard output, progress to standard error; with ``--out`` a report
is written, for which streamlit has to be installed.
"""

from __future__ import annotations

import argparse
import logging
import sys
import textwrap
from pathlib import Path
from typing import Any

from askcore._command import (
    Parser,
    Refused,
    check_installed,
    check_output,
    check_readable,
    columns,
    grid,
    say,
    watched,
)
from askcore._format import join_and
from askcore._validation import ALIASES
from askcore.datasets import DataError, GraphData, TableData
from askcore.datasets.own_file import Dataset, Reading, UploadedFile, read_given
from askcore.experiments import ComparisonResult, Effort, KernelChoice, compare, directed_kernels
from askcore.experiments.choice import USUAL_KERNELS, kernels_for
from askcore.experiments.comparison.result import scores_table
from askcore.experiments.comparison.run import Comparison
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.kernels import GRAPH_KERNELS, KERNELS

_SEVERAL = "several"
_WIDEST = 100  # columns of running text
_ROOMY = 160  # columns into which every score fits; into fewer goes the one that was asked for
_METRICS = ("micro_f1", "macro_f1", "balanced_accuracy")
_EXAMPLES = """examples:
  askcore compare edges.csv --labels nodes.csv
  askcore compare table.csv --label species --kernel sne --effort full --out report.html
"""


def run(given: list[str]) -> int:
    """Compare; ``given`` are the arguments after the word "compare"."""
    chosen = _parser().parse_args(given)
    for path in filter(None, (chosen.file, chosen.labels)):
        check_readable(path)
    if chosen.out is not None:
        _check_report(chosen.out)
    file, labels = _given(chosen.file), None if chosen.labels is None else _given(chosen.labels)
    read = read_given(file, labels, Reading(kind=chosen.kind, label=chosen.label))
    if read.data is None:
        raise read.error or DataError("No data were found")
    kernel, effort = _asked(chosen, read.data)
    comparison = _set_up(read.data, kernel, effort, chosen)
    say(f"Comparing on {len(comparison.part):,} samples.")
    result = watched(comparison, "Comparing")
    sys.stdout.write(_summary(read.data, effort, result))
    sys.stdout.flush()
    if chosen.out is not None:
        logging.disable(logging.WARNING)  # streamlit warns that no browser is connected
        from askcore.ui.data.dataset import UPLOAD, Active
        from askcore.ui.pages.decisions.full_test import Plan, report_html

        names = file.name, "" if labels is None else labels.name
        current = Active(UPLOAD, file.name, read.data, {}, "", "", None, None, read.reading, *names)
        plan = Plan(read.data.digest, kernel, effort, chosen.score, chosen.seed)
        chosen.out.write_text(report_html(current, plan, result), encoding="utf-8")
        sys.stdout.write(f"\nReport: {chosen.out}\n")
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="askcore compare",
        description="Does a method that uses direction classify better? Compares AsK-LS with other methods "
        "on the same splits.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="a graph, a table or a matrix, as in the dashboard")
    add("--labels", type=Path, metavar="FILE", help="labels of its samples, if they are in another file")
    kinds = ("graph", "table", "matrix")
    add("--as", dest="kind", choices=kinds, help="kind of the file, if its content suggests another")
    add("--label", metavar="COLUMN", help="the column of a table that holds the labels")
    add("--kernel", metavar="NAME", help="sne, adjacency ...; default: each method chooses among several")
    ways = ("out", "in", "both")
    add("--orientation", choices=ways, default="out", help="links that a graph kernel uses (out)")
    efforts = ("quick", "full", "all")
    add("--effort", choices=efforts, default="quick", help="quick (default), full, or full on all samples")
    add("--score", choices=_METRICS, default=_METRICS[0], help="default: %(default)s")
    add("--seed", type=int, default=0, metavar="N", help="of the random splits (0)")
    add("--out", type=Path, metavar="FILE", help="a report to read and print: report.html")
    return parser


def _check_report(path: Path) -> None:
    if path.suffix.lower() not in (".html", ".htm"):
        raise Refused(
            f"The report is an HTML page, but {path} has another extension. Use: --out {path.stem}.html"
        )
    check_output(path, "--out")
    check_installed("streamlit", "A report", extra="app")


def _given(path: Path) -> UploadedFile:
    return UploadedFile(path.name, path.read_bytes())


def _asked(chosen: argparse.Namespace, data: Dataset) -> tuple[KernelChoice, Effort]:
    """With which kernel, and how much work; Refused for a kernel that the data cannot have."""
    if data.kind == "bags":
        raise Refused(
            f"{chosen.file} holds bags of vectors, which the dashboard compares. Run: askcore --data {chosen.file}"
        )
    if chosen.seed < 0:
        raise Refused(f"--seed must be at least 0, got {chosen.seed}.")
    if data.labels is None:
        raise Refused(
            f"{chosen.file} has no labels, so nothing can be learned. Name the file that contains them: "
            f"askcore compare {chosen.file} --labels FILE"
        )
    known = _known(data)
    name = chosen.kernel or (_SEVERAL if known else USUAL_KERNELS[data.kind])
    name = ALIASES.get(name, name)
    several = name == _SEVERAL and bool(known)
    if not several and name not in (known or [USUAL_KERNELS[data.kind]]):
        if not known:
            raise Refused(f"A {data.kind} is its own kernel. Leave out --kernel.")
        raise Refused(
            f"There is no kernel {name!r} for a {data.kind}; choose one of: {', '.join([_SEVERAL, *known])}."
        )
    kernel = KernelChoice(
        USUAL_KERNELS[data.kind] if several else name,
        orientation=chosen.orientation,
        standardise=isinstance(data, TableData) and (several or KERNELS[name].accepts == "vectors"),
    )
    return kernel, Effort(chosen.effort, large=Effort.is_large(data.n_samples), several=several)


def _set_up(data: Dataset, kernel: KernelChoice, effort: Effort, chosen: argparse.Namespace) -> Comparison:
    kernels: Any = kernel
    if effort.several:
        assert isinstance(data, GraphData | TableData)
        limit = {} if effort.n_kernels is None else {"limit": effort.n_kernels}
        kernels = directed_kernels(data, standardise=kernel.standardise, **limit)
    return compare(data, kernels, metric=chosen.score, random_state=chosen.seed, **effort.terms)


def _known(data: Dataset) -> list[str]:
    """Names of kernels for the data; none where they are their own."""
    if isinstance(data, GraphData):
        return list(GRAPH_KERNELS)
    return kernels_for(data.X) if isinstance(data, TableData) else []


def _summary(data: Dataset, effort: Effort, result: ComparisonResult) -> str:
    """The verdict, what limits it, and the scores."""
    s = result.settings
    said = [result.verdict]
    if s["n_compared"] < s["n_labelled"]:
        said.append(
            f"Compared on {s['n_compared']:,} of {s['n_labelled']:,} labelled {data.sample_word}s, drawn at random."
        )
    if effort.quick:
        said.append("This was a quick run. --effort full uses more splits and settings.")
    said += data.notes
    if effort.several:
        said.append(f"Each method chose among these kernels: {join_and(s['kernels'])}.")
    width = min(columns(), _WIDEST)
    text = "\n".join(textwrap.fill(each, width) for each in said)
    how = (
        f"Scores in percent, mean ± standard deviation; differences in points of {METRIC_NAMES[s['metric']]}, with "
        "their 95% interval."
    )
    table = scores_table(result)
    if columns() < _ROOMY:
        others = [name for metric, name in METRIC_NAMES.items() if metric != s["metric"]]
        table = table.drop(columns=[*others, "seconds a split"], errors="ignore")
    numbers = {*table.columns} - {"method", "direction"}
    return f"{text}\n\n{grid(table.columns, table.to_numpy(), numbers)}{textwrap.fill(how, width)}\n"
