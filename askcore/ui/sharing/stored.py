"""Results of long work as plain values, for a file: as their annotations say, and nothing else.

UI floor, without streamlit. A file cannot choose what is made of it: the class of a result is known beforehand, and
each of its fields is read as the kind of value that it is declared to be. Nothing is unpickled or evaluated.

Arrays stand beside the values, as raw bytes, little-endian.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
import pandas as pd

from askcore.datasets import DataError

T = TypeVar("T")
Plan = TypeVar("Plan")
Arrays = dict[str, bytes]
"""Raw bytes of arrays by name."""

LONGEST, DEEPEST = 4_000, 40  # characters of a text; values within values
MOST_SIGNS = 10_000_000  # characters of an array of texts, each as long as the longest of them
_DTYPES = {"f": "<f8", "i": "<i8", "b": "|b1"}
# Pages show texts of results as Markdown, in which a file could hide an address, a picture or a formula.
_MARKUP = re.compile(r"\]\(|!\[|<|https?:|www\.|:material|\$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Stored:
    """A result of long work, plan and all, in plain values.

    Attributes
    ----------
    job : the key of its job.
    plan, result : as ``to_plain`` made them.
    arrays : the bytes of arrays in them, by name.
    """

    job: str
    plan: Any
    result: Any
    arrays: Mapping[str, bytes]

    @classmethod
    def of(cls, job: str, plan: Any, result: Any) -> Stored:
        """A result as it is kept in a session; TypeError where there is no plain form of it."""
        arrays: Arrays = {}
        return cls(job, to_plain(plan, type(plan), arrays), to_plain(result, type(result), arrays), arrays)

    @property
    def plain_size(self) -> int:
        """About how many bytes of JSON it takes."""
        return len(json.dumps([self.plan, self.result], ensure_ascii=False).encode())

    @property
    def size(self) -> int:
        """About how many bytes it takes, with its arrays."""
        return self.plain_size + sum(map(len, self.arrays.values()))

    def read(self, plan: type[Plan], result: type[T]) -> tuple[Plan, T]:
        """Both again; DataError where they are something else."""
        key = from_plain(self.plan, plan, self.arrays, shown=True)
        try:
            hash(key)
        except TypeError as error:
            raise _damaged(str(error)) from error
        return key, from_plain(self.result, result, self.arrays, shown=True)


def to_plain(value: Any, kind: Any, arrays: Arrays) -> Any:
    """A value as JSON has it.

    Parameters
    ----------
    value : a result, or a part of one.
    kind : what it is declared to be.
    arrays : takes the bytes of arrays.

    Raises
    ------
    TypeError : it holds something for which there is no plain form.

    Examples
    --------
    >>> to_plain((1, 2.5), tuple[int, float], {})
    [1, 2.5]
    """
    kind = _alternative(value, kind)
    if value is None:
        return None
    if isinstance(value, np.ndarray) and kind in (np.ndarray, Any):
        plain = _array_out(value, arrays)
        return plain if kind is np.ndarray else {"array": plain}
    if isinstance(value, pd.DataFrame) and kind in (pd.DataFrame, Any):
        plain = _table_out(value)
        return plain if kind is pd.DataFrame else {"table": plain}
    if is_dataclass(kind) and isinstance(kind, type):
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
        hints = get_type_hints(kind)
        return {
            field.name: to_plain(getattr(value, field.name), hints[field.name], arrays)
            for field in fields(kind)
        }
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": str(value)}
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        one, other = (get_args(kind) or (Any, Any))[:2]
        pairs = [[to_plain(k, one, arrays), to_plain(v, other, arrays)] for k, v in value.items()]
        return pairs if kind is not Any else {"mapping": pairs}
    if isinstance(value, tuple | list):
        each = [to_plain(v, _item(kind, i), arrays) for i, v in enumerate(value)]
        if kind is not Any:
            return each
        return {"tuple": each} if isinstance(value, tuple) else each
    raise TypeError(f"there is no plain form of {type(value).__name__}")


def from_plain(plain: Any, kind: type[T], arrays: Mapping[str, bytes], *, shown: bool = False) -> T:
    """The value again.

    Parameters
    ----------
    plain : what ``to_plain`` made; it may come from anybody.
    kind : what it has to be.
    arrays : bytes of arrays by name.
    shown : pages show its texts as Markdown, so none may hold any.

    Raises
    ------
    DataError : it is something else.

    Examples
    --------
    >>> from_plain([1, 2.5], tuple[int, float], {})
    (1, 2.5)
    """
    try:
        if shown:
            _refuse_markup(plain)
        found: T = _read(plain, kind, arrays, 0)
    except DataError:
        raise
    except (AttributeError, LookupError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise _damaged(str(error)) from error
    return found


def _refuse_markup(plain: Any) -> None:
    """Refuse plain values of which a text, or a key, holds an address, a picture or a formula."""
    if isinstance(plain, str) and _MARKUP.search(plain):
        raise _damaged("it holds a text that no result holds")
    if isinstance(plain, Mapping):
        plain = [*plain, *plain.values()]
    if isinstance(plain, list):
        for each in plain:
            _refuse_markup(each)


def _read(plain: Any, kind: Any, arrays: Mapping[str, bytes], depth: int) -> Any:
    if depth > DEEPEST:
        raise _damaged("it is nested too deeply")
    if kind is Any:
        return _anything(plain, arrays, depth)
    if get_origin(kind) in (Union, UnionType):
        return _of_union(plain, get_args(kind), arrays, depth)
    if get_origin(kind) is Literal:
        return _expect(plain in get_args(kind) and isinstance(plain, str | int | bool), plain, kind)
    if kind in (NoneType, None):
        return _expect(plain is None, plain, kind)
    if kind is float:
        return _float(plain)
    if kind is int:
        return _expect(isinstance(plain, int) and not isinstance(plain, bool), plain, kind)
    if kind is bool:
        return _expect(isinstance(plain, bool), plain, kind)
    if kind is str:
        return _text(plain)
    if kind is np.ndarray:
        return _array(plain, arrays)
    if kind is pd.DataFrame:
        return _table(plain)
    if is_dataclass(kind) and isinstance(kind, type):
        return _instance(plain, kind, arrays, depth)
    return _collection(plain, kind, arrays, depth)


def _instance(plain: Any, kind: Any, arrays: Mapping[str, bytes], depth: int) -> Any:
    hints, names = get_type_hints(kind), {field.name for field in fields(kind)}
    if not isinstance(plain, dict) or set(plain) != names:
        raise _damaged(f"it is no {kind.__name__} of this version")
    return kind(**{name: _read(plain[name], hints[name], arrays, depth + 1) for name in names})


def _collection(plain: Any, kind: Any, arrays: Mapping[str, bytes], depth: int) -> Any:
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if not isinstance(plain, list):
        raise _damaged(f"expected a list, got {type(plain).__name__}")
    if isinstance(origin, type) and issubclass(origin, Mapping):
        one, other = inner or (Any, Any)
        pairs = [(_read(k, one, arrays, depth + 1), _read(v, other, arrays, depth + 1)) for k, v in plain]
        return dict(pairs)
    if origin is tuple:
        if inner and inner[-1] is not Ellipsis and len(inner) != len(plain):
            raise _damaged(f"expected {len(inner)} values, got {len(plain)}")
        return tuple(_read(v, _item(kind, i), arrays, depth + 1) for i, v in enumerate(plain))
    if origin is list:
        return [_read(v, _item(kind, i), arrays, depth + 1) for i, v in enumerate(plain)]
    raise TypeError(f"there is no way to read {kind}")


def _anything(plain: Any, arrays: Mapping[str, bytes], depth: int) -> Any:
    """A value of any plain kind, of what its own form says."""
    if isinstance(plain, str):
        return _text(plain)
    if plain is None or isinstance(plain, bool | int | float):
        return plain
    if isinstance(plain, list):
        return [_read(v, Any, arrays, depth + 1) for v in plain]
    ((form, inner),) = plain.items()
    if form == "float":
        return _float(plain)
    if form == "tuple":
        return tuple(_read(v, Any, arrays, depth + 1) for v in inner)
    if form == "mapping":
        return {_key(_read(k, Any, arrays, depth + 1)): _read(v, Any, arrays, depth + 1) for k, v in inner}
    if form == "array":
        return _array(inner, arrays)
    if form == "table":
        return _table(inner)
    raise _damaged(f"{form!r} is no form of a value")


def _of_union(plain: Any, kinds: tuple[Any, ...], arrays: Mapping[str, bytes], depth: int) -> Any:
    """A value of the first alternative that it fits."""
    if plain is None and NoneType in kinds:
        return None
    refused: list[DataError] = []
    for kind in kinds:
        try:
            return _read(plain, kind, arrays, depth + 1)
        except DataError as error:
            refused.append(error)
        except (AttributeError, LookupError, OverflowError, TypeError, ValueError) as error:
            refused.append(_damaged(str(error)))
    raise refused[0]


def _alternative(value: Any, kind: Any) -> Any:
    """Of several kinds, that of a value."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    for one in get_args(kind):
        plain = get_origin(one) or one
        if plain is Any or (isinstance(plain, type) and isinstance(value, plain)):
            return one
    return Any


