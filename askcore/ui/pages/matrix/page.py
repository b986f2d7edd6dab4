"""The page "Matrix" as a value: the largest imbalances and net flows, the matrix with its parts, and its eigenvalues.

The first view with its sentences, its files and its Python; ``tabs`` and ``indefinite`` hold the tabs, ``results``
what is computed. A graph without labels begins with its nodes, by strength and in the order of their trophic levels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import count, format_percent, join_and, number
from askcore.diagnostics.trophic import LevelOutcome
from askcore.experiments.matrix.blocks import AS_GIVEN, BY_CLASS
from askcore.experiments.matrix.reading import Imbalances, MatrixOutcome, Signs
from askcore.figures import Picture, Theme
from askcore.figures.bars import net_flows, paired_bars
from askcore.ui import blocks as ui
from askcore.ui.blocks import Block, Text
from askcore.ui.matrices import entry_words, matrix_picture
from askcore.ui.pages.matrix import indefinite, results, tabs
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text import glossary
from askcore.ui.text.snippet import ASKLS, Script, problem_lines
from askcore.ui.text.words import fill_in, plain

OPEN = "matrix_details"  # key of the tabs
SHORT = 20  # letters of a name in a pair
PARTS = ("K", "Symmetric", "Skew-symmetric")
ORDERS = {AS_GIVEN: "in the order of the file"}

SENTENCES = {
    MatrixOutcome.ZERO: "**Every entry is zero:** no {row} is similar to any other.",
    MatrixOutcome.ONE_SAMPLE: "**One {row}:** the matrix is the number {first}. There is nothing to compare.",
    MatrixOutcome.EQUAL: "**Every entry is {first}:** the matrix does not distinguish any two {row}s.",
    MatrixOutcome.RECTANGULAR: "**Rows and columns differ:** {rows} × {columns}. So K(v, u) is not defined.",
    MatrixOutcome.SYMMETRIC: "**Symmetric:** K(u, v) = K(v, u) for every pair.",
    MatrixOutcome.SKEW: "**Skew-symmetric:** K(v, u) = −K(u, v) for every pair. {flow}",
    MatrixOutcome.ROW_SCALED: "**Asymmetric only in the scale of its rows:** {found.skew:percent} of its energy is "
    "skew-symmetric. {flow}",
    MatrixOutcome.ASYMMETRIC: "**Asymmetric:** {found.skew:percent} of its energy is skew-symmetric. {flow}",
}
LIMITS = {
    MatrixOutcome.ROW_SCALED: "K is a symmetric matrix whose rows were multiplied by factors. Each factor belongs to "
    "one {row}; with SNE, it shows how dense the data are around that {row}.",
    MatrixOutcome.ASYMMETRIC: "The skew-symmetric part of K is its direction. “Decisions” shows whether "
    "direction helps a classifier.",
}
HOLLOW = " The diagonal is zero, which causes negative squared distances."
SAMPLED = "Eigenvalues and ranks are those of {rows:,} of {n:,} rows, sampled at random."
READ = " The skew-symmetric share is estimated from {read:,} rows."
COMPARED = " {compared:,} of {n:,} rows were compared."
TIED = " {tied:,} pairs have this largest imbalance; {listed} are shown."
# Of a flow, and of a similarity.
FLOWS = {
    True: ("**{name}** sends {net} more than it receives.", "**{name}** receives {net} more than it sends."),
    False: (
        "The row of **{name}** sums to {net} more than its column.",
        "The column of **{name}** sums to {net} more than its row.",
    ),
}
BALANCED = "Each row sum equals its column sum."
PAIRS = {
    True: "Each pair: the weight of u → v and the weight of v → u. Bold: the difference.",
    False: "Each pair u, v: K(u, v) and the smaller K(v, u). Bold: the difference.",
}
NETS = {
    True: "The total that a {row} sends minus the total that it receives.",
    False: "Row sum minus column sum of K. A {row} that many others are similar to lies on the left.",
}
PICTURE = {
    "K": "{entry} A matrix that differs from its mirror image is asymmetric.",
    "Symmetric": "(K + Kᵀ)/2, in the colours of K: all that a method without direction uses.",
    "Skew-symmetric": "(K − Kᵀ)/2, in the colours of K. Orange: K(u, v) is larger than K(v, u); blue: smaller.",
    "": "A matrix of {row}s and {column}s has no diagonal. Blue is negative, orange positive.",
}


def matrix(state: KernelMatrix) -> list[Block]:
    """The blocks of the page."""
    asked, found, on_nodes = state.problem, state.summary.imbalances, comes_first(state)
    seen: list[Block] = [*(Text(line) for line in lines(state)), *cards(state)]
    seen.append(imbalance_figures(state, found) if found else picture(state))
    first, bodies = [Text(verdict(state), "verdict"), *seen], dict[str, Callable[[], list[Block]]]()
    if on_nodes:
        first = ranked(state, "verdict")
        if found:
            bodies["Imbalances"] = lambda: [Text(verdict(state)), *seen]
    if on_nodes or found:
        bodies["Picture"] = lambda: [picture(state)]
    bodies["Eigenvalues"] = partial(tabs.eigenvalues, state)
    if asked.same_samples:
        bodies["Two samples"] = lambda: [ui.Live("pair", partial(tabs.two_samples, state))]
    done = ui.Work(results.operations, (asked, state.orders[0]))
    bodies["Symmetrise"] = lambda: [ui.Run(done, partial(tabs.operations, state))]
    if asked.row_labels is not None and asked.column_labels is not None:
        bodies["Between classes"] = partial(tabs.between_classes, state)
    if state.current.is_graph and not on_nodes:
        bodies["Levels"] = partial(ranked, state)
    if asked.same_samples:
        bodies["Indefinite"] = partial(indefinite.tab, state)
    return [*first, *([ui.Step(IMBALANCES_CODE)] if found else []), *files(state), ui.Tabs(OPEN, bodies)]


def verdict(state: KernelMatrix) -> str:
    """The kind of matrix, with the largest net flow where it is asymmetric."""
    asked, found = state.problem, state.summary
    sides = zip(asked.shape, (asked.row_word, asked.column_word), strict=True)
    rows, columns = (count(n, word) for n, word in sides)
    flow = largest_flow(state, found.imbalances) if found.imbalances else ""
    given = {"row": asked.row_word, "rows": rows, "columns": columns, "flow": flow}
    return fill_in(SENTENCES[found.outcome], found=found, first=float(found.part.K.flat[0]), **given)


def largest_flow(state: KernelMatrix, found: Imbalances) -> str:
    """Who sends the most more than it gets, or the reverse."""
    if found.extreme is None:
        return BALANCED
    sign, name = state.flow_sign, plain(state.problem.row_names[found.extreme])
    net = float(found.net[found.extreme]) * (sign or 1)
    return FLOWS[sign != 0][net < 0].format(name=name, net=number(abs(net)))


def lines(state: KernelMatrix) -> list[str]:
    """What limits the verdict, the signs of the eigenvalues, and what was sampled."""
    found, part = state.summary, state.summary.part
    said = LIMITS.get(found.outcome, "").format(row=state.problem.row_word)
    if found.signs is not None and found.outcome not in (MatrixOutcome.ZERO, MatrixOutcome.ONE_SAMPLE):
        said += f" {indefinite.signs_said(state)}"
    said += HOLLOW * found.zero_diagonal
    sampled = "" if part.whole else SAMPLED.format(rows=len(part.rows), n=part.shape[0])
    if found.entries.rows_read < part.shape[0]:
        sampled += READ.format(read=found.entries.rows_read)
    return [line for line in (said.strip(), sampled) if line]


def cards(state: KernelMatrix) -> list[Block]:
    """Three numbers."""
    found, (n, m) = state.summary, state.problem.shape
    effective = number(found.part.found.effective_rank or 0.0)
    last = ui.Metric("Effective rank", effective, glossary.term("effective rank").whole)
    if found.signs is None:
        return [ui.Metric("Rows × columns", f"{n:,} × {m:,}"), tabs.rank(state), last]
    counts = "indefinite" if found.signs is Signs.INDEFINITE else "not known"
    if found.signature is not None:
        counts = " · ".join(f"{one:,}" for one in found.signature)
    return [
        ui.Metric("Skew-symmetric share", format_percent(found.skew), SHARE_HELP),
        ui.Metric("Signature +, −, 0", counts, SIGNATURE_HELP),
        last,
    ]


SHARE_HELP = (
    "The energy of (K − Kᵀ)/2 over the energy of K, the sum of its squared entries. 0%: K is symmetric. 50%: both "
    "parts have the same energy. 100%: K is skew-symmetric."
)
SIGNATURE_HELP = (
    "Positive, negative and zero eigenvalues of (K + Kᵀ)/2. A Mercer kernel has no negative eigenvalue."
)


# the first view -----------------------------------------------------------------------------------------------------


def imbalance_figures(state: KernelMatrix, found: Imbalances) -> ui.Columns:
    """The ten largest imbalances, and the net flow of each row."""
    sign, names, row, n = state.flow_sign, state.problem.row_names, state.problem.row_word, len(found.net)
    caption = PAIRS[sign != 0]
    caption += TIED.format(tied=found.tied, listed=len(found.u)) if found.tied > len(found.u) else ""
    caption += COMPARED.format(compared=found.compared, n=n) if found.compared < n else ""
    u, v = (found.v, found.u) if sign < 0 else (found.u, found.v)
    short, k = _short([names[i] for i in (*u, *v)]), len(u)
    pairs = partial(
        paired_bars,
        [(" → " if sign else ", ").join(pair) for pair in zip(short[:k], short[k:], strict=True)],
        found.larger,
        found.smaller,
        ("u → v", "back") if sign else ("K(u, v)", "K(v, u)"),
        numbers=[number(float(gap)) for gap in found.larger - found.smaller],
    )
    alt, title = "The largest differences between K(u, v) and K(v, u)", f"Net flow of each {row}"
    axis = "sends − receives" if sign else "row − column sum"
    net = partial(net_flows, names, found.net * (sign or 1), title=axis)
    left = ui.Figure(state.key("imbalances"), pairs, alt, "Largest imbalances", caption)
    return ui.Columns(
        ([left], [ui.Figure(state.key("net"), net, title, title, NETS[sign != 0].format(row=row))])
    )


def _short(names: list[str]) -> list[str]:
    """Long names without how all of them begin, then without their middle."""
    differ = (at for at, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1)
    shared = next(differ, 0) if max(map(len, names), default=0) > SHORT else 0
    left = [f"…{name[shared:]}" if shared > 1 else name for name in names]
    return [name if len(name) <= SHORT else f"{name[:10].rstrip()}…{name[-9:].lstrip()}" for name in left]


def picture(state: KernelMatrix) -> ui.Live:
    """The matrix or one of its parts, in an order."""
    return ui.Live("picture", partial(_matrix, state))


def _matrix(state: KernelMatrix, value: ui.Value) -> list[Block]:
    asked, control = state.problem, state.current.control
    part = PARTS[0] if asked.same_samples else ""
    if state.summary.imbalances:
        part = value(ui.Control(control("matrix_part"), "Part", "choice", PARTS))
    order = value(
        ui.Control(
            control("matrix_order"), "Order", "list", state.orders, titles=lambda name: ORDERS.get(name, name)
        )
    )

    def draw(theme: Theme) -> Picture:
        found = results.means(asked, order)
        K = found.means
        if part in PARTS[1:]:
            K = (K + K.T) / 2 if part == PARTS[1] else (K - K.T) / 2
        return matrix_picture(asked, found, theme, means=K, by_class=order == BY_CLASS)

    caption = PICTURE[part].format(entry=entry_words(asked), row=asked.row_word, column=asked.column_word)
    return [
        ui.Figure(state.key("matrix"), draw, f"{part or 'K'} as a heatmap, {order}", "The matrix", caption)
    ]


RANKED = 12  # nodes in the figure
FEW = 3  # names in a sentence
ALIKE = 1e-6  # levels that differ by less are one
BY = {"sends": "Source strength", "gets": "Target strength", "level": "Level"}

LEVELS = {
    LevelOutcome.NO_LINKS: "**No links:** there is nothing to order.",
    LevelOutcome.DIRECTED: "**The links have a clear overall direction:** trophic incoherence {incoherence}.",
    LevelOutcome.PARTLY_DIRECTED: "**The links have some overall direction:** trophic incoherence {incoherence}.",
    LevelOutcome.UNDIRECTED: "**The links have hardly any overall direction:** trophic incoherence {incoherence}.",
}
SCALE = (
    "At 0, each link climbs one level; at 1, there is no overall direction, as in a cycle. Lowest: **{lowest}**. "
    "Highest: **{highest}**.{parts}"
)
SEVERAL = " The graph has {parts:,} connected parts; levels of different parts are not comparable."
STRENGTHS = "Source strength: the weight of the links out of a node. Target strength: the weight of the links into it."
BY_LEVEL = (
    "Nodes by level, the lowest first. A link above the diagonal climbs: {climbing} of the link weight does."
)
INCOHERENCE_HELP = (
    "The weighted mean of (h(v) − h(u) − 1)² over the links u → v, with the levels h that minimise it (MacKay, "
    "Johnson and Sansom 2020)."
)


LEVELS_CODE = """levels = trophic_levels(data.adjacency)
print("Trophic incoherence:", levels.incoherence)
print("Highest level:", levels.levels.max())
print("Weight that climbs:", levels.climbing)"""


def comes_first(state: KernelMatrix) -> bool:
    """Whether the page begins with the nodes: a graph without labels."""
    labels = state.current.labels
    return state.current.is_graph and (labels is None or not (np.asarray(labels) != "").any())


def ranked(state: KernelMatrix, role: ui.Role = "body") -> list[Block]:
    """How directed the graph is, its nodes by strength, and its links in the order of the levels; ``role`` : of the
    verdict.
    """
    levels = state.levels
    said = LEVELS[levels.outcome].format(incoherence=number(levels.incoherence))
    if levels.outcome is LevelOutcome.NO_LINKS:
        return [Text(said, role)]
    parts = SEVERAL.format(parts=levels.parts) if levels.parts > 1 else ""
    ends = {"lowest": levels.levels <= ALIKE, "highest": levels.levels >= levels.levels.max() - ALIKE}
    named = {end: _names(state, np.flatnonzero(which)) for end, which in ends.items()}
    return [
        Text(said, role),
        Text(SCALE.format(parts=parts, **named)),
        ui.Metric("Trophic incoherence", number(levels.incoherence), INCOHERENCE_HELP),
        ui.Metric("Highest level", number(float(levels.levels.max())), "The lowest node is at 0."),
        ui.Metric(
            "Weight that climbs",
            format_percent(levels.climbing),
            "The share of the link weight on links to a higher level.",
        ),
        ui.Columns(([_strengths(state)], [_by_level(state)])),
        ui.Action("to_spectra", "See the map of nodes on Spectra", page="Spectra"),
        ui.Fold("all_nodes", "All nodes", lambda: [ui.Table(nodes_table(state))]),
        ui.Step(LEVELS_CODE),
    ]


def _names(state: KernelMatrix, which: np.ndarray) -> str:
    """The first of some nodes, by name, and how many others there are."""
    names = [plain(state.current.data.node_ids[i]) for i in which[:FEW]]
    return join_and([*names, *([f"{len(which) - FEW:,} more"] if len(which) > FEW else [])])


def strengths(state: KernelMatrix) -> tuple[np.ndarray, np.ndarray]:
    """Weight of the links out of each node, and into it."""
    A = state.current.data.adjacency
    return np.asarray(A.sum(axis=1)).ravel(), np.asarray(A.sum(axis=0)).ravel()


def _strengths(state: KernelMatrix) -> ui.Live:
    (sends, gets), levels, names = strengths(state), state.levels.levels, state.current.data.node_ids

    def body(value: ui.Value) -> list[Block]:
        by = value(ui.Control("nodes_by", "Ranked by", "choice", tuple(BY), titles=BY.__getitem__))
        rank = {"sends": -sends, "gets": -gets, "level": levels}[by]
        order = np.argsort(rank, kind="stable")[:RANKED]
        draw = partial(
            paired_bars,
            [names[i] for i in order],
            sends[order],
            gets[order],
            ("source strength", "target strength"),
            numbers=[f"level {levels[i]:.2f}" for i in order],
        )
        more = f" The first {RANKED} of {len(names):,} nodes." if len(names) > RANKED else ""
        alt = "Source and target strength of the first nodes"
        return [ui.Figure(state.key("strengths"), draw, alt, "Nodes by strength", STRENGTHS + more)]

    return ui.Live("strengths", body)


def _by_level(state: KernelMatrix) -> ui.Figure:
    data, levels = state.current.data, state.levels
    order = np.argsort(levels.levels, kind="stable")

    def draw(theme: Theme) -> Picture:
        names = [data.node_ids[i] for i in order]
        return figures.adjacency_by_class(data.adjacency[order][:, order], names=names, theme=theme)

    caption = BY_LEVEL.format(climbing=format_percent(levels.climbing))
    return ui.Figure(
        state.key("levels"), draw, "The links, nodes by trophic level", "Links by level", caption
    )


def nodes_table(state: KernelMatrix) -> pd.DataFrame:
    """One line for each node, the largest net source first."""
    sends, gets = strengths(state)
    names, levels = state.current.data.node_ids, state.levels.levels
    columns = {"node": names, "level": levels, "source strength": sends, "target strength": gets}
    table = pd.DataFrame(columns).assign(difference=sends - gets)
    return table.sort_values("difference", ascending=False, kind="stable", ignore_index=True)


# files and Python ---------------------------------------------------------------------------------------------------


def files(state: KernelMatrix) -> list[ui.Download]:
    """The matrix and its flows."""
    part, flows = state.summary.part, state.summary.imbalances
    said = "The matrix with the names of its rows and columns."
    said += "" if part.whole else " The sampled rows and columns."
    found = [ui.Download("K (CSV)", partial(matrix_table, state), "matrix.csv", said, at_end=True)]
    if flows:
        table = partial(flows_table, state.problem.row_names, flows)
        found.append(ui.Download("Net flows (CSV)", table, "net_flows.csv", at_end=True))
    return found


def matrix_table(state: KernelMatrix) -> pd.DataFrame:
    """K with the names of its rows and columns."""
    part, asked = state.summary.part, state.problem
    rows = pd.Index([asked.row_names[i] for i in part.rows], name="K")
    return pd.DataFrame(part.K, index=rows, columns=[asked.column_names[j] for j in part.columns])


def flows_table(names: list[str], found: Imbalances) -> pd.DataFrame:
    """Row sum minus column sum of every sample, the largest first."""
    table = pd.DataFrame({"name": names, "row_sum_minus_column_sum": found.net})
    return table.sort_values("row_sum_minus_column_sum", ascending=False, kind="stable")


PART_CODE = """{sampled}part = kernel_part(problem.operator)
{numbers}
print("Effective rank:", part.found.effective_rank)"""
NUMBERS_CODE = {
    True: """entries = kernel_entries(problem.operator)
