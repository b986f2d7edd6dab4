"""The registry of kernel functions: one decorator, from which controls, checks and law tests follow.

Kernel floor. A kernel is a function ``f(X, Z, *, parameters) -> (n, m)``; the decorator reads its
signature once. See docs/adding_a_kernel.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np

from askcore.kernels._domains import Domain

__all__ = ["KERNELS", "Accepts", "KernelSpec", "Param", "as_strings", "kernel"]

Accepts: TypeAlias = Literal["vectors", "histograms", "strings"]


@dataclass(frozen=True)
class Param:
    """A kernel's parameter: its name, default value and domain."""

    name: str
    default: Any
    domain: Domain


@dataclass(frozen=True)
class KernelSpec:
    """A registered kernel; calling it evaluates the kernel.

    Attributes
    ----------
    name, label : the key in ``KERNELS`` and the name to show.
    symmetric : whether K(u, v) = K(v, u) for every u, v.
    pointwise : whether K(u, v) depends on u and v alone. Otherwise it is normalised over a reference
        set, which is fitted state: estimators hand in their training set.
    params : the parameters with their domains.
    formula : LaTeX, for the page and the documentation table.
    accepts : what a sample is: a row of numbers ("vectors"), a row of counts or weights, none of them negative
        ("histograms"), or a str ("strings").
    """

    name: str
    label: str
    symmetric: bool
    pointwise: bool
    params: tuple[Param, ...]
    formula: str
    function: Callable[..., np.ndarray] = field(repr=False)
    accepts: Accepts = "vectors"

    def __call__(self, X: Any, Z: Any, **params: Any) -> np.ndarray:
        """Evaluate K(X, Z): shapes (n, d) and (m, d) to (n, m), strings (n,) and (m,). Parameters are checked first.

        Kernels that are not pointwise also take ``reference`` (r, d), by default Z.
        """
        reference = {"reference": params.pop("reference", None)} if not self.pointwise else {}
        self.check(params)
        if self.accepts == "strings":
            rows = as_strings(X, "X")
            return self.function(rows, rows if Z is X else as_strings(Z, "Z"), **params)
        X, Z = _points(X, "X"), (_points(Z, "Z") if Z is not X else None)
        if Z is None:
            Z = X
        if X.shape[1] != Z.shape[1]:
            raise ValueError(f"X and Z must have as many features, got {X.shape[1]} and {Z.shape[1]}.")
        if reference.get("reference") is not None:
            reference = {"reference": _reference(reference["reference"], X.shape[1])}
        return self.function(X, Z, **params, **reference)

    def check(self, params: dict[str, Any]) -> None:
        """Raise a ValueError for a parameter that the kernel does not have or that is out of its domain."""
        known = {p.name: p for p in self.params}
        for name, value in params.items():
            if name not in known:
                has = ", ".join(known) or "none"
                raise ValueError(f"Kernel {self.name!r} has no parameter {name!r}; it has: {has}.")
            known[name].domain.check(value, f"{self.name}: {name}")


KERNELS: dict[str, KernelSpec] = {}


def kernel(
    label: str, *, symmetric: bool, pointwise: bool, formula: str, accepts: Accepts = "vectors"
) -> Callable[[Callable[..., np.ndarray]], Callable[..., np.ndarray]]:
    """Register the decorated function ``f(X, Z, *, name: Annotated[type, domain] = default)``.

    The function's name becomes the registry key. A kernel with ``pointwise=False`` must take
    ``reference=None`` as well. ``accepts`` says what X and Z hold; strings arrive as arrays of str, (n,).
    """

    def register(function: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
        name = function.__name__
        if name in KERNELS:
            raise ValueError(f"A kernel named {name!r} is registered already.")
        params = tuple(_params(function))
        KERNELS[name] = KernelSpec(name, label, symmetric, pointwise, params, formula, function, accepts)
        return function

    return register


def _params(function: Callable[..., np.ndarray]) -> list[Param]:
    hints = get_type_hints(function, include_extras=True)
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY or name == "reference":
            continue
        hint = hints[name]
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{function.__name__}: annotate {name!r} with its Range, Choice or Flag.")
        domain = next(part for part in get_args(hint) if isinstance(part, Domain))
        found.append(Param(name, parameter.default, domain))
    return found


def _points(values: Any, name: str) -> np.ndarray:
    points = np.asarray(values, dtype=np.float64)
    if points.ndim != 2:
        raise ValueError(f"{name} must have shape (samples, features), got {points.ndim} dimension(s).")
    return points


def _reference(values: Any, features: int) -> np.ndarray:
    points = _points(values, "reference")
    if points.shape[1] != features or not len(points):
        raise ValueError(
            f"reference must have shape (at least 1, {features}): points like those of X, got {points.shape}."
        )
    return points


def as_strings(values: Any, name: str = "X") -> np.ndarray:
    """Strings as an array of objects, shape (n,); (n, 1) is taken too, as scikit-learn passes a column.

    Raises ValueError that names the first sample which is no str, or for one str in place of many.
    """
    if isinstance(values, str | bytes):
        raise ValueError(f"{name} must be a sequence of strings, got a single one. Write [{name}].")
    strings = np.array(values, dtype=object)
    if strings.ndim == 2 and strings.shape[1] == 1:
        strings = strings[:, 0]
    if strings.ndim != 1:
        raise ValueError(f"{name} must be a sequence of strings, got {strings.ndim} dimension(s).")
    for i, value in enumerate(strings):
        if not isinstance(value, str):
            raise ValueError(f"{name}[{i}] must be a string, got {type(value).__name__}: {value!r:.60}.")
    return strings
