"""The page "Spectra" as a value: how many components a kernel matrix has, and where rows and columns stand.

UI floor. State, blocks and sentences; ``exports`` has the files and the Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import capitalised, fixed, listed, number, plural, share
from askcore._scale import share_of_squares
from askcore.diagnostics.spectrum import SpectrumSummary
from askcore.experiments import KernelChoice
from askcore.experiments.spectra.compared import Effect, RankedMethod, widest_choice
from askcore.experiments.spectra.decomposition import ALL_VALUES, LEADING, Symmetrised
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import MOST_GROUPED, MatrixGroups
from askcore.experiments.spectra.reading import NAMED, SpectrumOutcome, held_by_few, leading_plane
from askcore.figures.embeddings import joined_embeddings
from askcore.figures.spectra import cumulated_energy
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Metric, Run, Table, Tabs, Text, Value
from askcore.ui.charts import around
from askcore.ui.charts.plots import plotted
from askcore.ui.controls import choose, slider, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.pages.spectra.results import Decomposition, View
from askcore.ui.pieces import heading
from askcore.ui.problems import problem
from askcore.ui.text import glossary
from askcore.ui.text.words import plain

RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
USUAL_RANK = 20
SCALINGS = {"none": "U", "sqrt": "U √Σ", "full": "U Σ"}
AXES = ("Linear", "Logarithmic")
GROUPS = (2, 3, 4, 5, 6, 8)
OPEN = "spectra_details"  # key of the tabs

# What the spectrum says first: a sentence for each outcome, after one on how many components matter.
COMPONENTS = {
    True: "**{components:,} of {size:,}** components {hold} 90% of the energy.",
    False: "More than **{known:,} of {size:,}** components are needed for 90% of the energy.",
}
SENTENCES = {
    SpectrumOutcome.DIRECTED: "Rows and columns differ: **{skew}** is direction.",
    SpectrumOutcome.NEARLY_SYMMETRIC: "Rows and columns are nearly alike: **{skew}** is direction.",
    SpectrumOutcome.SYMMETRIC: "The matrix is symmetric: each {row} has the same place as a row and as a column.",
    SpectrumOutcome.RECTANGULAR: "Rows are {row}s and columns are {column}s: each kind has places of its own.",
    SpectrumOutcome.ONE_COMPONENT: "One component holds everything, so there is one axis.",
    SpectrumOutcome.EQUAL: "The {known:,} leading singular values are equal: the axes are arbitrary.",
}
SCOPE = "The energy is the sum of squared entries{centred}."
DIRECTION = {  # whether the share of direction is that of all of K
    True: " Direction is the skew-symmetric share of the matrix itself, as on “Matrix”.",
    False: " Direction is the skew-symmetric share of the leading components.",
    None: "",
}
DOMINATED = (
    "Component {which} is dominated by {few} of {n:,} {thing}s and squeezes the rest together. The tab “Two "
    "embeddings” shows other components."
)
TOLD_BY = {
    "svd": "features of the SVD",
    "ksvd": "features of KSVD with the SNE kernel",
    "degrees": "degrees of the two nodes alone",
    "symmetric": "features of the symmetric part",
}
NEIGHBOURS = "the share of samples for which most of the five nearest others have the same class"
SIGNS = "The sign of an axis is arbitrary: compare which points are close."
METHODS = {
    "none": "Up to {rank} components by four methods. Without labels there is no score to compare them.",
    "one": "With up to {rank} components, only {best} has a neighbour score: **{top}**.",
    "close": "With up to {rank} components, **no method is clearly best**: {low} to {top}.",
    "also": "With up to {rank} components, **{best}** has the highest score: **{top}**, close to {close}.",
    "best": "With up to {rank} components, **{best}** has the highest score: **{top}**.",
}
FALLING = "Each dot is one singular value. A sharp drop suggests how many components matter; noise may have one, too."
AVERAGED = (
    "If the curves are close, the vectors may still differ. K Kᵀ and Kᵀ K keep the singular values of K, squared; "
    "(K + Kᵀ)/2 does not."
)
DIRECTED = {
    "no": "**No features tell which way a link points**",
    "more": "**{best} tell which way a link points, better than degrees do**",
    "as much": "**Features tell no more about the direction of a link than degrees do**",
}
HELD = (
    "They hold **{inside}** of the sum of all entries, {gain} points more than row and column sums give; in shuffled "
    "matrices, the gain is {chance} points."
)
GROUPED = {True: f"**The matrix has groups.** {HELD}", False: f"**These groups are no finding.** {HELD}"}
TWO_POINTS = 0.02


def choose_view(current: Active, choice: KernelChoice) -> View:
    """Set rank, centring and scaling in the sidebar; no rank is offered that the matrix does not have."""
    shape = problem(current.data, choice).shape
    possible = [rank for rank in RANKS if rank <= min(shape)]
    with st.sidebar:
        heading("Decomposition")
        rank = slider("Components", possible, USUAL_RANK, f"rank_{possible[-1]}", _RANK_HELP)
        center = toggle("Centre rows and columns", "centre", default=True, help=_CENTRE_HELP)
        scaling = choose("Features", SCALINGS, "scaling", default="sqrt", labelled=True, help=_SCALING_HELP)
    return View(int(rank), bool(center), scaling)


def spectra(state: Decomposition) -> list[Block]:
    """The blocks of the page."""
    scope = SCOPE.format(centred=" after centring" if state.view.center else "")
    return [
        Text(verdict(state), "verdict"),
        Text(scope + DIRECTION[state.reading.whole], "caption"),
        Columns(([_energy(state)], [_map(state)])),
        Tabs(OPEN, tabs(state)),
    ]


def verdict(state: Decomposition) -> str:
    """How many components matter, and how much is direction."""
    found, asked = state.reading, state.problem
    said = COMPONENTS[found.components is not None] + " " + SENTENCES[found.outcome]
    return said.format(
        components=found.components or 0,
        hold=plural(found.components or 0, "holds", "hold"),
        known=found.known,
        size=found.size,
        skew=share(found.skew or 0.0, 0),
        row=asked.row_word,
        column=asked.column_word,
    )


def _energy(state: Decomposition) -> Figure:
    """How much the first components hold, with a mark at 90 %."""
    summary, found = state.found.summary, state.reading
    estimated = (
        " The energy of the whole matrix is estimated, to about one percent." if state.found.estimated else ""
    )
    return plotted(
        "energy",
        "Share of the energy that the first components hold",
        "How much the first components hold",
        f"A steep curve means that few components describe the matrix.{estimated} They need not be the ones that "
        "separate the classes.",
        cumulated_energy,
        summary.energy[: max(LEADING, round(1.2 * (found.components or 0)))],
        rank=found.components,
        size=summary.size,
    )


def _map(state: Decomposition) -> Figure:
    """Rows and columns in the plane of components 1 and 2, the outermost ones named."""
    asked = state.problem
    sides = state.found.features(min(2, state.found.triplets.rank), state.view.scaling)
    said = MAP[asked.same_samples].format(row=asked.row_word, column=asked.column_word)
    return plotted(
        state.key("map"),
        "Components 1 and 2 of each row and of each column",
        "Where rows and columns stand",
        " ".join([said, *_dominated(state)]),
        joined_embeddings,
        *map(leading_plane, sides),
        asked.row_labels,
        names=asked.row_names,
        column_names=None if asked.same_samples else asked.column_names,
        classes=state.classes,
        marked=around.chosen() if asked.same_samples else None,
        named=NAMED,
        samples=np.arange(asked.shape[0]),
    )


MAP = {
    True: "Filled: a {row} as a row. Open: the same {row} as a column. A long line means that the two differ.",
    False: "Filled: {row}s, the rows. Diamonds: {column}s, the columns. Those in the same direction belong together.",
}


def _dominated(state: Decomposition) -> list[str]:
    """Which of the two axes a few rows or columns dominate; one sentence at most."""
    asked = state.problem
    words = (asked.row_word, asked.column_word)
    features = state.found.features(min(2, state.found.triplets.rank))
    for side, thing in zip(features, words, strict=True):
        for which, few in enumerate(held_by_few(leading_plane(side)), 1):
            if few:
                return [DOMINATED.format(which=which, few=few, n=len(side), thing=thing)]
    return []


def tabs(state: Decomposition) -> dict[str, Callable[[], list[Block]]]:
    """Titles of the tabs and their bodies."""
    asked = state.problem
    found: dict[str, Callable[[], list[Block]]] = {
        "Singular values": partial(_values, state),
        "Two embeddings": partial(_two_embeddings, state),
        "Symmetrised": lambda: [Run(state.symmetrised, partial(_symmetrised, state))],
        "PCA, KPCA, SVD, KSVD": lambda: [Run(state.methods, partial(_methods, state))],
        "Choices": lambda: [Run(state.effects, partial(_choices, state))],
        "Groups": partial(_groups, state),
        "Direction of links": lambda: [Run(state.directions, _directions)],
    }
    if asked.shape[0] != asked.shape[1] or not asked.same_samples:
        del found["Symmetrised"]
    if not state.current.is_graph:
        del found["Direction of links"]
    return found


def _values(state: Decomposition) -> list[Block]:
    def body(value: Value) -> list[Block]:
        found = state.found.summary
        asked = [Control("axis", "Axis", "choice", AXES, AXES[1])]
        all_of_them = not LEADING < found.size <= ALL_VALUES
        if not all_of_them:
            asked.append(
                Control(state.current.control("shown"), "Values", "choice", (f"First {LEADING}", "All"))
            )
        held = [value(control) for control in asked]
        if held[1:] == ["All"]:
            return [Run(state.every_value, lambda every: drawn(every.summary, every.summary.size, held[0]))]
        return drawn(found, found.size if all_of_them else LEADING, held[0])

    def drawn(found: SpectrumSummary, most: int, axis: str) -> list[Block]:
        alt = "Singular values by rank"
        return [_falling("singular_values", alt, FALLING, found, axis, most, drop=found.drop)]

    s = state.found.summary
    at_least = "" if s.complete else "≥ "
    return [
        Metric(
            "Numerical rank", f"{at_least if s.numerical_rank == len(s.values) else ''}{s.numerical_rank:,}"
        ),
        Metric(
            "Effective rank",
            at_least + number(s.effective_rank if s.complete else max(s.effective_rank, s.stable_rank)),
            glossary.term("effective rank").whole,
        ),
        Metric(
            "Stable rank",
            ("≈ " if state.found.estimated else "") + number(s.stable_rank),
            glossary.term("stable rank").whole,
        ),
        Live("values", body),
    ]


def _falling(
    key: str, alt: str, caption: str, found: SpectrumSummary, axis: str, most: int | None = None, **more: Any
) -> Figure:
    """The first singular values, without what is rounding on a logarithmic axis."""
    limit = max(found.shape) * float(np.finfo(float).eps * found.values[0])
    more |= {"logarithmic": axis == AXES[1], "limit": limit}
    return plotted(key, alt, "", caption, figures.singular_values, found.values[:most], **more)


def _two_embeddings(state: Decomposition) -> list[Block]:
    def body(value: Value) -> list[Block]:
        asked, control = state.problem, state.current.control
        rank = min(state.view.rank, state.found.triplets.rank)
        offered = tuple(range(1, rank + 1))
        lists = [
            Control(control(f"{label.lower()}_{rank}"), label, "list", offered, min(first, rank))
            for label, first in (("Across", 1), ("Up", 2))
        ]
        across, up = (int(value(each)) for each in lists)
        left, right = (
            side[:, [across - 1, up - 1]] for side in state.found.features(rank, state.view.scaling)
        )
        reads = asked.readings()
        sides = (
            ("u", "row", left, asked.row_labels, asked.row_names, asked.row_word, reads[0]),
            ("v", "column", right, asked.column_labels, asked.column_names, asked.column_word, reads[1]),
        )  # fmt: skip
        parts = [
            plotted(
                state.current.key(f"{letter}_embedding"),
                f"As {side}s: component {across} against {up}",
                f"As {side}s",
                f"Each point is a {thing}, placed by its {side}: {reading}.",
                figures.embedding,
                features,
                labels,
                names=names,
                titles=(f"{letter} component {across}", f"{letter} component {up}"),
                classes=None if labels is None else state.classes,
                samples=np.arange(len(features)) if letter == "u" or asked.same_samples else None,
            )
            for letter, side, features, labels, names, thing, reading in sides
        ]
        return [Columns(tuple([each] for each in parts)), Text(SIGNS, "caption")]

    return [Live("embeddings", body)]


def _symmetrised(state: Decomposition, rival: Symmetrised) -> list[Block]:
    found = state.found
    about = "about " if rival.estimated or found.estimated else ""
    kept = min(share_of_squares(rival.norm, found.summary.norm), 1.0)
    said = f"The symmetrised kernel (K + Kᵀ)/2 keeps {about}**{share(kept, 0)}** of the energy."
    if rival.negative:
        those = "" if rival.complete else "leading "
        said += (
            f" {rival.negative:,} of its {those}{len(rival.values):,} eigenvalues "
            f"{plural(rival.negative, 'is', 'are')} negative, so it is indefinite."
        )

    def body(value: Value) -> list[Block]:
        axis = value(Control("averaged_axis", "Axis", "choice", AXES))
        alt = "Singular values against eigenvalues of the symmetrised matrix"
        return [_falling("symmetrised", alt, AVERAGED, found.summary, axis, symmetric=rival.values)]

    return [Text(said), Live("averaged", body)]


def _methods(state: Decomposition, methods: tuple[RankedMethod, ...]) -> list[Block]:
    asked = state.problem
    drawn = [
        plotted(
            f"method_{method.name}",
            f"Components 1 and 2 of {method.name}",
            method.name,
            _method_caption(method),
            figures.embedding,
            leading_plane(method.left),
            asked.row_labels,
            names=asked.row_names,
            classes=state.classes,
            height=300,
            samples=np.arange(len(method.left)),
        )
        for method in methods
        if method.left is not None
    ]
    pairs = [Columns(tuple([each] for each in drawn[at : at + 2])) for at in range(0, len(drawn), 2)]
    missing = [Text(f"{method.name}: {plain(method.problem)}") for method in methods if method.left is None]
    best = best_method(methods, min(state.view.rank, *asked.shape), len(asked.row_names))
    return [Text(best), *pairs, *missing]


def _method_caption(method: RankedMethod) -> str:
    scores = [
        f"{side} {share(score)}"
        for side, score in (("rows", method.one_side), ("rows and columns", method.both))
        if score is not None
    ]
    meaning = method.meaning if method.meaning.startswith("exp(") else capitalised(method.meaning)
    return plain(meaning) + (". Neighbour score: " + ", ".join(scores) if scores else "") + "."


def best_method(methods: tuple[RankedMethod, ...], rank: int, n: int) -> str:
    """Which method's neighbours share the class most often; none where the scores are close."""
    scored = {m.name: max(m.one_side or 0.0, m.both or 0.0) for m in methods if m.one_side is not None}
    if not scored:
        return METHODS["none"].format(rank=rank)
    (best, top), low = max(scored.items(), key=lambda each: each[1]), min(scored.values())
    close = [name for name, score in scored.items() if name != best and top - score <= _noise(n)]
    kind = "one" if len(scored) == 1 else "close" if top - low <= _noise(n) else "also" if close else "best"
    said = METHODS[kind].format(rank=rank, best=best, top=share(top), low=share(low), close=listed(close))
    return f"{said} Neighbour score: {NEIGHBOURS}. It is not tested here."