print("Skew-symmetric share:", 0.0 if entries.is_symmetric else entries.skew_share)
whole = symmetric_ends(problem.operator, symmetric=entries.is_symmetric)
print("Signature +, −, 0:", *(whole.signature or ["not known"]))""",
    False: f"""print("Rows × columns:", *part.shape)
{tabs.RANK_CODE}""",
}
IMBALANCES_CODE = """# the pairs with the largest K(u, v) − K(v, u), and row sum minus column sum
found = imbalances(problem.operator, part)
for u, v, gap in zip(found.u, found.v, found.larger - found.smaller):
    print(problem.row_names[u], problem.row_names[v], gap)
print("Net flows:", dict(zip(problem.row_names[:20], found.net)))"""


def python_code(state: KernelMatrix) -> Script:
    """A script that builds the same matrix; what is open adds its steps."""
    asked = state.problem
    labels = "" if asked.row_labels is None else ", problem.row_labels[part.rows]"
    sampled = "" if state.summary.part.whole else "# rows drawn at random, always the same ones\n"
    return Script(
        "Matrix",
        "computes a kernel matrix and measures its asymmetry and definiteness.",
        (
            problem_lines(state.current, state.choice),
            PART_CODE.format(sampled=sampled, numbers=NUMBERS_CODE[asked.same_samples]),
        ),
        f"figures.signed_heatmap(part.K{labels})",
        "None of these numbers shows whether the asymmetry helps a classifier.",
        (ASKLS,),
    )
