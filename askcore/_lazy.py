"""Lazily computed, thread-safe results derived from an object, and the memory that they take."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any, Generic, Self, TypeVar, overload

import numpy as np

T_co = TypeVar("T_co", covariant=True)

_LOCK = "_making"  # the name under which an object holds its lock
_MISSING = object()


class cached_property(Generic[T_co]):
    """As ``functools.cached_property``, with one lock for each object.

    The standard library's locks once per class up to Python 3.11, so that one object's slow matrix keeps all others
    waiting, and two properties that need each other in different orders wait for ever; from 3.12 on it does not lock,
    and two threads make the same matrix twice. Here all that one object makes goes through one lock of its own, which
    the thread that holds it may take again. So a thread that is started within may not ask the object for more.

    Parameters
    ----------
    make : the method; what it returns is kept in the object, what it raises is not.

    Examples
    --------
    >>> class Sample:
    ...     @cached_property
    ...     def square(self):
    ...         print("made")
    ...         return 4
    >>> sample = Sample()
    >>> sample.square, sample.square
    made
    (4, 4)
    """

    def __init__(self, make: Callable[[Any], T_co]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T_co: ...

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        held = instance.__dict__  # what is there is found before this is called
        with held.setdefault(_LOCK, _Lock()):
            found = held.get(self._name, _MISSING)
            if found is _MISSING:
                found = held[self._name] = self._make(instance)
        return found


def is_cached(thing: Any, name: str) -> bool:
    """Whether an object holds the result of a cached property."""
    return name in vars(thing)


def with_cached(thing: Any, *names: str) -> Any:
    """The object itself with some cached properties computed: work for another process, which ``adopt`` takes over."""
    for name in names:
        getattr(thing, name)
    return thing


def adopt(own: Any, other: Any) -> None:
    """Share the results that another object with equal content has computed.

    Examples
    --------
    >>> class Sample:
    ...     @cached_property
    ...     def square(self):
    ...         return [4]
    >>> one, other = Sample(), Sample()
    >>> found = other.square
    >>> adopt(one, other)
    >>> one.square is found
    True
    """
    if own is other:
        return
    held = vars(own)
    with held.setdefault(_LOCK, _Lock()):
        for name, value in vars(other).items():
            if isinstance(getattr(type(own), name, None), cached_property):
                held.setdefault(name, value)


def held_bytes(thing: Any) -> int:
    """The memory of all arrays that an object reaches through its attributes, each one counted once.

    Examples
    --------
    >>> row = np.zeros(3)
    >>> held_bytes({"row": row, "again": [row, row[:2]]})
    24
    """
    return sum(parts(thing).values())


_NUMBER = 32  # bytes, about, of a number or a short word in a list
_FACTOR = 16  # bytes of an entry in a factor of a sparse system
_LONG = 100  # entries of a list from which on all are taken to be as the first one


def parts(thing: Any) -> dict[int, int]:
    """The arrays that an object reaches, and what else is large: tables, long lists and texts, sparse factors."""
    found: dict[int, int] = {}
    met: dict[int, Any] = {}
    ahead = [thing]
    while ahead:
        one = ahead.pop()
        if id(one) in met or isinstance(one, type | ModuleType):  # operators of SciPy 1.18 hold a module
            continue
        met[id(one)] = one
        if isinstance(one, np.ndarray):
            while isinstance(one.base, np.ndarray):
                one = one.base
            found[id(one)] = one.nbytes + (_NUMBER * one.size if one.dtype.hasobject else 0)
        elif isinstance(one, str | bytes):
            if len(one) > _NUMBER:
                found[id(one)] = len(one)
        elif isinstance(one, dict):
            ahead.extend(one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            if len(one) > _LONG and _is_small(next(iter(one))):
                found[id(one)] = _NUMBER * len(one)
            else:
                ahead.extend(one)
        elif hasattr(one, "memory_usage"):  # of pandas
            small = one.size < _LONG  # pandas looks at every column
            found[id(one)] = _NUMBER * one.size if small else int(np.sum(one.memory_usage()))
        elif type(one).__name__ == "SuperLU":
            found[id(one)] = _FACTOR * one.nnz
        else:
            ahead.extend(getattr(one, "__dict__", {}).values())
    return found


def _is_small(entry: Any) -> bool:
    return isinstance(entry, str) or not parts(entry)


class _Lock:
    """A lock that a copy of its object, in this process or another, replaces by a new one."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[_Lock], tuple[()]]:
        return _Lock, ()
