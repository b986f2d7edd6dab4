"""A class for each registered kernel, whose objects stand for a name and parameters."""

from __future__ import annotations

import inspect
import pickle
from typing import Annotated

import numpy as np
import pytest
from sklearn.base import clone

import askcore
from askcore import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from askcore.kernels import KERNELS, RBF, SNE, Range, kernel
from askcore.kernels.objects import RegisteredKernel, kernel_class, named

ALL = sorted(KERNELS)
TEXTS = np.array([f"ab{'abc'[i % 3] * 3}ba" for i in range(24)])


def other_value(param):
    """A valid value that is not the default."""
    domain = param.domain
    if isinstance(domain, Range):
        return domain.low + 1 if domain.integer else float(np.clip(0.5, domain.low, domain.high))
    return not param.default if isinstance(param.default, bool) else domain.options[-1]


def given(name):
    """Parameters of a kernel, none of them at its default."""
    return {param.name: other_value(param) for param in KERNELS[name].params}


def data(name, points):
    """Samples that a kernel accepts, with rows that a symmetric one and a matrix between sources take too."""
    return TEXTS if KERNELS[name].accepts == "strings" else np.abs(points)


def models(name, kernel, kernel_params=None):
    """The estimators that take such a kernel."""
    yield AsKLSClassifier(kernel, kernel_params=kernel_params, damping=0.1)
    yield LSSVMClassifier(kernel, kernel_params=kernel_params, damping=0.1, symmetrize="KKt")
    yield KernelPCA(kernel, kernel_params=kernel_params, symmetrize="mean")
    if KERNELS[name].accepts != "strings":
        yield KSVD(kernel, 3, kernel_params=kernel_params)


@pytest.mark.parametrize("name", ALL)
def test_an_object_evaluates_its_kernel(name, points):
    X = data(name, points)
    np.testing.assert_array_equal(
        kernel_class(name)(**given(name))(X[:5], X), KERNELS[name](X[:5], X, **given(name))
    )


def test_a_reference_set_is_handed_on(points, new_points):
    K = SNE(sigma=2.0)(new_points, points, reference=points[:4])
    np.testing.assert_array_equal(K, KERNELS["sne"](new_points, points, sigma=2.0, reference=points[:4]))


@pytest.mark.parametrize("name", ALL)
def test_parameters_are_read_set_cloned_compared_and_printed(name):
    kind = kernel_class(name)
    plain, set_ = kind(), kind(**given(name))
    assert (
        list(plain.get_params())
        == list(inspect.signature(kind).parameters)
        == [p.name for p in KERNELS[name].params]
    )
    assert set_.get_params() == given(name)
    assert set_.params == given(name)
    assert plain.params == {}
    assert repr(plain) == f"{kind.__name__}()"
    for each in (plain, set_):
        copies = (
            clone(each),
            pickle.loads(pickle.dumps(each)),
            eval(repr(each), vars(askcore.kernels) | {kind.__name__: kind}),
        )
        assert all(copy == each and copy is not each and type(copy) is kind for copy in copies)
    assert clone(plain).set_params(**given(name)) == set_
    assert (plain == set_) == (not given(name))
    assert plain != name
    with pytest.raises(TypeError, match="unhashable"):
        hash(plain)


@pytest.mark.parametrize("name", ALL)
def test_what_a_class_says_comes_from_the_registry(name):
    said = kernel_class(name).__doc__
    assert inspect.cleandoc(KERNELS[name].function.__doc__).split("\n")[0] in said
    for param in KERNELS[name].params:
        assert f"\n{param.name} : {param.domain.words}" in said


def test_an_unknown_parameter_is_refused_where_it_is_named_and_a_wrong_value_where_it_is_used(
    points, three_classes
):
    with pytest.raises(TypeError, match=r"SNE has no parameter 'sgima'; it has: sigma, distance, itself"):
        SNE(sgima=2.0)
    with pytest.raises(ValueError, match="SNE has no parameter 'sgima'"):
        SNE().set_params(sgima=2.0)
    with pytest.raises(ValueError, match="T has no parameter 'sigma'; it has: distance, itself"):
        askcore.kernels.T().set_params(sigma=1.0)
    wrong = RBF(sigma=-1.0)
    with pytest.raises(ValueError, match=r"rbf: sigma must be a number from .*, got -1\.0"):
        wrong(points, points)
    for model in models("rbf", wrong):
        with pytest.raises(ValueError, match="rbf: sigma must be a number"):
            model.fit(points, three_classes)
    with pytest.raises(ValueError, match="sigma must be a number"):
        RBF(sigma=np.ones(2))(points, points)


def test_parameters_beside_an_object_are_refused(points, three_classes):
    for model in models("sne", SNE(), {"sigma": 2.0}):
        with pytest.raises(ValueError, match=r"must be set in the kernel object itself: SNE\(sigma=2\.0\)"):
            model.fit(points, three_classes)
    assert named(SNE(), {}) == ("sne", {})


def test_a_name_that_no_kernel_has_is_an_error():
    with pytest.raises(ValueError, match="Unknown kernel 'cosine'; known are attention"):
        kernel_class("cosine")
    with pytest.raises(AttributeError, match=r"module 'askcore\.kernels' has no attribute 'Cosine'"):
        _ = askcore.kernels.Cosine


def test_a_new_kernel_gets_its_class_by_itself(points, three_classes):
    try:

        @kernel("Shifted RBF", symmetric=False, pointwise=True, formula="")
        def shifted_rbf(X, Z, *, shift: Annotated[float, Range(-2.0, 2.0)] = 0.0):
            """K(x, z) = exp(-|x - z - shift|^2). Shapes (n, d), (m, d) to (n, m)."""
            return KERNELS["rbf"](X, Z + shift, sigma=1.0)

        made = askcore.kernels.ShiftedRBF(shift=1.0)
        assert isinstance(made, RegisteredKernel)
        assert str(inspect.signature(type(made))) == "(*, shift: float = 0.0)"
        model = AsKLSClassifier(pickle.loads(pickle.dumps(made)), damping=0.1).fit(points, three_classes)
        assert model.kernel_params_ == {"shift": 1.0}
    finally:
        KERNELS.pop("shifted_rbf")


def test_an_object_of_fewer_parameters_has_the_others_at_their_defaults():
    """As one from a file of an earlier version."""
    old = SNE.__new__(SNE)
    old.__dict__.update(sigma=2.0)
    assert old == SNE(sigma=2.0)
