"""The registry of kernels between samples and between nodes: one decorator, one check of parameters.

A kernel is a function ``f(X, Z, *, parameters) -> (n, m)``, a graph kernel one ``f(S, *, parameters)`` of the matrix S
of a graph. Each parameter is annotated with its domain, from which page controls, the documentation table and the law
tests follow. See docs/adding_a_kernel.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import scipy.sparse as sp

from askcore._validation import ALIASES, DataError, as_matrix, as_weights, largest_modulus
from askcore.kernels.scale import SCALE, Scale, drawn

if TYPE_CHECKING:
    from askcore.kernels.graphs._function import GraphFunction

LARGE = 1e10  # features from here on may overflow in a kernel of inner products

Accepts: TypeAlias = Literal["vectors", "histograms", "strings"]


class _Domain:
    """Valid values of a parameter: ``words`` completes "must be", ``allows`` says whether a value is one of them."""

    words: Any
    allows: Callable[[Any], bool]

    def check(self, value: Any, name: str) -> None:
        """Raise a ValueError unless ``value`` is valid."""
        if not self.allows(value):
            raise ValueError(f"{name} must be {self.words}, got {value!r}.")


@dataclass(frozen=True)
class Range(_Domain):
    """The domain of a number from ``low`` to ``high``, both included. ``integer`` allows only whole numbers.

    ``usual`` is the range worth exploring (by default, the whole range). ``log`` means that equal ratios matter there,
    not equal steps. ``none`` describes the meaning of None; if ``none`` is empty, None is not allowed. ``scale`` is the
    rule that computes the default of a parameter with a unit from the samples; the parameter can then also be "scale".
    """

    low: float
    high: float
    log: bool = False
    integer: bool = False
    usual: tuple[float, float] | None = None
    none: str = ""
    scale: Scale | None = None

    def allows(self, value: Any) -> bool:
        """Whether ``value`` is in the range, or is None or "scale" if these are allowed."""
        if (value is None and self.none) or (self.scale is not None and asks_for_scale(value)):
            return True
        kind = Integral if self.integer else Real
        right_kind = isinstance(value, kind) and not isinstance(value, bool | np.bool_)
        return right_kind and self.low <= float(value) <= self.high

    @property
    def words(self) -> str:
        """The valid values, as a phrase after "must be"."""
        what = "a whole number" if self.integer else "a number"
        none = f", or None ({self.none})" if self.none else ""
        scale = f", or {SCALE!r}" if self.scale is not None else ""
        return f"{what} from {self.low:g} to {self.high:g}{none}{scale}"

    def usual_value(self, X: Any, times: float = 1.0) -> float:
        """Return ``times`` the value of ``scale`` on samples X (n, d). Raises DataError if it is outside the range."""
        assert self.scale is not None
        usual = times * self.scale.measure(X)
        if not self.low <= usual <= self.high:
            raise DataError(
                f"The usual parameter for features of this size is {usual:.0e}, beyond what is allowed, "
                f"{self.low:g} to {self.high:g}",
                remedy="Scale the features to unit variance, or measure them in another unit.",
            )
        return usual


@dataclass(frozen=True)
class Choice(_Domain):
    """The domain of a parameter that is one of the given ``options``."""

    options: tuple[Any, ...]

    def allows(self, value: Any) -> bool:
        """Whether ``value`` is one of the options."""
        return value in self.options

    @property
    def words(self) -> str:
        """The valid values, as a phrase after "must be"."""
        return f"one of {', '.join(map(repr, self.options))}"


@dataclass(frozen=True)
class Flag(_Domain):
    """The domain of a parameter that is True or False. ``meaning`` describes the value True in a few words."""

    meaning: str = ""

    @property
    def words(self) -> str:
        """The valid values, as a phrase after "must be"."""
        return "True or False"

    def allows(self, value: Any) -> bool:
        """Whether ``value`` is a truth value."""
        return isinstance(value, bool | np.bool_)


Domain: TypeAlias = Range | Choice | Flag


def asks_for_scale(value: Any) -> bool:
    """Whether a parameter's value is the word for its usual one."""
    return isinstance(value, str) and value == SCALE


@dataclass(frozen=True)
class Param:
    """A kernel's parameter: its name, default value and domain."""

    name: str
    default: Any
    domain: Domain

    @property
    def scale(self) -> Scale | None:
        """The rule by which it follows from the samples, of a parameter with a unit."""
        return self.domain.scale if isinstance(self.domain, Range) else None


