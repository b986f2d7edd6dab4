"""What holds for every registered kernel, without knowing its formula."""

from typing import Annotated

import numpy as np
import pytest

from askcore.kernels import KERNELS, Choice, KernelSpec, Range, kernel

ALL = sorted(KERNELS)
ON_VECTORS = [name for name in ALL if name != "spectrum"]
POINTWISE = [name for name in ON_VECTORS if KERNELS[name].pointwise]
NORMALISED = [name for name in ON_VECTORS if not KERNELS[name].pointwise]
PARAMETERS = [(name, param) for name in ALL for param in KERNELS[name].params]
PARAMETER_IDS = [f"{name}-{param.name}" for name, param in PARAMETERS]
CLOSE = {"rtol": 1e-9, "atol": 1e-12}


@pytest.mark.parametrize("name", ALL)
def test_spec_is_complete(name):
    spec = KERNELS[name]
    assert isinstance(spec, KernelSpec)
    assert spec.name == name
    assert spec.label
    assert spec.formula
    assert "Shapes" in (spec.function.__doc__ or "")


@pytest.mark.parametrize("name", ON_VECTORS)
def test_shape_and_finite(name, points, new_points):
    K = KERNELS[name](new_points, points)
    assert K.shape == (7, 24)
    assert K.dtype == np.float64
    assert np.isfinite(K).all()


@pytest.mark.parametrize("name", ON_VECTORS)
def test_symmetric_exactly_if_declared(name, points):
    K = KERNELS[name](points, points)
    assert np.array_equal(K, K.T) == KERNELS[name].symmetric


@pytest.mark.parametrize("name", ON_VECTORS)
def test_equal_points_need_not_be_the_same_object(name, points):
    spec = KERNELS[name]
    np.testing.assert_allclose(spec(points, np.array(points)), spec(points, points), **CLOSE)


@pytest.mark.parametrize("name", ON_VECTORS)
def test_lists_and_integers_are_points_too(name):
    rows = [[0, 1], [2, 0]]
    np.testing.assert_array_equal(KERNELS[name](rows, rows), KERNELS[name](*2 * [np.array(rows, float)]))


@pytest.mark.parametrize("name", ON_VECTORS)
def test_no_rows_give_an_empty_block(name, points):
    assert KERNELS[name](points[:0], points).shape == (0, 24)


@pytest.mark.parametrize("name", POINTWISE)
def test_pointwise_means_block_is_submatrix(name, points, new_points):
    K = KERNELS[name](new_points, points)
    block = KERNELS[name](new_points[2:5], points[[1, 1, 20]])
    np.testing.assert_allclose(block, K[2:5][:, [1, 1, 20]], **CLOSE)


@pytest.mark.parametrize("name", NORMALISED)
def test_reference_defaults_to_the_columns(name, points, new_points):
    spec = KERNELS[name]
    np.testing.assert_allclose(spec(new_points, points).sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_array_equal(spec(new_points, points), spec(new_points, points, reference=points))


@pytest.mark.parametrize("name", NORMALISED)
def test_a_fixed_reference_makes_it_pointwise(name, points, new_points):
    spec = KERNELS[name]
    K = spec(points, points, reference=points)
    rows, columns = [3, 3, 17], [0, 5, 6, 23]
    block = spec(points[rows], points[columns], reference=points)
    np.testing.assert_allclose(block, K[np.ix_(rows, columns)], **CLOSE)


@pytest.mark.parametrize("name", NORMALISED)
def test_the_target_block_keeps_the_training_denominators(name, points, new_points):
    """K(train, new) = K(train, train)'s numerators at the new columns over the training row sums."""
    spec = KERNELS[name]
    both = np.vstack([points, new_points])
    wide = spec(points, both)  # normalised over both: wrong by one factor per row
    right = wide / wide[:, :24].sum(axis=1, keepdims=True)
    target = spec(points, new_points, reference=points)
    np.testing.assert_allclose(target, right[:, 24:], **CLOSE)
    assert not np.allclose(target.sum(axis=1), 1.0)


@pytest.mark.parametrize("name", POINTWISE)
def test_pointwise_kernels_take_no_reference(name, points):
    with pytest.raises(ValueError, match=f"Kernel '{name}' has no parameter 'reference'"):
        KERNELS[name](points, points, reference=points)


@pytest.mark.parametrize("name", ON_VECTORS)
def test_unknown_parameter(name, points):
    known = ", ".join(p.name for p in KERNELS[name].params) or "none"
    with pytest.raises(ValueError, match=f"Kernel '{name}' has no parameter 'wide'; it has: {known}"):
        KERNELS[name](points, points, wide=1.0)


@pytest.mark.parametrize(("name", "param"), PARAMETERS, ids=PARAMETER_IDS)
def test_default_lies_in_the_domain(name, param):
    if param.default is not None:
        param.domain.check(param.default, param.name)
    usual = getattr(param.domain, "usual", None)
    if usual is not None:
        assert param.domain.low <= usual[0] < usual[1] <= param.domain.high


@pytest.mark.parametrize(("name", "param"), PARAMETERS, ids=PARAMETER_IDS)
def test_values_outside_the_domain_are_refused(name, param, points):
    if isinstance(param.domain, Range):
        outside = [param.domain.high * 2 + 1, param.domain.low - 1, np.nan, "wide", True]
    else:
        outside = ["no such option"]
    for value in outside:
        with pytest.raises(ValueError, match=f"{name}: {param.name} must be"):
            KERNELS[name](points, points, **{param.name: value})


@pytest.mark.parametrize(("name", "param"), PARAMETERS, ids=PARAMETER_IDS)
def test_finite_at_both_ends_of_every_slider(name, param, points, new_points):
    if isinstance(param.domain, Choice):
        ends = param.domain.options
    else:
        ends = (param.domain.low, param.domain.high, *(param.domain.usual or ()))
    for value in ends:
        value = int(value) if getattr(param.domain, "integer", False) else value
        assert np.isfinite(KERNELS[name](new_points, points, **{param.name: value})).all()


@pytest.mark.parametrize("name", ON_VECTORS)
def test_wrong_shapes(name, points):
    with pytest.raises(ValueError, match=r"X must have shape \(samples, features\), got 1 dimension"):
        KERNELS[name](points[0], points)
    with pytest.raises(ValueError, match="X and Z must have as many features, got 3 and 2"):
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

    with pytest.raises(TypeError, match="loose: annotate 's' with its Range or Choice"):
        kernel("Loose", symmetric=True, pointwise=True, formula="")(loose)
    assert "loose" not in registry


def test_whole_numbers():
    domain = Range(1, 5, integer=True)
    domain.check(3, "degree")
    domain.check(np.int64(5), "degree")
    with pytest.raises(ValueError, match=r"degree must be a whole number from 1 to 5, got 2\.0"):
        domain.check(2.0, "degree")
