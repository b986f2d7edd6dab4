"""The tab "Does direction pay?": the full test of methods with and without direction, its verdict and its report.

``headline`` and ``report_html`` need no session.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import __version__, experiments, figures, plotting
from askcore._format import format_percent, format_points, interval, join_and, uncapitalised
from askcore.datasets import DataError, GraphData, TableData
from askcore.experiments import METHODS, ComparisonResult, Effort, KernelChoice
from askcore.experiments.choice import USUAL_KERNELS
from askcore.experiments.comparison.result import scores_table
from askcore.experiments.comparison.run import Outlook, comparison_outlook
from askcore.experiments.comparison.verdict import FIRM, METRIC_NAMES, DirectionOutcome, PairedDifference
from askcore.experiments.decisions.offered import SEVERAL
from askcore.experiments.direction import overview
from askcore.experiments.running.jobs import Task
from askcore.ui import background, blocks, html
from askcore.ui.background import FEW_TUNED, Offered, in_background, is_small, offered_result
from askcore.ui.blocks import Block, Figure, Text
from askcore.ui.controls import held_value
from askcore.ui.data import notices
from askcore.ui.data.dataset import Active
from askcore.ui.problems import Data, problem
from askcore.ui.settings import scales_catalogue
from askcore.ui.text.snippet import ASKLS, Script, data_lines
from askcore.ui.text.words import plain
from askcore.ui.url_state import current_value, param, whole_number

CUT = 500  # samples past which "Full" may use a part of them
FEW = 1_500  # samples of own data up to which several kernels are compared
TITLE = "Does direction pay?"
TITLES: dict[Any, str] = {True: "Several kernels", False: "This kernel", **METRIC_NAMES}
TITLES |= {"quick": "Quick", "full": "Full", "all": "All samples"}

# Finding, numbers and second line of each outcome.
_OPEN = "Direction does not clearly pay"
_GAINS = "Keeping direction gains {worth} points of {score} ({worth_range})."
_CHANGES = "Keeping direction changes {score} by an estimated {change} points ({worth_range})."
_COMPARED = "The best method with direction differs from the best without by {lead} points"
_LEADS = f"{_COMPARED}; with random directions, by {{left}}."
SENTENCES = {
    DirectionOutcome.PAYS: ("Direction pays", _GAINS, _LEADS),
    DirectionOutcome.SEEMS: ("It looks as if direction pays", _GAINS, _LEADS),
    DirectionOutcome.HELPS: (
        _OPEN,
        f"{_COMPARED} of {{score}} ({{lead_range}}).",
        "True directions are better than random ones by {worth} points ({worth_range}).",
    ),
    DirectionOutcome.REACH: (_OPEN, _CHANGES, _LEADS),
    DirectionOutcome.UNCLEAR: (_OPEN, _CHANGES, _LEADS),
    DirectionOutcome.COSTS: (
        "Direction does not pay",
        "Ignoring direction gains {cost} points of {score} ({cost_range}).",
        _LEADS,
    ),
    DirectionOutcome.BASELINE: (
        "A baseline does better",
        "{baseline} leads the best other method by {ahead} points of {score} ({ahead_range}).",
        _CHANGES,
    ),
    DirectionOutcome.NO_DIRECTION: ("There is no direction to compare", "{reason}.", ""),
}
SAID = {
    "hedged": "It looks as if {finding}",
    "no twin": "No method without direction was run",
    "no null": "Without a comparison with random directions, the lead may have other causes.",
    "firm": "Brackets show 95% intervals over {n_splits} splits.",
    "few": "Brackets show 95% intervals. {n_splits} splits give a first impression, not a proof.",
    "test": "The test tunes and scores all methods on the same splits. It then repeats this with random directions: "
    "{drawn}. A lead that remains with random directions is not an effect of direction.",
    "graph": "each one-way link is reversed with probability ½",
    "pairs": "K(u, v) and K(v, u) are exchanged with probability ½",
    "known graph": "In these data, {directed} of the links are reciprocated.",
    "known matrix": "In these data, {directed} of the energy of K is skew-symmetric.",
    "known table": "The features of a table have no direction; only the kernel can have one.",
    "several": "Each method chooses among {kernels}.",
    "one": "The test uses one kernel: {kernels}.",
    "part": "It scores {n:,} of {of:,} labelled {things}, drawn at random.",
    "button": "The button is at the top of the page.",
    "nothing": "{reason}, so there is nothing to compare.",
    "shares": "The lead is the score of the best method with direction minus that of the best without; both are "
    "chosen on training samples. For random directions, {drawn}. Bars show 95% intervals, and small dots show the "
    "{n_splits} splits.",
    "differences": "Zero is AsK-LS; a method to the right scores higher on the same splits. If its 95% interval "
    "contains zero, the difference is not significant. Of {shown} intervals, one may miss zero by chance.",
    "scores": "Percent, mean ± standard deviation over the splits. Micro F1 is the accuracy. Always guessing the "
    "most common class: {chance:.0%}.",
    "scope": "The result holds only for these labels and these kernels, not for other data.",
    "links": "Every method uses the links of the test nodes, but not their labels.",
    "splits": "There are {n_splits} splits with {n_train:,} training and {n_test:,} test {things}.",
    "tuned": "Each method chooses γ, λ and the kernel or bandwidth {judged}. Settings within a quarter of a "
    "standard error of the best count as equal to it; the most regularised of them is chosen.",
    "folds": "by five folds of the training samples",
    "held back": "on a quarter of the training samples",
    "chosen": "On each split, training samples choose the best method of each group. With direction, it is "
    "{aware} on {aware_n} splits; without, {blind} on {blind_n}.",
    "interval": "Intervals allow for the samples that splits share (Nadeau and Bengio 2003): "
    r"$\bar d \pm t_{{n-1}}\, s \sqrt{{1/n + n_{{test}}/n_{{train}}}}$ for differences $d$ on $n$ splits.",
    "left out": "Left out: {names}.",
    "several help": "“Several kernels”: each method chooses among asymmetric kernels on its training "
    "samples.",
    "effort help": "Quick: five folds once, a small grid, no slow methods. Full: ten folds three times (five folds "
    "above 500 samples). Both use only part of a large data set.",
    "score help": "The score for tuning and for the comparison. Micro F1 is the accuracy; the others give each class "
    "the same weight.",
}


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, effort, score and seed."""

    digest: str
    kernel: KernelChoice
    effort: Effort
    metric: str
    seed: int

    def kernels(self, data: Data) -> dict[str, KernelChoice]:
        """Kernels that are tried, by name; of the catalogue where there are several."""
        if self.effort.several and isinstance(data, GraphData | TableData):
            return _kernels(data, self.kernel.standardise, self.effort.n_kernels or SEVERAL)
        name = "the matrix" if data.kind == "matrix" else self.kernel.label(is_graph=data.kind == "graph")
        return {name: self.kernel}

    def task(self, data: Data, function: Any = experiments.compare) -> Task[Any]:
        """The comparison, or another function of the same."""
        asked = (data, self.kernels(data)) if self.effort.several else (problem(data, self.kernel),)
        return Task(function, *asked, metric=self.metric, random_state=self.seed, **self.effort.terms)


