"""What holds for every registered kernel, without knowing its formula."""

import itertools
import re
from typing import Annotated

import numpy as np
import pytest

from askcore.kernels import KERNELS, Choice, Flag, KernelSpec, Range, kernel, resolved_params
from askcore.kernels.binding import bind
from askcore.kernels.objects import named
from askcore.solvers.kernel_matrices import kernel_operator
from tests.helpers import frozen

ALL = sorted(KERNELS)
ON_VECTORS = [name for name in ALL if KERNELS[name].accepts != "strings"]
POINTWISE = [name for name in ALL if KERNELS[name].pointwise]
NORMALISED = [name for name in ON_VECTORS if not KERNELS[name].pointwise]
PARAMETERS = [(name, param) for name in ALL for param in KERNELS[name].params]
PARAMETER_IDS = [f"{name}-{param.name}" for name, param in PARAMETERS]
STRINGS = [name for name in ALL if KERNELS[name].accepts == "strings"]
MISTAKEN_STRINGS = {
    "abc": "X must be a sequence of strings, got a single one",
    ("ab", 3): "X[1] must be a string, got int: 3",
    (("a", "b"), ("c", "d")): "X must be a sequence of strings, got 2 dimension(s)",
}
CLOSE = {"rtol": 1e-9, "atol": 1e-12}
ALPHABET = np.array(list("ab c"))


@pytest.fixture
def data(points, new_points):
    """What a kernel accepts, as (7 new samples, 24 samples), read-only."""

    def texts(values):
        letters = ALPHABET[(np.abs(values) * 10).astype(int).repeat(4, axis=1) % 4]
        return frozen(np.array(["".join(row) for row in letters], dtype=object))

    kinds = {
        "vectors": (new_points, points),
        "histograms": (frozen(np.abs(new_points)), frozen(np.abs(points))),
        "strings": (texts(new_points), texts(points)),
    }
    return lambda name: kinds[KERNELS[name].accepts]


@pytest.mark.parametrize("name", ALL)
def test_a_spec_has_a_label_a_formula_and_a_docstring(name):
    spec = KERNELS[name]
    assert isinstance(spec, KernelSpec)
    assert spec.name == name
    assert spec.label
    assert spec.formula
    assert "Shapes" in (spec.function.__doc__ or "")


@pytest.mark.parametrize("name", ALL)
def test_a_kernel_is_symmetric_exactly_if_it_is_declared_so(name, data):
    _, old = data(name)
    K = KERNELS[name](old, old)
    assert (K.shape, K.dtype) == ((24, 24), np.float64)
    assert np.array_equal(K, K.T) == KERNELS[name].symmetric


@pytest.mark.parametrize("name", POINTWISE)
def test_pointwise_means_block_is_submatrix(name, data):
    new, old = data(name)
    K = KERNELS[name](new, old)
    block = KERNELS[name](new[2:5], old[[1, 1, 20]])
    np.testing.assert_allclose(block, K[2:5][:, [1, 1, 20]], **CLOSE)