@dataclass(frozen=True, kw_only=True)
class Spec:
    """Description shared by the kernels of both registries.

    ``name`` is the key in the registry, ``label`` the name to show, ``formula`` LaTeX; ``symmetric``: whether K(u, v) =
    K(v, u) for every u, v (on every graph); ``params`` with their domains; ``function`` what was decorated.
    """

    noun: ClassVar[str]
    name: str
    label: str
    symmetric: bool
    params: tuple[Param, ...]
    formula: str
    function: Callable[..., Any] = field(repr=False)

    def check(self, params: dict[str, Any]) -> None:
        """Raise a ValueError for a parameter that the kernel does not have or that is out of its domain."""
        known = {p.name: p for p in self.params}
        for name, value in params.items():
            if name not in known:
                has = ", ".join(known) or "none"
                raise ValueError(f"{self.noun} {self.name!r} has no parameter {name!r}; it has: {has}.")
            known[name].domain.check(value, f"{self.name}: {name}")

    @property
    def scaled(self) -> Param | None:
        """The parameter that has a scale; a kernel has one at most."""
        return next((p for p in self.params if p.scale), None)


@dataclass(frozen=True, kw_only=True)
class KernelSpec(Spec):
    """A registered kernel between samples. Calling the object evaluates the kernel.

    ``pointwise``: whether K(u, v) depends only on u and v. If not, the kernel is normalised over a reference set, which
    is part of the fitted state. ``accepts``: a sample is a row of numbers ("vectors"), a row of counts or weights >= 0
    ("histograms"), or a str ("strings"). ``sparse``: whether X and Z can also be sparse.
    """

    noun: ClassVar[str] = "Kernel"
    pointwise: bool
    accepts: Accepts = "vectors"
    sparse: bool = False

    def __call__(self, X: Any, Z: Any, **params: Any) -> np.ndarray:
        """Evaluate K(X, Z): shapes (n, d) and (m, d) to (n, m), strings (n,) and (m,). Parameters are checked first.

        Kernels that are not pointwise also take ``reference`` (r, d), by default Z, and ``reference_weight`` (r,): how
        often each of its points counts. A parameter "scale" is resolved from the reference, else from Z. Raises
        DataError where features are so large that K is not finite.
        """
        reference = {}
        if not self.pointwise:
            reference["reference"] = params.pop("reference", None)
            if (weight := params.pop("reference_weight", None)) is not None:
                reference["reference_weight"] = weight
        self.check(params)
        if any(map(asks_for_scale, params.values())):
            among = reference.get("reference")
            among = _points(Z if among is None else among, "Z")
            params = self.resolved(params, drawn(among, reference.get("reference_weight")))
        if self.accepts == "strings":
            rows = as_strings(X, "X")
            return self.function(rows, rows if Z is X else as_strings(Z, "Z"), **params)
        same, X = Z is X, _points(X, "X")
        Z = X if same else _points(Z, "Z")
        if sp.issparse(X) or sp.issparse(Z):
            if not self.sparse:
                takers = ", ".join(repr(name) for name, spec in KERNELS.items() if spec.sparse)
                raise DataError(
                    f"The kernel {self.name!r} does not accept sparse samples",
                    remedy=f"Pass X.toarray(), or use one of {takers}.",
                )
            X, Z = (P if sp.issparse(P) else sp.csr_array(P) for P in (X, Z))
        if X.shape[1] != Z.shape[1]:
            raise ValueError(
                f"X and Z must have the same number of features, got {X.shape[1]} and {Z.shape[1]}."
            )
        if reference.get("reference") is not None:
            reference["reference"] = _reference(reference["reference"], X.shape[1])
        if (weight := reference.get("reference_weight")) is not None:
            among = Z if reference["reference"] is None else reference["reference"]
            reference["reference_weight"] = as_weights(weight, len(among), "reference_weight")
        largest = max(largest_modulus(X), largest_modulus(Z))
        if not LARGE < largest < np.inf:
            return self.function(X, Z, **params, **reference)
        with np.errstate(over="ignore", invalid="ignore"):
            K = self.function(X, Z, **params, **reference)
        if not np.isfinite(K).all():
            raise DataError(
                f"The kernel {self.name!r} overflows: features reach {largest:.1e}",
                remedy="Standardise the features, or choose a kernel of distances, such as 'rbf' or 'sne'.",
            )
        return K

    def resolved(
        self, params: Mapping[str, Any], X: Any, *, times: float = 1.0, fill: bool = False
    ) -> dict[str, Any]:
        """Return the parameters with numbers instead of "scale", computed from the training samples X (n, d), dense or
        sparse.

        ``times`` is a multiple of the default. With ``fill``, omitted parameters are also computed.
        """
        found, param = dict(params), self.scaled
        if param is None or not (asks_for_scale(found.get(param.name)) or (fill and param.name not in found)):
            return found
        assert isinstance(param.domain, Range)
        found[param.name] = param.domain.usual_value(X, times)
        return found


