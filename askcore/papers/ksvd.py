"""Tables 1 to 6, figures 1 and 2 and section 5.2 of Tao et al. 2023."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from askcore._validation import DataError, fits_memory
from askcore.datasets import GraphData, TableData
from askcore.diagnostics.density import density_divergence
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.sampling.race import solver_race
from askcore.experiments.spectra.feature_tasks import (
    FeatureSet,
    classification_splits,
    linear_model,
    node_classification,
    table_task,
    tuned_classification,
)
from askcore.experiments.spectra.features import Features, extract_features
from askcore.experiments.spectra.graph_tasks import reconstruct
from askcore.experiments.split import Split
from askcore.kernels import GraphKernel
from askcore.kernels.scale import paper_bandwidth
from askcore.papers.engine.protocol import Options, Scores, Unit, Values, per_repeat, read_protocols

# tables 1 and 2 and figure 2: features of a graph, and what they are good for -----------------------------------------


FEATURES = {"PCA": "pca", "KPCA": "kpca", "SVD": "svd", "KSVD": "ksvd"}
TUNED = ", tuned"
SAMPLES = (200, 400, 800)


def node_features(data: GraphData, unit: Unit, options: Options) -> Values:
    """Table 1: micro and macro F1 of the linear LS-SVM on features, which are found once for all splits."""
    A = _graph_matrix(data, unit, options)
    splits = [_split(data, unit, repeat, options) for repeat in unit.repeats]
    found: dict[str, Mapping[str, list[float]]] = {}
    for name in unit.methods:
        method = FEATURES[name.removesuffix(TUNED)]
        if name.endswith(TUNED):
            scores: Any = tuned_classification(
                [*_candidates(A, method, unit.seed, options)],
                data.labels,
                splits,
                gammas=options["gammas"],
                scalings=options["scalings"],
                inner_folds=options["inner_folds"],
                random_state=unit.seed,
            )
        else:
            vectors = _side(_features(A, method, unit.seed, options), options["side"])
            scores = node_classification(vectors, data.labels, gamma=options["gamma"], splits=splits)
        found[name] = {"micro_f1": scores.micro_f1.tolist(), "macro_f1": scores.macro_f1.tolist()}
    return found


def reconstruction(data: GraphData, unit: Unit, options: Options) -> Values:
    """Table 2: norms of A - A_rec, A_rec from the nearest neighbours of every node, by vectors without rounding."""
    A = _graph_matrix(data, unit, options)
    links = data.adjacency.T if options.get("links") == "in" else data.adjacency
    found: dict[str, Mapping[str, list[float]]] = {}
    for name in unit.methods:
        features = _features(A, FEATURES[name], unit.seed, options, keep_rounding=False)
        result = reconstruct(
            links,
            features,
            compare=options["compare"] if features.right is not None else "left",
            metric=options["metric"],
            ties=options.get("ties", "random"),
            random_state=unit.seed,
        )
        norms = {"reconstruction_l1": result.l1, "reconstruction_l2": result.l2}
        found[name] = {metric: [value] * len(unit.repeats) for metric, value in norms.items()}
    return found


@per_repeat
def sampled_features(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Figure 2: F1 of KPCA by the standard and of KSVD by the asymmetric Nystroem method; a sample for each repeat."""
    A, split = _graph_matrix(data, unit, options), _split(data, unit, repeat, options)
    for name in unit.methods:
        label, size = name.split(" m=")
        m = min(int(size), data.n_nodes)
        given: dict[str, Any] = {"kernel": "rbf", "kernel_params": {"sigma": options["sigma"]}}
        given |= {"n_samples": m} if label == "KPCA" else {"solver": "nystroem", "n_row_samples": m}
        features = _features(A, FEATURES[label], unit.seed_of(repeat), options, given)
        vectors = _side(features, options["side"])
        scores = node_classification(vectors, data.labels, gamma=options["gamma"], splits=[split])
        yield name, {"micro_f1": scores.micro_f1[0], "macro_f1": scores.macro_f1[0]}


def _split(data: GraphData, unit: Unit, repeat: int, options: Options) -> Split:
    return classification_splits(data.labels, 1, options["train_size"], [unit.seed, repeat])[0]


