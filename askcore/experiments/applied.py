"""A model on samples that it was not trained on: new rows of a table, new nodes of a graph, new rows of a matrix.

``train_on_all`` learns from every sample that has a label; ``apply_model`` reads both views of new ones. A kernel over
indices first has to know them: it becomes that of a larger graph or matrix, whose first N indices are the samples from
before. The model's coefficients stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.neighbors import NearestNeighbors
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from askcore._format import count
from askcore._lazy import cached_property
from askcore._removed import without
from askcore._validation import DataError, check_memory, is_symmetric, read_only
from askcore.datasets import GraphData, MatrixData
from askcore.estimators import AsKLSClassifier
from askcore.experiments.decisions.views import TwoViews, sample_weights
from askcore.experiments.evaluation import score
from askcore.experiments.fitted import LEARNED
from askcore.experiments.problem import Problem
from askcore.experiments.split import labelled_samples
from askcore.experiments.svm import silenced
from askcore.kernels import GraphKernel, IndexKernel, PrecomputedKernel, resolved_params
from askcore.kernels.binding import takes_indices, takes_strings
from askcore.kernels.scale import evenly_spaced
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.labels import both_signs, merged_decision

USUAL = 0.99  # of the training samples have a neighbour that is as near
BLOCK = 4_000_000  # entries of the kernel that are evaluated at once
COMPARED = 50  # rows of two kernels that tell whether they are the same


@dataclass(frozen=True, eq=False)
class Applied(TwoViews):
    """Predictions of a model for new samples; ``merged`` by ``merge`` are probabilities for "stack" and "joint".

    ``far`` (n,): a sample lies farther from every training sample than 99% of those lie from their nearest neighbour;
    for a kernel over indices, K(x, ·) and K(·, x) are zero for all training samples. ``one_view``: the target view
    could not be read, and the source view stands for it and decides.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    names: list[str] = field(repr=False)
    classes: np.ndarray = field(repr=False)
    f_source: np.ndarray = field(repr=False)
    f_target: np.ndarray = field(repr=False)
    merged: np.ndarray = field(repr=False)
    merge: str
    far: np.ndarray = field(repr=False)
    truth: np.ndarray | None = field(default=None, repr=False)
    one_view: bool = False
    notes: tuple[str, ...] = field(default=(), repr=False)

    @cached_property
    def scores(self) -> dict[str, dict[str, float]]:
        """Role to its scores, as ``score`` has them; empty where the labels are not known."""
        if self.truth is None:
            return {}
        truth = np.array([str(label) for label in self.truth])
        return {role: score(truth, found.astype(str)) for role, found in self.predicted.items()}

    @property
    def table(self) -> pd.DataFrame:
        """One row per sample: its name and, where known, its label; the three decisions, whether the views disagree,
        whether it is far; and for every class f_s, f_t and the merged decision."""
        table: dict[str, Any] = {"sample": self.names}
        if self.truth is not None:
            table["label"] = self.truth
        roles = ("source", "merged") if self.one_view else ("source", "target", "merged")
        table |= {f"predicted_{role}": self.predicted[role] for role in roles}
        table["views_disagree"], table["far"] = self.disagree, self.far
        for j, name in enumerate(self.classes):
            table[f"f_s[{name}]"] = self.f_source[:, j]
            if not self.one_view:
                table[f"f_t[{name}]"] = self.f_target[:, j]
            table[f"{self.merge}[{name}]"] = self.merged[:, j]
        return pd.DataFrame(table)


