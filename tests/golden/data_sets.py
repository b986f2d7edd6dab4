"""The data sets whose numbers are frozen: every sample of askcore, and twenty that are generated with fixed seeds."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from askcore.datasets import list_samples, load_sample


class DataSet(NamedTuple):
    """``kind`` is "graph" (values: the adjacency), "table" (the features), "matrix" or "bags" (the sample itself).

    Labels are strings, "" for none.
    """

    kind: str
    values: object
    labels: np.ndarray


GENERATED: dict[str, Callable[[np.random.Generator], DataSet]] = {}


def generated(make: Callable[[np.random.Generator], DataSet]) -> Callable[[np.random.Generator], DataSet]:
    GENERATED[make.__name__] = make
    return make


def names() -> list[str]:
    return [*list_samples(), *GENERATED]


def load(name: str) -> DataSet:
    if name in GENERATED:
        return GENERATED[name](np.random.default_rng(1000 + list(GENERATED).index(name)))
    data = load_sample(name)
    values = {"graph": "adjacency", "table": "X", "matrix": "matrix"}
    return DataSet(
        data.kind, getattr(data, values[data.kind]) if data.kind in values else data, words(data.labels)
    )


def words(labels: Sequence[object]) -> np.ndarray:
    return np.array([str(label) for label in labels])


def blocks(
    rng: np.random.Generator, sizes: Sequence[int], inside: float, onward: float, backward: float
) -> tuple[np.ndarray, np.ndarray]:
    """Links between communities in a circle, each with another share of its pairs linked; who belongs where."""
    where = np.repeat(np.arange(len(sizes)), sizes)
    ahead = (where[None, :] - where[:, None]) % len(sizes)
    share = np.where(ahead == 0, inside, np.where(ahead == 1, onward, backward))
    linked = (rng.random(share.shape) < share).astype(float)
    np.fill_diagonal(linked, 0.0)
    return linked, where


def graph(linked: np.ndarray, where: Sequence[object]) -> DataSet:
    return DataSet("graph", sp.csr_array(linked), words(where))


def table(X: np.ndarray, y: Sequence[object]) -> DataSet:
    return DataSet("table", X, words(y))


def clouds(rng: np.random.Generator, counts: Sequence[int], n_features: int, apart: float = 2.0) -> DataSet:
    """Normal samples around centres that are drawn, too; ``apart`` is the spread of these."""
    y = np.repeat(np.arange(len(counts)), counts)
    centres = apart * rng.normal(size=(len(counts), n_features))
    return table(centres[y] + rng.normal(size=(len(y), n_features)), y)


# graphs ---------------------------------------------------------------------------------------------------------------


@generated
def three_in_a_circle(rng):
    return graph(*blocks(rng, (40, 40, 40), 0.1, 0.3, 0.02))


@generated
def four_of_unequal_size(rng):
    return graph(*blocks(rng, (15, 25, 40, 60), 0.05, 0.25, 0.03))


@generated
def five_sparse(rng):
    return graph(*blocks(rng, (30,) * 5, 0.02, 0.12, 0.01))


@generated
def direction_says_nothing(rng):
    return graph(*blocks(rng, (45, 45, 45), 0.15, 0.04, 0.04))


@generated
def labels_say_nothing(rng):
    linked, where = blocks(rng, (60, 60), 0.1, 0.1, 0.1)
    return graph(linked, rng.permutation(where))


@generated
def hubs(rng):
    """Everybody follows a hub of the own class; hubs follow each other."""
    where = np.concatenate([[0, 1, 2], rng.integers(3, size=117)])
    linked = (rng.random((120, 120)) < 0.02).astype(float)
    linked[np.arange(3, 120), where[3:]] = 1.0
    linked[:3, :3] = 1.0 - np.eye(3)
    np.fill_diagonal(linked, 0.0)
    return graph(linked, where)


@generated
def heterophilous(rng):
    """Links of both directions join what is of different classes."""
    linked, where = blocks(rng, (40, 40, 40), 0.01, 0.12, 0.12)
    return graph(linked, where)


@generated
def disconnected(rng):
    """Three parts that no link joins, and ten nodes without any."""
    parts = [blocks(rng, (20, 20), 0.05, 0.3, 0.02 * part) for part in range(1, 4)]
    linked = np.zeros((130, 130))
    linked[:120, :120] = sp.block_diag([links for links, _ in parts]).toarray()
    return graph(linked, np.concatenate([*(where for _, where in parts), rng.integers(2, size=10)]))


@generated
def weighted(rng):
    linked, where = blocks(rng, (35, 35, 35), 0.2, 0.2, 0.2)
    onward = (where[None, :] - where[:, None]) % 3 == 1
    return graph(linked * rng.lognormal(np.where(onward, 1.0, -1.0), 0.5), where)


@generated
def self_loops_and_unlabelled(rng):
    linked, where = blocks(rng, (40, 40, 40), 0.05, 0.2, 0.02)
    linked[np.diag_indices(120)] = rng.random(120) < 0.3
    return graph(linked, np.where(rng.random(120) < 0.25, "", words(where)))


# tables ---------------------------------------------------------------------------------------------------------------


@generated
def large_numbers(rng):
    data = clouds(rng, (40, 40), 4)
    return data._replace(values=1e6 * data.values)


@generated
def small_numbers(rng):
    data = clouds(rng, (30, 30, 30), 3)
    return data._replace(values=1e-6 * data.values)


@generated
def columns_of_different_units(rng):
    data = clouds(rng, (40, 40, 40), 3)
    return data._replace(values=data.values * [1e6, 1.0, 1e-6])


@generated
def few_rows(rng):
    return clouds(rng, (7, 7), 3)


@generated
def more_features_than_rows(rng):
    return clouds(rng, (20, 20), 150, apart=0.5)


@generated
def one_class_is_rare(rng):
    return clouds(rng, (110, 10), 5)


# matrices -------------------------------------------------------------------------------------------------------------


@generated
def tall(rng):
    return DataSet("matrix", rng.normal(size=(70, 30)) @ rng.normal(size=(30, 30)), words(np.arange(70) % 2))


@generated
def wide(rng):
    return DataSet("matrix", rng.random((25, 80)), words(np.arange(25) % 3))


@generated
def indefinite(rng):
    """Symmetric, with eigenvalues of both signs that say what is of which class."""
    y = np.repeat([0, 1, 2], 30)
    noise = rng.normal(size=(90, 90))
    return DataSet("matrix", np.where(y[:, None] == y, -1.0, 0.5) + (noise + noise.T) / 4, words(y))


@generated
def asymmetric(rng):
    y = np.repeat([0, 1, 2, 3], 25)
    return DataSet(
        "matrix", ((y[None, :] - y[:, None]) % 4 == 1) + 0.5 * rng.normal(size=(100, 100)), words(y)
    )