def _candidates(A: sp.csr_array, method: str, seed: int, options: Options) -> Iterator[FeatureSet]:
    """Features without scaling, a set for each kernel and bandwidth; values by their median: one grid of gamma."""
    given: list[tuple[str, dict[str, Any]]] = []
    for kernel in options["tuned_kernels"].get(method, [""]):
        if kernel in ("", "linear"):
            given.append((kernel, {"kernel": kernel} if kernel else {}))
            continue
        for sigma in (paper_bandwidth(A) * factor for factor in options["factors"]):
            own = {"kernel": kernel, "kernel_params": {"sigma": sigma}}
            given.append((f"{kernel}, sigma {sigma:.3g}", own))
    for name, own in given:
        features = _features(A, method, seed, options, own, scaling="none")
        vectors = _side(features, options["side"])
        middle = float(np.median(features.values))
        values = features.values / (middle if middle > 0 else 1.0)
        yield FeatureSet(vectors, np.tile(values, vectors.shape[1] // len(values)), name)


def _features(
    A: sp.csr_array, method: str, seed: int, options: Options, kernel: Options | None = None, **more: Any
) -> Features:
    """By default with the kernel of the options, and every vector, as the recorded scores of classifiers were made."""
    given: dict[str, Any] = {"scaling": options["scaling"], "keep_rounding": True, "random_state": seed}
    if kernel is not None:
        given |= kernel
    elif method == "kpca":
        given |= {"kernel": "rbf", "kernel_params": {"sigma": options["kpca_sigma"]}}
    elif method == "ksvd":
        given |= {name: options[name] for name in ("kernel", "kernel_params", "center") if name in options}
    return extract_features(A, method, min(options["n_components"], A.shape[0]), **given | more)


def _side(features: Features, side: str) -> np.ndarray:
    """The side that is asked for; the left one of a method that has no other."""
    return features.side(side if features.right is not None else "left")


def _graph_matrix(data: GraphData, unit: Unit, options: Options) -> sp.csr_array:
    """A, A + I or D^-1 (A + I), the diagonal set to 1; row i holds the links to ("in") or from ("out") node i."""
    orientation = options["orientation"]
    if isinstance(orientation, Mapping):
        orientation = orientation.get(unit.dataset, "out")
    kernel = GraphKernel(
        data.adjacency,
        orientation=orientation,
        self_loops=True if options["self_loops"] else None,
        normalize=options["row_normalised"],
    )
    every = np.arange(data.n_nodes)
    return sp.csr_array(kernel(every, every))


# tables 3 and 6 and section 5.2: rows and columns of a table ----------------------------------------------------------


REGRESSION = ("cholesterol", "yacht")
PREPARED = ("none", "standard", "minmax")
SIDES = {"a0": "pinv", "a1": "pca", "a2": "random"}
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
    model = linear_model(task, **{name: options[name] for name in ("standardise", "cost") if name in options})
    found: dict[str, list[float]] = {}
    for repeat in unit.repeats:
        scores = table_task(
            candidates,
            y,
            model,
            test_size=options["test_size"],
            balanced=options.get("balanced", False),
            inner_folds=options["inner_folds"],
            random_state=[unit.seed, repeat],
        )
        for metric, value in scores.items():
            found.setdefault(metric, []).append(value)
    return found


def _target(data: TableData, name: str) -> tuple[np.ndarray, Literal["classification", "regression"]]:
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


# tables 4 and 5 and figure 1: seconds to a tolerance ------------------------------------------------------------------


OURS = "asymmetric Nystrom"
SOLVERS = {
    "TSVD": "arpack",
    "RSVD": "randomized",
    "symmetric Nystrom": "symmetric_nystroem",
    OURS: "nystroem",
}
SIZES = 10  # sample sizes tried, from the rank on, each the same multiple of the one before
AT = f"{OURS} k="


@per_repeat
def seconds_to_tolerance(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Tables 4 and 5: one race per repeat; NaN where a solver does not reach the tolerance."""
    factor = float(options["factors"].get(unit.dataset, 1.0))
    solvers = [SOLVERS[name] for name in unit.methods]
    reached = _race(data, factor, solvers, unit.seed_of(repeat), options)
    for name, solver in zip(unit.methods, solvers, strict=True):
        yield name, {"seconds": reached.loc[solver, "seconds"]}
        if name == OURS:
            yield name, {"speedup_over_rsvd": reached.loc[solver, "speedup"]}


@per_repeat
def bandwidths(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Figure 1: samples needed, and speedup over the randomised method, at k times sqrt(M var(A))."""
    for name in unit.methods:
        factor = float(name.removeprefix(AT))
        reached = _race(data, factor, ["randomized", "nystroem"], unit.seed_of(repeat), options).loc[
            "nystroem"
        ]
        yield name, {"samples": reached["samples"], "speedup_over_rsvd": reached["speedup"]}


def _race(
    data: GraphData, factor: float, solvers: Sequence[str], seed: int, options: Options
) -> pd.DataFrame:
    """``reached`` in eta of a race on the SNE matrix, which is given and not timed; indexed by solver."""
    choice = KernelChoice("sne", orientation=options["orientation"], matrix="crossed", bandwidth=factor)
    G = Problem(data, choice).on_demand
    r = int(options["n_components"])
    sizes = np.geomspace(r, min(options["max_samples"], *G.shape), SIZES)
    result = solver_race(
        G.toarray() if fits_memory(40.0 * G.shape[0] * G.shape[1]) else G,
        n_components=r,
        solvers=solvers,
        samples=sorted({round(size) for size in sizes}),
        tolerances=[options["tolerance"]],
        oversampling=options["oversampling"],
        random_state=seed,
        stop="eta",
    ).run()
    return result.reached[result.reached["measure"] == "eta"].set_index("solver")


PROTOCOLS = read_protocols(
    "ksvd.toml",
    {
        "ksvd-1": node_features,
        "ksvd-2": reconstruction,
        "ksvd-figure-2": sampled_features,
        "ksvd-3": kernel_features,
        "ksvd-6": polynomial_features,
        "ksvd-section-5.2": divergence,
        "ksvd-4": seconds_to_tolerance,
        "ksvd-5": seconds_to_tolerance,
        "ksvd-figure-1": bandwidths,
    },
)
