"""Lesson: kernels that count: walks between nodes, substrings that texts share."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import pandas as pd

from askcore._format import count
from askcore.datasets import load_sample
from askcore.experiments.lessons.graphs_strings import (
    CORPUS,
    SharedSubstrings,
    WalkKernel,
    corpus_right,
    shared_substrings,
    walk_kernel,
)
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.graphs import directed_graph
from askcore.kernels import GRAPH_KERNELS, Range
from askcore.ui.blocks import Block, Control, Figure, Table, Text, Value
from askcore.ui.charts.plots import positions
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair, slider, switch
from askcore.ui.settings import nearest, steps
from askcore.ui.text.words import fill_in

SAMPLE = "teaching_graph"
KINDS = {"power": "Power", "katz": "Katz", "diffusion": "Diffusion", "von_neumann": "Von Neumann"}
LENGTHS = (1, 2, 3, 4, 5, 6)
MOST = 8  # shared substrings in the table
KIND = choice("graphs_strings_kind", "Kernel", KINDS)
LENGTH = slider("graphs_strings_length", "Length of the walks, ℓ", LENGTHS, 2)
SHARES = tuple(i / 10 for i in range(1, 10))
ARROWS = switch("graphs_strings_arrows", "Follow the arrows", default=True)
SUBSTRING = slider("graphs_strings_substring", "Characters in a substring, ℓ", LENGTHS, 3)
TEXT_1, TEXT_2 = "the kernel counts what two texts share", "two texts are near if they share much"
FIRST = Control("graphs_strings_first", "First text", "text", default=TEXT_1)
SECOND = Control("graphs_strings_second", "Second text", "text", default=TEXT_2)
COUNTED = {True: "counts walks of {steps}", False: "adds up walks of every length; longer ones count less"}
WALKS = {
    True: "**K is symmetric:** every walk can be reversed. K {counted}.",
    False: "**K is asymmetric.** From {u} to {v}, K is {forth}; from {v} to {u}, it is {back}. K {counted}.",
}
FORMULA = "$K = {formula}$, where S(u, v) is the weight of the link from u to v."
TEXTS = {
    True: "**K = {value}:** the sum of the products. The texts share {shared} of {length}. Normalised, K is "
    "{cosine}; for a text and itself, it would be 1.",
    False: "**K = 0.** The texts share no substring of {length}.",
}
SENTENCES = len(CORPUS["English"])
OF_CORPUS = (
    f"**A small corpus:** {len(CORPUS) * SENTENCES} sentences in {len(CORPUS)} languages. Each sentence is left out "
    "once, and an LS-SVM is trained on the others. With ℓ = {length}, it classifies **{right}** correctly; "
    f"guessing would classify {SENTENCES}."
)
MATRIX = "The kernel between the seven nodes: row from, column to"
GRAPH = "The seven nodes with their arrows, which point both ways if the kernel ignores their direction"
CELLS = "Each cell shows K(u, v). The largest entry has the strongest colour: compare the numbers of two settings."


def amount(kind: str, value: Value) -> float:
    """Length of the walks, or beta of the other kernels."""
    if kind == "power":
        return float(value(LENGTH))
    title = "β, as a share of its limit" if GRAPH_KERNELS[kind].bounded else "β"
    return float(value(slider("graphs_strings_beta", title, SHARES, 0.5)))


def of_walks(found: WalkKernel, kind: str, size: float) -> str:
    """What the kernel counts, and one pair of nodes."""
    u, v = (load_sample(SAMPLE).node_ids[i] for i in found.pair)
    counted = COUNTED[kind == "power"].format(steps=count(int(size), "step"))
    forth, back = found.matrix[found.pair], found.matrix[found.pair[::-1]]
    return fill_in(WALKS[found.is_symmetric], counted=counted, u=u, v=v, forth=forth, back=back)


def of_texts(found: SharedSubstrings, length: int) -> str:
    """How similar two texts are."""
    shared, size = count(len(found.common), "different substring"), count(length, "character")
    return fill_in(
        TEXTS[bool(found.common)], shared=shared, length=size, value=found.value, cosine=found.cosine
    )


def settings(kind: str, size: float, directed: bool) -> dict[str, Any]:
    """Controls of the page “Matrix” that show the same matrix."""
    spec, param = GRAPH_KERNELS[kind], GRAPH_KERNELS[kind].params[0]
    offered = SHARES if spec.bounded else steps(cast("Range", param.domain), param.default)
    own = {f"{kind}_{'share' if spec.bounded else param.name}": nearest(offered, size)}
    side = "out" if directed else "both"
    return {"kernel": kind, "orientation": side, "loops": False, "rowsum_walks": False, **own}


def _play(value: Value) -> list[Block]:
    kind = value(KIND)
    size, directed = amount(kind, value), value(ARROWS)
    graph = load_sample(SAMPLE)
    names, A = graph.node_ids, graph.adjacency
    found = walk_kernel(A, kind, size, directed=directed)
    cells = partial(class_means_heatmap, found.matrix, names, names, titles=("from u", "to v"))
    drawn = partial(directed_graph, A if directed else A + A.T, positions(graph), names=names)
    return [
        pair(
            Figure("graphs_strings_matrix", cells, MATRIX, "Walks between nodes", CELLS),
            Figure("graphs_strings_graph", drawn, GRAPH, "The graph"),
        ),
        Text(of_walks(found, kind, size)),
        Text(FORMULA.format(formula=GRAPH_KERNELS[kind].formula)),
        opens("Matrix", SAMPLE, **settings(kind, size, directed)),
    ]


def _strings(value: Value) -> list[Block]:
    length = value(SUBSTRING)
    found = shared_substrings(value(FIRST), value(SECOND), length)
    columns = ["Substring", "In the first", "In the second", "Product"]
    rows = [(f"“{part}”", a, b, a * b) for part, a, b in found.common]
    more = f"The first {MOST} of {len(rows)}." if len(rows) > MOST else ""
    return [
        Text(of_texts(found, length)),
        *([Table(pd.DataFrame(rows[:MOST], columns=columns), more)] if rows else []),
        Text(OF_CORPUS.format(length=length, right=corpus_right(length))),
    ]


def _code(value: Value) -> str:
    kind = value(KIND)
    return f"""
        from askcore.experiments.lessons.graphs_strings import shared_substrings, walk_kernel

        data = askcore.datasets.load_sample({SAMPLE!r})
        found = walk_kernel(data.adjacency, {kind!r}, {amount(kind, value)}, directed={value(ARROWS)})
        u, v = found.pair
        print("K(u, v):", found.matrix[u, v])
        print("K(v, u):", found.matrix[v, u])

        first = {value(FIRST)!r}
        second = {value(SECOND)!r}
        shared = shared_substrings(first, second, {value(SUBSTRING)})
        print("Shared substrings:", len(shared.common))
        print("K of the texts:", shared.value)

        figures.signed_heatmap(found.matrix)
    """


LESSON = Lesson(
    claim="A kernel needs no vectors: it can count walks between nodes, or substrings of texts.",
    idea="Between two nodes, it can count the **walks** that lead from one to the other. Between two texts, "
    "the spectrum kernel counts the **substrings** that both contain. Walks along arrows give an asymmetric "
    "kernel; "
    "shared substrings give a symmetric one.",
    example="the seven nodes of lesson 1, and below them two texts that you can change.",
    play=_play,
    more=_strings,
    code=_code,
    tries=(
        "Choose **Power** and raise ℓ from 1 to 6. Then switch “Follow the arrows” off: K becomes symmetric.",
        "Compare **Katz** and **Von Neumann**. They differ only on the diagonal: Von Neumann also counts the walk "
        "without a step.",
        "Move ℓ of the substrings from 1 to 6. At 3, all 24 sentences are classified correctly: shorter "
        "substrings "
        "occur in every language, and longer ones are rarely shared.",
    ),
    caution="Longer walks are not better in themselves: the best length or β depends on the data. The textbook treats "
    "only a symmetric S. Along arrows, these kernels are not Mercer kernels, so they need AsK-LS or KSVD. The 24 "
    "sentences are a demonstration, not a measurement.",
    questions={
        "What does entry (u, v) of a power of S count?": "The walks from u to v with that many steps, each with the "
        "product of its weights. A walk may visit a node more than once.",
        "Why is β limited for Katz and Von Neumann, but not for diffusion?": "They weight walks of length ℓ by β to "
        "the power ℓ, so the sum is finite only for β below 1/spectral radius of S. Diffusion also divides by ℓ!, "
        "which makes every β valid.",
        "Why is the spectrum kernel a Mercer kernel?": "It is an inner product: each text is the vector of the "
        "counts of its substrings. That vector is long, but it is never written down.",
    },
    source="Zaki and Meira, Data Mining and Analysis, sections 5.4.1 and 5.4.2, whose equations are not numbered.",
)
