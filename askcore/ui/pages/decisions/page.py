"""The page "Decisions" as a value: one verdict at one setting, two figures, and six tabs.

The first view with its sentences; ``tabs``, ``full_test`` and ``new_samples`` hold the tabs, ``exports`` the
files and the Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from askcore import figures
from askcore._format import format_percent
from askcore.experiments.decisions.explained import Regions
from askcore.experiments.decisions.verdict import Caution, Doubt, Outcome, RareClass, Verdict, cautions
from askcore.experiments.fitted import LEARNED
from askcore.figures.decisions import decision_regions
from askcore.figures.sketches import links_sketch, points_sketch
from askcore.ui import background
from askcore.ui import blocks as ui
from askcore.ui.background import Offered, is_running, offered_result
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.charts import linked_selection
from askcore.ui.charts.plots import positions
from askcore.ui.controls import are_set, held_value
from askcore.ui.data.dataset import Active
from askcore.ui.data.initial_settings import line_controls
from askcore.ui.matrices import links_picture, links_words
from askcore.ui.pages.decisions import full_test, new_samples, tabs
from askcore.ui.pages.decisions.results import DECIDED_BY, Decisions, kernel_picture
from askcore.ui.settings import asymmetric_kernel
from askcore.ui.text.words import DRAWABLE, decided_by, drawing, plain
from askcore.ui.url_state import assign

OPEN = "details"  # key of the tabs
PAYS, FIND, SAMPLE = "Does direction pay?", "Find a kernel", "One sample"
ERRORS, NEW = "Errors", "New samples"
FEW = 10  # test samples below which a tuned accuracy says nothing
LOOKED_AT = 50  # features of which two are drawn
NAMED = 8  # samples that the figure names
FAR_OFF = 0.2  # of accuracy: a view that is so much worse than what is learned from both needs a word

SENTENCES = {
    Outcome.FITTED_ONLY: "**No answer yet:** all {n:,} {things} were used for training, so the accuracy "
    "measures a fit, not a prediction.",
    Outcome.SYMMETRIC: "**No direction to use here:** {kernel} is symmetric, so both views are the same.",
    Outcome.BASELINE_AHEAD: "**A baseline is better here:** {baseline_label} {baseline}, AsK-LS with {kernel} {askls}.",
    Outcome.WITHOUT_AHEAD: "**{ignoring} is better here:** {without} without {it}, {askls} with {kernel}.",
    Outcome.NOT_BETTER_THAN_GUESSING: "**Not clearly better than guessing:** {askls} with {kernel}, {guessing} by "
    "always predicting the most common class.",
    Outcome.DIRECTION_HELPS: "**{direction} helps here:** {askls} with {kernel}, {without} without {it}.",
    Outcome.WITHOUT_AS_GOOD: "**{ignoring} is just as good here:** {without} without {it}, {askls} with {kernel}.",
    Outcome.CANNOT_TELL: "**Too few {things} to tell:** {askls} with {kernel}, {without} without {it}.",
}
OF_GRAPHS = {
    "direction": "Direction",
    "it": "direction",
    "ignoring": "Ignoring direction",
    "without_it": "without direction",
    "it_gains": "direction gains",
}
OF_OTHERS = {
    "direction": "Asymmetry",
    "it": "asymmetry",
    "ignoring": "A symmetric kernel",
    "without_it": "with a symmetric kernel",
    "it_gains": "asymmetry gains",
}
USES = {True: ", uses direction", False: ", ignores direction", None: ""}
# Outcomes in which a baseline with a higher accuracy was tested, and not found to be better.
UNDECIDED = (
    Outcome.NOT_BETTER_THAN_GUESSING,
    Outcome.DIRECTION_HELPS,
    Outcome.WITHOUT_AS_GOOD,
    Outcome.CANNOT_TELL,
)
LEAD = "; its lead may be chance"
NUMBERS = {
    Outcome.FITTED_ONLY: "AsK-LS reproduces **{askls}** of the training labels.",
    Outcome.SYMMETRIC: "Accuracy: AsK-LS **{askls}**{others} · {n:,} {things} · guessing {guessing}",
}
ACCURACIES = (
    "Accuracy: AsK-LS **{askls}** · best {without_it} **{without}** ({without_label}) · {it_gains} {low} to {high} "
    "points (97% interval){others} · {n:,} {things} · guessing {guessing}"
)
BESIDE_A_BASELINE = {True: "{direction} still helps.", False: "{direction} makes no clear difference."}
LEARNED_FROM_BOTH = "The merged decision is learned from both views. Each view alone may be inaccurate."
WEIGHTED = (
    "Classes are weighted, so rare classes are predicted more often, and the accuracy may fall. The other "
    "methods are not "
    "weighted."
)
RARE = "AsK-LS finds {found:,} of {of:,} {things} of the class “{name}”."
CAUTIONS = {
    Doubt.REPEATED_ROWS: "**Repeated rows:** {count:,} of {of:,} test rows are equal to a training row, so "
    "the accuracy says little about new rows. Remove the duplicates, and upload the file again.",
    Doubt.LABEL_COLUMN: "**The column “{name}” alone determines the label.** If it was derived from the label, delete "
    "it from the file and upload the file again.",
    Doubt.NUMBERS_AS_CLASSES: "**{count:,} whole numbers are taken as classes.** If they are measurements, replace "
    "them by ranges, such as “0–9” and “10–19”, and upload the file again.",
}
AGREE = {
    False: "The two views predict the same class for all {total:,} {things}.",
    True: "The two views predict different classes for **{n:,} of {total:,}** {things}, which have a ring. Of these, "
    "the source view predicts {source:,} correctly and the target view {target:,}.",
}
READS = "Horizontal axis: the source view, which uses {source}; vertical axis: the target view, which uses {target}."
KERNEL_MATRIX = (
    "Training samples, ordered by class. Where the picture differs from its mirror image, the kernel is "
    "asymmetric."
)


def waiting(current: Active) -> list[Block]:
    """What is known while methods are tuned: the data."""
    data, key = current.data, current.key("waiting")
    said: list[Block] = [
        Text(WAITING.format(n=data.n_samples, things=f"{data.sample_word}s", k=len(data.classes)))
    ]
    more: dict[str, Any] = {"size": SKETCH, "most": MOST_SKETCHED, "attributes": SKETCHED}
    if data.kind == "graph":
        draw = partial(links_sketch, data.adjacency, data.labels, pad=8, dot=2.2, **more)
        chosen = FEWER_SKETCHED.format(most=MOST_SKETCHED, n=data.n_edges) * (data.n_edges > MOST_SKETCHED)
        said.append(
            Figure(key, draw, "The links, nodes ordered by class", "The links", LINKS_SKETCHED + chosen)
        )
    elif data.kind == "table":
        draw = partial(points_sketch, _placed(_plane(data)[0]), data.labels, dot=5, **more)
        said.append(Figure(key, draw, "The samples by class", "The samples", SAMPLES_SKETCHED))
    return said


def _placed(X: np.ndarray) -> np.ndarray:
    """Two features, or one against the row, in the picture."""
    xy = X if X.shape[1] == 2 else np.column_stack([np.arange(len(X)), X])
    low, wide = xy.min(axis=0), np.ptp(xy, axis=0)
    placed = (xy - low) / np.where(wide > 0, wide, 1.0)
    return 8 + np.column_stack([placed[:, 0], 1 - placed[:, 1]]) * (np.array(SKETCH) - 16)


WAITING = "{n:,} {things} in {k:,} classes. The methods are being tuned. The verdict and the views follow."
LINKS_SKETCHED = "A dot is a link from row to column, nodes ordered by class. Colour: the source's class."
FEWER_SKETCHED = " Of {n:,} links, at most {most:,} are drawn."
SAMPLES_SKETCHED = "Two of the features. Colour: the class."
SKETCH, MOST_SKETCHED = (480, 300), 10_000
SKETCHED = ' width="100%" style="max-height: 21rem"'


def decisions(state: Decisions) -> list[Block]:
    """The blocks of the page."""
    plan, outcome = full_test.plan_of(state.current, state.choice), state.verdict.outcome
    found = offered_result(full_test.KEY, plan)
    said, numbers = verdict(state)
    page: list[Block] = [Text(said, "verdict"), Text(numbers)]
    if found is not None:
        said, line = full_test.headline(found)
        of = "several kernels" if plan.effort.several else plain(state.kernel)
        page = [Text(said, "verdict"), Text(f"Full test of {of}. {line}"), Text(numbers)]
    elif outcome is Outcome.BASELINE_AHEAD:
        page.append(Text(BESIDE_A_BASELINE[state.verdict.gains].format(**words(state))))
    if state.model.class_weight is not None:
        page.append(Text(WEIGHTED))
    doubts = cautions(state.data, state.split, state.views)[:1]  # more would press the figures down
    warned = [*map(caution, doubts), *map(plain, dict.fromkeys(state.views.messages))]
    page += [Text(each, "warning") for each in warned]
    page += rare(state)
    page += tuned(state)
    running = is_running(full_test.KEY, plan)  # ends the test of another plan
    steps = way_on(state)
    first = outcome in (Outcome.FITTED_ONLY, Outcome.SYMMETRIC) and steps  # a full test is for later
    if found is None and not first:
        # Of a symmetric kernel it matters more whether there is anything to compare than that the verdict is quick.
        few = background.FEW if outcome is Outcome.SYMMETRIC else background.FEW_TUNED
        offer = full_test.offered(state.current, plan, few)
        steps += [ui.Run(offer, lambda _: [])] if isinstance(offer, Offered) else []
    page += steps if running or not steps else [ui.Row(tuple(steps))]
    if outcome not in (Outcome.SYMMETRIC, Outcome.FITTED_ONLY):
        page += cards(state)
    left: list[Block] = [agreement(state)]
    if outcome is Outcome.SYMMETRIC:
        left = [tabs.confusion_figure(state, "merged", "first_confusion")]
    return [*page, ui.Columns((left, [picture(state)])), ui.Tabs(OPEN, tab_bodies(state))]


def tab_bodies(state: Decisions) -> dict[str, Callable[[], list[Block]]]:
    """Title and body of each tab."""
    found: dict[str, Callable[[], list[Block]]] = {
        "Methods": lambda: tabs.methods(state),
        PAYS: lambda: full_test.direction_tab(state.current, state.choice),
        FIND: lambda: tabs.find_a_kernel(state),
        SAMPLE: lambda: tabs.one_sample(state),
        ERRORS: lambda: tabs.errors(state),
        NEW: lambda: new_samples.new_samples_tab(state.current, state.choice, state.model),
    }
    if state.data.kind not in ("graph", "table"):  # a matrix is its own kernel
        del found[FIND]
    return found


def words(state: Decisions) -> dict[str, str]:
    """Direction for what reads links one way, asymmetry for all else."""
    directed = state.current.is_graph and not state.training.problem.reads_both_ways
    return {"things": state.tested, **(OF_GRAPHS if directed else OF_OTHERS)}


def verdict(state: Decisions) -> tuple[str, str]:
    """The outcome in large type, and the numbers that it stands on."""
    found = state.verdict
    said = {**asdict(found), **words(state), "kernel": plain(state.kernel), **_shares(found)}
    return SENTENCES[found.outcome].format(**said), NUMBERS.get(found.outcome, ACCURACIES).format(**said)


def _shares(found: Verdict) -> dict[str, str]:
    names = ("askls", "without", "guessing")
    shares = {name: f"{getattr(found, name):.0%}" for name in names}
    low, high = (f"{100 * end:.{int(abs(end) < 0.1)}f}".replace("-", "−") for end in found.gain_shown)
    if found.baseline is None:
        return {**shares, "others": "", "low": low, "high": high}
    baseline = f"{found.baseline:.0%}"
    leads = found.outcome in UNDECIDED and found.baseline > max(found.askls, found.without)
    label = f"{found.baseline_label}{USES[found.baseline_uses_direction]}{LEAD if leads else ''}"
    others = f" · best baseline **{baseline}** ({label})"
    return {**shares, "baseline": baseline, "others": others, "low": low, "high": high}


def caution(of: Caution) -> str:
    """Why the accuracy may not mean what it seems to, and what to do."""
    return CAUTIONS[of.doubt].format(name=plain(of.name), count=of.count, of=of.of)


def rare(state: Decisions) -> list[Block]:
    """The rarest class, where few of it are found, with the setting that finds more."""
    found = state.verdict.rare
    if state.model.class_weight is not None and state.split.held_out:
        line = tabs.recalls(state).iloc[0]
        found = RareClass(line["class"], line["found"], line[state.tested])
    if found is None or not state.split.held_out:
        return []
    said = Text(RARE.format(**{**asdict(found), "name": plain(found.name)}, things=state.tested))
    if state.model.class_weight is not None:
        return [said]
    return [ui.Row((said, ui.Action("balance", "Balance the classes", {"weights": "balanced"})))]


def tuned(state: Decisions) -> list[Block]:
    """The tuned setting, where the sidebar has another one."""
    settings, said = state.tuned, "Sets γ, λ and the bandwidth, without class weights."
    if are_set(settings) or not state.split.held_out or len(state.split.test) < FEW:
        return []
    accuracy = Text(f"Tuned: **{format_percent(state.comparison.askls.accuracy, 0)}**.")
    return [ui.Row((accuracy, ui.Action("use_tuned", "Use it", settings, help=said)))]


def way_on(state: Decisions) -> list[Block]:
    """The button that an outcome leads to."""
    outcome, line = state.verdict.outcome, state.undirected
    if outcome is Outcome.FITTED_ONLY:
        return [ui.Action("hold_out", "Keep 40% for testing", {"train": 0.6}, primary=True)]
    if outcome is Outcome.SYMMETRIC and (sets := _directed(state)):
        return [ui.Action("take_directed", "Compare with a directed kernel", sets, primary=True)]
    ignores = outcome in (Outcome.WITHOUT_AHEAD, Outcome.WITHOUT_AS_GOOD)
    if ignores and line is not None and not are_set(line_controls(state.data, line)):
        return [ui.Action("take_undirected", f"Use {line.label}", line_controls(state.data, line))]
    searchable = state.data.kind in ("graph", "table")
    if outcome in (Outcome.BASELINE_AHEAD, Outcome.NOT_BETTER_THAN_GUESSING) and searchable:
        return [ui.Action("find_better", "Find a better kernel", {OPEN: FIND})]
    return []


def _directed(state: Decisions) -> dict[str, Any]:
    """The controls of a kernel with two views; empty where there is none to choose."""
    if state.suggestion is not None:
        adopted = state.suggestion.adopted
        settings = line_controls(state.data, adopted)
        return {} if adopted.symmetric or are_set(settings) else settings
    if state.data.kind not in ("graph", "table") or state.training.problem.asymmetric_formula:
        return {}
    preset = state.current.preset
    found = {"kernel": asymmetric_kernel(preset["kernel"], is_graph=state.current.is_graph)}
    if state.current.is_graph:
        found["orientation"] = preset.get("orientation", "in")
    return {} if are_set(found) else found


def cards(state: Decisions) -> list[Block]:
    """Accuracy of the three decisions."""
    merge, accuracies = state.views.merge, map(format_percent, state.views.scores["accuracy"])
    helps = [
        *(f"Accuracy. This view uses {each}." for each in state.readings),
        f"Accuracy of {DECIDED_BY[merge]}.",
    ]
    titles = "Source view f_s", "Target view f_t", decided_by(merge)
    found: list[Block] = [ui.Metric(*each) for each in zip(titles, accuracies, helps, strict=True)]
    source, target, merged = state.views.scores["accuracy"]
    if merge in LEARNED and merged - max(source, target) > FAR_OFF:
        found.append(Text(LEARNED_FROM_BOTH, "caption"))
    return found


def view_class(state: Decisions) -> ui.Control:
    """Which class the figure of both views is about."""
    return tabs.class_control(state, "view", "Class", 0 if len(state.views.classes) > 2 else 1)


def agreement(state: Decisions) -> ui.Live:
    """f_s against f_t for one class, under a control where there are several."""
    return ui.Live("agreement", lambda value: [scatter(state, value(view_class(state)))])


def scatter(state: Decisions, j: int) -> Figure:
    """f_s against f_t for class number j, samples on which the views disagree by name."""
    views, apart, (source, target) = state.views, state.views.disagree, state.readings
    right = {
        role: int((views.predicted[role][apart] == views.truth[apart]).sum()) for role in ("source", "target")
    }
    said = AGREE[bool(apart.any())].format(n=apart.sum(), total=len(apart), things=state.tested, **right)
    draw = partial(
        figures.views_scatter,
        views.f_source[:, j],
        views.f_target[:, j],
        views.truth,
        names=[state.names[i] for i in state.split.test],
        positive=views.classes[j],
        classes=views.classes,
        disagree=views.disagree,
        named=NAMED,
    )
    key, alt = state.current.key("agreement"), f"Source view against target view for class {views.classes[j]}"
    said = f"{said} {READS.format(source=source, target=target)}"
    chosen = state.split.test, partial(_open, state)
    return Figure(key, draw, alt, "Where the two views disagree", said, *chosen)


def _open(state: Decisions, sample: int) -> None:
    """Open a sample that was clicked, where it is a test sample."""
    if np.isin(sample, state.split.test):
        assign({OPEN: SAMPLE})


def picture(state: Decisions) -> ui.Live:
    """The graph, the samples or the matrix behind the decisions."""
    kind = state.data.kind
    ways: dict[str, Callable[[Decisions, Value], Block]] = {"Kernel matrix": kernel_matrix}
    if kind == "graph":
        ways = {"Matrix by class": adjacency, "Graph": graph, "Neighbours": neighbours}
        if state.data.n_nodes <= DRAWABLE:
            ways = {"Graph": graph, **ways}
    elif kind == "table":
        planar = {"Decision regions": regions} if state.data.n_features == 2 else {}
        ways = {"Samples": samples, **planar, **ways}
    title = f"The {'samples' if kind == 'table' else kind}"

    def body(value: Value) -> list[Block]:
        drawn = ui.Control(state.current.control("drawn"), title, "choice", tuple(ways))
        way = kernel_matrix if len(ways) == 1 else ways[value(drawn)]
        return [way(state, value)]

    return ui.Live("picture", body)


def adjacency(state: Decisions, value: Value) -> Block:
    """The links, nodes ordered by class."""
    data, way_round = state.data, state.choice.orientation
    return Figure(
        state.current.key("matrix"),
        partial(links_picture, data, way_round),
        "The adjacency matrix, nodes ordered by class",
        "The links",
        f"{links_words(data, way_round)} Where a block differs from its mirror image, direction matters.",
        np.arange(data.n_nodes),
        partial(_open, state),
    )


def graph(state: Decisions, value: Value) -> Block:
    """The graph, nodes coloured by the merged decision."""
    data, split = state.data, state.split
    trained = np.zeros(data.n_nodes, dtype=bool)
    trained[split.train] = split.held_out
    # Labels of the training samples, predictions of the test samples, None where there is neither.
    predicted = np.full(data.n_nodes, None, dtype=object)
    predicted[split.train] = state.data.labels[split.train]
    predicted[split.test] = state.views.predicted["merged"]
    said = drawing(data, "Colour and symbol: the predicted class; for training nodes, their label.")
    draw = partial(
        figures.directed_graph,
        data.adjacency,
        positions(data),
        classes_of_nodes=data.labels,
        names=data.node_ids,
        predicted=predicted,
        train_mask=trained,
        focus=linked_selection.chosen(),
        read_by=tabs.read_by(state.choice),
        classes=state.classes,
    )
    key, alt = state.current.key("graph"), "The graph, nodes coloured by the merged decision"
    chosen = np.arange(data.n_nodes), partial(_open, state)
    return Figure(key, draw, alt, "The graph", f"{said} Click a node to choose it.", *chosen)


def neighbours(state: Decisions, value: Value) -> Block:
    """The node that was chosen and its links."""
    name, every = state.data.node_ids[state.sample], np.arange(state.data.n_nodes)
    said = "Left: nodes that point to the node. Right: nodes that it points to. Each view uses one side."
    words = f"Neighbours of {name}", f"Links of {plain(name)}", said
    found = tabs.ego_figure(state, state.current.key("ego_figure"), words, every, state.sample)
    return replace(found, on_sample=partial(_open, state))


def samples(state: Decisions, value: Value) -> Block:
    """Two features of the test samples."""
    scored, (X, features) = state.split.test, _plane(state.data)
    names, merged = [state.names[i] for i in scored], state.views.predicted["merged"]
    draw = partial(figures.table_scatter, X[scored], merged, features, names=names, classes=state.classes)
    key, alt = state.current.key("samples"), "The test samples, coloured by the merged decision"
    said = "Two features of the test samples. Colour and symbol: the predicted class."
    return Figure(key, draw, alt, "The samples", said, scored, partial(_open, state))


def _plane(data: Any) -> tuple[np.ndarray, list[str]]:
    """The first two features that take more than two values, with their names; else the first two."""
    looked_at = range(min(data.n_features, LOOKED_AT))
    varied = [*islice((j for j in looked_at if len(np.unique(data.X[:, j])) > 2), 2)]
    chosen = varied if len(varied) > 1 else [*looked_at][:2]
    return data.X[:, chosen], [data.feature_names[j] for j in chosen]


def regions(state: Decisions, value: Value) -> Block:
    """f_s and f_t everywhere in the plane."""
    j = held_value(view_class(state))
    if len(state.views.classes) > 2:
        j = value(tabs.class_control(state, "regions_of", "Class", j))
    name, train = plain(state.views.classes[j]), state.split.train

    def shown(found: Regions) -> list[Block]:
        grids = {"source": found.source[..., j], "target": found.target[..., j]}
        limit = float(np.quantile(np.abs([*grids.values()]), 0.99))
        said = f"Orange: positive for “{name}”. Blue: negative. Points are training samples."
        drawn: list[Block] = []
        for role, grid in grids.items():
            draw = partial(
                decision_regions,
                (found.x, found.y, grid),
                state.data.X[train],
                state.data.labels[train],
                names=[state.names[i] for i in train],
                feature_names=state.data.feature_names,
                classes=state.views.classes,
                limit=limit,
                value=f"f_{role[0]}",
            )
            alt, caption = f"The {role} view everywhere in the plane", said * (role == "target")
            title = f"{role.capitalize()} view"
            drawn.append(Figure(f"regions_{role}", draw, alt, title, caption, train))
        return drawn

    return ui.Run(state.regions, shown)


def kernel_matrix(state: Decisions, value: Value) -> Block:
    """The kernel matrix of the training samples by class."""
    alt = "The kernel matrix of the training samples, ordered by class"
    draw = partial(kernel_picture, state.training)
    return Figure("kernel_matrix", draw, alt, "The kernel matrix", KERNEL_MATRIX)