KEY = "compare"  # of the button


def plan_of(current: Active, choice: KernelChoice) -> Plan:
    """The test that the controls ask for; of ``choice``, several kernels take the scaling alone."""
    data, held = current.data, {each.key: held_value(each) for each in _controls(current)}
    for key in held:
        param(key)  # in the address, too, while the tab is closed
    several = bool(held.get("several"))
    if several:
        scaled = data.kind == "table" and scales_catalogue(choice, is_graph=False)
        choice = KernelChoice(USUAL_KERNELS[data.kind], standardise=scaled)
    seed = current_value("seed", 0, whole_number(0, 9999))
    effort = Effort(held["effort"], Effort.is_large(data.n_samples), several)
    return Plan(data.digest, choice, effort, held["score"], seed)


def _controls(current: Active) -> list[blocks.Control]:
    n, key = current.data.n_samples, current.control("several")
    efforts = ("quick", "full", "all")[: 3 if n > CUT else 2]
    scores = ("micro_f1", "macro_f1", "balanced_accuracy")
    asked: list[tuple[str, str, tuple[Any, ...], Any]] = [
        (key, "Kernels compared", (True, False), current.is_own and n <= FEW),
        ("effort", "Effort", efforts, "full"),
        ("score", "Score", scores, scores[0]),
    ]
    return [
        blocks.Control(key, label, "list", options, usual, SAID[f"{key} help"], TITLES.__getitem__)
        for key, label, options, usual in asked[not isinstance(current.data, GraphData | TableData) :]
    ]


def offered(current: Active, plan: Plan, few: int = FEW_TUNED) -> Offered[ComparisonResult] | str:
    """The test for a ``Run``, or why it cannot run; past ``few`` samples as far as that is known at once."""
    try:
        found = _looked(current.data, plan, few)
    except DataError as error:
        return plain(error)
    reason = found.no_direction if found else ""
    if not reason and current.is_graph and current.data.reciprocity == 1:
        reason = "Every link is reciprocated"
    if reason:
        return SAID["nothing"].format(reason=reason)
    label = "Run the quick test" if plan.effort.quick else "Run the full test"
    n = 0 if plan.effort.quick else current.data.n_samples
    takes = "a few seconds" if n <= 50 else "about a minute" if n <= 200 else "some minutes"
    return Offered(KEY, plan, plan.task(current.data), label, takes)


