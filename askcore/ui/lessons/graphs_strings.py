"""Lesson: kernels that count: walks between nodes, substrings that texts share.

UI floor. The texts are drawn as a picture, so that nothing in them is read as markup.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore import figures
from askcore._format import count, number
from askcore.datasets import load_sample
from askcore.experiments.strings import CorpusScore, SharedSubstrings, corpus_score, shared_substrings
from askcore.experiments.walk_kernels import WalkKernel, walk_kernel
from askcore.figures.heatmaps import colour_limit
from askcore.figures.matched_text import MOST_CHARACTERS, matched_text
from askcore.kernels import GRAPH_KERNELS, Range
from askcore.ui.cache import kept
from askcore.ui.controls import choose, slider
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import heading, note
from askcore.ui.plots import drawn, positions, show, theme
from askcore.ui.settings import nearest, steps

__all__ = ["LESSON", "of_corpus", "of_texts", "of_walks"]

SAMPLE = "teaching_graph"
KINDS = {"power": "Power", "katz": "Katz", "diffusion": "Diffusion", "von_neumann": "Von Neumann"}
LENGTHS = (1, 2, 3, 4, 5, 6)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
FIRST, SECOND = "the kernel counts what two texts share", "two texts are near if they share much"
MOST = 10_000  # characters of a text


@kept(entries=128)
def _walks(kind: str, amount: float, directed: bool) -> WalkKernel:
    return walk_kernel(load_sample(SAMPLE).adjacency, kind, amount, directed=directed)


@kept(entries=128)
def _shared(x: str, z: str, length: int) -> SharedSubstrings:
    return shared_substrings(x, z, length)


@kept()
def _score(length: int) -> CorpusScore:
    return corpus_score(length)


def _play() -> None:
    _draw_graph()
    _draw_strings()


@fragment
def _draw_graph() -> None:
    heading("Counting walks on a graph")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = choose("Kernel", KINDS, "graphs_strings_kind", labelled=True, linked=True)
        if kind == "power":
            amount = slider("Length of the walks, ℓ", LENGTHS, 2, "graphs_strings_length", None, width=260)
        else:
            title = "β, as a share of its limit" if GRAPH_KERNELS[kind].bounded else "β"
            amount = slider(title, SHARES, 0.5, "graphs_strings_beta", None, width=260)
        directed = st.toggle("Follow the arrows", True, key="graphs_strings_arrows")
    found = _walks(kind, float(amount), directed)
    graph = load_sample(SAMPLE)
    names = graph.node_ids
    limits = list(range(len(names) + 1))
    matrix, nodes = st.columns([6, 5], gap="medium")
    with matrix:
        show(
            drawn(
                figures.block_heatmap,
                found.matrix,
                limits,
                limits,
                limit=colour_limit(found.matrix),
                row_names=names,
                column_names=names,
                theme=theme(),
            ),
            key="graphs_strings_matrix",
            alt="The kernel between the seven nodes: row from, column to",
        )
    with nodes:
        links = graph.adjacency if directed else graph.adjacency + graph.adjacency.T
        show(
            drawn(figures.directed_graph, links, positions(graph), names=names, theme=theme()),
            key="graphs_strings_graph",
            alt="The seven nodes, with arrowheads where the kernel follows them",
        )
    st.markdown(of_walks(found, kind, names))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.latex("K = " + GRAPH_KERNELS[kind].formula)
        open_page("Kernel matrix", SAMPLE, _settings(kind, float(amount), directed), "graphs_strings_open")
    st.caption("S is the adjacency matrix: S(u, v) is the weight of the link from u to v.")


def _settings(kind: str, amount: float, directed: bool) -> dict[str, object]:
    """The controls of a page that show the same matrix."""
    spec = GRAPH_KERNELS[kind]
    settings: dict[str, object] = {
        "kernel": kind,
        "orientation": "out" if directed else "both",
        "loops": False,
        "rowsum_walks": False,
    }
    if spec.bounded:
        return settings | {f"{kind}_share": amount}
    param = spec.params[0]
    assert isinstance(param.domain, Range)
    value = int(amount) if kind == "power" else nearest(steps(param.domain, param.default), amount)
    return settings | {f"{kind}_{param.name}": value}


@fragment
def _draw_strings() -> None:
    heading("Counting shared substrings")
    length = int(
        slider("Characters in a substring, ℓ", LENGTHS, 3, "graphs_strings_substring", None, width=260)
    )
    columns = st.columns(2)
    texts = [
        column.text_input(label, usual, max_chars=MOST, key=key)
        for column, label, usual, key in zip(
            columns,
            ("First text", "Second text"),
            (FIRST, SECOND),
            ("graphs_strings_first", "graphs_strings_second"),
            strict=True,
        )
    ]
    found = _shared(texts[0], texts[1], length)
    for column, text, covered in zip(columns, texts, found.covered, strict=True):
        with column:
            if text:
                st.image(
                    matched_text(text, covered, theme=theme()), alt="Shared substrings marked in the text"
                )
            if len(text) > MOST_CHARACTERS:
                st.caption(
                    f"The first {MOST_CHARACTERS} of {len(text):,} characters are drawn; all are counted."
                )
    missing = [name for name, text in zip(("first", "second"), texts, strict=True) if len(text) < length]
    if missing:
        note(
            f"The {' and the '.join(missing)} text has fewer than {count(length, 'character')}. Write some more."
        )
    st.markdown(of_texts(found, length))
    st.markdown(of_corpus(_score(length), length))


def of_walks(found: WalkKernel, kind: str, names: Sequence[str]) -> str:
    """What one pair of nodes says of the kernel.

    Parameters
    ----------
    found : the kernel.
    kind : its name.
    names : of the nodes.
    """
    u, v = (names[i] for i in found.pair)
    steps = f"counts walks of {count(int(found.amount), 'step')}"
    counted = steps if kind == "power" else "adds up walks of every length, of which longer ones weigh less,"
    if found.is_symmetric:
        return f"**K is symmetric.** It {counted.rstrip(',')}, and every walk can be walked back."
    return (
        f"**K is asymmetric.** It {counted} along the arrows. From {u} to {v}, K is {number(found.forth)}; "
        f"from {v} to {u}, it is {number(found.back)}."
    )


def of_texts(found: SharedSubstrings, length: int) -> str:
    """How near two texts are.

    Parameters
    ----------
    found : what they share.
    length : characters of a substring.
    """
    n = len(found.common)
    if not n:
        return f"**K = 0.** The texts share no substring of {count(length, 'character')}."
    return (
        f"**K = {number(found.value)}.** The texts share {count(n, 'different substring')} of "
        f"{count(length, 'character')}. K adds up, for each, how often it occurs "
        f"in the one times in the other. Divided by the norms of both, K is {number(found.cosine)}."
    )


def of_corpus(score: CorpusScore, length: int) -> str:
    """How well substrings of that length tell a language.

    Parameters
    ----------
    score : on the corpus.
    length : characters of a substring.
    """
    chance = score.total // score.languages
    lead = (
        f"**A small corpus:** {score.total} sentences in {score.languages} languages, each left out once. With ℓ = "
        f"{length}, an LS-SVM names the right language of **{score.right}**"
    )
    if score.right > chance:
        return f"{lead}; naming one language always is right for {chance}."
    return f"{lead}: such long substrings are hardly ever shared, so K is almost the identity."


LESSON = Lesson(
    title="Kernels on graphs and strings",
    idea=(
        "A kernel needs no vectors. Between two nodes it can count the **walks** that lead from one to the other. "
        "Between two texts it can count the **substrings** that both contain. Walks along arrows give an asymmetric "
        "kernel; shared substrings give a symmetric one."
    ),
    play=_play,
    tries=(
        "Choose **Power** and raise ℓ from 1 to 6. Then switch “Follow the arrows” off: K becomes symmetric.",
        "Compare **Katz** and **Von Neumann**. They differ on the diagonal alone: Von Neumann also counts the walk "
        "of no step.",
        "Move ℓ of the substrings from 1 to 6. At 3 most sentences get the right language: shorter substrings occur "
        "in every language, longer ones are hardly shared.",
    ),
    caution=(
        "More walks are not better in themselves: which length or β helps is a question of the data. The textbook "
        "treats a symmetric S only; along arrows these kernels are no Mercer kernels, and need AsK-LS or KSVD. And 24 "
        "sentences are a demonstration, no measurement."
    ),
    questions=(
        (
            "What does entry (u, v) of a power of S count?",
            "The walks from u to v with that many steps, each with the product of its weights. A walk may visit a "
            "node more than once.",
        ),
        (
            "Why has β a limit for Katz and Von Neumann, and none for diffusion?",
            "They weight walks of length ℓ by β to the power ℓ, so the sum is finite only for β below 1/spectral "
            "radius of S. Diffusion also divides by ℓ!, and that makes every β valid.",
        ),
        (
            "Why is the spectrum kernel a Mercer kernel?",
            "It is an inner product: each text is the vector of the counts of its substrings. That vector is long, "
            "but it is never written down.",
        ),
    ),
    source="Zaki and Meira, Data Mining and Analysis, sections 5.4.1 and 5.4.2, whose equations are not numbered.",
)
