"""The usual values of parameters with a unit, against their definitions, entry by entry."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.kernels import KERNELS, resolved_params, scale_of
from askcore.kernels.binding import bind, crossed_params
from askcore.kernels.scale import (
    MEDIAN_OF,
    crossed_scale,
    drawn,
    drawn_along,
    median_distance,
    paper_bandwidth,
)

RNG = np.random.default_rng(0)
X, Z = RNG.random((7, 3)), RNG.random((5, 3))
PAIRS = [(i, j) for i in range(7) for j in range(i)]


def naive(metric, points=X):
    return np.median([metric(points[i] - points[j]) for i, j in PAIRS])


def city(difference):
    return np.abs(difference).sum()


def naive_kl(i, j):
    p, q = (X[k] / X[k].sum() for k in (i, j))
    return (p * np.log(p / q)).sum()


USUAL = {
    "rbf": ("sigma", naive(np.linalg.norm) / 2),
    "sne": ("sigma", naive(np.linalg.norm) / 2),
    "laplacian": ("sigma", naive(city) / 2),
    "tl1": ("rho", naive(city)),
    "tanh": ("c", naive(np.linalg.norm) ** -2),
    "kl_histogram": ("a", 1 / np.median([naive_kl(i, j) for i in range(7) for j in range(7) if i != j])),
}


def test_every_rule_has_a_kernel_here():
    rules = {spec.scaled.scale.measure for spec in KERNELS.values() if spec.scaled is not None}
    assert rules == {KERNELS[name].scaled.scale.measure for name in USUAL}


@pytest.mark.parametrize(("name", "param", "expected"), [(n, *rest) for n, rest in USUAL.items()], ids=USUAL)
def test_the_usual_value_of_each_kernel(name, param, expected):
    assert resolved_params(name, None, X) == {param: pytest.approx(expected, rel=1e-6)}
    assert resolved_params(name, {param: "scale"}, X, times=3.0) == {
        param: pytest.approx(3 * expected, rel=1e-6)
    }
    assert resolved_params(name, {param: 0.7}, X, times=3.0) == {param: 0.7}
    K = KERNELS[name](X, X, **{param: expected})
    np.testing.assert_allclose(bind(name, None, X).train(), K, rtol=1e-5)
    np.testing.assert_allclose(KERNELS[name](X, X, **{param: "scale"}), K, rtol=1e-5)


def test_a_bare_call_reads_the_reference_else_the_columns():
    expected = np.median([np.linalg.norm(Z[i] - Z[j]) for i in range(5) for j in range(i)]) / 2
    np.testing.assert_array_equal(
        KERNELS["rbf"](X, Z, sigma="scale"), KERNELS["rbf"](X, Z, sigma=scale_of(Z))
    )
    found = KERNELS["sne"](X, X, sigma="scale", reference=Z)
    np.testing.assert_allclose(found, KERNELS["sne"](X, X, sigma=expected, reference=Z), rtol=1e-12)
    np.testing.assert_array_equal(KERNELS["rbf"](X, Z), KERNELS["rbf"](X, Z, sigma=1.0))


@pytest.mark.parametrize("unit", [1e-6, 1e6])
@pytest.mark.parametrize("name", [name for name in USUAL if name not in ("kl_histogram", "tl1")])
def test_no_unit_of_the_features_matters(name, unit):
    np.testing.assert_allclose(bind(name, None, unit * X).train(), bind(name, None, X).train(), rtol=1e-9)


def test_the_scale_of_many_samples_is_read_from_some_and_of_sparse_ones_as_of_dense():
    A = X * (X > 0.3)
    assert scale_of(sp.csr_array(A)) == pytest.approx(scale_of(A))
    many = RNG.normal(size=(3 * MEDIAN_OF, 2))
    some = many[np.linspace(0, len(many) - 1, MEDIAN_OF).astype(int)]
    assert scale_of(many) == scale_of(some)


def test_the_scale_of_equal_samples_is_one():
    """More than half of the distances are 0: the median of the others; 1 where there are no others."""
    assert scale_of([[0.0], [0.0], [0.0], [0.0], [3.0]]) == 1.5
    assert scale_of(np.ones((4, 2))) == scale_of(np.ones((1, 2))) == 1.0
    assert median_distance(np.ones((4, 2)), np.ones((4, 2))) == 1.0


def test_of_links_the_root_of_columns_times_variance():
    A = np.where(np.quantile(X, 0.8) < X, X, 0.0)
    expected = np.sqrt(3 * np.mean((A - A.mean()) ** 2))
    assert paper_bandwidth(A) == pytest.approx(expected)
    assert paper_bandwidth(sp.csr_array(A)) == pytest.approx(expected)
    assert crossed_scale(sp.csr_array(A), None, None) == pytest.approx(expected)
    assert paper_bandwidth(np.ones((4, 2))) == paper_bandwidth(sp.csr_array((4, 2))) == 1.0


@pytest.mark.parametrize(("name", "unit"), [("rbf", 1e60), ("rbf", 1e-60), ("tanh", 1e-9)])
def test_a_usual_value_out_of_range_is_refused(name, unit):
    with pytest.raises(
        DataError, match=r"The usual parameter for features of this size is .* Scale the features"
    ):
        resolved_params(name, {}, unit * X)


def test_parts_of_weighted_samples_find_what_all_of_them_do():
    points, weight = RNG.normal(size=(1700, 2)), RNG.integers(0, 4, 1700).astype(float)
    kept = weight > 0
    points, weight = points[kept], weight[kept]
    whole, found = drawn(points, weight), []
    for start in range(0, len(points), 400):
        part = slice(start, start + 400)
        at = drawn_along(weight[part], float(weight[:start].sum()), len(weight), float(weight.sum()))
        found.append(points[part][at])
    np.testing.assert_array_equal(np.concatenate(found), whole)
    assert len(whole) == MEDIAN_OF


def test_between_two_sets_the_median_over_pairs():
    across = [np.linalg.norm(x - z) for x in X for z in Z]
    assert crossed_scale(X, X, Z) == median_distance(X, Z) == pytest.approx(np.median(across))
    assert crossed_params("laplacian", {}, X, X, Z, times=2.0) == {"sigma": 2 * median_distance(X, Z)}
    assert crossed_params("tl1", None, X, X, Z) == resolved_params("tl1", None, Z)
