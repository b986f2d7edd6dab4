"""Tables 1 and 2 and figure 2 of Tao et al. 2023: features of a graph, and what they are good for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.datasets import GraphData
from askcore.experiments.spectra.feature_tasks import (
    FeatureSet,
    classification_splits,
    node_classification,
    tuned_classification,
)
from askcore.experiments.spectra.features import Features, extract_features
from askcore.experiments.spectra.graph_tasks import reconstruct
from askcore.experiments.split import Split
from askcore.kernels import GraphKernel
from askcore.kernels.scale import paper_bandwidth
from askcore.papers.engine.protocol import Options, Scores, Unit, Values, per_repeat, read_protocols

METHODS = {"PCA": "pca", "KPCA": "kpca", "SVD": "svd", "KSVD": "ksvd"}
TUNED = ", tuned"
SAMPLES = (200, 400, 800)


def node_features(data: GraphData, unit: Unit, options: Options) -> Values:
    """Table 1: micro and macro F1 of the linear LS-SVM on features, which are found once for all splits."""
    A = _graph_matrix(data, unit, options)
    splits = [_split(data, unit, repeat, options) for repeat in unit.repeats]
    found: dict[str, Mapping[str, list[float]]] = {}
    for name in unit.methods:
        method = METHODS[name.removesuffix(TUNED)]
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
        features = _features(A, METHODS[name], unit.seed, options, keep_rounding=False)
        result = reconstruct(
            links,
            features,
            compare=options["compare"] if features.right is not None else "left",
            metric=options["metric"],
            ties=options.get("ties", "lots"),
            random_state=unit.seed,
        )
        norms = {"reconstruction_l1": result.l1, "reconstruction_l2": result.l2}
        found[name] = {metric: [value] * len(unit.repeats) for metric, value in norms.items()}
    return found


@per_repeat
def sampled_features(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Figure 2: F1 of KPCA by the ordinary and KSVD by the asymmetric Nystroem method; a sample for each repeat."""
    A, split = _graph_matrix(data, unit, options), _split(data, unit, repeat, options)
    for name in unit.methods:
        label, size = name.split(" m=")
        m = min(int(size), data.n_nodes)
        given = {"n_samples": m} if label == "KPCA" else {"solver": "nystroem", "n_row_samples": m}
        features = extract_features(
            A,
            METHODS[label],
            min(options["n_components"], m),
            scaling=options["scaling"],
            kernel="rbf",
            kernel_params={"sigma": options["sigma"]},
            random_state=unit.seed_of(repeat),
            keep_rounding=True,
            **given,
        )
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


PROTOCOLS = read_protocols(
    "ksvd.toml",
    {
        "ksvd-1": (node_features, (*METHODS, *(name + TUNED for name in METHODS))),
        "ksvd-2": (reconstruction, METHODS),
        "ksvd-figure-2": (
            sampled_features,
            (f"{label} m={m}" for label in ("KPCA", "KSVD") for m in SAMPLES),
        ),
    },
)
