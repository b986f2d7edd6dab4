"""Tabs of the page "Decisions": methods, the search for a kernel, one sample, errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import experiments, figures
from askcore._format import count, format_percent, number
from askcore.experiments import METHODS, KernelChoice
from askcore.experiments.decisions.explained import Pulls
from askcore.experiments.decisions.gamma import GammaCurve
from askcore.experiments.decisions.search import FoundKernels, Ranked
from askcore.experiments.decisions.surface import Surface
from askcore.experiments.fitted import LEARNED
from askcore.figures.bars import pull_bars
from askcore.figures.curves import mode_filters
from askcore.figures.ego import ego_network
from askcore.figures.scores import scores_dot
from askcore.ui import blocks as ui
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.data.initial_settings import line_controls
from askcore.ui.pages.decisions.results import NAMED, PATH_LIMIT, Decisions
from askcore.ui.text.words import decisions_on, plain

FEW = 6  # classes up to which a row of buttons fits
OFFERED = 20  # lines of the ranking that a click adopts
MOST = 200  # samples in a table
TITLES = {"source": "Source view", "target": "Target view", "merged": "Merged decision"}
MERGED = {
    "mean": "mean of both views",
    "source": "source view alone",
    "target": "target view alone",
    "joint": "joint merging",
}

TUNED_HOW = (
    "Dots show accuracy and open diamonds macro F1. AsK-LS uses your setting; the other methods are tuned, "
    "and the best of each kind is chosen, on {judged:,} of {train:,} training {thing}s {how}. With {n:,} "
    "{things}, differences of less than about {few:.0f} points may be chance."
)
FOUND = (
    "The best kernel is **{best}** ({merged}). Its accuracy is **{score:.0%}** on {n:,} test {things}; the "
    "accuracy of the best baseline, {baseline}, is {other:.0%}. With your setting, the accuracy is "
    "{mine:.0%}."
)
FOUND_ALONE = "The best kernel is **{best}** ({merged}). Its cross-validated accuracy is **{left_out:.0%}**."
TIES = " {ties:,} of {others:,} other entries may be equally good (“tie”)."
RANKING = (
    "Accuracy: cross-validated on the training samples, corrected for the choice of settings, but not for "
    "the choice of the kernel. Tie: not clearly worse than the first."
)
PULLS = (
    "Each bar is one training {thing}: to the right it counts for the class, to the left against it. The bars add up "
    "to the decision. A long bar is not a cause: without that {thing}, the other weights would change."
)
CURVE = (
    "Leave-one-out accuracy on the training samples. Vertical line: your γ. The tick marks the first "
    "resonance. Left of it, the solution is stable, but not necessarily accurate."
)
MODES = (
    "K is a sum of components with singular values σ. Solid: the factor of the labels along the view's own singular "
    "vector. Dashed: the factor of the labels along the other view's singular vector."
)
SURFACE = (
    "Cross-validated accuracy of each bandwidth and γ at the best λ. Star: the best pair; ring: your "
    "setting. Pairs with a similar colour may be equally good."
)


def read_by(choice: KernelChoice) -> tuple[str, str]:
    """Which view reads the links into a node, and which those out of it; "merged" where both views read both."""
    if choice.orientation == "both":
        return "merged", "merged"
    return ("source", "target") if choice.orientation == "in" else ("target", "source")


def class_control(state: Decisions, key: str, label: str, default: int) -> ui.Control:
    """Which class is looked at: buttons for a few, a list for many."""
    classes = state.views.classes
    few = len(classes) <= FEW
    titles: Callable[[Any], str] = (lambda j: plain(classes[j])) if few else (lambda j: str(classes[j]))
    return ui.Control(
        key, label, "choice" if few else "list", tuple(range(len(classes))), default, titles=titles
    )


def methods(state: Decisions) -> list[Block]:
    """Accuracy of every method on the test samples, and how γ and the bandwidth matter."""
    found, views = state.comparison, state.views
    rows = [
        (TITLES[each["role"]], each["role"], each["accuracy"], each["macro_f1"])
        for each in views.scores.to_dict("records")
    ]
    others = [(each.label, each.scores) for each in (*found.others, *state.baselines)]
    if state.rival is not None:
        others.append((state.rival.label, experiments.score(views.truth, state.rival.predicted)))
    rows += [(label, "symmetric", scores["accuracy"], scores["macro_f1"]) for label, scores in others]
    names, roles, accuracy, macro_f1 = zip(*rows, strict=True)
    how = "with a held-back part" if found.held_back else "by cross-validation"
    n = len(views.truth)
    said = TUNED_HOW.format(
        judged=found.n_judged,
        train=found.n_train,
        how=how,
        n=n,
        thing=state.thing,
        things=state.tested,
        few=100 / n**0.5,
    )
    draw = partial(scores_dot, names, accuracy, roles=roles, macro_f1=macro_f1, chance=views.chance)
    alt, title = "Accuracy and macro F1 of each method", f"All methods on the {state.tested}"
    return [
        Figure("scores", draw, alt, title, said),
        ui.Fold("tuning", "How γ, λ and the bandwidth matter", lambda: tuning(state)),
    ]


def tuning(state: Decisions) -> list[Block]:
    """Accuracy along γ and over the bandwidth, and what damping does to each component."""
    if state.model.class_weight is not None:
        return [Text("With class weights, there is no curve. Choose “all samples alike” to see it.")]
    blocks: list[Block] = []
    if state.comparison.bandwidths:
        blocks.append(ui.Run(state.surface, partial(_surface, state)))
    if not state.training.decomposes:
        m = len(state.split.train)
        said = f"The curve needs at most {PATH_LIMIT:,} training samples. Here there are {m:,}."
        return [*blocks, Text(said)]
    return [*blocks, ui.Columns(([ui.Run(state.curve, partial(_curve, state))], _modes(state)))]


def _surface(state: Decisions, found: Surface) -> list[Block]:
    settings = state.controls(found.bandwidth, found.gamma, found.damping)
    best = f"bandwidth × {found.bandwidth:g}, γ = {number(found.gamma)}, λ = {number(found.damping)}"
    said = Text(f"Best: {best} (**{format_percent(found.score)}**).")
    alt, places = "Cross-validated accuracy over bandwidth and gamma", (found.bandwidth, found.gamma)
    grid = found.bandwidths, found.gammas, found.accuracy, found.dampings
    now = (state.bandwidth, state.model.gamma)
    draw = partial(figures.tuning_surface, *grid, best=places, current=now)
    return [
        ui.Row((said, ui.Action("use_best", "Use the best", settings))),
        Figure("tuning_surface", draw, alt, "Accuracy over bandwidth and γ", SURFACE),
    ]


def _curve(state: Decisions, curve: GammaCurve) -> list[Block]:
    learned = " For the merged decision, one tenth is left out at a time." * (state.model.merge in LEARNED)
    alt, words = "Leave-one-out accuracy of the three decisions over gamma", CURVE + learned
    values = {name: value for name, value in vars(curve).items() if name != "damping"}
    values["current"] = state.model.gamma
    draw = partial(figures.gamma_curve, **values)
    return [Figure("gamma_curve", draw, alt, "Accuracy along γ", words)]


def _modes(state: Decisions) -> list[Block]:
    found = state.modes
    if found is None:
        return [Text("The kernel matrix is symmetric: both views are one LS-SVM, without crossed labels.")]
    undamped = {} if state.views.damping == 0 else {"own": found.plain_own, "crossed": found.plain_cross}
    factors: dict[str, Any] = {
        "sigma": found.sigma,
        "factors": {"own": found.own, "crossed": found.cross},
        "curve": found.curve,
        "lines": {"own": found.curve_own, "crossed": found.curve_cross},
        "undamped": undamped,
        "resonance": found.resonance,
        "bands": (found.subtracted_below, found.fitted_above),
    }
    alt = "Factor of the own and of the crossed labels for each component"
    return [Figure("modes", partial(mode_filters, **factors), alt, "How much each component counts", MODES)]


def find_a_kernel(state: Decisions) -> list[Block]:
    """The offer, the search on its way, or the ranking."""
    said = (
        "This search compares the baselines with the kernels of the catalogue, each at its best γ, λ and "
        "merging."
    )
    offer: list[Block] = [] if state.search.ready() else [Text(said)]
    return [*offer, ui.Run(state.search, partial(_found, state))]


def _found(state: Decisions, found: FoundKernels) -> list[Block]:
    lines = [each for each in found.ranking if each.choice is not None][:OFFERED]
    table = found.table.drop(columns="seconds")
    table["tie"] = ["tie" if tie else "" for tie in found.ties]
    table["left_out"] = [round(100 * each.score, 1) for each in found.ranking]
    for column in ("gamma", "damping"):
        table[column] = [number(value) if np.isfinite(value) else "" for value in table[column]]
    renamed = {"left_out": "accuracy, %", "tie": "tie with the first", "gamma": "γ", "damping": "λ"}
    first = [name for name in ("kernel", "merged", "left_out", "tie") if name in table]
    table = table[[*first, *(name for name in table if name not in first)]].rename(columns=renamed)
    skipped: list[Block] = []
    if found.left_out:
        title = f"{len(found.left_out)} of {count(found.n_offered, 'setting')} not tried, and why"
        skipped.append(ui.Fold("not_tried", title, lambda: [ui.Table(found.why_left_out)]))

    def adopt(value: Value) -> list[Block]:
        def titles(i: Any) -> str:
            return f"{format_percent(lines[i].score)} · {lines[i].label} · {merged(lines[i])}"

        adopted = state.current.control("adopted")
        chosen = value(
            ui.Control(adopted, "Use on this page", "list", tuple(range(len(lines))), 0, titles=titles)
        )
        return [ui.Action("adopt", "Use this kernel", line_controls(state.data, lines[chosen]))]

    scaled = "" if state.search.plan.standardise else ", standardise=False"
    return [
        Text(found_said(found, f"{state.thing}s", state.verdict.askls)),
        *([ui.Live("adopt", adopt)] if lines else []),
        ui.Table(table, RANKING),
        *skipped,
        ui.Step(f"found = find_kernel(data, split=split{scaled}).run()\nprint(found.table)"),
    ]


def found_said(found: FoundKernels, things: str, mine: float) -> str:
    """What came first, and how sure that is; ``mine`` is the accuracy at the setting in use."""
    best, other = found.best, found.best_baseline
    if best is None:
        return "No kernel could be tried; see the reasons below."
    said = {"best": plain(best.label), "merged": merged(best), "left_out": best.left_out, "things": things}
    text = FOUND_ALONE
    if found.n_test and other is not None and found.baseline is not None:
        said |= {"baseline": METHODS[other.method].label, "other": found.baseline.accuracy}
        said |= {"score": found.score, "n": found.n_test, "mine": mine}
        text = FOUND
    ties = sum(found.ties) - 1
    return text.format(**said) + (TIES.format(ties=ties, others=len(found.ranking) - 1) if ties else "")


def merged(line: Ranked) -> str:
    """How the views of a line are merged, in words."""
    return "one view" if line.symmetric and line.merge == "mean" else MERGED[line.merge]


def one_sample(state: Decisions) -> list[Block]:
    """What each training sample adds to the two decisions of a test sample."""
    sample, views, thing = state.sample, state.views, state.thing
    find = f"Click a point of a figure, or use “Find a {thing}” in the settings, to see another {thing}."
    if state.place is None:
        return [Text(f"{plain(state.names[sample])} is a training {thing}. {find}")]
    at, default = state.place
    predicted = {role: values[at] for role, values in views.predicted.items()}
    said = decisions_on(state.names[sample], views.truth[at], predicted)

    def body(value: Value) -> list[Block]:
        key = state.current.control(f"votes_{sample}", named=True)
        j = value(class_control(state, key, "For and against the class", default))
        found = state.pulls(sample, j)
        reach = max(float(np.abs([*pulls.values, pulls.rest, pulls.intercept]).max()) for pulls in found)
        sides = zip(found, ("source", "target"), state.readings, strict=True)
        bars = ui.Columns(tuple([_bars(state, *side, reach)] for side in sides))
        return [
            bars,
            Text(PULLS.format(thing=thing), "caption"),
            ui.Step(PULLED.format(j=j, sample=sample, top=NAMED)),
        ]

    return [Text(f"{said} {find}"), ui.Live("votes", body), *_pulling(state, sample, default)]


PULLED = """# what each training sample adds for class number {j}
sides = pulls(problem, split, views.coefficients, {sample}, {j}, top={top})
for side, name in zip(sides, ("f_s", "f_t"), strict=True):
    print(f"{{name}}: {{side.decision}}, intercept {{side.intercept}}")
    for i, value in zip(side.samples, side.values, strict=True):
        print("   ", data.sample_names[i], value)"""


def _bars(state: Decisions, pulls: Pulls, role: str, reads: str, reach: float) -> Figure:
    rest = {f"the other {count(pulls.n_rest, state.thing)}": pulls.rest} if pulls.n_rest else {}
    draw = partial(
        pull_bars,
        pulls.values,
        [state.names[i] for i in pulls.samples],
        state.data.labels[pulls.samples],
        below={**rest, "intercept": pulls.intercept},
        classes=state.views.classes,
        limit=reach,
        value=f"f_{role[0]}",
    )
    alt = f"Training {state.thing}s with the largest weight in the {role} view"
    return Figure(f"pulls_{role}", draw, alt, f"{role.capitalize()} view: {reads}")


def _pulling(state: Decisions, sample: int, j: int) -> list[Block]:
    """Of a graph, those of these samples that are linked to the node."""
    if not state.current.is_graph:
        return []
    pulling = np.unique(np.concatenate([pulls.samples for pulls in state.pulls(sample, j)]))
    members = np.concatenate([[sample], pulling[pulling != sample]])
    alt = f"The nodes with the largest weight for {state.names[sample]}, as its neighbours"
    said = (
        "Left: nodes that point to the node. Right: nodes that it points to. Each arrow has the colour of the view "
        "that uses it."
    )
    return [
        ego_figure(state, "pulls_ego", (alt, "Links with these nodes", said), members, classes=state.classes)
    ]


def ego_figure(
    state: Decisions, key: str, words: tuple[str, str, str], members: np.ndarray, at: int = 0, **more: Any
) -> Figure:
    """Links among some nodes, with one of them in the middle; ``words`` : alt, title and caption."""
    data = state.data
    links, names = data.adjacency[members][:, members], [data.node_ids[i] for i in members]
    more |= {"read_by": read_by(state.choice), "classes_of_nodes": state.data.labels[members]}
    return Figure(key, partial(ego_network, links, at, names=names, **more), *words, members)


def errors(state: Decisions) -> list[Block]:
    """Recall of each class, which class is predicted as which, and where the views disagree."""
    both = ui.Fold(
        "both_views",
        "The same for each view",
        lambda: [ui.Columns(tuple([confusion_figure(state, role)] for role in ("source", "target")))],
    )
    recall = ui.Table(
        recalls(state), f"Found: the {state.thing}s of the class that are predicted as that class."
    )
    return [
        ui.Columns(([recall], [confusion_figure(state, "merged")])),
        *([] if state.views.symmetric else [both]),
        ui.Step(CONFUSIONS),
        *disagreements(state),
    ]


CONFUSIONS = """# which class is predicted as which: row = true class
for role, predicted in views.predicted.items():
    print(role, confusion(views.truth, predicted, views.classes).counts.tolist())"""


def recalls(state: Decisions) -> pd.DataFrame:
    """A row for each class, the rarest first: test samples, how many are found, recall and precision."""
    views = state.views
    predicted, rows = views.predicted["merged"], []
    for name in views.classes:
        here, said = views.truth == name, predicted == name
        found = int((here & said).sum())
        rows.append(
            {
                "class": str(name),
                state.tested: int(here.sum()),
                "found": found,
                "recall": format_percent(found / here.sum(), 0) if here.any() else "",
                "precision": format_percent(found / said.sum(), 0) if said.any() else "never predicted",
            }
        )
    return pd.DataFrame(rows).sort_values(state.tested, kind="stable").reset_index(drop=True)


def confusion_figure(state: Decisions, role: str, key: str = "confusion") -> Figure:
    """Which class is predicted as which; each place on the page has a key of its own."""
    views = state.views
    found = experiments.confusion(views.truth, views.predicted[role], views.classes)
    pooled = f" The {found.pooled} rarest classes share the last row and column." * (found.pooled > 0)
    draw, alt = (
        partial(figures.confusion_matrix, found.counts, found.names),
        f"Confusion matrix: {TITLES[role]}",
    )
    said = f"Row: the true class. Column: the predicted class. Colour: share of the row.{pooled}"
    return Figure(f"{key}_{role}", draw, alt, f"Predicted as: {TITLES[role].lower()}", said)


def disagreements(state: Decisions) -> list[Block]:
    """The samples on which the two views disagree, by name."""
    views = state.views
    apart = np.flatnonzero(views.disagree)
    if not len(apart):
        return []
    table = pd.DataFrame(
        {
            state.thing: [state.names[i] for i in state.split.test[apart]],
            "class": views.truth[apart].astype(str),
            **{TITLES[role].lower(): views.predicted[role][apart].astype(str) for role in TITLES},
        }
    )
    rest = f" The first {MOST} of {len(table):,}; “Predictions (CSV)” contains all." * (len(table) > MOST)
    return [ui.Table(table.head(MOST), f"The {state.tested} on which the two views disagree.{rest}")]
