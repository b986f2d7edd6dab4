"""Training and test samples: seeded, stratified by class, and honest about what could not be stratified."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._validation import DataError, read_only
from askcore.estimators._merging import stratified_folds


@dataclass(frozen=True)
class Split:
    """Indices of the training and of the test samples, ascending.

    ``held_out`` is False where everything was used for training: then ``test`` is ``train`` and scores say
    how well the data are fitted, not how well new samples are predicted.
    """

    train: np.ndarray = field(repr=False)
    test: np.ndarray = field(repr=False)
    held_out: bool


def some_labels(labels: Any) -> np.ndarray:
    """(N,) labels as an array; raises DataError where there are none at all."""
    if labels is None:
        raise DataError("this data set has no labels", remedy="Add a label per sample to learn a decision.")
    return np.asarray(labels)


def labelled_samples(labels: Any) -> np.ndarray:
    """Return the indices of the labelled samples. A label is text that is not empty, or any whole number.

    Parameters
    ----------
    labels : (N,) labels, "" for none; or None.

    Returns
    -------
    ndarray : indices, ascending.

    Raises
    ------
    DataError : there are no labels, there are fewer than two classes, or the labels are floating-point numbers, which
        are not classes.
    """
    labels = some_labels(labels)
    if labels.dtype.kind == "f":
        raise DataError(
            "this data set has a numeric target, not classes",
            remedy="Choose one with classes, or cut the numbers into classes first.",
        )
    known = np.flatnonzero(labels != "") if labels.dtype.kind in "UOS" else np.arange(len(labels))
    classes = np.unique(labels[known])
    if len(classes) < 2:
        only = f"only one class is labelled ({classes[0]!s})" if len(classes) else "no sample is labelled"
        raise DataError(only, remedy="Label samples of at least two classes.")
    return known


def class_codes(labels: Any) -> tuple[np.ndarray, np.ndarray]:
    """The number of each sample's class among the sorted classes, -1 without a label; and these classes."""
    known = labelled_samples(labels)
    labels = np.asarray(labels)
    codes = np.full(len(labels), -1)
    classes, codes[known] = np.unique(labels[known], return_inverse=True)
    return codes, classes


def holdout_split(labels: Any, *, train_size: float = 0.6, random_state: int = 0) -> Split:
    """Split the labelled samples into a training part and a test part, stratified by class.

    Every class has samples in both parts. If a class has a single sample, this sample is in the training part, so that
    the model knows the class.

    Parameters
    ----------
    labels : (N,) labels, "" for unlabelled.
    train_size : share of the labelled samples for training; 1 uses all of them for training.
    random_state : seed.

    Returns
    -------
    Split : indices of both parts, ascending.

    Raises
    ------
    DataError : there are no labels, there is only one class, or no class has two members.
    """
    from sklearn.model_selection import train_test_split

    known = labelled_samples(labels)
    y = np.asarray(labels)[known]
    if train_size >= 1.0:
        everything = read_only(known)
        return Split(everything, everything, held_out=False)
    shared, inner, single = _apart(known, y)
    n_classes = len(np.unique(inner))
    n_train = min(max(round(train_size * len(shared)), n_classes), len(shared) - n_classes)
    train, test = train_test_split(
        np.arange(len(shared)), train_size=n_train, stratify=inner, random_state=random_state
    )
    train, test = _with_every_class(inner, train, test)
    train, test = np.concatenate([shared[train], known[single]]), shared[test]
    return Split(read_only(np.sort(train)), read_only(np.sort(test)), held_out=True)


def cross_splits(labels: Any, n_folds: int, *, random_state: int = 0) -> list[Split]:
    """The labelled samples in stratified folds, each of which is the test part once.

    A class keeps a member in every training part. There are no more folds than the largest class has members; a class
    with a single member is always in training.
    """
    known = labelled_samples(labels)
    shared, inner, _ = _apart(known, np.asarray(labels)[known])
    folds = stratified_folds(inner, min(n_folds, int(np.bincount(inner).max())), random_state)
    return [
        Split(read_only(np.setdiff1d(known, test)), read_only(test), held_out=True)
        for test in (shared[held] for _, held in folds)
    ]


def _apart(known: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The samples of classes with several members, their codes, and which of all known ones are single members."""
    _, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    single = counts[codes] == 1
    if single.all():
        raise DataError("every class has a single member", remedy="Give at least two samples of a class.")
    return known[~single], codes[~single], single


def _with_every_class(
    codes: np.ndarray, train: np.ndarray, test: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The two parts, with a member moved over where shares were rounded so that a class lies in one alone."""
    for code in np.unique(codes):
        in_train, in_test = train[codes[train] == code], test[codes[test] == code]
        if len(in_train) == 0:
            train, test = np.append(train, in_test[0]), test[test != in_test[0]]
        elif len(in_test) == 0:
            train, test = train[train != in_train[0]], np.append(test, in_train[0])
    return train, test
