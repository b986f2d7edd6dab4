"""The samples that come with the package, and what each is good for.

Graphs, the attention and images are read from small files through the same readers as anyone's;
tables and digits come from scikit-learn, and what is made of them is made as it is loaded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.bag_data import BagData
from askcore.datasets.formats.images import read_images
from askcore.datasets.graph_data import GraphData
from askcore.datasets.matrix_data import MatrixData
from askcore.datasets.protocol import Kind
from askcore.datasets.read import read_graph, read_matrix
from askcore.datasets.table_data import TableData

_IMAGES = {"textures": "textures.zip"}
DIGITS_PER_CLASS = 20
MATCHED_PER_CLASS, REACH = 30, 2
ROLL = ("innermost", "inner", "outer", "outermost")
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Sample:
    """The description of an example data set, with a question to explore and suitable settings.

    Parameters
    ----------
    name, title : the name for `load_sample`, and a title for readers.
    kind : "graph", "table", "matrix" or "bags".
    summary : a description of the data.
    question : a question to explore.
    source : origin of the data.
    preset : kernel, kernel_params, gamma and damping, with the names of the estimators. A bandwidth is a multiple of
        its default (``KernelChoice.bandwidth``). The kernel of a matrix is "precomputed" (the matrix itself), and that
        of bags is "kl_mixtures" (experiments.bag_kernel). A graph also has ``orientation`` and ``normalize`` of
        ``KernelChoice``. ``train`` and ``seed``, if given, are the share of training samples and the seed of the split.
    page : the page that its card opens: the name of a file in ``pages/``.
    opens : settings of this page that show the answer to the question; empty if the page shows it at once.
    """

    name: str
    title: str
    kind: Kind
    summary: str
    question: str
    source: str
    preset: Mapping[str, Any]
    page: str = "decisions"
    opens: Mapping[str, str] = field(default_factory=dict)


def list_samples(kind: Kind | None = None) -> list[str]:
    """Return the names of the example data sets, in the order of the gallery: all, or those of one kind.

    Parameters
    ----------
    kind : "graph", "table", "matrix" or "bags"; None for all.

    Returns
    -------
    list of str

    Examples
    --------
    >>> list_samples()[-3:]
    ['digit_matches', 'textures', 'digit_strokes']
    >>> list_samples("matrix"), list_samples("bags")
    (['attention', 'digit_matches'], ['textures', 'digit_strokes'])
    """
    return [name for name, sample in _cards().items() if kind in (None, sample.kind)]


def describe_sample(name: str) -> Sample:
    """Return the description of an example data set, with suitable settings.

    Parameters
    ----------
    name : one of `list_samples`.

    Returns
    -------
    Sample

    Raises
    ------
    DataError : there is no example data set of this name.

    Examples
    --------
    >>> describe_sample("iris").kind, describe_sample("iris").preset["kernel"]
    ('table', 'sne')
    """
    if name not in _cards():
        raise DataError(
            f"There is no example data set {name!r}", remedy=f"Choose one of {', '.join(_cards())}."
        )
    return _cards()[name]


@cache
def load_sample(name: str) -> Any:
    """Load an example data set. Each is read once per process, and its arrays are read-only.

    Parameters
    ----------
    name : one of `list_samples`.

    Returns
    -------
    GraphData, TableData, MatrixData or BagData, depending on the kind of data.

    Raises
    ------
    DataError : there is no example data set of this name.

    Examples
    --------
    >>> graph = load_sample("cyclic_communities")
    >>> graph.n_nodes, graph.n_edges, graph.classes.tolist()
    (300, 5415, ['A', 'B', 'C'])
    """
    sample = describe_sample(name)
    return replace(_LOADERS.get(name, _load_graph)(name), name=sample.title)


def sample_images(name: str) -> Path | None:
    """The archive of images that a sample was read from."""
    return _folder() / _IMAGES[name] if name in _IMAGES else None


def sample_picture(name: str, theme: str = "light") -> Path | None:
    """The small picture of a sample, an SVG drawn from its data by ``sample_data/make_pictures.py``."""
    path = _folder() / "pictures" / f"{name}-{theme}.svg"
    return path if path.is_file() else None


@cache
def spheres(outer: float = 3.0, noise: float = 0.0) -> TableData:
    """Uniform directions, 150 at radius 1 and 150 at a larger one (Huang et al. 2017, figure 1: 3, without noise)."""
    random = np.random.default_rng(2017)
    directions = random.standard_normal((300, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    labels = np.repeat(["inner", "outer"], 150)
    radius = np.where(labels == "inner", 1.0, outer) * (1.0 + noise * random.standard_normal(300))
    return TableData(directions * radius[:, None], labels, ["x", "y", "z"])


def _load_graph(name: str, end: str = ".csv") -> GraphData:
    folder = _folder()
    found = read_graph(folder / f"{name}_edges{end}", labels=folder / f"{name}_nodes{end}")
    return replace(found, notes=())  # how our own files are packed is nobody's concern


def _load_iris(_: str) -> TableData:
    from sklearn.datasets import load_iris

    iris = load_iris()
    return TableData(iris.data, iris.target_names[iris.target], list(iris.feature_names))


def _load_two_moons(_: str) -> TableData:
    from sklearn.datasets import make_moons

    X, y = make_moons(n_samples=300, noise=0.2, random_state=0)
    return TableData(X, y, ["x1", "x2"])


def _load_swiss_roll(_: str) -> TableData:
    """A rolled sheet with noise, cut into four strips along the roll; rounded, so that every computer has the same."""
    from sklearn.datasets import make_swiss_roll

    X, along = make_swiss_roll(n_samples=5_000, noise=0.7, random_state=2023)
    strip = np.digitize(along, np.pi * np.array([2.25, 3.0, 3.75]))
    return TableData(X.round(3), np.array(ROLL)[strip], ["x", "y", "z"])


def _load_two_spheres(_: str) -> TableData:
    """Rounded, so that every computer has the same."""
    found = spheres(2.0, 0.2)
    return replace(found, X=found.X.round(3))


def _load_attention(_: str) -> MatrixData:
    folder = _folder()
    return read_matrix(folder / "attention.csv", labels=folder / "attention_labels.csv")


def _load_textures(_: str) -> BagData:
    return read_images(_folder() / _IMAGES["textures"])


def _load_digit_strokes(_: str) -> BagData:
    """Row and column of every inked pixel of the first images of each digit, once per quarter of full ink."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    first = _first_digits(digits.target, DIGITS_PER_CLASS)
    bags = []
    for image in digits.images[first]:
        pixels = np.argwhere(image >= 4)
        bags.append(np.repeat(pixels, (image[image >= 4] // 4).astype(int), axis=0))
    return BagData(tuple(bags), digits.target[first], [f"digit {i}" for i in first], ["row", "column"])


def _load_digit_matches(_: str) -> MatrixData:
    """K(u, v): the ink of each pixel of u times the darkest ink of v within ``REACH`` pixels, summed; full ink is 1."""
    from scipy.ndimage import maximum_filter
    from sklearn.datasets import load_digits

    digits = load_digits()
    first = _first_digits(digits.target, MATCHED_PER_CLASS)
    ink = digits.images[first] / 16.0
    side = 2 * REACH + 1
    near = maximum_filter(ink, size=(1, side, side), mode="constant")
    K = ink.reshape(len(first), -1) @ near.reshape(len(first), -1).T
    return MatrixData(K, digits.target[first], [f"digit {i}" for i in first])


def _first_digits(target: np.ndarray, per_class: int) -> np.ndarray:
    """Places of the first images of each digit, in the order of the data."""
    return np.sort(np.concatenate([np.flatnonzero(target == k)[:per_class] for k in range(10)]))


@cache
def _cards() -> dict[str, Sample]:
    cards = tomllib.loads(Path(__file__).with_name("samples.toml").read_text(encoding="utf-8"))
    return {name: Sample(name, **card) for name, card in cards.items()}


def _folder(package: Path = _PACKAGE) -> Path:
    """Inside the package once it is installed, beside it in a checkout."""
    return next((f for f in (package / "sample_data", package.parent / "sample_data") if f.is_dir()), package)


_LOADERS: dict[str, Callable[[str], Any]] = {
    "library_calls": lambda name: _load_graph(name, ".csv.gz"),
    "attention": _load_attention,
    "digit_matches": _load_digit_matches,
    "textures": _load_textures,
    "digit_strokes": _load_digit_strokes,
    "iris": _load_iris,
    "two_moons": _load_two_moons,
    "two_spheres": _load_two_spheres,
    "swiss_roll": _load_swiss_roll,
}