def _choices(state: Decomposition, effects: tuple[Effect, ...]) -> list[Block]:
    rank = state.view.rank
    rows = [
        {
            "choice": effect.group,
            "set to": effect.name + (" (in use)" if effect.current else ""),
            "first values": ", ".join(map(number, effect.values)) if effect.values else effect.problem,
            f"energy of the first {rank}": share(effect.energy) if effect.values else "",
            "neighbour score, rows": "" if effect.left is None else share(effect.left),
            "neighbour score, rows and columns": "" if effect.both is None else share(effect.both),
        }
        for effect in effects
    ]
    table = pd.DataFrame(rows)
    return [
        Text(what_matters(effects, len(state.problem.row_names))),
        Table(
            table.loc[:, (table != "").any()],
            f"One choice is changed at a time. Neighbour score: {NEIGHBOURS}.",
        ),
    ]


def what_matters(effects: tuple[Effect, ...], n: int) -> str:
    """Which choice moves the neighbour score most."""
    most, span = widest_choice(effects)
    if not most:
        return "The leading components under each choice."
    if span <= _noise(n):
        return f"No choice changes a neighbour score by more than {100 * span:.1f} points."
    return f"**{most}** matters most: it changes a neighbour score by {100 * span:.0f} points."


def _groups(state: Decomposition) -> list[Block]:
    asked = state.problem
    offered = tuple(k for k in GROUPS if k <= min(asked.shape))
    if max(asked.shape) > MOST_GROUPED or not offered:
        n, m = asked.shape
        return [Text(f"Groups need 2 to {MOST_GROUPED:,} rows and columns. This matrix is {n:,} × {m:,}.")]
    usual = len(state.classes or ())
    usual = usual if usual in offered else offered[min(1, len(offered) - 1)]

    def body(value: Value) -> list[Block]:
        asked_for = Control(state.current.control("groups"), "Groups", "choice", offered, usual)
        return [Run(state.groups(int(value(asked_for))), drawn)]

    def drawn(found: MatrixGroups) -> list[Block]:
        sides = (found.found.row_labels, found.found.column_labels)
        rows, columns = ([f"group {each + 1}" for each in side.tolist()] for side in sides)
        figure = plotted(
            state.key("groups"),
            "The matrix, its rows and columns in the order of their groups",
            "",
            "A strong block on the diagonal joins the rows and columns of one group. k-means finds groups in noise, "
            "too: compare with the shuffled matrices.",
            figures.signed_heatmap,
            found.matrix,
            rows,
            column_labels=columns,
        )
        return [Text(grouped(found, asked.row_word)), figure]

    return [Live("groups", body)]


