"""Tabs of the page "Spectra": singular values, embeddings, other matrices and methods, choices, groups, directions."""

from __future__ import annotations

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import capitalised, fixed, listed, number, share
from askcore.experiments.spectra.compared import Effect, RankedMethod, widest_choice
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import MOST_GROUPED, MatrixGroups
from askcore.experiments.spectra.reading import leading_plane
from askcore.ui.blocks import (
    Block,
    Columns,
    Control,
    Live,
    Metric,
    Run,
    Step,
    Table,
    Text,
    Value,
    Work,
)
from askcore.ui.charts.plots import plotted
from askcore.ui.pages.spectra import results
from askcore.ui.pages.spectra.results import Decomposition
from askcore.ui.text import glossary
from askcore.ui.text.words import plain

AXES = ("Linear", "Logarithmic")
BESIDE = "Eigenvalues of (K + Kᵀ)/2"
GROUPS = (2, 3, 4, 5, 6, 8)

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
SYMMETRISED = (
    "Open dots are negative eigenvalues of (K + Kᵀ)/2. If the curves are close, the vectors may still differ. K Kᵀ and "
    "Kᵀ K keep the singular values of K, squared."
)
SYMMETRISED_CODE = """rival = symmetrised(problem, center={center})
print("Eigenvalues of the symmetric part:", *rival[:5])"""
DIRECTED = {
    "no": "**No features tell which way a link points**",
    "more": "**{best} tell which way a link points, better than degrees do**",
    "as much": "**Features tell no more about the direction of a link than degrees do**",
}
TEST_LINKS = (
    "Each test link u → v and its reversal v → u get a score: the first node's features as a row times the second "
    "node's as a column. “Right” is the AUC over five splits; 50% is guessing."
)
HELD = (
    "They hold **{inside}** of the sum of all entries, {gain} points more than row and column sums give; in shuffled "
    "matrices, the gain is {chance} points."
)
GROUPED = {True: f"**The matrix has groups.** {HELD}", False: f"**These groups are no finding.** {HELD}"}
TWO_POINTS = 0.02


def ranks(state: Decomposition) -> list[Block]:
    """How many components count."""
    s, term = state.found.summary, glossary.term
    at_least, about = "" if s.complete else "≥ ", "≈ " if state.found.estimated else ""
    effective = s.effective_rank if s.complete else max(s.effective_rank, s.stable_rank)
    rank = f"{at_least if s.numerical_rank == len(s.values) else ''}{s.numerical_rank:,}"
    return [
        Metric("Numerical rank", rank, term("rank").whole),
        Metric("Effective rank", at_least + number(effective), term("effective rank").whole),
        Metric("Stable rank", about + number(s.stable_rank), term("stable rank").whole),
    ]


def values(state: Decomposition) -> list[Block]:
    """Singular values by rank, alone or beside the eigenvalues of the symmetrised matrix."""
    s, asked = state.found.summary, state.problem
    limit = max(s.shape) * float(np.finfo(float).eps * s.values[0])

    def body(value: Value) -> list[Block]:
        axis = value(Control("axis", "Axis", "choice", AXES, AXES[1]))

        def drawn(symmetric: np.ndarray | None = None) -> list[Block]:
            alt, said = "Singular values by rank", FALLING if symmetric is None else SYMMETRISED
            more = {"logarithmic": axis == AXES[1], "limit": limit, "symmetric": symmetric, "drop": s.drop}
            code = Step(SYMMETRISED_CODE.format(center=state.view.center))
            figure = plotted("singular_values", alt, "", said, figures.singular_values, s.values, **more)
            return [figure] if symmetric is None else [figure, code]

        if asked.same_samples and value(Control("symmetrised", BESIDE, "switch", default=False)):
            return [Run(Work(results.symmetrised, (asked, state.view.center)), drawn)]
        return drawn()

    return [Live("values", body)]


def two_embeddings(state: Decomposition) -> list[Block]:
    """Rows and columns each in a plane of two components."""

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


def methods(state: Decomposition, found: tuple[RankedMethod, ...]) -> list[Block]:
    """Two components of each method, and their neighbour scores."""
    asked, rank = state.problem, min(state.view.rank, *state.problem.shape)
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
        for method in found
        if method.left is not None
    ]
    pairs = [Columns(tuple([each] for each in drawn[at : at + 2])) for at in range(0, len(drawn), 2)]
    missing = [Text(f"{method.name}: {plain(method.problem)}") for method in found if method.left is None]
    code = f"""# neighbour score of the rows, and of rows and columns together
for one in features_at_rank(problem, found, rank={rank}, scaling={state.view.scaling!r}):
    print(f"{{one.name}}: {{one.one_side}} {{one.both}}")"""
    return [Text(best_method(found, rank, len(asked.row_names))), *pairs, *missing, Step(code)]


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


def choices(state: Decomposition, effects: tuple[Effect, ...]) -> list[Block]:
    """What centring, scaling and compatibility change."""
    view, rank = state.view, state.view.rank
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
    said = f"One choice is changed at a time. Neighbour score: {NEIGHBOURS}."
    code = f"""# one choice is changed at a time
for one in choice_effects(problem, center={view.center}, scaling={view.scaling!r}, rank={rank}):
    print(one.group, one.name, one.values[:3], one.energy, one.left, one.both)"""
    return [
        Text(what_matters(effects, len(state.problem.row_names))),
        Table(table.loc[:, (table != "").any()], said),
        Step(code),
    ]


def what_matters(effects: tuple[Effect, ...], n: int) -> str:
    """Which choice moves the neighbour score most."""
    most, span = widest_choice(effects)
    if not most:
        return "The leading components under each choice."
    if span <= _noise(n):
        return f"No choice changes a neighbour score by more than {100 * span:.1f} points."
    return f"**{most}** matters most: it changes a neighbour score by {100 * span:.0f} points."


def groups(state: Decomposition) -> list[Block]:
    """Groups of rows and columns, and whether they are a finding."""
    asked = state.problem
    offered = tuple(k for k in GROUPS if k <= min(asked.shape))
    if max(asked.shape) > MOST_GROUPED or not offered:
        n, m = asked.shape
        return [Text(f"Groups need 2 to {MOST_GROUPED:,} rows and columns. This matrix is {n:,} × {m:,}.")]
    usual = len(state.classes or ())
    usual = usual if usual in offered else offered[min(1, len(offered) - 1)]

    def body(value: Value) -> list[Block]:
        asked_for = Control(state.current.control("groups"), "Groups", "choice", offered, usual)
        return [Run(Work(results.groups, (asked, int(value(asked_for)))), drawn)]

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


def directions(state: Decomposition, scores: tuple[DirectionScores, ...]) -> list[Block]:
    """Which features tell the way that a link points."""
    rows = [
        {
            "from": TOLD_BY[one.method],
            "right": f"{np.mean(one.auc):.0%}",
            "lowest": f"{one.auc.min():.0%}",
            "highest": f"{one.auc.max():.0%}",
        }
        for one in scores
    ]
    return [Text(directed(scores)), Table(pd.DataFrame(rows), TEST_LINKS)]


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