@pytest.mark.parametrize("name", NORMALISED)
def test_reference_defaults_to_the_columns(name, points, new_points):
    spec = KERNELS[name]
    np.testing.assert_allclose(spec(new_points, points).sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_array_equal(spec(new_points, points), spec(new_points, points, reference=points))


@pytest.mark.parametrize("name", NORMALISED)
def test_a_reference_is_a_set_of_points(name, points):
    for wrong in (points[:, :2], points[:0]):
        with pytest.raises(ValueError, match=r"reference must have shape \(at least 1, 3\)"):
            KERNELS[name](points, points, reference=wrong)
    listed = KERNELS[name](points, points[:5], reference=points.tolist())
    np.testing.assert_array_equal(listed, KERNELS[name](points, points[:5], reference=points))


@pytest.mark.parametrize("name", ALL)
def test_an_unknown_parameter_is_refused(name, points):
    known = ", ".join(p.name for p in KERNELS[name].params) or "none"
    with pytest.raises(ValueError, match=f"Kernel '{name}' has no parameter 'wide'; it has: {known}"):
        KERNELS[name](points, points, wide=1.0)


@pytest.mark.parametrize(("name", "param"), PARAMETERS, ids=PARAMETER_IDS)
def test_default_lies_in_the_domain(name, param):
    param.domain.check(param.default, param.name)
    usual = getattr(param.domain, "usual", None)
    if usual is not None:
        assert param.domain.low <= usual[0] < usual[1] <= param.domain.high


@pytest.mark.parametrize(("name", "param"), PARAMETERS, ids=PARAMETER_IDS)
def test_values_outside_the_domain_are_refused(name, param, points):
    domain = param.domain
    outside = ["no such option", np.nan, 0.5j, [1.0]]
    if isinstance(domain, Range):
        outside += [domain.high * 2 + 1, domain.low - 1, np.inf, -np.inf, True]
    if not getattr(domain, "none", ""):
        outside.append(None)
    valid = f"from {domain.low:g} to {domain.high:g}" if isinstance(domain, Range) else ""
    for value in outside:
        with pytest.raises(ValueError, match=re.escape(f"{name}: {param.name} must be")) as caught:
            KERNELS[name](points, points, **{param.name: value})
        assert valid in str(caught.value)


@pytest.mark.parametrize("name", ALL)
def test_the_laws_hold_at_all_corners(name, data):
    """Every combination of the parameters' usual ends and options: finite, symmetric if declared, and a block of
    new columns is what ``bind`` makes of it."""
    spec, (new, old) = KERNELS[name], data(name)
    corners = itertools.product(*(ends(param.domain) for param in spec.params))
    for corner in corners:
        params = {param.name: value for param, value in zip(spec.params, corner, strict=True)}
        K = spec(old, old, **params)
        assert np.isfinite(K).all(), params
        if spec.symmetric:
            assert np.array_equal(K, K.T), params
        bound = bind(name, params, old)
        # No bound on the size below: without x itself in the sum a near newcomer outweighs all that is left.
        close, some = {"rtol": 1e-6, "atol": 1e-12}, np.array([3, 7, 20])
        np.testing.assert_allclose(bound.source(new, some), bound.source(new)[:, some], **close)
        np.testing.assert_allclose(bound.target(new[:3], some), bound.target(new)[some, :3], **close)


def ends(domain):
    """The ends of the usual part of a domain, and None where it has a meaning."""
    if isinstance(domain, Choice):
        return domain.options
    if isinstance(domain, Flag):
        return (False, True)
    limits = domain.usual or (domain.low, domain.high)
    found = [int(value) if domain.integer else value for value in limits]
    return (*found, None) if domain.none else tuple(found)


@pytest.mark.parametrize("name", STRINGS)
def test_what_is_no_string_is_refused(name):
    for wrong, message in MISTAKEN_STRINGS.items():
        with pytest.raises(ValueError, match=re.escape(message)):
            KERNELS[name](wrong if isinstance(wrong, str) else list(wrong), ["ab"])


@pytest.mark.parametrize("name", ON_VECTORS)
def test_samples_of_other_shapes_are_refused(name, points):
    with pytest.raises(ValueError, match=r"X must have shape \(samples, features\), got 1 dimension"):
        KERNELS[name](points[0], points)
    with pytest.raises(ValueError, match="X and Z must have the same number of features, got 3 and 2"):
        KERNELS[name](points, points[:, :2])


@pytest.fixture
def registry():
    """``KERNELS``, put back as it was afterwards."""
    before = dict(KERNELS)
    yield KERNELS
    KERNELS.clear()
    KERNELS.update(before)


def test_a_new_kernel_appears_with_its_parameters(registry, points):
    @kernel("Tilted", symmetric=False, pointwise=True, formula="x_1 + s z_1")
    def tilted(
        X: np.ndarray,
        Z: np.ndarray,
        *,
        s: Annotated[float, Range(-2, 2)] = 0.5,
        sign: Annotated[str, Choice(("plus", "minus"))] = "plus",
    ) -> np.ndarray:
        return X[:, :1] + (s if sign == "plus" else -s) * Z[:, :1].T

    spec = registry["tilted"]
    assert [(p.name, p.default) for p in spec.params] == [("s", 0.5), ("sign", "plus")]
    assert spec.params[0].domain == Range(-2, 2)
    assert (spec.label, spec.symmetric, spec.pointwise) == ("Tilted", False, True)
    assert tilted(points, points).shape == (24, 24)  # the function itself is still there
    assert spec([[1.0]], [[2.0]], sign="minus") == 0.0
    with pytest.raises(ValueError, match="tilted: sign must be one of 'plus', 'minus', got 'times'"):
        spec(points, points, sign="times")


def test_a_name_is_given_once(registry):
    def linear(X, Z):
        return X @ Z.T

    with pytest.raises(ValueError, match="A kernel named 'linear' is registered already"):
        kernel("Again", symmetric=True, pointwise=True, formula="")(linear)


def test_every_parameter_declares_its_domain(registry):
    def loose(X: np.ndarray, Z: np.ndarray, *, s: float = 1.0) -> np.ndarray:
        return X @ Z.T * s

    with pytest.raises(TypeError, match="loose: annotate 's' with its Range, Choice or Flag"):
        kernel("Loose", symmetric=True, pointwise=True, formula="")(loose)
    assert "loose" not in registry


def test_whole_numbers_are_told_from_others():
    domain = Range(1, 5, integer=True)
    domain.check(3, "degree")
    domain.check(np.int64(5), "degree")
    with pytest.raises(ValueError, match=r"degree must be a whole number from 1 to 5, got 2\.0"):
        domain.check(2.0, "degree")


@pytest.mark.parametrize(("alias", "name"), [("poly", "polynomial"), ("sigmoid", "tanh")])
def test_names_of_scikit_learn_are_accepted_and_not_listed(alias, name, points, new_points):
    assert alias in KERNELS
    assert alias not in list(KERNELS)
    assert KERNELS[alias] is KERNELS[name]
    assert named(alias, {"c": 2.0}) == (name, {"c": 2.0})
    expected = bind(name, None, points).source(new_points)
    np.testing.assert_array_equal(bind(alias, None, points).source(new_points), expected)
    operator = kernel_operator(alias, new_points, points, resolved_params(alias, None, points))
    np.testing.assert_array_equal(operator.toarray(), expected)


def test_a_name_that_no_kernel_has_is_in_no_registry():
    assert "no such" not in KERNELS
    with pytest.raises(KeyError, match="no such"):
        KERNELS["no such"]