def _item(kind: Any, at: int) -> Any:
    """The kind of an item of a list or a tuple."""
    inner = get_args(kind)
    if not inner:
        return Any
    return inner[0] if len(inner) == 1 or inner[-1] is Ellipsis else inner[at]


def _array_out(array: np.ndarray, arrays: Arrays) -> Any:
    kind = array.dtype.kind
    if kind in "US":
        return {"texts": array.astype(str).ravel().tolist(), "shape": list(array.shape)}
    if kind not in _DTYPES:
        raise TypeError(f"there is no plain form of an array of {array.dtype}")
    name = f"array-{len(arrays)}"
    arrays[name] = np.ascontiguousarray(array, dtype=_DTYPES[kind]).tobytes()
    return {"kind": kind, "shape": list(array.shape), "bytes": name}


def _array(plain: Any, arrays: Mapping[str, bytes]) -> np.ndarray:
    shape = tuple(_expect(isinstance(n, int) and n >= 0, n, int) for n in plain["shape"])
    if "texts" in plain:
        texts = [_text(text) for text in plain["texts"]]
        if len(texts) * max(map(len, texts), default=0) > MOST_SIGNS:  # each takes as much as the longest
            raise _damaged("an array of texts is too large")
        found = np.array(texts, dtype=str)
    else:
        found = np.frombuffer(arrays[plain["bytes"]], dtype=_DTYPES[plain["kind"]])
    if math.prod(shape) != found.size:
        raise _damaged("an array has another size than it says")
    return found.reshape(shape)


