"""What notebooks rely on: every documented name with its parameters, as they stood on 21 November 2026.

A parameter may be added at the end or by keyword; none may go, change its default or its place.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

import askcore

CALLED = {
    "datasets.list_samples": "()",
    "datasets.load_sample": "(name)",
    "datasets.read_graph": "(source, *, format=None, labels=None, max_lines=2000000)",
    "datasets.read_table": (
        "(source, *, format=None, label=None, categories=None, missing='refuse', max_lines=2000000)"
    ),
    "datasets.read_matrix": "(source, *, format=None, labels=None, max_lines=2000000)",
    "datasets.read_bags": "(source, *, bag=None, label=None, max_lines=2000000)",
    "datasets.read_images": "(source, *, stride=8)",
    "datasets.fetch": "(name, *, data_home=None, source=None, progress=None)",
    "datasets.list_public": "(kind=None)",
    "datasets.describe_public": "(name)",
    "datasets.is_at_hand": "(name, data_home=None)",
    "datasets.GraphData": "(adjacency, node_ids, labels=None, name='', notes=())",
    "datasets.TableData": "(X, y=None, feature_names=..., name='', notes=(), is_regression=False)",
    "datasets.MatrixData": "(matrix, row_labels=None, row_ids=None, column_ids=None, name='', notes=())",
    "datasets.BagData": "(bags, labels=None, bag_ids=None, feature_names=..., name='', notes=())",
    "DataError": "(problem, *, where='', remedy='')",
    "MissingPackageError": "(problem, *, where='', remedy='')",
    "kernels.GraphKernel": (
        "(adjacency, kind='adjacency', *, orientation='in', self_loops=True, normalize=None, **params)"
    ),
    "kernels.PrecomputedKernel": "(G)",
    "kernels.AttentionKernel": "(W_Q, W_K)",
    "AsKLSClassifier": (
        "(kernel='sne', *, kernel_params=None, gamma=1.0, damping='auto', merge='mean', solver='auto', tol=1e-10, "
        "cv=10, random_state=None, n_landmarks=None)"
    ),
    "AsKLSClassifier.fit": "(self, X, y)",
    "AsKLSClassifier.decision_views": "(self, X)",
    "AsKLSClassifier.decision_function": "(self, X)",
    "AsKLSClassifier.predict": "(self, X)",
    "AsKLSClassifier.predict_proba": "(self, X)",
    "AsKLSClassifier.loo_decision_views": "(self)",
    "LSSVMClassifier": (
        "(kernel='rbf', *, kernel_params=None, gamma=1.0, damping='auto', symmetrize=None, solver='auto', tol=1e-10, "
        "spectrum='keep')"
    ),
    "LSSVMClassifier.fit": "(self, X, y)",
    "LSSVMClassifier.decision_function": "(self, X)",
    "LSSVMClassifier.predict": "(self, X)",
    "KSVD": (
        "(kernel='sne', n_components=20, *, kernel_params=None, compatibility='auto', center=True, solver='auto', "
        "n_row_samples=None, n_column_samples=None, sampling='uniform', tolerance=None, scaling='sqrt', side=None, "
        "random_state=None)"
    ),
    "KSVD.fit": "(self, A, y=None)",
    "KSVD.transform": "(self, rows, columns=None)",
    "KSVD.transform_columns": "(self, columns)",
    "KernelPCA": (
        "(kernel='rbf', n_components=2, *, kernel_params=None, center=True, spectrum='keep', symmetrize=None, "
        "solver='auto', random_state=None)"
    ),
    "KernelPCA.fit": "(self, X, y=None)",
    "KernelPCA.transform": "(self, X)",
    "gamma_path": "(K, y, gammas, *, damping=0.0)",
    "lssvm_gamma_path": "(K, y, gammas, *, damping=0.0)",
    "asymmetry": "(K, *, limit=1500)",
    "operators.graph_kernel_operator": "(A, kernel='sne', **params)",
    "operators.as_operator": "(K)",
    "experiments.compare": (
        "(data, kernel=None, *, methods=None, n_splits=None, train_size=None, inner_folds=None, metric='micro_f1', "
        "null=True, random_state=0, kernel_params=None, grid=None)"
    ),
    "experiments.solver_race": (
        "(matrix_or_data, *, n_components=20, solvers=None, samples=None, tolerances=(0.1, 0.01), random_state=0, "
        "bandwidths=(1.0,), sampling='uniform', oversampling=None, repeats=1, stop='auto', seconds=None, exact=None)"
    ),
    "papers.tables": "()",
    "papers.table": (
        "(name, dataset=None, *, methods=None, repeats=None, random_state=0, data=None, options=None, data_home=None, "
        "journal=None, jobs=1, offline=False)"
    ),
}

KERNELS = {
    "attention": "(X, Z, *, dimension=16, projection='random', seed=0, reference=None)",
    "kl_histogram": "(X, Z, *, a=1.0, smoothing=1e-09)",
    "laplacian": "(X, Z, *, sigma=1.0)",
    "linear": "(X, Z)",
    "polynomial": "(X, Z, *, degree=3, c=1.0)",
    "rbf": "(X, Z, *, sigma=1.0, convention='sigma^2')",
    "sne": "(X, Z, *, sigma=1.0, distance='squared', itself=True, reference=None)",
    "spectrum": "(X, Z, *, length=3, normalize=False)",
    "t": "(X, Z, *, distance='squared', itself=True, reference=None)",
    "tanh": "(X, Z, *, c=1.0, d=0.0)",
    "tl1": "(X, Z, *, rho=None)",
}

GRAPH_KERNELS = {
    "adjacency": (),
    "common_neighbors": (),
    "diffusion": ("beta",),
    "katz": ("beta",),
    "pagerank": ("alpha",),
    "power": ("length",),
    "shortest_path": ("sigma",),
    "von_neumann": ("beta",),
}

ATTRIBUTES = {
    "datasets.GraphData": "adjacency classes digest labelled labels n_edges n_nodes n_self_loops name node_ids notes "
    "reciprocity",
    "datasets.TableData": "X classes digest feature_names is_regression n_features n_samples name notes y",
    "datasets.MatrixData": "classes column_ids digest is_sparse is_square labelled matrix n_columns n_rows name notes "
    "row_ids row_labels",
    "datasets.BagData": "bag_ids bags classes digest feature_names labels n_features n_samples n_vectors name notes "
    "sizes",
    "kernels.GraphKernel": "params resolved shape takes_indices",
    "kernels.KernelSpec": "accepts formula label name params pointwise symmetric",
    "experiments.ComparisonResult": "advantage differences means no_direction null settings table verdict",
    "experiments.SolverRaceResult": "settings table",
    "papers.PaperResult": "notes problems records remarks settings table",
    "diagnostics.Asymmetry": "definiteness departure densities effective_rank eigenvalue_moduli is_symmetric limit "
    "numerical_rank reciprocity row_scaling shape signature singular_values skew_moduli skew_ratio skew_share "
    "symmetric_eigenvalues",
    "solvers.GammaPath": "classes condition damping gammas loo_score loo_score_source loo_score_target loo_source "
    "loo_target resonances",
    "solvers.LSSVMGammaPath": "classes condition damping eigenvalues gammas loo loo_score resonances",
}

SAMPLES = {
    "attention",
    "cyclic_communities",
    "digit_matches",
    "digit_strokes",
    "iris",
    "library_calls",
    "python_imports",
    "swiss_roll",
    "teaching_graph",
    "textures",
    "two_moons",
    "two_spheres",
}

TABLES = {
    *("askls-I", "askls-III", "askls-IV", "indefinite-1", "indefinite-2"),
    *("ksvd-1", "ksvd-2", "ksvd-3", "ksvd-4", "ksvd-5", "ksvd-6"),
    *("ksvd-figure-1", "ksvd-figure-2", "ksvd-section-5.2"),
}


def named(path: str) -> Any:
    """What a documented name stands for, by attributes of askcore alone."""
    found: Any = askcore
    for part in path.split("."):
        found = getattr(found, part)
    return found


def parameters_now(call: Any) -> list[tuple[str, Any, Any]]:
    """(name, kind, default) of each parameter; ``...`` for a default that a function makes."""
    made = inspect.signature(call).parameters.values()
    return [
        (one.name, one.kind, ... if repr(one.default) == "<factory>" else one.default)
        for one in made
        if one.name != "self"
    ]


def parameters_then(signature: str) -> list[tuple[str, Any, Any]]:
    """The same of a signature written as Python."""
    asked = ast.parse(f"def f{signature}: ...").body[0]
    assert isinstance(asked, ast.FunctionDef)
    by_place = [one.arg for one in asked.args.args]
    defaults = dict(
        zip(by_place[len(by_place) - len(asked.args.defaults) :], asked.args.defaults, strict=True)
    )
    empty, kinds = inspect.Parameter.empty, inspect.Parameter
    found: list[tuple[str, Any, Any]] = [
        (name, kinds.POSITIONAL_OR_KEYWORD, ast.literal_eval(defaults[name]) if name in defaults else empty)
        for name in by_place
        if name != "self"
    ]
    for one, default in zip(asked.args.kwonlyargs, asked.args.kw_defaults, strict=True):
        found.append((one.arg, kinds.KEYWORD_ONLY, empty if default is None else ast.literal_eval(default)))
    if asked.args.kwarg:
        found.append((asked.args.kwarg.arg, kinds.VAR_KEYWORD, empty))
    return found


def breaks(then: list[tuple[str, Any, Any]], now: list[tuple[str, Any, Any]]) -> list[str]:
    """What a call written for ``then`` would trip over."""
    place = inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = [f"{name}: {kind.description}, {default!r}" for name, kind, default in then]
    kept = {f"{name}: {kind.description}, {default!r}" for name, kind, default in now}
    lost = [one for one in found if one not in kept]
    by_place = [[name for name, kind, _ in one if kind is place] for one in (then, now)]
    if by_place[1][: len(by_place[0])] != by_place[0]:
        lost.append(f"places {by_place[0]}, now {by_place[1]}")
    known = {name for name, *_ in then}
    optional = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    lost += [
        f"{name} is new and asked for"
        for name, kind, default in now
        if name not in known and default is inspect.Parameter.empty and kind not in optional
    ]
    return lost


def test_documented_names_and_kernels_keep_their_parameters():
    calls = {name: (then, named(name)) for name, then in CALLED.items()}
    kernels = {name: (then, askcore.kernels.KERNELS[name].function) for name, then in KERNELS.items()}
    found = {
        name: breaks(parameters_then(then), parameters_now(now))
        for name, (then, now) in {**calls, **kernels}.items()
    }
    assert {name: lost for name, lost in found.items() if lost} == {}


def test_every_kernel_is_there():
    assert set(KERNELS) <= set(askcore.kernels.KERNELS)
    found = {
        name: tuple(one.name for one in spec.params) for name, spec in askcore.kernels.GRAPH_KERNELS.items()
    }
    assert {name: found[name] for name in GRAPH_KERNELS} == GRAPH_KERNELS


def test_documented_classes_keep_their_attributes():
    lost = {}
    for name, attributes in ATTRIBUTES.items():
        kind = named(name)
        held = set(dir(kind)) | ({one.name for one in fields(kind)} if is_dataclass(kind) else set())
        lost[name] = sorted(set(attributes.split()) - held)
    assert {name: gone for name, gone in lost.items() if gone} == {}


FITTED = {
    "AsKLSClassifier": "classes_ condition_ damping_ source_coef_ source_intercept_ target_coef_ target_intercept_",
    "LSSVMClassifier": "classes_ condition_",
    "KSVD": "left_vectors_ right_vectors_ singular_values_ solver_",
    "KernelPCA": "signature_",
}


@pytest.mark.parametrize("name", FITTED)
def test_what_is_learned_keeps_its_names(name):
    samples = np.random.default_rng(0).normal(size=(12, 3))
    model = named(name)().set_params(
        **({} if "classes" in FITTED[name] else {"n_components": 2}), kernel="linear"
    )
    model.fit(samples, np.arange(12) % 2)
    assert [learned for learned in FITTED[name].split() if not hasattr(model, learned)] == []


def test_samples_keep_their_names():
    assert set(askcore.datasets.list_samples()) >= SAMPLES


def test_tables_keep_their_names():
    assert {one.key for one in named("papers").tables()} >= TABLES


@pytest.mark.parametrize(
    ("then", "now", "reason"),
    [
        ("(a, b)", "(a)", "b: positional"),
        ("(a, b)", "(b, a)", "places"),
        ("(a=1)", "(a=2)", "a: positional"),
        ("(*, a=1)", "(*, b=1)", "a: keyword-only"),
        ("(a)", "(a, *, b)", "b is new and asked for"),
    ],
)
def test_a_broken_call_is_found(then, now, reason):
    assert reason in breaks(parameters_then(then), parameters_then(now))[0]