def train_on_all(
    problem: Problem,
    *,
    gamma: float,
    damping: float | str,
    merge: str = "mean",
    random_state: int = 0,
    class_weight: str | None = None,
) -> AsKLSClassifier | Pipeline:
    """Train AsK-LS on every labelled sample.

    Parameters
    ----------
    problem : data and kernel.
    gamma, damping, merge, random_state : as in AsKLSClassifier.
    class_weight : "balanced" gives each sample a weight inversely proportional to the frequency of its class, as in
        AsKLSClassifier. None gives all samples the same weight.

    Returns
    -------
    AsKLSClassifier or Pipeline : if features are scaled, a Pipeline of StandardScaler and AsKLSClassifier. Both store
        the names of the features.

    Raises
    ------
    DataError : there are fewer than two classes, or the estimated memory is not available.
    ValueError : ``class_weight`` has another value.
    """
    train = labelled_samples(problem.labels)
    samples, y = problem.samples[train], problem.labels[train]
    params = resolved_params(
        problem.kernel,
        problem.kernel_params,
        problem.scaled(train)[train],
        times=problem.choice.bandwidth,
        sample_weight=sample_weights(np.unique(y, return_inverse=True)[1], class_weight),
    )
    model = AsKLSClassifier(
        problem.kernel,
        kernel_params=params or None,
        gamma=gamma,
        damping=damping,
        merge=merge,
        random_state=random_state,
        class_weight=class_weight,
    )
    if problem.is_table and not takes_indices(problem.kernel):
        samples = pd.DataFrame(samples, columns=problem.data.feature_names)
    fitted = Pipeline([("scale", StandardScaler()), ("askls", model)]) if problem.standardise else model
    with silenced():
        return fitted.fit(samples, y)