def _table_out(table: pd.DataFrame) -> Any:
    if not isinstance(table.index, pd.RangeIndex) or not all(isinstance(name, str) for name in table.columns):
        raise TypeError("there is no plain form of a table with named rows")
    columns = {}
    for name, column in table.items():
        text = isinstance(column.dtype, pd.StringDtype)
        kind = "str" if text else column.dtype.kind if column.dtype.kind in "bif" else "O"
        values = [None if text and pd.isna(value) else _cell_out(value) for value in column.tolist()]
        columns[str(name)] = {"kind": kind, "values": values}
    return {"rows": len(table), "columns": columns}


def _cell_out(value: Any) -> Any:
    if value is None or value is pd.NA:
        return None
    return (
        to_plain(value, Any, {}) if not isinstance(value, tuple) else {"tuple": list(map(_cell_out, value))}
    )


def _table(plain: Any) -> pd.DataFrame:
    rows, columns = plain["rows"], {}
    for name, given in plain["columns"].items():
        values = [_anything(value, {}, 0) for value in given["values"]]
        if len(values) != rows:
            raise _damaged("a column of a table has another length than it says")
        kind = given["kind"]
        if kind in ("str", "O"):
            columns[_text(name)] = pd.Series(values, dtype="str" if kind == "str" else object)
        else:
            columns[_text(name)] = pd.Series(np.array(values, dtype=_DTYPES[kind]))
    return pd.DataFrame(columns)


def _float(plain: Any) -> float:
    if isinstance(plain, dict):
        plain = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[plain["float"]]
    return float(_expect(isinstance(plain, int | float) and not isinstance(plain, bool), plain, float))


def _text(plain: Any) -> str:
    return str(_expect(isinstance(plain, str) and len(plain) <= LONGEST, plain, str))


def _key(value: Any) -> Any:
    return _expect(isinstance(value, str | int | float | bool | tuple | NoneType), value, str)


def _expect(is_so: bool, plain: Any, kind: Any) -> Any:
    if not is_so:
        raise _damaged(f"expected {getattr(kind, '__name__', kind)}, got {type(plain).__name__}")
    return plain


def _damaged(why: str) -> DataError:
    return DataError(
        f"A result in the workspace cannot be read ({why[:200]})",
        remedy="Compute it again: the data and the settings are not affected.",
    )
