"""Bags of vectors as everything above takes them: a sample is a set of vectors, such as the patches of an image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import numpy as np

from askcore._format import count
from askcore._lazy import cached_property
from askcore._validation import DataError, read_only
from askcore.datasets._checks import (
    as_floats,
    check_each_finite,
    check_labelled,
    checked_names,
    content_digest,
    set_fields,
)
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.tables.labels import as_labels


@dataclass(frozen=True, eq=False, repr=False)
class BagData(Dataset):
    """N bags of vectors with the same d features. The data are checked on construction and read-only.

    Parameters
    ----------
    bags : N arrays (n_i, d) of finite numbers, each with at least one vector.
    labels : (N,) integers or non-empty strings, one per bag, or None if there are no labels.
    bag_ids : N different, non-empty names; by default "0" to str(N - 1).
    feature_names : d different names; by default x1 to xd.
    name : name of the data.
    notes : decisions of the reader, in words.

    Raises
    ------
    DataError : a shape, a value, a label or a name is invalid.

    Examples
    --------
    >>> bags = BagData([[[0, 1], [2, 3]], [[4, 5]]], ["no", "yes"], ["a", "b"])
    >>> bags.n_samples, bags.n_features, bags.sizes.tolist(), bags.classes.tolist()
    (2, 2, [2, 1], ['no', 'yes'])
    """

    kind: ClassVar[Kind] = "bags"

    bags: tuple[np.ndarray, ...]
    labels: np.ndarray | None = None
    bag_ids: Sequence[str] | None = None
    feature_names: list[str] = field(default_factory=list)
    name: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check, copy and freeze what was given."""
        names = checked_names(self.bag_ids, len(self.bags), each="bag")
        bags = _checked_bags(self.bags, names)
        labels = None if self.labels is None else as_labels(self.labels, len(bags), each="bag")
        check_labelled(labels, lambda i: f"bag {names[i]!r}", each="bag")
        d = bags[0].shape[1]
        features = checked_names(self.feature_names or [f"x{j + 1}" for j in range(d)], d, each="feature")
        set_fields(self, self.notes, bags=bags, labels=labels, bag_ids=names, feature_names=features)

    @property
    def _size(self) -> str:
        return f"{count(self.n_samples, 'bag')} of {count(self.n_features, 'feature')}"

    @property
    def n_samples(self) -> int:
        """N, the number of bags."""
        return len(self.bags)

    @property
    def n_features(self) -> int:
        """d, the length of each vector."""
        return int(self.bags[0].shape[1])

    @cached_property
    def sizes(self) -> np.ndarray:
        """(N,) vectors in each bag, read-only."""
        return read_only(np.array([len(bag) for bag in self.bags], dtype=np.int64))

    @property
    def n_vectors(self) -> int:
        """Number of vectors in all bags together."""
        return int(self.sizes.sum())

    @property
    def sample_names(self) -> list[str]:
        """The names of the bags."""
        return list(self.bag_ids or ())

    @cached_property
    def digest(self) -> str:
        """SHA-256 over vectors, labels and names (`name` and `notes` change no answer)."""
        return content_digest(*self.bags, self.labels, self.bag_ids, self.feature_names)


def _checked_bags(given: Sequence[Any], names: list[str]) -> tuple[np.ndarray, ...]:
    if not len(given):
        raise DataError("There are no bags", remedy="Give at least one bag of vectors.")
    bags: list[np.ndarray] = []
    for name, values in zip(names, given, strict=True):
        where = f"bag {name!r}"
        remedy = "Give an array of shape (vectors, features)."
        bag = as_floats(values, what="The bag is", remedy=remedy, where=where)
        if bag.ndim != 2 or 0 in bag.shape or (bags and bag.shape[1] != bags[0].shape[1]):
            wanted = f"(vectors, {bags[0].shape[1]})" if bags else "(vectors, features)"
            raise DataError(
                f"Expected an array of shape {wanted} with at least one vector, got {bag.shape}",
                where=where,
                remedy="Give every bag the same features, and leave empty ones out.",
            )
        place = partial("{}, vector {}, feature {}".format, where)
        check_each_finite(bag, place, remedy="Fill it in or leave the vector out.")
        bags.append(read_only(bag))
    return tuple(bags)