@dataclass(frozen=True, kw_only=True)
class GraphKernelSpec(Spec):
    """A kind of ``GraphKernel``. Its formula contains S. If a parameter is None, its value depends on the graph.

    ``normalized``: the meaning of ``normalize=None``. ``options``: which of ``self_loops`` and ``normalize`` change K.
    ``bounded``: whether beta must be less than 1 / spectral radius. ``sparse``: whether blocks of K are sparse.
    """

    noun: ClassVar[str] = "Graph kernel"
    symmetric: bool = False
    normalized: bool = False
    options: tuple[str, ...] = ("self_loops", "normalize")
    bounded: bool = False
    sparse: bool = False

    def make(self, S: sp.csr_array, params: dict[str, Any]) -> GraphFunction:
        """Check the parameters and return f(S) for S (N, N)."""
        self.check(params)
        return self.function(S, **params)


REFERENCE = ("reference", "reference_weight")  # what a kernel that is not pointwise is handed: no parameters


class _Kernels(dict[str, "KernelSpec"]):
    """Kernels by name, those of ``ALIASES`` by theirs, too."""

    def __missing__(self, name: str) -> KernelSpec:
        if name in ALIASES:
            return self[ALIASES[name]]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in ALIASES


KERNELS: dict[str, KernelSpec] = _Kernels()
GRAPH_KERNELS: dict[str, GraphKernelSpec] = {}

Function = TypeVar("Function", bound=Callable[..., Any])
AnySpec = TypeVar("AnySpec", KernelSpec, GraphKernelSpec)


def kernel(
    label: str,
    *,
    symmetric: bool,
    pointwise: bool,
    formula: str,
    accepts: Accepts = "vectors",
    sparse: bool = False,
) -> Callable[[Function], Function]:
    """Register ``f(X, Z, *, name: Annotated[type, domain] = default)`` in ``KERNELS`` under the name of the function.

    Parameters
    ----------
    label : the displayed name.
    symmetric : whether K(u, v) = K(v, u) for every u, v.
    pointwise : whether K(u, v) depends only on u and v. A kernel that is not pointwise needs an argument
        ``reference=None``, and ``reference_weight=None`` if it should accept weights of samples.
    formula : the formula in LaTeX.
    accepts : the content of X and Z: "vectors", "histograms" or "strings" (arrays of str, (n,)).
    sparse : whether X and Z can also be sparse; both are then csr_arrays.

    Returns
    -------
    A decorator that returns the function. It raises ValueError if the name is already registered, and TypeError for a
    parameter without a domain.
    """
    fields = {"symmetric": symmetric, "pointwise": pointwise, "accepts": accepts, "sparse": sparse}
    return _registers(KERNELS, KernelSpec, label=label, formula=formula, **fields)


def graph_kernel(label: str, *, formula: str, **fields: Any) -> Callable[[Function], Function]:
    """Register ``f(S, *, name: Annotated[type, domain] = default) -> GraphFunction`` in ``GRAPH_KERNELS``.

    ``fields`` are those of ``GraphKernelSpec``.
    """
    return _registers(GRAPH_KERNELS, GraphKernelSpec, label=label, formula=formula, **fields)


def _registers(
    registry: dict[str, AnySpec], spec: type[AnySpec], **fields: Any
) -> Callable[[Function], Function]:
    def register(function: Function) -> Function:
        name = function.__name__
        if name in registry:
            raise ValueError(f"A {spec.noun.lower()} named {name!r} is registered already.")
        registry[name] = spec(name=name, params=tuple(_params(function)), function=function, **fields)
        return function

    return register


def _params(function: Callable[..., np.ndarray]) -> list[Param]:
    hints = get_type_hints(function, include_extras=True)
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY or name in REFERENCE:
            continue
        hint = hints[name]
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{function.__name__}: annotate {name!r} with its Range, Choice or Flag.")
        domain = next(part for part in get_args(hint) if isinstance(part, Domain))
        found.append(Param(name, parameter.default, domain))
    return found


def _points(values: Any, name: str) -> Any:
    if sp.issparse(values):
        return as_matrix(values, name)
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
    """Strings (n,), or (n, 1) as scikit-learn passes a column, as an array of objects (n,); ``name`` is for errors."""
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
