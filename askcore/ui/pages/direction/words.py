"""What the page "Does direction pay?" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from askcore._format import share
from askcore.experiments import METHODS, ComparisonResult
from askcore.experiments.candidates import Grid
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.experiments.sizes import rough
from askcore.experiments.svm import SVC_CAP

if TYPE_CHECKING:
    from askcore.ui.pages.direction.state import Look

_LARGEST = "largest"  # the method that always names the largest class


def invitation(is_graph: bool) -> str:
    """What the comparison does, before it was run."""
    what = "links" if is_graph else "the kernel"
    drawn = "the links get random directions" if is_graph else "K(u, v) and K(v, u) are exchanged at random"
    return (
        f"Does a method that uses the direction of {what} decide better than one that ignores it? "
        f"All methods get the same training samples and the same tuning. Then {drawn}, and all is compared again. "
        "If a method still leads, this lead does not come from direction."
    )


def known_already(kind: str, directed: float) -> str:
    """What the data tell before any comparison.

    Examples
    --------
    >>> known_already("graph", 0.051)
    '**Known already:** 5.1% of the links are reciprocated. “Compare” tests whether the direction of the others helps.'
    """
    if kind == "table":
        return (
            "**Known already:** the features of a table have no direction. So the question is whether a method decides "
            "better if it uses how K(u, v) and K(v, u) differ. Methods that ignore it take (K + Kᵀ)/2 for K."
        )
    if kind == "graph":
        others = "the direction of the others" if directed < 1 else "the difference of their weights"
        said = f"{share(directed)} of the links are reciprocated. “Compare” tests whether {others} helps."
    else:
        said = f"{share(directed)} of the energy of K is skew-symmetric. “Compare” tests whether this part helps."
    return f"**Known already:** {said}"


def no_direction(reason: str) -> str:
    """The verdict where nothing is left to compare."""
    if "almost" in reason or "rounding" in reason or "outweighs" in reason:
        return f"**{reason}**, so there is nothing to compare yet."
    equal = "K(u, v) = K(v, u), so " if "symmetric" in reason else ""
    return f"**{reason}:** {equal}there is no direction that could help."


def kernels_asked(kernels: Sequence[str], left_out: Mapping[str, str]) -> str:
    """Over which kernels the question is asked, and which could not be used.

    Examples
    --------
    >>> kernels_asked(["SNE", "T"], {"Katz": "It is constant"})
    'Each method chooses among 2 kernels: SNE; T. Left out: Katz (it is constant).'
    """
    said = f"Each method chooses among {len(kernels)} kernels: {'; '.join(kernels)}."
    gone = "; ".join(f"{name} ({why[:1].lower()}{why[1:]})" for name, why in left_out.items())
    return f"{said} Left out: {gone}." if gone else said


def why_one_kernel(kernel: str, look: Look, samples: str) -> str:
    """That the question is about one kernel, and how it is asked of several; why not at first, where it takes long."""
    one = f"This comparison uses one kernel, {kernel}."
    if look.soon:
        return f"{one} “Several kernels” in the settings compares more of them."
    return (
        f"{one} “Several kernels” in the settings compares {look.n_kernels} of them, on "
        f"{look.n_compared:,} {samples}, in {rough(look.work)}."
    )


def part_used(n: int, of: int, samples: str, *, quick: bool, is_graph: bool) -> str:
    """That not all samples are compared; empty where all are.

    Examples
    --------
    >>> part_used(60, 614, "nodes", quick=True, is_graph=True)
    'This quick comparison scores 60 of 614 nodes, chosen at random. K is computed from the links of the whole graph.'
    """
    if n >= of:
        return ""
    what = "This quick comparison scores" if quick else "To save time, this comparison scores"
    whole = " K is computed from the links of the whole graph." if is_graph else ""
    return f"{what} {n:,} of {of:,} {samples}, chosen at random.{whole}" + (
        "" if quick else " Choose “All samples” to use all."
    )


def verdict(result: ComparisonResult, *, quick: bool = False) -> str:
    """The verdict, its finding in bold where it is not that of a quick look."""
    finding, colon, rest = result.verdict.partition(": ")
    if quick:
        return result.verdict
    return f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"


def done_how(result: ComparisonResult) -> str:
    """How much work stands behind the verdict, and which methods stood for their group."""
    s = result.settings
    grid = Grid(tuple(s["gammas"]), tuple(s["dampings"]))
    what = "kernels" if s["family"] else "bandwidths"
    kernels = f" and {len(s['kernels'])} {what}" if "kernels" in s else ""
    tuned = (
        "on a quarter of the training samples that was held back"
        if s["held_back"]
        else "by leave-one-out on the training samples, or by five folds"
    )
    said = (
        f"There are {s['n_splits']} splits with {s['n_train']:,} training and {s['n_test']:,} test samples. Each "
        f"method chose among {len(grid)} settings of γ and λ{kernels}, {tuned}."
    )
    return " ".join(filter(None, [said, chosen(result)]))


def quick_run() -> str:
    """What a quick run leaves out."""
    return (
        "This was a quick run: few splits and settings, and no slow methods. “Full” uses more of them. “How it is "
        "computed” says which."
    )


def unused(result: ComparisonResult) -> str:
    """Kernels and methods that could not be used, with the reason; empty if all could."""
    gone = result.settings["left_out"]
    called = {name: METHODS[name].label if name in METHODS else name for name in gone}
    told = "; ".join(f"{called[name]} ({why[:1].lower()}{why[1:].rstrip('.')})" for name, why in gone.items())
    return f"Left out: {told}." if told else ""


def differences(result: ComparisonResult, shown: int) -> str:
    """How to read the chart, which shows so many methods."""
    n = result.settings["n_splits"]
    equal = (
        " A method with the same scores as AsK-LS has a bar, too: on more samples they might differ."
        if (result.differences["mean"] == 0).any()
        else ""
    )
    far = (
        f" “{METHODS[_LARGEST].label}” is far to the left: see the scores below."
        if shown < len(result.differences)
        else ""
    )
    return (
        "Zero is AsK-LS with merged views, and all scores are of the test samples. K Kᵀ and Kᵀ K are symmetric, but "
        "they use direction. A method right of the line has a higher score on the same splits. If its "
        "bar crosses the line, the two are not significantly different. Bars are 95% intervals; they take into "
        f"account that the {n} splits share samples. Among {shown} bars, one may miss the "
        "line by chance alone, without a true difference. “How it is computed” says what each method is."
        f"{equal}{far}"
    )


def chosen(result: ComparisonResult) -> str:
    """Which methods stood for their families, and by what."""
    found = result.advantage
    if found is None:
        return ""

    return (
        "On every split, the best method of each group is chosen by its training samples alone. With direction, this "
        f"is most often {METHODS[found.usual_first].label} ({found.first.count(found.usual_first)} of "
        f"{len(found.first)}). Without, it is {METHODS[found.usual_second].label} "
        f"({found.second.count(found.usual_second)} of {len(found.second)})."
    )


def tuning(result: ComparisonResult) -> str:
    """What was stopped, and at which edge; empty if nothing."""
    capped = int(result.table.loc[result.table["method"].isin(["svc", "undirected_svc"]), "capped"].sum())
    if not capped:
        return ""
    return (
        f"SVC was stopped after {SVC_CAP:,} steps on {capped} of {result.settings['n_splits']} splits: on an "
        "indefinite matrix it may never end."
    )


def null(result: ComparisonResult) -> str:
    """How to read the shares: what was drawn, and what the difference means."""
    found = result.null
    if not len(found.advantages):
        return f"There is no comparison with random directions. {found.reason}".strip()
    graph = result.settings["data"] == "graph"
    how = (
        "the direction of each link is reversed with probability ½"
        if graph
        else "K(u, v) and K(v, u) are exchanged with probability ½"
    )
    return (
        "The lead is the score of the best method that uses direction minus the best that ignores it. Both are chosen "
        "anew on each split. The large mark is the mean over the splits; each small dot below it is one split. For "
        f"random directions, {how}, on each of {len(found.advantages)} splits. The worth of direction is the lead with "
        "true directions minus the lead with random ones. Bars are 95% intervals."
    )


def not_to_conclude(result: ComparisonResult) -> str:
    """What the page does not show."""
    graph = result.settings["data"] == "graph"
    samples = {"graph": "nodes of this graph", "table": "rows of this table"}.get(
        result.settings["data"], "samples of this kind"
    )
    kernel = (
        "The result holds for these kernels and these labels."
        if result.settings["family"]
        else "The result holds for one kernel and these labels."
    )
    more = ""
    if "not clearly" in result.verdict:
        more = " More labels or more splits may still show a difference."
    seen = " Every method knew the links of the test nodes, but not their labels." if graph else ""
    return (
        f"{kernel} Do not conclude anything for other data. The intervals say what other {samples} would "
        f"give, split in the same way.{seen}{more}"
    )


def metric_name(result: ComparisonResult) -> str:
    """The score that was tuned for and compared."""
    return METRIC_NAMES[result.settings["metric"]]


def methods(result: ComparisonResult) -> str:
    """What each method is, as a list."""
    shown = [METHODS[name] for name in result.settings["methods"]]
    return "\n".join(f"- **{m.label}**: {m.meaning}" for m in shown)