@in_background("Choosing kernels")
def _kernels(data: GraphData | TableData, scaled: bool, limit: int) -> Task[dict[str, KernelChoice]]:
    return Task(experiments.directed_kernels, data, standardise=scaled, limit=limit)


@in_background("Setting up the comparison")
def outlook(data: Data, plan: Plan) -> Task[Outlook]:
    """What the test will compare; raises DataError where it cannot run."""
    return plan.task(data, comparison_outlook)


def _looked(data: Data, plan: Plan, few: int) -> Outlook | None:
    """The outlook where it is there, or quick; else None."""
    return outlook(data, plan) if outlook.ready(data, plan) or is_small(data, few) else None  # type: ignore[attr-defined]


def headline(result: ComparisonResult) -> tuple[str, str]:
    """The verdict, and the line below it."""
    finding, numbers, line = SENTENCES[result.outcome]
    s, lead, worth, ahead = result.settings, result.advantage, result.direction, result.baseline
    firm = s["n_splits"] >= FIRM
    words: dict[str, Any] = {**s, "score": _score(result), "reason": result.no_direction or SAID["no twin"]}
    if lead is not None:
        gap, random = lead.difference, result.null.advantages
        words |= _range("lead", gap, sign=True) | _range("worth", worth or gap)
        words |= _range("cost", replace(gap, mean=-gap.mean, low=-gap.high, high=-gap.low))
        words["change"] = format_points((worth or gap).mean)
        words["left"] = format_points(random.sum() / max(len(random), 1))
    if ahead is not None:
        words |= _range("ahead", ahead.difference) | {"baseline": METHODS[ahead.usual_first].label}
    if not firm and result.outcome in (DirectionOutcome.COSTS, DirectionOutcome.BASELINE):
        finding = SAID["hedged"].format(finding=uncapitalised(finding))
    if result.outcome is not DirectionOutcome.NO_DIRECTION:
        line = f"{line if worth else SAID['no null']} {SAID['firm' if firm else 'few']}"
    return f"**{finding}.** {numbers}".format(**words), line.format(**words)


def _range(name: str, found: PairedDifference, *, sign: bool = False) -> dict[str, str]:
    return {name: format_points(found.mean, sign=sign), f"{name}_range": interval(found.low, found.high)}


def _score(result: ComparisonResult) -> str:
    metric = str(result.settings["metric"])
    return METRIC_NAMES["accuracy" if metric == "micro_f1" else metric]


def direction_tab(current: Active, choice: KernelChoice) -> list[Block]:
    """Controls; the test that is offered, or its result."""
    plan, things = plan_of(current, choice), f"{current.data.sample_word}s"
    row = blocks.Columns(tuple([control] for control in _controls(current)))
    result = offered_result(KEY, plan)
    steps = map(blocks.Step, python_steps(current, plan, result))
    if result is None:
        return [row, *_before(current, plan, things), *steps]
    return [
        row,
        *_results(result, things),
        blocks.Fold("direction_how", "Methods", partial(_methods, result, things)),
        blocks.Download("Scores (CSV)", lambda: result.table, "comparison.csv"),
        blocks.Download("Everything (JSON)", lambda: as_json(result), "comparison.json"),
        *steps,
    ]


def _before(current: Active, plan: Plan, things: str) -> list[Block]:
    """What the test will do, or why it cannot."""
    data, graph = current.data, current.is_graph
    try:
        found = _looked(data, plan, background.FEW)
    except DataError as error:
        return [Text(plain(error))]
    if isinstance(refusal := offered(current, plan), str):
        return [Text(refusal)]
    names = found.kernels if found and plan.effort.several else [*plan.kernels(data)]
    known, skewed = current.kind if current.kind in ("graph", "table") else "matrix", overview(data).share
    said = [
        SAID["test"].format(drawn=SAID["graph" if graph else "pairs"]),
        SAID[f"known {known}"].format(directed=format_percent(1 - skewed if graph else skewed)),
        SAID["several" if plan.effort.several else "one"].format(kernels=join_and(names)),
        *(_part(found.n_compared, found.n_labelled, things) if found else []),
        SAID["button"],
    ]
    return [Text(" ".join(said))]


def _part(n: int, of: int, things: str) -> list[str]:
    return [SAID["part"].format(n=n, of=of, things=things)] if n < of else []