def grouped(groups: MatrixGroups, row_word: str) -> str:
    """Whether the groups hold more than sums and chance, whether rows and columns differ, and what the classes say."""
    chance, (rows, columns) = max(float(groups.by_chance.max()), 0.0), groups.agreement
    said = [GROUPED[groups.gain > chance + TWO_POINTS]]
    if groups.moved is not None:
        said.append("{moved} of the {row}s are in another group as a column than as a row.")
    if rows is not None and columns is not None:
        said.append(
            "Agreement with the classes (adjusted Rand index): {rows} for rows, {columns} for columns."
        )
    return " ".join(said).format(
        inside=share(groups.inside, 0),
        gain=fixed(100 * groups.gain),
        chance=fixed(100 * chance),
        moved=capitalised(share(groups.moved or 0.0, 0)),
        row=row_word,
        rows=fixed(rows or 0.0, 2),
        columns=fixed(columns or 0.0, 2),
    )


def _directions(scores: tuple[DirectionScores, ...]) -> list[Block]:
    rows = [
        {
            "from": TOLD_BY[one.method],
            "right": f"{np.mean(one.auc):.0%}",
            "lowest": f"{one.auc.min():.0%}",
            "highest": f"{one.auc.max():.0%}",
        }
        for one in scores
    ]
    return [
        Text(directed(scores)),
        Table(
            pd.DataFrame(rows),
            "Each test link u → v and its reversal v → u get a score: the first node's features as a row times the "
            "second node's as a column. “Right” is the AUC over five splits; 50% is guessing.",
        ),
    ]


