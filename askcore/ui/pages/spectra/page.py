"""The page "Spectra" as a value: how many components a kernel matrix has, and where rows and columns stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments, figures
from askcore._format import capitalised, format_percent, number, plural
from askcore.diagnostics import asymmetry
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.parts import PART, stored_entries
from askcore.experiments.running.jobs import Task
from askcore.experiments.spectra import compared, decomposition, groups
from askcore.experiments.spectra.decomposition import SpectrumOutcome, check_decomposable, leading_plane
from askcore.figures.embeddings import joined_embeddings
from askcore.figures.parts.classes import class_names
from askcore.figures.spectra import cumulated_energy
from askcore.ui import blocks as ui
from askcore.ui.background import FEW_TUNED, in_background
from askcore.ui.blocks import Block, Text
from askcore.ui.cache import cached
from askcore.ui.charts import linked_selection
from askcore.ui.controls import choose, slider, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.matrices import MatrixState
from askcore.ui.pieces import heading
from askcore.ui.problems import problem
from askcore.ui.text.glossary import term
from askcore.ui.text.snippet import KSVD, Script, problem_lines
from askcore.ui.text.words import fill_in, plain

RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
USUAL_RANK = 20
SCALINGS = {"none": "U", "sqrt": "U √Σ", "full": "U Σ"}
OPEN = "spectra_details"  # key of the tabs

# What the spectrum says first: a sentence for each outcome, after one on how many components matter.
COMPONENTS = {
    True: "**{found.components:,} of {found.size:,}** components {hold} 90% of the energy.",
    False: "More than **{found.known:,} of {found.size:,}** components are needed for 90% of the energy.",
}
SENTENCES = {
    SpectrumOutcome.DIRECTED: "Rows and columns differ: **{found.skew:percent0}** of the energy is direction.",
    SpectrumOutcome.NEARLY_SYMMETRIC: "Rows and columns are nearly alike: **{found.skew:percent0}** of the energy is "
    "direction.",
    SpectrumOutcome.SYMMETRIC: "The matrix is symmetric: each {row} has the same place as a row and as a column.",
    SpectrumOutcome.RECTANGULAR: "{row:first}s and {column}s are different things: each has its own place.",
    SpectrumOutcome.ONE_COMPONENT: "One component holds all the energy, so there is only one axis.",
    SpectrumOutcome.EQUAL: "The {found.known:,} leading singular values are equal: the axes are arbitrary.",
}
SCOPE = "The energy is the sum of the squared entries{centred}."
DIRECTION = {  # whether the share of direction is that of all of K
    True: " Direction is the skew-symmetric part of the matrix{before}, as on “Matrix”.",
    False: " Direction is the skew-symmetric part, here of the leading components.",
    None: "",
}
STEEP = "A steep curve means that few components describe the matrix. These components need not separate the classes."
ESTIMATED = " The energy of the whole matrix is an estimate, with an error of about 1%."
MAP = {
    True: "Filled: a {row} as a row. Open: the same {row} as a column. A long line means that the two places differ.",
    False: "Filled: {row}s. Diamonds: {column}s. Rows and columns in the same direction belong together.",
}
DOMINATED = (
    "Component {which} is dominated by {few} of {n:,} {thing}s and squeezes the rest together. "
    "The tab “Two embeddings” shows other components."
)
FALLING = "Each dot is one singular value. A sharp drop suggests how many components matter. Noise can also have one."
SYMMETRISED = (
    "Open dots are negative eigenvalues of (K + Kᵀ)/2. Even if the curves are close, the vectors may differ. "
    "K Kᵀ and Kᵀ K keep the singular values of K, squared."
)
SIGNS = "The sign of an axis is arbitrary: compare which points are close."
ONE_AT_A_TIME = "One choice is changed at a time."
NEIGHBOURS = (
    " Neighbour score: the share of samples for which most of the five nearest others have the same class. "
    "Differences are not tested for significance."
)
# Whether one kind of choice changes the neighbour score; "" without labels.
MATTERS = {
    "": "**The same data under other methods and choices.** Without labels, there is no score to compare them.",
    "most": "**{most}** matters most: it changes a neighbour score by {points:.0f} points.",
    "little": "**No choice matters here:** none changes a neighbour score by more than {points:.1f} points.",
}
HELD = (
    "The groups hold **{found.inside:percent0}** of the sum of all entries, {found.gain:points} points more than "
    "expected from row and column sums. In shuffled matrices, the gain is {chance:points} points."
)
GROUPED = {True: f"**The matrix has groups.** {HELD}", False: f"**These groups may be chance.** {HELD}"}
MOVED = "{moved:first} of the {row}s are in different groups as a row and as a column."
AGREEMENT = (
    "Agreement with the classes (adjusted Rand index): {found.agreement[0]:z.2f} for rows, {found.agreement[1]:z.2f} "
    "for columns."
)
TOO_LARGE = "Groups need 2 to {most:,} rows and columns. This matrix is {n:,} × {m:,}."
BLOCKS = (
    "A strong block on the diagonal joins the rows and columns of one group. The k-means method finds "
    "groups even in noise: compare with the shuffled matrices."
)
RANK_HELP = "The number of singular triplets that are kept, here and in the downloaded features."
CENTRE_HELP = (
    "Subtracts row and column means, as KSVD does. Otherwise, the first component is mostly the mean."
)
SCALING_HELP = (
    "U: the singular vectors alone. U √Σ: weighted by the square roots of the singular values. U Σ: weighted by the "
    "singular values. With weights, components with more energy have longer axes."
)
TWO_POINTS = 0.02  # differences below are none
AXES = ("Linear", "Logarithmic")
CENTRED = ("", ", centred")  # of a rank, by whether the matrix is
GROUPS = (2, 3, 4, 5, 6, 8)
Alternatives = tuple[compared.Alternative, ...]


@dataclass(frozen=True)
class Decomposition(MatrixState):
    """The data set in use, the matrix and how its features are taken, and what follows from them."""

    rank: int
    center: bool
    scaling: str

    @property
    def found(self) -> decomposition.Spectra:
        """Leading triplets and the spectrum; serves every rank and scaling."""
        return decomposed(self.problem, self.center)

    @property
    def reading(self) -> decomposition.SpectrumReading:
        """How many components matter, and how much of the matrix is direction."""
        return decomposition.read_spectrum(self.problem, self.found, _skew_share(self.problem))

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        asked, centred, sigma = self.problem, "H_N K H_M" if self.center else "K", ""
        if asked.sigma is not None and asked.usual_sigma is not None:
            sigma = f"Bandwidth $\\sigma$ = {number(asked.sigma)} (usual: {number(asked.usual_sigma)})."
        return {"centred": centred, "matrix": asked.matrix_words, "sigma": sigma}


@cached()
def _skew_share(asked: Problem) -> float | None:
    """Of all of K, if its entries are stored or few; the page "Matrix" shows the same number."""
    small, stored = max(asked.shape) <= PART, stored_entries(asked.operator)
    if not asked.same_samples or (stored is None and not small):
        return None
    return asymmetry(asked.operator if stored is None else stored, limit=0).skew_share


# 60 vectors of 20,000 entries on both sides: 20 MB.
@in_background("Decomposing the matrix", entries=16)
def decomposed(asked: Problem, center: bool) -> Task[decomposition.Spectra]:
    """The leading triplets, and the spectrum."""
    check_decomposable(asked)
    return Task(experiments.decompose, asked, center=center)


@in_background("Eigenvalues of the symmetrised matrix", entries=32)
def symmetrised(asked: Problem, center: bool) -> Task[np.ndarray]:
    """Eigenvalues of the symmetric part."""
    return Task(experiments.symmetrised, asked, center=center)


@in_background("Other methods and choices", entries=16)
def _alternatives(asked: Problem, center: bool, scaling: str, rank: int) -> Task[Alternatives]:
    found = decomposed(asked, center)
    return Task(compared.all_alternatives, asked, found, center=center, scaling=scaling, rank=rank)


@in_background("Grouping rows and columns", few=FEW_TUNED, entries=16)
def _grouped(asked: Problem, n_clusters: int) -> Task[groups.MatrixGroups]:
    return Task(groups.matrix_groups, asked, n_clusters)


def choose_state(current: Active, choice: KernelChoice) -> Decomposition:
    """Set rank, centring and scaling in the sidebar; no rank is offered that the matrix does not have."""
    possible = [rank for rank in RANKS if rank <= min(problem(current.data, choice).shape)]
    with st.sidebar:
        heading("Decomposition")
        rank = slider("Components", possible, USUAL_RANK, f"rank_{possible[-1]}", RANK_HELP)
        center = toggle("Centre rows and columns", "centre", default=True, help=CENTRE_HELP)
        scaling = choose("Features", SCALINGS, "scaling", default="sqrt", labelled=True, help=SCALING_HELP)
    return Decomposition(current, choice, int(rank), center, scaling)


def spectra(state: Decomposition) -> list[Block]:
    """The blocks of the page."""
    after, before = (" after centring", " before centring") if state.center else ("", "")
    scope = SCOPE.format(centred=after) + DIRECTION[state.reading.whole].format(before=before)
    return [
        Text(verdict(state), "verdict"),
        Text(scope, "caption"),
        ui.Columns(([_energy(state)], [_map(state)])),
        ui.Tabs(OPEN, tab_bodies(state)),
        *files(state),
    ]


def verdict(state: Decomposition) -> str:
    """How many components matter, and how much is direction."""
    found, asked = state.reading, state.problem
    said = COMPONENTS[found.components is not None] + " " + SENTENCES[found.outcome]
    hold = plural(found.components or 0, "holds", "hold")
    return fill_in(said, found=found, hold=hold, row=asked.row_word, column=asked.column_word)


def _energy(state: Decomposition) -> ui.Figure:
    """How much the first components hold, with a mark at 90%."""
    summary, most = state.found.summary, state.reading.components
    title, alt = "Energy of the first components", "Share of the energy that the first components hold"
    shown = summary.energy[: max(decomposition.LEADING, round(1.2 * (most or 0)))]
    caption = STEEP + ESTIMATED * state.found.estimated
    draw = partial(cumulated_energy, shown, rank=most, size=summary.size)
    return ui.Figure("energy", draw, alt, title, caption)


def _map(state: Decomposition) -> ui.Figure:
    """Rows and columns in the plane of components 1 and 2, the outermost ones named."""
    asked, same = state.problem, state.problem.same_samples
    sides = [*map(leading_plane, state.found.features(min(2, state.found.triplets.rank), state.scaling))]
    dominated = (
        DOMINATED.format(which=which, few=few, n=len(side), thing=thing)
        for side, thing in zip(sides, (asked.row_word, asked.column_word), strict=True)
        for which, few in enumerate(decomposition.held_by_few(side), 1)
        if few
    )
    said = MAP[same].format(row=asked.row_word, column=asked.column_word)
    title, alt = "Places of rows and columns", "Components 1 and 2 of each row and of each column"
    draw = partial(
        joined_embeddings,
        sides[0],
        sides[1],
        asked.row_labels,
        names=asked.row_names,
        column_names=None if same else asked.column_names,
        marked=linked_selection.chosen() if same else None,
        named=decomposition.NAMED,
    )
    caption = " ".join([said, *islice(dominated, 1)])
    return ui.Figure(state.key("map"), draw, alt, title, caption, np.arange(asked.shape[0]))


# tabs ---------------------------------------------------------------------------------------------------------------


def tab_bodies(state: Decomposition) -> dict[str, ui.Body]:
    """Titles of the tabs and their bodies."""
    others = ui.Work(_alternatives, (state.problem, state.center, state.scaling, state.rank))
    return {
        "Singular values": lambda: [*_ranks(state), ui.Live("values", partial(_values, state))],
        "Two embeddings": lambda: [ui.Live("embeddings", partial(_embeddings, state))],
        "Methods and choices": lambda: [ui.Run(others, partial(_compared, state))],
        "Groups": lambda: [ui.Live("groups", partial(_groups, state))],
    }


def _ranks(state: Decomposition) -> list[Block]:
    """How many components count."""
    s, of = state.found.summary, CENTRED[state.center]
    at_least, about = "" if s.complete else "≥ ", "≈ " if state.found.estimated else ""
    effective = s.effective_rank if s.complete else max(s.effective_rank, s.stable_rank)
    rank = f"{at_least if s.numerical_rank == len(s.values) else ''}{s.numerical_rank:,}"
    return [
        ui.Metric(f"Numerical rank{of}", rank, term("rank").whole),
        ui.Metric(f"Effective rank{of}", at_least + number(effective), term("effective rank").whole),
        ui.Metric(f"Stable rank{of}", about + number(s.stable_rank), term("stable rank").whole),
    ]


def _values(state: Decomposition, value: ui.Value) -> list[Block]:
    """Singular values by rank, alone or beside the eigenvalues of the symmetrised matrix."""
    s, asked = state.found.summary, state.problem
    axis = value(ui.Control("axis", "Axis", "choice", AXES, AXES[1]))
    limit = max(s.shape) * float(np.finfo(float).eps * s.values[0])

    def drawn(symmetric: np.ndarray | None = None) -> list[Block]:
        alt, said = "Singular values by rank", FALLING if symmetric is None else SYMMETRISED
        more = {"logarithmic": axis == AXES[1], "limit": limit, "symmetric": symmetric, "drop": s.drop}
        draw = partial(figures.singular_values, s.values, **more)
        figure = ui.Figure("singular_values", draw, alt, caption=said)
        return [figure, *([] if symmetric is None else [ui.Step(SYMMETRISED_CODE.format(state=state))])]

    beside = ui.Control("symmetrised", "Eigenvalues of (K + Kᵀ)/2", "switch", default=False)
    if asked.same_samples and value(beside):
        return [ui.Run(ui.Work(symmetrised, (asked, state.center)), drawn)]
    return drawn()


def _embeddings(state: Decomposition, value: ui.Value) -> list[Block]:
    """Rows and columns each in a plane of two components."""
    asked, rank, control = state.problem, state.rank, state.current.control
    every = tuple(range(1, rank + 1))
    across = int(value(ui.Control(control(f"across_{rank}"), "Horizontal axis", "list", every, 1)))
    up = int(value(ui.Control(control(f"up_{rank}"), "Vertical axis", "list", every, min(2, rank))))
    words, found = (asked.row_word, asked.column_word), state.found.features(rank, state.scaling)
    drawn: list[list[Block]] = []
    sides = zip(("row", "column"), "uv", found, words, asked.readings(), strict=True)
    for side, letter, features, thing, placed in sides:
        axes = (f"{letter} component {across}", f"{letter} component {up}")
        labels, names = getattr(asked, f"{side}_labels"), getattr(asked, f"{side}_names")
        draw = partial(figures.embedding, features[:, [across - 1, up - 1]], labels, names=names, titles=axes)
        key, alt = state.current.key(f"{letter}_embedding"), f"As {side}s: {axes[0]} against {axes[1]}"
        samples = np.arange(len(features)) if side == "row" or asked.same_samples else None
        said = f"Each point is a {thing}, placed by {placed}."
        drawn.append([ui.Figure(key, draw, alt, f"As {side}s", said, samples)])
    return [ui.Columns(tuple(drawn)), Text(SIGNS, "caption")]


def _compared(state: Decomposition, found: Alternatives) -> list[Block]:
    """Two components of each method, and what methods and choices change."""
    asked = state.problem
    planes: list[list[Block]] = []
    for one in found:
        if one.group == compared.METHOD and one.features is not None:
            said = one.meaning if one.meaning.startswith("exp(") else capitalised(one.meaning)
            plane, alt = leading_plane(one.features), f"{one.name}: component 1 against component 2"
            draw = partial(figures.embedding, plane, asked.row_labels, names=asked.row_names, height=300)
            samples = np.arange(len(plane))
            planes.append([ui.Figure(f"method_{one.name}", draw, alt, one.name, f"{plain(said)}.", samples)])
    table = pd.DataFrame(
        {
            "choice": one.group,
            "set to": one.name + (" (in use)" if one.current else ""),
            "first values": ", ".join(map(number, one.values)) or one.problem,
            f"energy of the first {state.rank}": "" if np.isnan(one.energy) else format_percent(one.energy),
            "neighbour score, rows": "" if one.rows is None else format_percent(one.rows),
            "neighbour score, rows and columns": "" if one.both is None else format_percent(one.both),
        }
        for one in found
    )
    caption = ONE_AT_A_TIME + NEIGHBOURS * any(one.rows for one in found)
    return [
        Text(what_matters(found, len(asked.row_names))),
        *(ui.Columns(tuple(planes[i : i + 2])) for i in range(0, len(planes), 2)),
        ui.Table(table.loc[:, (table != "").any()], caption),
        ui.Step(ALTERNATIVES_CODE.format(state=state)),
    ]


def what_matters(found: Alternatives, n: int) -> str:
    """Which choice changes the neighbour score most, if by more than 1/√n, which only a paired test could tell."""
    most, span = compared.widest_choice(found)
    kind = "" if not most else "most" if span > max(n**-0.5, TWO_POINTS) else "little"
    return MATTERS[kind].format(most=most, points=100 * span)


def _groups(state: Decomposition, value: ui.Value) -> list[Block]:
    """Groups of rows and columns, and whether they are a finding."""
    asked, (n, m) = state.problem, state.problem.shape
    offered = tuple(k for k in GROUPS if k <= min(n, m))
    if max(n, m) > groups.MOST_GROUPED or not offered:
        return [Text(TOO_LARGE.format(most=groups.MOST_GROUPED, n=n, m=m))]
    labels = asked.row_labels
    classes = 0 if labels is None else len(class_names(labels))
    usual = classes if classes in offered else offered[min(1, len(offered) - 1)]
    k = value(ui.Control(state.current.control("groups"), "Groups", "choice", offered, usual))

    def drawn(found: groups.MatrixGroups) -> list[Block]:
        sides = (found.found.row_labels, found.found.column_labels)
        rows, columns = ([f"group {each + 1}" for each in side.tolist()] for side in sides)
        alt, key = "The matrix, its rows and columns in the order of their groups", state.key("groups")
        draw = partial(figures.signed_heatmap, found.matrix, rows, column_labels=columns)
        return [Text(groups_said(found, asked.row_word)), ui.Figure(key, draw, alt, caption=BLOCKS)]

    return [ui.Run(ui.Work(_grouped, (asked, int(k))), drawn)]


def groups_said(found: groups.MatrixGroups, row: str) -> str:
    """Whether the groups hold more than sums and chance, whether rows and columns differ, and what the classes say."""
    chance = max(float(found.by_chance.max()), 0.0)
    said = [GROUPED[found.gain > chance + TWO_POINTS]]
    said += [MOVED] * (found.moved is not None) + [AGREEMENT] * (None not in found.agreement)
    moved = format_percent(found.moved or 0.0, 0)
    return fill_in(" ".join(said), found=found, chance=chance, moved=moved, row=row)


# files and Python ---------------------------------------------------------------------------------------------------


def files(state: Decomposition) -> list[ui.Download]:
    """Features, in two files where rows and columns are different things, and singular values."""
    s, same = state.found.summary, state.problem.same_samples
    sides = {"Features": "uv"} if same else {"Row features": "u", "Column features": "v"}
    made = {label: partial(features_table, state, letters) for label, letters in sides.items()}
    ranked = {"rank": np.arange(1, len(s.values) + 1), "singular_value": s.values, "energy": s.energy}
    made["Singular values"] = partial(pd.DataFrame, ranked)
    return [
        ui.Download(f"{label} (CSV)", content, f"{label.lower().replace(' ', '_')}.csv", at_end=True)
        for label, content in made.items()
    ]


def features_table(state: Decomposition, letters: str) -> pd.DataFrame:
    """One line for each sample: its name, its label where it has one, features u1, u2, ... and v1, v2, ..."""
    side = "row" if "u" in letters else "column"
    labels = getattr(state.problem, f"{side}_labels")
    table = {"id": getattr(state.problem, f"{side}_names")} | ({} if labels is None else {"label": labels})
    for letter, features in zip("uv", state.found.features(state.rank, state.scaling), strict=True):
        if letter in letters:
            table |= {f"{letter}{k}": column for k, column in enumerate(features.T, 1)}
    return pd.DataFrame(table)


FOUND_CODE = """found = decompose(problem, center={state.center})
print("Components for 90% of the energy:", found.summary.components_for(0.9))
print("Numerical rank{of}:", found.summary.numerical_rank)
print("Effective rank{of}:", found.summary.effective_rank)
print("Stable rank{of}:", found.summary.stable_rank)
print("First singular values:", *found.summary.values[:5])
# features of rows and columns
left, right = found.features({state.rank}, {state.scaling!r})"""
KSVD_CODE = """# the same as an estimator, which also places new rows and columns
model = askcore.KSVD({choice.name!r}, {state.rank}, kernel_params={{{params}}}, center={state.center}, \
compatibility={choice.compatibility!r}, scaling={state.scaling!r}, random_state={choice.seed})
model.fit(problem.data_matrix)
print(model.singular_values_[:5])"""
FIGURE_CODE = (
    f"figures.singular_values(found.summary.values[:{decomposition.LEADING}], drop=found.summary.drop)"
)
SYMMETRISED_CODE = """rival = symmetrised(problem, center={state.center})
print("Eigenvalues of the symmetric part:", *rival[:5])"""
ALTERNATIVES_CODE = """# other methods with the same rank, and one choice changed at a time
methods = features_at_rank(problem, found, rank={state.rank}, scaling={state.scaling!r})
choices = choice_effects(problem, center={state.center}, scaling={state.scaling!r}, rank={state.rank})
for one in (*methods, *choices):
    print(one.group, one.name, one.values, one.energy, one.rows, one.both)"""


def python_code(state: Decomposition) -> Script:
    """A script that prints the numbers of the page and makes the arrays ``left`` and ``right``."""
    choice = state.choice
    params = [f"{name!r}: {value!r}" for name, value in choice.params]
    params += ['"sigma": problem.sigma'] * (choice.name in ("sne", "rbf"))
    ksvd = KSVD_CODE.format(choice=choice, state=state, params=", ".join(params))
    steps = problem_lines(state.current, choice), FOUND_CODE.format(state=state, of=CENTRED[state.center])
    return Script(
        "Spectra",
        "decomposes a kernel matrix into features of its rows and of its columns.",
        (*steps, ksvd) if choice.matrix == "crossed" else steps,
        FIGURE_CODE,
        "A drop in the spectrum does not prove that there are as many classes.",
        (KSVD,),
    )
