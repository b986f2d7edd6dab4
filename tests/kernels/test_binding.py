"""A kernel argument of any kind gives the same three blocks."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError, _validation
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.kernels.binding import bind, symmetrized
from tests.helpers import dense


def shifted(X, Z, shift=0.5):
    """Asymmetric: depends on x - z with its sign."""
    return np.exp(-((X[:, None, :] - Z[None, :, :] - shift) ** 2).sum(axis=2))


@pytest.fixture
def graph(rng):
    return GraphKernel(rng.random((9, 9)) * (rng.random((9, 9)) < 0.5))


TRAIN, NEW = np.array([0, 2, 3, 7, 8]), np.array([1, 4])


def test_a_function_gives_its_blocks(points, new_points):
    bound = bind(shifted, {"shift": 0.3}, points)
    np.testing.assert_array_equal(bound.train(), shifted(points, points, 0.3))
    np.testing.assert_array_equal(bound.source(new_points), shifted(new_points, points, 0.3))
    np.testing.assert_array_equal(bound.target(new_points), shifted(points, new_points, 0.3))


def test_a_graph_gives_its_blocks_against_all_training_samples_or_some(graph):
    bound, some = bind(graph, None, TRAIN), np.array([0, 3])
    whole = graph(range(9), range(9)).toarray()
    for block, rows, columns in (
        (bound.train(), TRAIN, TRAIN),
        (bound.source(NEW), NEW, TRAIN),
        (bound.target(NEW), TRAIN, NEW),
        (bound.source(NEW, some), NEW, TRAIN[some]),
        (bound.target(NEW, some), TRAIN[some], NEW),
    ):
        np.testing.assert_array_equal(block.toarray(), whole[np.ix_(rows, columns)])
    np.testing.assert_array_equal(bound.samples(), TRAIN)


MISTAKES = {
    "name": ("brf", {}, "Unknown kernel 'brf'; known are .*linear.*rbf"),
    "parameter": (
        "rbf",
        {"sigma": -1},
        "rbf: sigma must be a number from 1e-50 to 1e[+]50, or 'scale', got -1",
    ),
    "object": (3.5, {}, "kernel must be a name, a kernel object or a callable, got float"),
    "params of an object": (
        PrecomputedKernel(np.eye(3)),
        {"a": 1},
        "kernel_params must be set in the kernel object",
    ),
}


@pytest.mark.parametrize(("argument", "params", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_found_before_any_work(argument, params, message, points):
    with pytest.raises(ValueError, match=message):
        bind(argument, params, points)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda X, Z: np.ones((len(X), 1)), r"kernel\(X, Z\) must have shape \(24, 24\), got \(24, 1\)"),
        (lambda X, Z: np.full((len(X), len(Z)), np.nan), r"kernel\(X, Z\)\[0, 0\] is nan"),
        (lambda X, Z: None, r"kernel\(X, Z\) must hold real numbers|two dimensions"),
        (lambda X, Z: 1j * np.ones((len(X), len(Z))), "it holds complex numbers"),
    ],
)
def test_what_a_callable_returns_is_checked(function, message, points):
    with pytest.raises(ValueError, match=message):
        bind(function, None, points).train()


def test_memory_is_forecast_before_the_kernel_is_called(monkeypatch, points):
    monkeypatch.setattr(_validation, "available_memory", lambda: 1000.0)
    with pytest.raises(DataError, match=r"The 24 x 24 kernel matrix would need .* Take a sample of the rows"):
        bind(lambda X, Z: pytest.fail("called"), None, points).train()


# ---- symmetrised ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["KKt", "KtK"])
def test_products_of_a_function_run_over_the_training_set(how, points, new_points):
    bound = symmetrized(bind(shifted, None, points), how)
    if how == "KKt":
        phi, phi_new = shifted(points, points), shifted(new_points, points)
    else:
        phi, phi_new = shifted(points, points).T, shifted(points, new_points).T
    np.testing.assert_allclose(bound.train(), phi @ phi.T)
    np.testing.assert_allclose(bound.source(new_points), phi_new @ phi.T)


@pytest.mark.parametrize("form", [np.array, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("how", ["mean", "KKt", "KtK"])
def test_products_of_an_index_kernel_run_over_all_nodes(how, form, rng):
    G = rng.random((9, 9)) * (rng.random((9, 9)) < 0.5)
    whole = {"mean": (G + G.T) / 2, "KKt": G @ G.T, "KtK": G.T @ G}[how]
    bound = symmetrized(bind(PrecomputedKernel(form(G)), None, TRAIN), how)
    for block, rows, columns in (
        (bound.train(), TRAIN, TRAIN),
        (bound.source(NEW), NEW, TRAIN),
    ):
        assert sp.issparse(block) == (form is sp.csr_array)
        np.testing.assert_allclose(dense(block), whole[np.ix_(rows, columns)], atol=1e-14)


@pytest.mark.parametrize("form", [np.array, sp.csr_array], ids=["dense", "sparse"])
def test_none_refuses_an_asymmetric_kernel_with_the_measure(form):
    G = np.array([[1.0, 3.0], [1.0, 1.0]])  # |K - K'| = sqrt 8, |K + K'| = sqrt 40
    bound = symmetrized(bind(PrecomputedKernel(form(G)), None, np.array([0, 1])), None)
    with pytest.raises(ValueError, match=r"not symmetric: \|K - K\^T\| is 0\.45 of .*symmetrize='mean'"):
        bound.train()


def test_an_unknown_symmetrisation_is_refused(points):
    with pytest.raises(ValueError, match="must be None or one of 'mean', 'KKt', 'KtK', got 'KK'"):
        symmetrized(bind("rbf", None, points), "KK")