def directed(scores: tuple[DirectionScores, ...]) -> str:
    """Whether features tell which way a link points better than the degrees of its ends do."""
    means = {one.method: float(one.auc.mean()) for one in scores}
    best = max((one for one in means if one in ("svd", "ksvd")), key=means.__getitem__)
    found, degrees = means[best], means["degrees"]
    tells = "no" if found <= 0.5 + TWO_POINTS else "more" if found > degrees + TWO_POINTS else "as much"
    return DIRECTED[tells].format(best=capitalised(TOLD_BY[best])) + (
        f": {found:.0%} of {scores[0].n_edges:,} test links score higher than their reversals, with degrees alone "
        f"{degrees:.0%}."
    )


def _noise(n: int) -> float:
    """Differences that name no best method without a paired test: 1/√n at most, and two points at least."""
    return max(float(1.0 / max(n, 1) ** 0.5), TWO_POINTS)


_RANK_HELP = "Singular triplets that are kept, here and in the features to download."
_CENTRE_HELP = (
    "Subtracts the row and column means, as KSVD does. Without it the first component is mostly the mean."
)
_SCALING_HELP = (
    "U: the singular vectors alone. U √Σ: weighted by the roots of the singular values. U Σ: weighted by the singular "
    "values. With weights, axes with more energy are longer."
)
