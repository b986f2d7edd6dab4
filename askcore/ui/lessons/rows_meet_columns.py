"""Lesson: the SVD couples rows and columns by the table, KSVD by a kernel between them."""

from __future__ import annotations

from functools import partial

from askcore import experiments
from askcore._format import format_percent
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.spectra.compared import BesideSVD, Separation
from askcore.figures import embedding
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair, slider
from askcore.ui.problems import problem
from askcore.ui.settings import BANDWIDTHS

SAMPLE = "two_spheres"
KERNELS = {"polynomial": "square: (x′z)²", "linear": "linear: x′z", "rbf": "RBF"}
WAYS = {"pinv": "a₀, pseudoinverse", "pca": "a₁, PCA", "random": "a₂, random"}
KERNEL = choice("rows_meet_columns_kernel", "Kernel κ", KERNELS)
WAY = choice("rows_meet_columns_way", "Matrix C", WAYS)
WIDTH = slider("rows_meet_columns_sigma", "Width, times its usual value", BANDWIDTHS, 1.0)
SAID = {
    Separation.SAME: "**KSVD is the SVD here:** they differ only by rounding, with a neighbour score of "
    "{svd}.",
    Separation.MORE: "**The kernel separates the classes better.** The neighbour score is {ksvd} with KSVD and {svd} "
    "with the SVD.",
    Separation.LESS: "**The kernel separates the classes less well.** The neighbour score is {ksvd} with KSVD and "
    "{svd} with the SVD.",
    Separation.ALIKE: "**The kernel does not separate the classes clearly better.** The neighbour score is {ksvd} "
    "with KSVD and {svd} with the SVD.",
}
SCORE = "Neighbour score: the share of rows for which most of the 5 nearest rows have the same class."
EQUATIONS = r"""
$$
\begin{aligned} \text{SVD:}\quad & A v = \sigma u, & A' u &= \sigma v \\
\text{KSVD:}\quad & G v = \sigma u, & G' u &= \sigma v, \quad G_{ij} = \kappa(x_i, C' z_j) \end{aligned}
$$

Row $x_i$ is placed at $(\sigma_1 u_{1i}, \sigma_2 u_{2i}).$
Neither method uses the classes, which are shown only as colours.
Usually KSVD centres G. Here it does not, so that it can equal the SVD.
"""


def crossed(kernel: str, way: str, bandwidth: float = 1.0) -> KernelChoice:
    """The matrix between rows and columns."""
    params = (("c", 0.0), ("degree", 2)) if kernel == "polynomial" else ()
    return KernelChoice(
        kernel, params, standardise=True, matrix="crossed", bandwidth=bandwidth, compatibility=way
    )


def chosen(value: Value) -> KernelChoice:
    """The matrix that the controls choose."""
    kernel = value(KERNEL)
    return crossed(kernel, value(WAY), float(value(WIDTH)) if kernel == "rbf" else 1.0)


@cached()
def beside(of: KernelChoice) -> BesideSVD:
    """Both embeddings of the sample."""
    return experiments.beside_svd(problem(load_sample(SAMPLE), of))


def said(found: BesideSVD) -> str:
    """Whether the kernel separates the classes better than the SVD does."""
    scores = {"svd": found.svd_score or 0.0, "ksvd": found.ksvd_score or 0.0}
    return SAID[found.separation].format(**{name: format_percent(score, 0) for name, score in scores.items()})


def _play(value: Value) -> list[Block]:
    of = chosen(value)
    found, labels = beside(of), load_sample(SAMPLE).labels
    svd, ksvd = (
        Figure(f"rows_meet_columns_{name}", partial(embedding, at, labels), f"Rows by {name}", name)
        for name, at in (("SVD", found.svd), ("KSVD", found.ksvd))
    )
    kernel = {"matrix": "crossed", "crossed": of.name, "crossed_degree": 2, "crossed_c": 0.0}
    model = {"bandwidth": of.bandwidth, "scaled": True, "compatibility": of.compatibility, "centre": False}
    return [
        pair(svd, ksvd),
        Text(said(found)),
        Text(SCORE, "caption"),
        Text(EQUATIONS),
        opens("Spectra", SAMPLE, **kernel, **model, scaling="full"),
    ]


def _code(value: Value) -> str:
    return f"""
        import askcore

        data = askcore.datasets.load_sample({SAMPLE!r})
        found = beside_svd(Problem(data, {chosen(value)!r}))

        print("SVD:", found.svd_score)
        print("KSVD:", found.ksvd_score)

        figures.embedding(found.ksvd, data.labels)
    """


LESSON = Lesson(
    claim="A kernel between rows and columns can find structure that the SVD misses.",
    idea="A table is two sets of vectors: its rows and its columns. The SVD couples both sets through the "
    "table A itself. **KSVD** couples them through a kernel κ between each row and each column. So it can "
    "find nonlinear structure.",
    example="a table of 300 rows and 3 columns. Each row is a point on one of two spheres, one inside the other. The "
    "matrix C shortens a column to the length of a row.",
    play=_play,
    code=_code,
    tries=(
        "Choose the linear kernel with a₀. Both pictures become the same: a₀ makes column j the j-th unit vector, so "
        "G = A.",
        "Return to the square kernel and choose a₂. The score of KSVD falls to about that of the SVD: random "
        "directions mix the three columns.",
        "Choose RBF with a₀ and move its width. KSVD never separates the classes clearly better: a nonlinear kernel "
        "must suit the data.",
    ),
    caution="KSVD is not always better. The square kernel suits these data because the spheres differ in the sum of "
    "squares of a row. On other tables, the SVD may separate the classes better, as it does on Iris.",
    questions={
        "What are the two coupled problems of the SVD?": "In A v = σ u, the weights v of the columns place the rows. "
        "In A′u = σ v, the weights u of the rows place the columns. Each equation needs the solution of the other.",
        "What does KSVD add to the SVD?": "It replaces the entry $A_{ij}$ by a kernel value $G_{ij} = \\kappa(x_i, "
        "C'z_j).$ With the linear kernel and a₀, it adds nothing: G = A. A nonlinear kernel may separate the classes "
        "better.",
        "What is the matrix C for?": "A row has 3 entries, a column 300. A kernel compares vectors of one length, so "
        "C shortens the columns. a₀, a₁ and a₂ are three ways to choose it. A square table needs no C.",
    },
    source="Tao et al. (2023), corollary 2.3, equations 4 to 6, and remarks 3.1 and 3.2.",
)
