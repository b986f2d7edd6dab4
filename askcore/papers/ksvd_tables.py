"""Tables 3 and 6 and section 5.2 of Tao et al. 2023: rows and columns of a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from askcore._validation import DataError
from askcore.datasets import TableData
from askcore.diagnostics.density import density_divergence
from askcore.experiments.spectra.feature_tasks import table_task
from askcore.experiments.spectra.features import extract_features
from askcore.kernels.scale import paper_bandwidth
from askcore.papers.engine.protocol import Options, Unit, Values, read_protocols

REGRESSION = ("cholesterol", "yacht")
PREPARED = ("none", "standard", "minmax")
SIDES = {"a0": "pinv", "a1": "pca", "a2": "random"}
TUNED = ", tuned"
LEFT_OUT = "left_out"  # a note beside the numbers: a candidate had no features
COLUMNS: dict[str, tuple[str, str | None]] = {  # kernel and compatibility of each column of table 3
    "KPCA RBF": ("rbf", None),
    **{f"KSVD {k.upper()} {a}": (k, a) for k in ("rbf", "sne") for a in SIDES},
}
ABLATION = {"Nonlinear+SVD": "poly_svd", "KSVD": "ksvd"}


def kernel_features(data: TableData, unit: Unit, options: Options) -> Values:
    """Table 3: scores of the first left vectors, the bandwidth (of tuned rows the columns, too) chosen by folds."""
    found: dict[str, dict[str, list[float]]] = {}
    for method in unit.methods:
        kernel, side = COLUMNS[method.removesuffix(TUNED)]
        given: dict[str, Any] = {"kernel": kernel} | ({"compatibility": SIDES[side]} if side else {})
        seed = options.get("side_seed", unit.seed)
        candidates: list[np.ndarray] = []
        refused: list[DataError] = []
        for X in _matrices(data, method, options):
            for factor in options["factors"]:
                given["kernel_params"] = {"sigma": paper_bandwidth(X) * factor}
                try:
                    candidates.append(_left(X, "kpca" if side is None else "ksvd", options, seed, **given))
                except DataError as error:  # centring leaves nothing of a matrix of equal entries
                    refused.append(error)
        if not candidates:
            raise refused[0]
        left_out = [float(bool(refused))] * len(unit.repeats)
        found[method] = {**_scores(candidates, data, unit, options), LEFT_OUT: left_out}
    return found


def polynomial_features(data: TableData, unit: Unit, options: Options) -> Values:
    """Table 6: the monomials of degree 1 and 2 and then SVD, against KSVD with the polynomial kernel of degree 2."""
    found: dict[str, dict[str, list[float]]] = {}
    for method in unit.methods:
        how, given = ABLATION[method.removesuffix(TUNED)], dict[str, Any]()
        if how == "ksvd":
            given = {"kernel": "polynomial", "kernel_params": {"degree": 2, "c": options["c"]}}
            given["compatibility"] = options["compatibility"]
        candidates = [_left(X, how, options, unit.seed, **given) for X in _matrices(data, method, options)]
        found[method] = _scores(candidates, data, unit, options)
        found[method].pop("accuracy", None)
    return found


def _left(X: np.ndarray, how: str, options: Options, seed: int, **given: Any) -> np.ndarray:
    """The first left vectors of a matrix."""
    r = min(options["n_components"], *X.shape)
    given |= {"scaling": options["scaling"], "random_state": seed, "keep_rounding": True}
    return extract_features(X, how, r, **given).left


def divergence(data: TableData, unit: Unit, options: Options) -> Values:
    """Section 5.2: KL(rows || columns) between Gaussians fitted to the two data sources, in nats; it has no chance."""
    found = density_divergence(_prepared(data.X, options["prepare"]))
    ways = {"rows": found.rows_from_columns, "columns": found.columns_from_rows}
    if options["of"] not in ways:
        raise ValueError(f"of must be one of {', '.join(map(repr, ways))}, got {options['of']!r}.")
    value = ways[options["of"]]
    return {method: {"kl_divergence": [value] * len(unit.repeats)} for method in unit.methods}


def _matrices(data: TableData, method: str, options: Options) -> list[np.ndarray]:
    """The table as prepared; in every way for a row that is tuned."""
    ways = PREPARED if method.endswith(TUNED) else (options["prepare"],)
    return [_prepared(data.X, how) for how in ways]


def _prepared(X: np.ndarray, how: str) -> np.ndarray:
    """Columns as they are ("none"), with mean 0 and variance 1 ("standard"), or in [0, 1] ("minmax")."""
    if how not in PREPARED:
        raise ValueError(f"prepare must be one of {', '.join(map(repr, PREPARED))}, got {how!r}.")
    if how == "none":
        return X
    return np.asarray((StandardScaler() if how == "standard" else MinMaxScaler()).fit_transform(X))


def _scores(
    candidates: list[np.ndarray], data: TableData, unit: Unit, options: Options
) -> dict[str, list[float]]:
    """One value per repeat; the split of repeat r of seed s is drawn from the seed sequence of [s, r]."""
    y, task = _target(data, unit.dataset)
    given = {name: options[name] for name in ("standardise", "cost", "balanced") if name in options}
    found: dict[str, list[float]] = {}
    for repeat in unit.repeats:
        scores = table_task(
            candidates,
            y,
            task=task,
            test_size=options["test_size"],
            inner_folds=options["inner_folds"],
            random_state=[unit.seed, repeat],
            **given,
        )
        for metric, value in scores.items():
            found.setdefault(metric, []).append(value)
    return found


def _target(data: TableData, name: str) -> tuple[np.ndarray, str]:
    """What is to be learned, and the task: classes, or numbers, which may come as their text."""
    if data.y is None:
        raise DataError(f"The table {name!r} has no label column", remedy="Read it with label='label'.")
    y = np.asarray(data.y)
    if name not in REGRESSION and not data.is_regression:
        return y, "classification"
    try:
        return y.astype(float), "regression"
    except ValueError as error:
        raise DataError(
            f"The labels of {name!r} are to be predicted as numbers and are not ({error})",
            remedy="Give the column with the numbers as the label.",
        ) from error


PROTOCOLS = read_protocols(
    "ksvd.toml",
    {
        "ksvd-3": (kernel_features, (*COLUMNS, *(name + TUNED for name in COLUMNS))),
        "ksvd-6": (polynomial_features, (*ABLATION, *(name + TUNED for name in ABLATION))),
        "ksvd-section-5.2": (divergence, ("row/column density",)),
    },
)
