"""SNE, RBF and their like: the class of each kernel in ``KERNELS``, made when it is first asked for."""

from __future__ import annotations

from askcore.kernels.objects import RegisteredKernel, class_names, kernel_class


def __getattr__(name: str) -> type[RegisteredKernel]:
    names = class_names()
    if name not in names:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; kernels are {', '.join(names)}")
    return kernel_class(names[name])


def __dir__() -> list[str]:
    return list(class_names())
