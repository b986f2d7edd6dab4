"""The figures of fitted estimators, drawn by their method ``plot``.

Imported when a figure is asked for, so that estimators do without plotly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike
from sklearn.metrics import confusion_matrix
from sklearn.utils.validation import check_is_fitted

from askcore import figures
from askcore.figures import Theme
from askcore.solvers.labels import both_signs


def plot_views(
    model: Any, X: Any, y: ArrayLike | None, of: Any, names: Sequence[object] | None, theme: Theme
) -> go.Figure:
    """Samples X at both views of a class, coloured by their labels y, or by the decision without labels."""
    f_s, f_t = (both_signs(view) for view in model.decision_views(X))
    j = class_number(model.classes_, of)
    drawn = figures.views_scatter(
        f_s[:, j],
        f_t[:, j],
        model.predict(X) if y is None else np.asarray(y),
        names=names,
        positive=model.classes_[j],
        classes=model.classes_,
        disagree=f_s.argmax(axis=1) != f_t.argmax(axis=1),
        theme=theme,
    )
    return figures.as_figure(drawn, theme)


def plot_confusion(model: Any, X: Any, y: ArrayLike, theme: Theme) -> go.Figure:
    """Predicted classes of samples X against their labels y."""
    counts = confusion_matrix(y, model.predict(X), labels=model.classes_)
    return figures.as_figure(figures.confusion_matrix(counts, list(model.classes_), theme=theme), theme)


def plot_singular_values(model: Any, logarithmic: bool, theme: Theme) -> go.Figure:
    """Singular values by rank."""
    check_is_fitted(model)
    shape = len(model.left_vectors_), len(model.right_vectors_)
    return figures.as_figure(singular_values(model.singular_values_, shape, logarithmic, theme), theme)


def plot_eigenvalues(model: Any, logarithmic: bool, theme: Theme) -> go.Figure:
    """Eigenvalues with their signs."""
    check_is_fitted(model)
    return figures.as_figure(
        figures.signed_spectrum(model.eigenvalues_, logarithmic=logarithmic, theme=theme), theme
    )


def class_number(classes: np.ndarray, label: Any) -> int:
    """The class whose views are drawn: by default the positive one of two, else the first."""
    if label is None:
        return 1 if len(classes) == 2 else 0
    found = np.flatnonzero(classes == label)
    if not len(found):
        raise ValueError(f"of must be one of the classes {', '.join(map(str, classes))}, got {label!r}.")
    return int(found[0])


def singular_values(
    values: np.ndarray, shape: tuple[int, int], logarithmic: bool, theme: Theme, drop: int | None = None
) -> figures.Picture:
    """Singular values of a matrix of a shape, with the level below which they are rounding."""
    limit = max(shape) * np.finfo(float).eps * float(values.max(initial=0.0))
    return figures.singular_values(values, drop=drop, logarithmic=logarithmic, limit=limit, theme=theme)
