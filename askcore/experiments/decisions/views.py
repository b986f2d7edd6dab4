"""One training of AsK-LS and what its two views decide: the computation behind the Decisions page.

Experiment floor.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import read_only
from askcore.estimators import AsKLSClassifier, Coefficients
from askcore.experiments.split import Split

__all__ = ["ROLE_ORDER", "Views", "assemble", "both_signs", "decide_views", "score"]

ROLE_ORDER = ("source", "target", "merged")


@dataclass(frozen=True)
class Views:
    """The two decisions of a trained AsK-LS on the test samples of a split, and the one merged from them.

    Attributes
    ----------
    classes : (n_classes,) class labels.
    truth : (n,) labels of the test samples.
    f_source, f_target : (n, n_classes); with two classes the columns are -f and f.
    merged : (n, n_classes), the largest decides: (f_s + f_t)/2 for the rule "mean", probabilities for
        "stack" and "joint".
    merge : the rule.
    predicted : role ("source", "target", "merged") to predicted labels (n,).
    scores : table with one row per role: accuracy, balanced_accuracy, micro_f1, macro_f1.
    chance : accuracy of always naming the most frequent test class.
    coefficients : c, a and the intercepts, one column for two classes, else one per class.
    condition : condition number of the undamped system.
    damping : lambda as used.  solver : solver as used.  symmetric : the kernel matrix is symmetric.
    messages : warnings of the fit, as text.
    seconds : time of training and deciding.
    """

    classes: np.ndarray
    truth: np.ndarray
    f_source: np.ndarray
    f_target: np.ndarray
    merged: np.ndarray
    merge: str
    predicted: Mapping[str, np.ndarray]
    scores: pd.DataFrame
    chance: float
    coefficients: Coefficients
    condition: float
    damping: float
    solver: str
    symmetric: bool
    messages: tuple[str, ...]
    seconds: float

    @property
    def disagree(self) -> np.ndarray:
        """(n,) mask of test samples to which the two views give different classes."""
        return self.predicted["source"] != self.predicted["target"]


def decide_views(
    kernel: Any,
    samples: Any,
    labels: Any,
    split: Split,
    *,
    kernel_params: Mapping[str, Any] | None = None,
    gamma: float = 1.0,
    damping: float | str = "auto",
    merge: str = "mean",
) -> Views:
    """Train AsK-LS on ``split.train`` and decide the samples of ``split.test`` from both views.

    Parameters
    ----------
    samples : (N, d) features, or (N,) indices for kernels over indices.
    labels : (N,) labels; only those of the split are read.
    merge : "mean", or learned from ten folds: "stack", "joint".
    """
    samples, labels = np.asarray(samples), np.asarray(labels)
    start = time.perf_counter()
    model = AsKLSClassifier(
        kernel, kernel_params=kernel_params, gamma=gamma, damping=damping, merge=merge, random_state=0
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(samples[split.train], labels[split.train])
    X = samples[split.test]
    f_s, f_t = model.decision_views(X)
    return assemble(
        model.classes_,
        labels[split.test],
        both_signs(f_s),
        both_signs(f_t),
        model.predict_proba(X) if merge in ("stack", "joint") else None,
        merge=merge,
        coefficients=_columns(model),
        condition=model.condition_,
        damping=model.damping_,
        solver=model.solver_,
        symmetric=model.symmetric_,
        # A merger that learns from ten folds may warn in each of them.
        messages=tuple(dict.fromkeys(str(w.message) for w in caught)),
        seconds=time.perf_counter() - start,
    )


def assemble(
    classes: np.ndarray,
    truth: np.ndarray,
    f_source: np.ndarray,
    f_target: np.ndarray,
    merged: np.ndarray | None,
    **more: Any,
) -> Views:
    """Views (n, n_classes) with what they predict and how well; ``merged`` None means their mean."""
    merged = (f_source + f_target) / 2 if merged is None else merged
    decisions = {"source": f_source, "target": f_target, "merged": merged}
    predicted = {role: read_only(classes[f.argmax(axis=1)]) for role, f in decisions.items()}
    return Views(
        classes=classes,
        truth=read_only(truth),
        f_source=read_only(f_source),
        f_target=read_only(f_target),
        merged=read_only(merged),
        predicted=predicted,
        scores=pd.DataFrame([{"role": role, **score(truth, predicted[role])} for role in ROLE_ORDER]),
        chance=chance_level(truth),
        **more,
    )


def both_signs(f: np.ndarray) -> np.ndarray:
    """One column per class: a single decision f, (n,) or (n, 1), becomes -f and f."""
    if f.ndim == 2 and f.shape[1] > 1:
        return f
    f = f.reshape(len(f))
    return np.column_stack([-f, f])


def score(truth: np.ndarray, predicted: np.ndarray) -> dict[str, float]:
    """Accuracy, balanced accuracy, micro and macro F1 (over the classes that occur) of predicted labels.

    scikit-learn's numbers, from one table of counts: a page asks for them at every step of a slider. With one
    label per sample micro F1 equals accuracy; both are given because papers report either.
    """
    names, codes = np.unique(np.concatenate([truth, predicted]), return_inverse=True)
    rows, columns = codes[: len(truth)], codes[len(truth) :]
    hits = np.bincount(rows[rows == columns], minlength=len(names))
    members, named = (np.bincount(part, minlength=len(names)) for part in (rows, columns))
    accuracy = float(hits.sum() / len(truth))
    return {
        "accuracy": accuracy,
        "balanced_accuracy": float(np.mean(hits[members > 0] / members[members > 0])),
        "micro_f1": accuracy,
        "macro_f1": float(np.mean(2 * hits / (members + named))),
    }


def chance_level(truth: np.ndarray) -> float:
    """Accuracy of always naming the most frequent label of ``truth``."""
    _, counts = np.unique(truth, return_counts=True)
    return float(counts.max() / counts.sum())


def _columns(model: AsKLSClassifier) -> Coefficients:
    c, a = (np.reshape(v, (len(v), -1)) for v in (model.source_coef_, model.target_coef_))
    return Coefficients(c, a, np.ravel(model.source_intercept_), np.ravel(model.target_intercept_))
