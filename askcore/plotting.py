"""Figures of data, results and fitted models, chosen by type: ``askcore.plot`` and the pages.

Between ``figures``, which know arrays alone, and the dashboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, Literal

import numpy as np
import pandas as pd
import scipy.sparse as sp

from askcore._validation import needs

with needs("A figure", extra="figures"):
    import plotly.graph_objects as go

from askcore import figures
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.diagnostics import Asymmetry
from askcore.diagnostics.spectrum import SpectrumSummary
from askcore.estimators import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from askcore.estimators._plots import class_number, singular_values
from askcore.experiments import METHODS, ComparisonResult, SolverRaceResult
from askcore.experiments.applied import Applied
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.experiments.decisions.views import Views
from askcore.experiments.sampling.triplets import medians_at_first
from askcore.experiments.spectra.decomposition import Spectra
from askcore.figures import Picture, Theme
from askcore.figures.layouts import FEW
from askcore.figures.parts.spec import Spec
from askcore.figures.races import lines_by_samples
from askcore.solvers import GammaPath
from askcore.solvers.svd.singular import SingularTriplets

LOOKED_AT = 2_000  # rows and columns up to which every entry is looked at
BAGS_DRAWN = 10
TOLERANCE = 0.1  # errors below it serve
SOLVER_NAMES = {
    "nystroem": "sampled",
    "symmetric_nystroem": "symmetric Nyström",
    "randomized": "randomised",
    "fourier": "random features",
    "structured": "exact, structured",
    "arpack": "exact",
}
_QUANTITIES = {"subspace_error": "Subspace error", "eta": "η", "seconds": "seconds, kernel included"}
_LARGEST = "largest"  # the method that always names the largest class


def plot(result: Any, *given: Any, **options: Any) -> go.Figure:
    """Draw data, a result or a fitted model in the style of the dashboard.

    Parameters
    ----------
    result : data (graph, table, matrix or bags), a result of ``experiments``, ``asymmetry`` or ``gamma_path``, or a
        fitted estimator.
    *given : for a classifier, samples X and their labels y.
    **options : ``theme`` ("light" or "dark"), and options that depend on the type: ``way`` of a graph ("graph",
        "matrix") and ``positions`` (N, 2) of its nodes, ``columns`` of a table, ``of`` (a class) and ``names`` of
        decisions, ``quantity`` of a race ("subspace_error", "eta", "seconds"), ``logarithmic`` of a spectrum.

    Returns
    -------
    plotly.graph_objects.Figure : the title names data that were aggregated or left out.

    Raises
    ------
    TypeError : there is no figure for this type.
    MissingPackageError : plotly is not installed; the error is also an ImportError.
    NotFittedError : the model is not fitted.

    Examples
    --------
    >>> import askcore
    >>> askcore.plot(askcore.datasets.load_sample("teaching_graph")).layout.title.text
    """
    return figures.as_figure(drawn(result, *given, **options), options.get("theme", "light"))


@singledispatch
def drawn(result: Any, *given: Any, theme: Theme = "light", **options: Any) -> Spec | Picture | go.Figure:
    """The figure as the pages send it; what ``.plot()`` takes stands in the signature for each type."""
    raise TypeError(f"there is no figure of {type(result).__name__}")


@drawn.register
def _graph(
    data: GraphData,
    *,
    way: Literal["auto", "graph", "matrix"] = "auto",
    positions: np.ndarray | None = None,
    theme: Theme = "light",
) -> Picture:
    """Arrows between nodes up to 60 of them, else the matrix by class; ``way`` chooses either.

    ``positions`` (N, 2) : where to draw the nodes; by default ``figures.layout``.
    """
    if way not in ("auto", "graph", "matrix"):
        raise ValueError(f"way must be 'auto', 'graph' or 'matrix', got {way!r}.")
    if way == "matrix" or (way == "auto" and data.n_nodes > FEW):
        return figures.adjacency_by_class(
            data.adjacency, data.labels, names=data.node_ids, classes=data.classes, theme=theme
        )
    return figures.directed_graph(
        data.adjacency,
        figures.layout(data.adjacency, labels=data.labels) if positions is None else positions,
        classes_of_nodes=data.labels,
        names=data.node_ids,
        theme=theme,
    )


@drawn.register
def _table(data: TableData, *, columns: Sequence[int | str] | None = None, theme: Theme = "light") -> Spec:
    """Two columns against each other, by their numbers or names; the first two, or the only one twice."""
    names = list(data.feature_names)
    chosen = (0, min(1, len(names) - 1)) if columns is None else columns
    numbers = [names.index(each) if each in names else each for each in chosen]
    if len(numbers) != 2 or not all(each in range(len(names)) for each in numbers):
        raise ValueError(
            f"columns must be two numbers from 0 to {len(names) - 1}, or names such as {names[0]!r}; got {columns!r}."
        )
    labels = None if data.is_regression else data.y
    return figures.table_scatter(
        data.X, labels, names, columns=(int(numbers[0]), int(numbers[1])), theme=theme
    )


@drawn.register
def _matrix(data: MatrixData, *, theme: Theme = "light") -> Picture:
    """Its entries by class; of a large one rows and columns at even steps."""
    rows, part = even_part(data)
    own = None if data.row_labels is None else data.row_labels[rows]
    theirs = own if data.same_samples else np.full(part.shape[1], "")
    whole = part.shape == data.matrix.shape
    names: dict[str, Any] = {"names": data.row_ids, "column_names": data.column_ids} if whole else {}
    return figures.signed_heatmap(part, own, column_labels=theirs, classes=data.classes, theme=theme, **names)


@drawn.register
def _bags(data: BagData, *, theme: Theme = "light") -> Spec:
    """Some bags of each class, the first two features of their vectors."""
    shown, columns = some_bags(data), (0, min(1, data.n_features - 1))
    titles = data.sample_names if data.labels is None else data.labels
    return figures.bag_clouds(
        [data.bags[i] for i in shown],
        [titles[i] for i in shown],
        columns=columns,
        names=[data.feature_names[i] for i in columns],
        theme=theme,
    )


@drawn.register
def _comparison(result: ComparisonResult, *, theme: Theme = "light") -> Spec:
    """Each method minus AsK-LS, with its interval."""
    table = compared(result.differences)
    return figures.paired_differences(
        [METHODS[name].label for name in table["method"]],
        table["mean"],
        table["low"],
        table["high"],
        uses_direction=[METHODS[name].uses_direction for name in table["method"]],
        score=METRIC_NAMES[result.settings["metric"]],
        theme=theme,
    )


@drawn.register
def _asymmetry(found: Asymmetry, *, theme: Theme = "light") -> Picture:
    """Eigenvalues of both parts; of a rectangular matrix its singular values."""
    if found.singular_values is None:
        raise ValueError(
            f"A matrix of shape {found.shape} is past the limit, so no spectrum is known. Call asymmetry(K, limit=...)."
        )
    if found.symmetric_eigenvalues is None or found.skew_moduli is None:
        return figures.singular_spectrum(found.singular_values, theme=theme)
    return figures.parts_spectrum(found.symmetric_eigenvalues, found.skew_moduli, theme=theme)


@drawn.register
def _spectrum(found: SpectrumSummary, *, logarithmic: bool = False, theme: Theme = "light") -> Picture:
    """Falling singular values, and where they drop."""
    return singular_values(found.values, found.shape, logarithmic, theme, found.drop)


@drawn.register
def _triplets(found: SingularTriplets, *, logarithmic: bool = False, theme: Theme = "light") -> Picture:
    return singular_values(found.values, (len(found.left), len(found.right)), logarithmic, theme)


@drawn.register
def _spectra(found: Spectra, *, logarithmic: bool = False, theme: Theme = "light") -> Picture:
    return _spectrum(found.summary, logarithmic=logarithmic, theme=theme)


@drawn.register(AsKLSClassifier)
@drawn.register(LSSVMClassifier)
@drawn.register(KSVD)
@drawn.register(KernelPCA)
def _estimator(model: Any, *given: Any, **options: Any) -> go.Figure:
    return model.plot(*given, **options)


@drawn.register
def _path(found: GammaPath, *, theme: Theme = "light") -> Picture:
    """Leave-one-out accuracy of the three decisions along gamma."""
    accuracy = {"source": found.loo_score_source, "target": found.loo_score_target, "merged": found.loo_score}
    safe = float(found.resonances.min()) if len(found.resonances) else None
    return figures.gamma_curve(
        found.gammas, accuracy, found.condition, resonances=found.resonances, safe=safe, theme=theme
    )


@drawn.register
def _race(
    result: SolverRaceResult,
    *,
    quantity: Literal["subspace_error", "eta", "seconds"] = "subspace_error",
    theme: Theme = "light",
) -> Picture:
    """An error, or the time, of each method against the number of samples, at the first bandwidth raced."""
    if quantity not in _QUANTITIES:
        raise ValueError(f"quantity must be one of {', '.join(map(repr, _QUANTITIES))}, got {quantity!r}.")
    medians = medians_at_first(result.table)
    sampled = medians[medians["samples"] > 0]
    exact = medians[medians["samples"] == 0].set_index("solver")["seconds"].to_dict()
    timed = quantity == "seconds"
    return lines_by_samples(
        {
            str(name): (part["samples"], part[quantity])
            for name, part in sampled.groupby("solver", sort=False)
        },
        exact if timed else {},
        SOLVER_NAMES,
        quantity=_QUANTITIES[quantity],
        tolerance=None if timed else TOLERANCE,
        theme=theme,
    )


@drawn.register
def _views(
    found: Views, *, of: Any = None, names: Sequence[object] | None = None, theme: Theme = "light"
) -> Spec:
    """Every test sample at both views of a class, coloured by its label."""
    return _scatter(found, found.truth, of, names, theme)


@drawn.register
def _applied(found: Applied, *, of: Any = None, theme: Theme = "light") -> Spec:
    """Every new sample at both views of a class, coloured by the merged decision."""
    if found.one_view:
        raise ValueError("Only the source view is known, so the two cannot be drawn against each other.")
    return _scatter(found, found.predicted["merged"], of, found.names, theme)


def _scatter(
    found: Views | Applied, colours: np.ndarray, label: Any, names: Sequence[object] | None, theme: Theme
) -> Spec:
    j = class_number(found.classes, label)
    return figures.views_scatter(
        found.f_source[:, j],
        found.f_target[:, j],
        colours,
        names=names,
        positive=found.classes[j],
        classes=found.classes,
        disagree=found.disagree,
        theme=theme,
    )


def compared(differences: pd.DataFrame) -> pd.DataFrame:
    """The methods of the chart of a comparison: without the largest class where it is far below all others, which it
    would press together.
    """
    largest = differences["method"] == _LARGEST
    others = differences[~largest]
    far = len(others) > 0 and bool((differences.loc[largest, "high"] < others["low"].min()).all())
    return others if far else differences


def even_part(data: MatrixData) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of a matrix at even steps, at most ``LOOKED_AT`` of each."""
    rows, columns = (np.unique(np.linspace(0, n - 1, LOOKED_AT).astype(int)) for n in data.matrix.shape)
    part = data.matrix[rows][:, columns]
    return rows, part.toarray() if sp.issparse(part) else np.asarray(part)


def some_bags(data: BagData) -> list[int]:
    """The first bag of each class, then the second of each, up to ten; without labels the first ten."""
    if data.labels is None:
        return list(range(min(BAGS_DRAWN, data.n_samples)))
    members = [np.flatnonzero(data.labels == name) for name in data.classes]
    rounds = [int(m[k]) for k in range(max(map(len, members))) for m in members if k < len(m)]
    most = max(BAGS_DRAWN - BAGS_DRAWN % max(len(members), 1), min(BAGS_DRAWN, len(members)))
    return rounds[:most]
