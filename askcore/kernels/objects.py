"""Kernels as objects with parameters, ``SNE(sigma=2.0)``, in which scikit-learn's searches can set them.

One class for each entry of ``KERNELS``, created on first access; an estimator takes the object apart into its name and
parameters, so both forms are one computation.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal, Self, get_type_hints

import numpy as np

from askcore.kernels._registry import KERNELS, Flag, KernelSpec, Param
from askcore.kernels.scale import SCALE

CATALOGUE = "askcore.kernels"  # where an object's class is found again by pickle and skops


class WithParams:
    """Parameters that scikit-learn can read and set, attributes of the same ``_names``."""

    def _names(self) -> list[str]:
        raise NotImplementedError

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Every parameter with its value; ``deep`` has no effect, as no parameter is nested."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name; raises ValueError for one that the kernel does not have."""
        known = self._names()
        for name in params:
            if name not in known:
                has = ", ".join(known) or "none"
                raise ValueError(f"{type(self).__name__} has no parameter {name!r}; it has: {has}.")
        for name, value in params.items():
            setattr(self, name, value)
        return self


class RegisteredKernel(WithParams):
    """Base of kernel objects: a registered kernel with values for its parameters, which scikit-learn can read and set.

    Values are checked where the kernel is used. A parameter with a unit is "scale" unless it is given: its usual value
    on the training samples. ``spec`` is the entry of ``KERNELS`` behind the class; ``accepts``, ``pointwise`` and
    ``symmetric`` are its.

    Examples
    --------
    >>> from askcore.kernels import SNE
    >>> kernel = SNE(sigma=2.0)
    >>> kernel([[0.0]], [[0.0], [2.0]]).round(3)
    array([[0.731, 0.269]])
    >>> kernel.set_params(distance="plain")
    SNE(sigma=2.0, distance='plain')
    >>> sorted(SNE().get_params().items())
    [('distance', 'squared'), ('itself', True), ('sigma', 'scale')]
    """

    spec: ClassVar[KernelSpec]
    accepts: ClassVar[str]
    pointwise: ClassVar[bool]
    symmetric: ClassVar[bool]

    def __init__(self, **params: Any) -> None:
        try:
            self.set_params(**params)
        except ValueError as error:
            raise TypeError(str(error)) from error

    def _names(self) -> list[str]:
        return [param.name for param in self.spec.params]

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that are not left to their defaults: what ``kernel_params`` beside the name would hold."""
        return {
            param.name: value
            for param in self.spec.params
            if not _same(value := getattr(self, param.name), _default(param))
        }

    def __call__(self, X: Any, Z: Any, **reference: Any) -> np.ndarray:
        """K(X, Z), (n, m), as ``KERNELS`` evaluates it: "scale" is resolved from ``reference``, else from Z."""
        return self.spec(X, Z, **self.get_params(), **reference)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, RegisteredKernel)
        mine, theirs = self.get_params(), other.get_params()
        return all(_same(mine[name], theirs[name]) for name in mine)

    __hash__ = None  # type: ignore[assignment] # its parameters can be set

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{type(self).__name__}({given})"


def named(kernel: Any, params: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
    """A kernel argument with ``kernel_params``; an object as its name and parameters, an alias as what it means."""
    if not isinstance(kernel, RegisteredKernel):
        spec = spec_of(kernel) if isinstance(kernel, str) else None
        return spec.name if spec else kernel, dict(params or {})
    if params:
        given = ", ".join(f"{name}={value!r}" for name, value in params.items())
        raise ValueError(
            f"kernel_params must be set in the kernel object itself: {type(kernel).__name__}({given})."
        )
    return kernel.spec.name, kernel.params


def spec_of(kernel: Any) -> KernelSpec | None:
    """The entry of ``KERNELS`` behind a kernel argument; None for any other kernel."""
    if isinstance(kernel, str):
        return KERNELS[kernel] if kernel in KERNELS else None  # noqa: SIM401 - get knows no alias
    found = getattr(kernel, "spec", kernel)
    return found if isinstance(found, KernelSpec) else None


def registered(name: str) -> KernelSpec:
    """The entry of ``KERNELS`` of that name; raises a ValueError with the known ones."""
    if name not in KERNELS:
        raise ValueError(f"Unknown kernel {name!r}; known are {', '.join(sorted(KERNELS))}.")
    return KERNELS[name]


def kernel_class(name: str) -> type[RegisteredKernel]:
    """The class of a registered kernel, always the same; its name is the kernel's, capitalised as in the label."""
    return _class_of(registered(name))


def class_names() -> dict[str, str]:
    """Names of the classes of all registered kernels, with the kernel of each: {"SNE": "sne", ...}."""
    return {_class_name(spec): name for name, spec in sorted(KERNELS.items())}


@cache
def _class_of(spec: KernelSpec) -> type[RegisteredKernel]:
    hints = get_type_hints(spec.function)
    signature = inspect.Signature(
        [
            inspect.Parameter(
                param.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_default(param),
                annotation=hints[param.name] | Literal[SCALE] if param.scale else hints[param.name],
            )
            for param in spec.params
        ]
    )
    return type(
        _class_name(spec),
        (RegisteredKernel,),
        {
            "__module__": CATALOGUE,
            "__doc__": _docstring(spec),
            "__signature__": signature,
            "spec": spec,
            **{name: getattr(spec, name) for name in ("accepts", "pointwise", "symmetric")},
            # So an object from the file of an earlier version, which knew fewer parameters, has them all.
            **{param.name: _default(param) for param in spec.params},
        },
    )


def _class_name(spec: KernelSpec) -> str:
    in_label = spec.label.split()
    return "".join(
        part.upper() if part.upper() in in_label else part.capitalize() for part in spec.name.split("_")
    )


def _docstring(spec: KernelSpec) -> str:
    """Docstring of the function, with its parameters described by their domains."""
    formula, *raises = inspect.cleandoc(spec.function.__doc__ or "").split("\n\nRaises\n", 1)
    parts = [f"The kernel {spec.name!r} as an object with parameters.", formula]
    if spec.params:
        parts.append("\n".join(["Parameters", "----------", *map(_described, spec.params)]))
    parts += [f"Raises\n{said}" for said in raises]
    return "\n\n".join(parts)


def _described(param: Param) -> str:
    domain, more = param.domain, ""
    if param.scale is not None:
        more = f":\n    {param.scale.words}"
    if isinstance(domain, Flag) and domain.meaning:
        more = f"; True: {domain.meaning[:1].lower()}{domain.meaning[1:]}"
    return f"{param.name} : {domain.words}{more}."


def _default(param: Param) -> Any:
    """Default of a parameter, as in ``bind``."""
    return SCALE if param.scale else param.default


def _same(value: Any, other: Any) -> bool:
    """Whether two values are one; of what has no single answer (arrays) only the same object is."""
    return value is other or (type(value) is type(other) and np.ndim(value) == 0 and bool(value == other))
