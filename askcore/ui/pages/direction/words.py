"""What the page "Does direction pay?" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from askcore._format import about, interval, points
from askcore.experiments import METHODS, METRIC_NAMES, SVC_CAP, ComparisonResult, Grid

if TYPE_CHECKING:
    from askcore.ui.pages.direction.state import Look

__all__ = [
    "chosen",
    "differences",
    "done_how",
    "gap",
    "invitation",
    "kernels_asked",
    "methods",
    "metric_name",
    "no_direction",
    "not_to_conclude",
    "null",
    "part_used",
    "spread",
    "tuning",
    "unused",
    "verdict",
    "why_one_kernel",
]


def invitation(is_graph: bool) -> str:
    """What the comparison does, before it was run."""
    what = "links" if is_graph else "the kernel"
    return (
        f"Some methods read the direction of {what}, others do not. All get the same training samples and the same "
        "tuning. Then directions are drawn at random: the part of a lead that remains comes from no direction."
    )


def no_direction(reason: str) -> str:
    """The verdict where nothing is left to compare.

    Examples
    --------
    >>> no_direction("The kernel matrix is symmetric")
    '**The kernel matrix is symmetric:** K(u, v) = K(v, u), so there is no direction to pay.'
    """
    if "almost" in reason or "rounding" in reason or "outweighs" in reason:
        return f"**{reason}**, so there is nothing to compare yet."
    equal = "K(u, v) = K(v, u), so " if "symmetric" in reason else ""
    return f"**{reason}:** {equal}there is no direction to pay."


def kernels_asked(kernels: Sequence[str], left_out: Mapping[str, str]) -> str:
    """Over which kernels the question is asked, and which could not be used.

    Examples
    --------
    >>> kernels_asked(["SNE", "T"], {"Katz": "It is constant"})
    'Whatever kernel is chosen in the sidebar, each method chooses among 2: SNE; T. Left out: Katz (it is constant).'
    """
    said = f"Whatever kernel is chosen in the sidebar, each method chooses among {len(kernels)}: {'; '.join(kernels)}."
    gone = "; ".join(f"{name} ({why[:1].lower()}{why[1:]})" for name, why in left_out.items())
    return f"{said} Left out: {gone}." if gone else said


def why_one_kernel(look: Look, samples: str) -> str:
    """That the question is about one kernel, and how it is asked of several; why not at first, where it takes long."""
    if look.soon:
        return "This asks about one kernel; “Several kernels”, in the sidebar, asks over the catalogue."
    return (
        f"This asks about one kernel. Over {look.n_kernels} kernels even a quick look at {look.n_compared:,} {samples} "
        f"takes {about(look.seconds)} here: “Several kernels”, in the sidebar, asks over them."
    )


def part_used(n: int, of: int, samples: str, *, quick: bool, is_graph: bool) -> str:
    """That not all samples are compared; empty where all are.

    Examples
    --------
    >>> part_used(600, 6114, "nodes", quick=True, is_graph=True)
    'This look uses 600 of 6,114 nodes, drawn at random; the graph itself stays whole.'
    """
    if n >= of:
        return ""
    what = "This look uses" if quick else "To end within minutes, this comparison uses"
    whole = "; the graph itself stays whole" if is_graph else ""
    return f"{what} {n:,} of {of:,} {samples}, drawn at random{whole}." + (
        "" if quick else " “All samples” takes all."
    )


def verdict(result: ComparisonResult, *, quick: bool = False) -> str:
    """The verdict, its finding in bold where it is not that of a quick look."""
    finding, colon, rest = result.verdict.partition(": ")
    if quick:
        return result.verdict
    return f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"


def done_how(result: ComparisonResult, *, quick: bool) -> str:
    """How much work stands behind the verdict, and which methods stood for their kind."""
    s = result.settings
    grid = Grid(tuple(s["gammas"]), tuple(s["dampings"]))
    what = "kernels" if s["family"] else "bandwidths"
    kernels = f" and {len(s['kernels'])} {what}" if "kernels" in s else ""
    tuned = (
        "by holding back a quarter of the training samples"
        if s["held_back"]
        else "by leaving samples out, those without a closed form by five folds"
    )
    said = (
        f"{s['n_splits']} splits with {s['n_train']:,} training and {s['n_test']:,} test samples. Each method chose "
        f"among {len(grid)} settings of γ and λ{kernels}, {tuned}."
    )
    said = " ".join(filter(None, [said, chosen(result), unused(result)]))
    if not quick:
        return said
    return f"A quick look, without SVC and HOPE: {said} The effort “Full” takes more splits, settings and methods."


def unused(result: ComparisonResult) -> str:
    """Kernels and methods that could not be used, with the reason; empty if all could."""
    gone = result.settings["left_out"]
    called = {name: METHODS[name].label if name in METHODS else name for name in gone}
    told = "; ".join(f"{called[name]} ({why[:1].lower()}{why[1:].rstrip('.')})" for name, why in gone.items())
    return f"Left out: {told}." if told else ""


def differences(result: ComparisonResult) -> str:
    """How to read the chart."""
    n = result.settings["n_splits"]
    return (
        "Zero is AsK-LS, which merges its two views. A method right of the line scores higher on the same splits; "
        "where its bar crosses the line, the two cannot be told apart. Bars are 95 % intervals that allow for "
        f"the {n} splits sharing samples. With {len(result.differences)} bars, one may miss the line by chance."
    )


def chosen(result: ComparisonResult) -> str:
    """Which methods stood for their families, and by what."""
    found = result.advantage
    if found is None:
        return ""

    return (
        "Who stands for its kind is chosen on training samples alone, split by split: most often "
        f"{METHODS[found.usual_first].label} ({found.first.count(found.usual_first)} of {len(found.first)}) and "
        f"{METHODS[found.usual_second].label} ({found.second.count(found.usual_second)} of {len(found.second)})."
    )


def tuning(result: ComparisonResult) -> str:
    """What was stopped, and at which edge; empty if nothing."""
    capped = int(result.table.loc[result.table["method"].isin(["svc", "undirected_svc"]), "capped"].sum())
    if not capped:
        return ""
    return (
        f"SVC stopped at its cap of {SVC_CAP:,} steps on {capped} of {result.settings['n_splits']} splits: on an "
        "indefinite matrix it may never end."
    )


def null(result: ComparisonResult) -> str:
    """How to read the shares: what was drawn, and what the difference means."""
    found = result.null
    if not len(found.advantages):
        return f"Directions were not drawn at random. {found.reason}".strip()
    graph = result.settings["data"] == "graph"
    how = (
        "Each link's direction was flipped with probability ½"
        if graph
        else "K(u, v) and K(v, u) were swapped with probability ½"
    )
    return (
        "A lead is the best method that uses direction minus the best that ignores it; thin dots are splits. "
        f"{how}, anew for each of {len(found.advantages)} splits: what remains of the lead comes from no direction. "
        "The difference is what direction itself is worth, with its 95 % interval."
    )


def not_to_conclude(result: ComparisonResult) -> str:
    """What the page does not show."""
    graph = result.settings["data"] == "graph"
    samples = {"graph": "nodes of this graph", "table": "rows of this table"}.get(
        result.settings["data"], "samples of this kind"
    )
    kernel = (
        "This is about these kernels and these labels."
        if result.settings["family"]
        else "This is about one kernel and these labels."
    )
    more = ""
    if "not shown" in result.verdict:
        more = " “Not shown” is not “absent”: more labels or more splits may still find a difference."
    seen = " The links of test nodes were known to every method, only their labels were not." if graph else ""
    return (
        f"What not to conclude: that direction matters elsewhere. {kernel} The intervals speak of further {samples}, "
        f"split in the same way.{seen}{more}"
    )


def spread(values: np.ndarray) -> str:
    """Mean and standard deviation in percent.

    Examples
    --------
    >>> spread(np.array([0.9, 0.94]))
    '92.0 ± 2.8'
    """
    return f"{100 * values.mean():.1f} ± {100 * values.std(ddof=1):.1f}"


def gap(mean: float, low: float, high: float) -> str:
    """A difference with its interval.

    Examples
    --------
    >>> gap(0.1, 0.05, 0.15)
    '+10.0 (5.0 to 15.0)'
    """
    return f"{points(mean)} ({interval(low, high)})"


def metric_name(result: ComparisonResult) -> str:
    """The score that was tuned for and compared."""
    return METRIC_NAMES[result.settings["metric"]]


def methods(result: ComparisonResult) -> str:
    """What each method is, as a list."""
    shown = [METHODS[name] for name in result.settings["methods"]]
    return "\n".join(f"- **{m.label}**: {m.meaning}" for m in shown)