def apply_model(
    model: AsKLSClassifier | Pipeline,
    samples: Any,
    names: Sequence[str],
    *,
    truth: np.ndarray | None = None,
    source_only: bool = False,
) -> Applied:
    """Compute both views and the merged decision for samples on which a model was not trained.

    Parameters
    ----------
    model : a fitted model; the last step of a pipeline is AsK-LS.
    samples : (n, d) features in the order of the training data, or (n,) indices of the kernel.
    names : n names.
    truth : (n,) labels, if known.
    source_only : the input of the target view is not known, so only the source view decides.

    Returns
    -------
    Applied

    Raises
    ------
    ValueError : the number of features is wrong.
    """
    askls, given = model, samples
    if isinstance(model, Pipeline):
        askls = model[-1]
        known = getattr(model, "feature_names_in_", None)
        given = model[:-1].transform(samples if known is None else pd.DataFrame(samples, columns=known))
    elif hasattr(model, "feature_names_in_"):
        given = pd.DataFrame(samples, columns=model.feature_names_in_)
    at_once = max(1, BLOCK // len(askls.X_fit_))
    blocks = (slice(start, start + at_once) for start in range(0, len(given), at_once))
    parts = [_decided(askls, given[block], source_only) for block in blocks]
    f_s, f_t, merged, far = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Applied(
        list(names),
        askls.classes_,
        f_s,
        f_t,
        merged,
        "source" if source_only else askls.merge,
        far,
        truth,
        source_only,
    )


def _decided(askls: AsKLSClassifier, given: Any, source_only: bool) -> tuple[np.ndarray, ...]:
    """f_s, f_t, the merged decision, and what is far, of some samples."""
    f_s, f_t = (both_signs(view) for view in askls.decision_views(given))
    if source_only:
        f_t = merged = f_s
    elif askls.merge in LEARNED:
        merged = askls.predict_proba(given)
    else:
        merged = merged_decision(f_s, f_t, askls.merge)
    return f_s, f_t, merged, _far(askls, np.asarray(given))


def decide_new(model: AsKLSClassifier | Pipeline, data: Any, *new: Any, trained_on: bool = False) -> Applied:
    """Apply a model to new samples: rows of a table, nodes with their links, or blocks of a matrix.

    Parameters
    ----------
    model : fitted on ``data``, or on a table with the same features.
    data : a graph, a table or a matrix.
    *new : a table of rows (``read_rows``); a graph of links between new nodes and old nodes and among new nodes,
        matched by name; or blocks of a matrix. The block K(new, old) (n, N) is the input of the source view, and K(old,
        new) (N, n) is that of the target view. Without the second block, a symmetric matrix uses the transpose of the
        first. For an asymmetric matrix, only the source view decides.
    trained_on : set this if the model was certainly trained on ``data``; this is then not checked.

    Returns
    -------
    Applied

    Raises
    ------
    DataError : the samples do not fit, or the model was trained on other data.
    """
    if data.kind == "table":
        _check_same_features(model, data)
        (rows,) = new
        return replace(apply_model(model, rows.X, rows.sample_names, truth=rows.y), notes=rows.notes)
    if not trained_on:
        _check_same_kernel(model, data)
    return _new_nodes(model, data, *new) if data.kind == "graph" else _new_samples(model, data, *new)


def decide_held(
    model: AsKLSClassifier | Pipeline, data: Any, at: np.ndarray | None = None, *, trained_on: bool = False
) -> Applied:
    """Apply a model to samples that are already in the data set, such as unlabelled samples.

    Parameters
    ----------
    model : fitted on ``data``, or on a table with the same features.
    data : a graph, a table or a matrix.
    at : indices of the samples; None for all.
    trained_on : set this if the model was certainly trained on ``data``; this is then not checked.

    Returns
    -------
    Applied : includes the labels if all samples have one.

    Raises
    ------
    DataError : the model was trained on other data.
    """
    table = data.kind == "table"
    if not trained_on:
        _check_same_features(model, data) if table else _check_same_kernel(model, data)
    at = np.arange(data.n_samples) if at is None else at
    names = [data.sample_names[i] for i in at]
    truth = data.labels[at] if data.labels is not None and data.labelled[at].all() else None
    return apply_model(model, data.X[at] if table else at, names, truth=truth)


def _new_nodes(model: AsKLSClassifier, data: GraphData, links: GraphData) -> Applied:
    """Kernel values of the new nodes come from the larger graph; links between two old nodes stay as they were."""
    old = {name: i for i, name in enumerate(data.node_ids)}
    new = [name for name in links.node_ids if name not in old]
    if not new:
        raise DataError(
            f"The file names {count(len(links.node_ids), 'node')}, but none of them is new",
            remedy="Give links of nodes that the data set does not have; nodes are distinguished by their "
            "names.",
        )
    n, at = data.n_nodes, {name: data.n_nodes + i for i, name in enumerate(new)}
    number_of = np.array([old[name] if name in old else at[name] for name in links.node_ids])
    new_links, old_links = links.adjacency.tocoo(), data.adjacency.tocoo()
    rows, columns = number_of[new_links.row], number_of[new_links.col]
    fresh = (rows >= n) | (columns >= n)
    note: tuple[str, ...] = ()
    if data.n_edges and is_symmetric(data.adjacency) and not is_symmetric(links.adjacency):
        note = ("Every link of the data set goes both ways. The new links are read with their direction.",)
    if stayed := int((~fresh).sum()):
        note += (f"{count(stayed, 'link')} between old nodes not used: they were not in the training data.",)
    adjacency = sp.csr_array(
        (
            np.concatenate([old_links.data, new_links.data[fresh]]),
            (np.concatenate([old_links.row, rows[fresh]]), np.concatenate([old_links.col, columns[fresh]])),
        ),
        shape=(n + len(new), n + len(new)),
    )
    truth = None
    if links.labels is not None:
        given = dict(zip(links.node_ids, links.labels, strict=True))
        found = np.array([str(given[name]) for name in new])
        truth = found if (found != "").all() else None
    grown = model.kernel.grown(adjacency)
    applied = apply_model(model.over(grown), n + np.arange(len(new)), new, truth=truth)
    return replace(applied, notes=links.notes + note)


def _new_samples(
    model: AsKLSClassifier, data: MatrixData, rows: MatrixData, columns: MatrixData | None = None
) -> Applied:
    """By blocks of a matrix, whose old samples are matched by name where they have the same names, else by order."""
    n, N, source_only = rows.n_rows, data.n_rows, False
    R = _aligned(rows.matrix, rows.column_names, data, "column")
    if columns is not None:
        if columns.n_columns != n:
            raise DataError(
                f"The block of columns has {count(columns.n_columns, 'column')}, that of rows {count(n, 'row')}",
                remedy="Give both for the same new samples.",
            )
        C = _aligned(columns.matrix.T, columns.sample_names, data, "row").T
    else:
        source_only = not is_symmetric(data.matrix)
        C = sp.csr_array((N, n)) if source_only else R.T
    if sp.issparse(data.matrix):
        K: Any = sp.csr_array(sp.block_array([[data.matrix, sp.csr_array(C)], [sp.csr_array(R), None]]))
    else:
        what = f"The {N + n:,} x {N + n:,} kernel matrix"
        check_memory(8.0 * (N + n) ** 2, what, "Give fewer new samples at a time.")
        K = read_only(np.block([[data.matrix, as_dense(C)], [as_dense(R), np.zeros((n, n))]]))
    if source_only and model.merge not in ("mean", "source"):
        raise DataError(
            "The merged decision needs the target view of the new samples, which uses K(old, new)",
            remedy="Also give the block of columns, or choose “mean” or “source” under “Merged decision”.",
        )
    at, larger = N + np.arange(n), model.over(PrecomputedKernel(K))
    found = apply_model(larger, at, rows.sample_names, truth=rows.labels, source_only=source_only)
    return replace(found, notes=rows.notes)


def _check_same_features(model: Any, data: Any) -> None:
    """Make sure that a model knows the features of a table."""
    known = getattr(model, "feature_names_in_", None)
    if known is None or list(known) != list(data.feature_names):
        raise DataError(
            "The model was trained on features that differ from those of the table in use",
            remedy="Choose the table that it was trained on, or one with the same columns in the same order.",
        )


def _check_same_kernel(model: Any, data: GraphData | MatrixData) -> None:
    """Make sure that a model was trained on this graph or matrix: rows all over its kernel are what they were."""
    mine: Any = getattr(model, "kernel", None)
    theirs: Any = None
    if isinstance(data, MatrixData):
        theirs = PrecomputedKernel(data.matrix)
    elif isinstance(mine, GraphKernel):
        theirs = mine.grown(data.adjacency)
    same = isinstance(mine, IndexKernel) and theirs is not None and mine.shape == theirs.shape
    if same:
        some = evenly_spaced(data.n_samples, COMPARED)
        was, now = (as_dense(each.all_columns(some)) for each in (mine, theirs))
        same = bool(np.allclose(was, now, rtol=1e-6, atol=1e-9 * np.abs(now).max(initial=0.0)))
    if not same:
        raise DataError(
            "The model was trained on other data than the data set in use",
            remedy="Choose the data set that it was trained on, or train it again.",
        )


def _aligned(block: Any, names: Sequence[str], data: MatrixData, word: str) -> Any:
    """(n, N) a block with its columns in the order of the old samples."""
    N = data.n_rows
    if block.shape[1] != N:
        raise DataError(
            f"The block has {count(block.shape[1], word)}, but the model was trained on {count(N, 'sample')}",
            remedy=f"Give one {word} for each sample of the data set, including those without a label.",
        )
    at = {name: j for j, name in enumerate(names)}
    if set(at) == set(data.sample_names):
        return block[:, [at[name] for name in data.sample_names]]
    return block


def _far(askls: AsKLSClassifier, samples: np.ndarray) -> np.ndarray:
    """(n,) which samples lie far from all training samples; see ``Applied.far``."""
    if takes_strings(askls.kernel):
        return np.zeros(len(samples), bool)
    trained = askls.X_fit_
    if takes_indices(askls.kernel):
        reads, read = askls.kernel(samples, trained), askls.kernel(trained, samples)
        return np.asarray(abs(reads).sum(axis=1) + abs(read).sum(axis=0)).ravel() == 0
    near = NearestNeighbors(n_neighbors=1).fit(trained)
    among = near.kneighbors(return_distance=True)[0].ravel()
    reach = np.quantile(among, USUAL)
    return np.asarray(near.kneighbors(samples)[0].ravel() > reach * (1 + 1e-9))