def _results(result: ComparisonResult, things: str) -> list[Block]:
    """Figures, scores, and what not to conclude."""
    s, lead, null = result.settings, result.advantage, result.null
    found: list[Block] = []
    if result.direction is not None and lead is not None:
        said = SAID["shares"].format(drawn=SAID["graph" if s["data"] == "graph" else "pairs"], **s)
        alt = "Lead with true directions, with random ones, and the difference"
        shares = null.observed, null.advantages, lead.difference, result.direction
        drawn = partial(figures.direction_shares, *shares, score=METRIC_NAMES[s["metric"]])
        found.append(Figure("null", drawn, alt, "The effect of direction", said))
    said = SAID["differences"].format(shown=len(plotting.compared(result.differences)))
    alt, draw = "Difference of each method from AsK-LS with its interval", partial(plotting.drawn, result)
    found.append(Figure("differences", draw, alt, "Difference from AsK-LS on the same splits", said))
    found.append(blocks.Table(scores_table(result), SAID["scores"].format(**s)))
    scope = [*_part(s["n_compared"], s["n_labelled"], things), SAID["scope"]]
    return [*found, Text(" ".join([*scope, *([SAID["links"]] if s["data"] == "graph" else [])]))]


def _methods(result: ComparisonResult, things: str) -> list[Block]:
    """What each method is; how methods are tuned and compared."""
    s, lead, said = result.settings, result.advantage, ["splits", "tuned", "interval"]
    words: dict[str, Any] = {**s} | {
        "things": things,
        "judged": SAID["held back" if s["held_back"] else "folds"],
    }
    if lead is not None:
        said.append("chosen")
        words |= {"aware": METHODS[lead.usual_first].label, "aware_n": lead.first.count(lead.usual_first)}
        words |= {"blind": METHODS[lead.usual_second].label, "blind_n": lead.second.count(lead.usual_second)}
    if s["left_out"]:
        said.append("left out")
        labels = {name: METHODS[name].label if name in METHODS else name for name in s["left_out"]}
        gone = [f"{labels[name]} ({uncapitalised(why.rstrip('.'))})" for name, why in s["left_out"].items()]
        words["names"] = join_and(gone)
    meanings = [f"- **{METHODS[name].label}**: {METHODS[name].meaning}" for name in s["methods"]]
    return [Text("\n".join(meanings)), Text(" ".join(SAID[each].format(**words) for each in said))]


def as_json(result: ComparisonResult) -> str:
    """All of a result, and the mean scores."""
    found = asdict(result) | {"outcome": result.outcome, "pays": result.pays, "means": result.means()}
    return json.dumps(found, indent=2, default=_as_plain)


def _as_plain(value: pd.DataFrame | np.ndarray) -> Any:
    return value.to_dict(orient="records") if isinstance(value, pd.DataFrame) else value.tolist()


def python_steps(current: Active, plan: Plan, result: ComparisonResult | None = None) -> list[str]:
    """The same test in Python, after the lines that make ``data``; with a ``result`` also its figure."""
    kernel = repr(plan.kernel)
    if plan.effort.several:
        limit = "" if plan.effort.n_kernels is None else f", limit={plan.effort.n_kernels}"
        kernel = f"directed_kernels(data, standardise={plan.kernel.standardise}{limit})"
    asked = {"metric": plan.metric, "random_state": plan.seed, **plan.effort.terms}
    given = ", ".join(f"{name}={value!r}" for name, value in asked.items())
    run = f"kernel = {kernel}\nresult = compare(data, kernel, {given}).run()"
    steps = [run, RESULT_CODE.format(metric=plan.metric)]
    return steps if result is None else [*steps, "askcore.plot(result)"]


RESULT_CODE = """print(result.verdict)
for row in result.means().to_dict("records"):
    print(METHODS[row["method"]].label + ":", row[{metric!r}])
print(result.differences)"""


def report_html(current: Active, plan: Plan, result: ComparisonResult) -> str:
    """A test that was run elsewhere, as one HTML page."""
    data, things, (verdict, line) = current.data, f"{current.data.sample_word}s", headline(result)
    steps = (data_lines(current), *python_steps(current, plan, result))
    script = str(Script(TITLE, "compares AsK-LS with other methods on the same splits.", steps))
    notes = "\n".join(f"- {plain(note)}" for note in data.notes)
    content: list[Block] = [
        Text(verdict, "verdict"),
        Text(line),
        *_results(result, things),
        blocks.Fold("methods", "Methods", partial(_methods, result, things)),
        *([blocks.Fold("notes", "How the file was read", lambda: [Text(notes)])] if notes else []),
        blocks.Fold("python", "The same in Python", lambda: [blocks.Code(script), Text(ASKLS, "caption")]),
    ]
    settings = {
        "Kernel": join_and(result.settings["kernels"] if plan.effort.several else [*plan.kernels(data)]),
        "Effort": TITLES[plan.effort.name],
        "Score": _score(result),
        "Seed": str(plan.seed),
        "askcore": __version__,
        "SHA-256 of the data": data.digest,
    }
    page = html.Section("", content, settings=[*settings.items()])
    return html.document(TITLE, [page], about=f"{current.title}: {notices.size(current)}")
