"""Lesson: kernels that count: walks between nodes, substrings that texts share.

UI floor. The texts are drawn as a picture, so that nothing in them is read as markup.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore._format import count, number
from askcore.datasets import load_sample
from askcore.experiments.lessons.strings import CorpusScore, SharedSubstrings, corpus_score, shared_substrings
from askcore.experiments.lessons.walk_kernels import WalkKernel, walk_kernel
from askcore.figures.svg.cells import matrix_cells
from askcore.figures.svg.matched_text import MOST_CHARACTERS, matched_text
from askcore.figures.svg.turning import small_graph
from askcore.kernels import GRAPH_KERNELS, Range
from askcore.ui.charts import picture
from askcore.ui.charts.plots import positions, show_svg, theme
from askcore.ui.controls import choose, slider, toggle, written_text
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import heading, note
from askcore.ui.settings import nearest, steps
from askcore.ui.work.cache import kept

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
    with st.container(horizontal=True):
        kind = choose("Kernel", KINDS, "graphs_strings_kind", labelled=True, linked=True)
        if kind == "power":
            amount = slider("Length of the walks, ℓ", LENGTHS, 2, "graphs_strings_length", None, width=260)
        else:
            title = "β, as a share of its limit" if GRAPH_KERNELS[kind].bounded else "β"
            amount = slider(title, SHARES, 0.5, "graphs_strings_beta", None, width=260)
        with st.container(width="content", height="stretch", vertical_alignment="bottom"):
            directed = toggle("Follow the arrows", "graphs_strings_arrows", default=True)
    found = _walks(kind, float(amount), directed)
    graph = load_sample(SAMPLE)
    names = graph.node_ids
    matrix, nodes = st.columns([6, 5], gap="medium")
    with matrix:
        picture.show(
            matrix_cells(found.matrix, names, names, words=("from u", "to v"), theme=theme()),
            key="graphs_strings_matrix",
            alt="The kernel between the seven nodes: row from, column to",
        )
    with nodes:
        picture.show(
            small_graph(graph.adjacency, positions(graph), names=names, directed=directed, theme=theme()),
            key="graphs_strings_graph",
            alt="The seven nodes, with arrowheads where the kernel follows them",
        )
    st.markdown(of_walks(found, kind, names))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.latex("K = " + GRAPH_KERNELS[kind].formula)
        open_page("Kernel matrix", SAMPLE, _settings(kind, float(amount), directed), "graphs_strings_open")
    st.caption(
        "Here S is the adjacency matrix, not the symmetric part of lesson 2. S(u, v) is the weight of the link from u "
        "to v. Each cell shows K(u, v). The largest entry always has the strongest colour, so compare the numbers, not "
        "the colours, of two settings."
    )


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
        written_text(label, key, default=usual, where=column, max_chars=MOST)
        for column, label, usual, key in zip(
            columns,
            ("First text", "Second text"),
            (FIRST, SECOND),
            ("graphs_strings_first", "graphs_strings_second"),
            strict=True,
        )
    ]
    found = _shared(texts[0], texts[1], length)
    for place, (column, text, covered) in enumerate(zip(columns, texts, found.covered, strict=True), 1):
        with column:
            if text:
                show_svg(
                    matched_text(text, covered, theme=theme()),
                    key=f"graphs_strings_text_{place}",
                    alt=f"Text {place}: the substrings that both texts share are marked",
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
    """What one pair of nodes says of the kernel."""
    u, v = (names[i] for i in found.pair)
    steps = f"counts walks of {count(int(found.amount), 'step')}"
    counted = steps if kind == "power" else "adds up walks of every length"
    weighed = "" if kind == "power" else " Longer walks weigh less."
    if found.is_symmetric:
        return f"**K is symmetric.** It {counted}, and every walk can be walked back.{weighed}"
    return (
        f"**K is asymmetric.** It {counted} along the arrows.{weighed} From {u} to {v}, K is {number(found.forth)}; "
        f"from {v} to {u}, it is {number(found.back)}."
    )


def of_texts(found: SharedSubstrings, length: int) -> str:
    """How near two texts are."""
    n = len(found.common)
    if not n:
        return f"**K = 0.** The texts share no substring of {count(length, 'character')}."
    return (
        f"**K = {number(found.value)}.** The texts share {count(n, 'different substring')} of "
        f"{count(length, 'character')}. For each of them, K adds its count in the first text times its count in the "
        f"second. Normalised, K is {number(found.cosine)}; of a text with itself this would be 1."
    )


def of_corpus(score: CorpusScore, length: int) -> str:
    """How well substrings of that length tell a language."""
    chance = score.total // score.languages
    lead = (
        f"**A small corpus:** {score.total} sentences in {score.languages} languages. Each sentence is left out once, "
        f"and an LS-SVM learns from the others. With ℓ = {length} it names the right language for "
        f"**{count(score.right, 'sentence')}**"
    )
    same = f"Always naming the same language would be right for {chance}."
    if score.right > chance:
        return f"{lead}. {same}"
    return (
        f"{lead}. {same} Such long substrings are hardly ever shared, so for most sentences only the intercept "
        f"decides. It favours the other languages: the sentence that is left out is missing in its own."
    )


LESSON = Lesson(
    title="Kernels on graphs and strings",
    idea=(
        "A kernel needs no vectors. Between two nodes it can count the **walks** that lead from one to the other. "
        "Between two texts the spectrum kernel counts the **substrings** that both contain. Walks along arrows give an "
        "asymmetric kernel; shared substrings give a symmetric one."
    ),
    play=_play,
    tries=(
        "Choose **Power** and raise ℓ from 1 to 6. Then switch “Follow the arrows” off: K becomes symmetric.",
        "Compare **Katz** and **Von Neumann**. They differ only on the diagonal: Von Neumann also counts the walk "
        "without a step.",
        "Move ℓ of the substrings from 1 to 6. At 3 all 24 sentences get the right language: shorter substrings occur "
        "in every language, longer ones are hardly shared.",
    ),
    caution=(
        "Longer walks are not better in themselves: which length or β helps depends on the data. The textbook treats "
        "only a symmetric S. Along arrows these kernels are not Mercer kernels, so they need AsK-LS or KSVD. And 24 "
        "sentences are a demonstration, not a measurement."
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
