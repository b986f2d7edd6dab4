"""Objects in memory that hold what no file would, and saved models spoilt: both made from the bytes of a case.

The bytes are the seed of what is made.
"""

from __future__ import annotations

import copy
import datetime
import decimal
import enum
import fractions
import json
import random
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
from scipy import sparse

from tests.datasets.made import packed
from tests.fuzz.mutation import spoilt, with_a_member_spoilt

MODEL = Path(__file__).parents[1] / "models" / "iris_0.1.0.skops"


class _Mute:
    """Says nothing of itself."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class _Unlike:
    """Compares as an array does."""

    def __eq__(self, other: object) -> Any:
        return np.array([True, False])

    def __ne__(self, other: object) -> Any:
        return np.array([True, False])

    __hash__ = object.__hash__


class _Colour(enum.Enum):
    RED = 1
    BLUE = float("nan")


def _endless() -> list[Any]:
    inside: list[Any] = [1]
    inside.append(inside)
    return inside


_deep: list[Any] = []
for _ in range(3_000):
    _deep = [_deep]

HASHED: tuple[Any, ...] = (
    0, 1, 2, 7, -1, True, 1.0, 0.5, float("nan"), float("inf"), -0.0, 1e308, 2**63, 10**400, "", "a", "b", "1", "1.0",
    "nan", "a b", "\n", '"', "\0", "\ud800", "\u202e", "a" * 5_000, b"x", 1 + 2j, (1, "a"), (), frozenset((1, 2)),
    fractions.Fraction(1, 3), decimal.Decimal("NaN"), decimal.Decimal("1e400"), datetime.date(2026, 1, 1),
    datetime.datetime(1, 1, 1), np.datetime64("NaT"), np.timedelta64(3, "s"), np.float16(1.5), np.longdouble(2),
    np.str_("c"), np.bool_(True), np.int8(3), np.uint64(2**64 - 1), np.float64("nan"), pd.NA, pd.NaT,
    pd.Timestamp("2026-01-01", tz="UTC"), pd.Interval(0, 1), _Colour.RED, _Mute(), _Unlike(), object(), int, len,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *HASHED, None, [1, 2], [], {}, {"a": 1}, {1}, np.arange(3), np.array(2.0), np.array([]), bytearray(b"a"),
    _endless(), _deep, pd.Series([1, 2]), sparse.eye_array(2),
)  # fmt: skip
TYPES = (
    "f8", "f4", "f2", "g", ">f8", "i8", "i1", "u8", ">i4", "?", "c16", "M8[s]", "m8[D]", "U3", "S3", "V4", "O",
    "f4,i4", "(2,)f8",
)  # fmt: skip
SHAPES = (
    (), (0,), (1,), (3,), (3, 3), (4, 4), (0, 0), (0, 3), (3, 0), (1, 1), (2, 3), (6, 2), (2, 6), (3, 3, 3), (5, 1),
)  # fmt: skip
HUGE = (10**5, 10**6, 2**31 - 1, 2**31, 10**10)


def object_from(data: bytes) -> Any:
    """A graph, an array, a matrix, a frame or something else, which these bytes choose."""
    rng = random.Random(data)
    return rng.choice((_graph, _graph, _array, _array, _sparse, _sparse, _frame, _frame, _tensors, _other))(
        rng
    )


def labels_from(data: bytes) -> Any:
    """Labels of three nodes a, b and c in memory, as these bytes choose."""
    rng = random.Random(data)
    n = rng.choice((3, 3, 3, 3, 2, 0, 4))
    values = [_value(rng) for _ in range(n)]
    names = (
        [rng.choice(("a", "b", "c", _hashed(rng))) for _ in range(n)] if rng.random() < 0.5 else [*"abcd"[:n]]
    )
    how = rng.randrange(7)
    if how == 0:
        return dict(zip(names, values, strict=True))
    if how == 1:
        return pd.Series(values, index=pd.Index(names, dtype=object), dtype=object)
    if how == 2:
        return tuple(values)
    if how == 3:
        return pd.DataFrame(
            {"node": pd.Series(names, dtype=object), "label": pd.Series(values, dtype=object)}
        )
    if how == 4:
        return _objects(values)
    return values if how == 5 else object_from(data + b"labels")


def model_from(data: bytes) -> bytes:
    """The file of a fitted model, spoilt as these bytes choose."""
    rng = random.Random(data)
    how = rng.randrange(4)
    if how == 0:
        return spoilt(rng, MODEL.read_bytes())
    if how == 1:
        return with_a_member_spoilt(rng, MODEL.read_bytes())
    members = dict(_members())
    about, schema = (json.loads(members[name]) for name in ("askcore.json", "schema.json"))
    changed = schema if rng.random() < 0.9 else about
    for _ in range(rng.choice((1, 1, 2, 4))):
        _spoil_tree(rng, changed)
    members["askcore.json"], members["schema.json"] = json.dumps(about).encode(), json.dumps(schema).encode()
    return packed(*members.items())


@cache
def _members() -> tuple[tuple[str, bytes], ...]:
    with zipfile.ZipFile(BytesIO(MODEL.read_bytes())) as archive:
        return tuple((name, archive.read(name)) for name in archive.namelist())


def _places(tree: Any) -> list[tuple[Any, Any]]:
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    return [place for key in keys for place in ((tree, key), *_places(tree[key]))]


def _spoil_tree(rng: random.Random, tree: Any) -> None:
    """One value of a JSON document taken out, or in the place of another one, or changed."""
    places = _places(tree)
    holder, key = rng.choice(places)
    other, from_key = rng.choice(places)
    how = rng.randrange(4)
    if how == 0:
        del holder[key]
    elif how == 1:  # what stands under the same name elsewhere, such as another type or loader
        alike = [(each, name) for each, name in places if name == key]
        other, from_key = rng.choice(alike)
        holder[key] = copy.deepcopy(other[from_key])
    elif how == 2:
        holder[key] = copy.deepcopy(other[from_key])
    else:
        holder[key] = rng.choice(
            (
                None,
                0,
                -1,
                2**63,
                10**400,
                1e308,
                float("nan"),
                "",
                "a",
                "os",
                "system",
                [],
                {},
                True,
                "__main__",
            )
        )


def _value(rng: random.Random) -> Any:
    return rng.choice(VALUES) if rng.random() < 0.3 else rng.choice((1, 2.5, "a", "b", 0))


def _hashed(rng: random.Random) -> Any:
    return rng.choice(HASHED) if rng.random() < 0.3 else rng.choice((1, 2, 3, "a", "b", "c"))


def _objects(values: list[Any]) -> np.ndarray:
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def _graph(rng: random.Random) -> Any:
    kind = rng.choice((nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph))
    graph = kind(name=_value(rng))
    nodes = [_hashed(rng) for _ in range(rng.choice((0, 1, 3, 6)))]
    titles = ("weight", "label", "id", "source", "target", "key", "x", 1, None, "class", _hashed(rng))
    for node in nodes:
        graph.add_node(node, **_attributes(rng, titles))
    for _ in range(rng.choice((0, 1, 5, 9)) if nodes else 0):
        pair = rng.choice(nodes), rng.choice(nodes)
        graph.add_edge(*pair)
        for title, value in _attributes(rng, titles).items():
            where = graph.edges[(*pair, 0)] if graph.is_multigraph() else graph.edges[pair]
            where[title] = value
    if rng.random() < 0.1:
        return SimpleNamespace(to_networkx=lambda: graph)
    return nx.freeze(graph) if rng.random() < 0.1 else graph


def _attributes(rng: random.Random, titles: tuple[Any, ...]) -> dict[Any, Any]:
    chosen = (rng.choice(titles) for _ in range(rng.choice((0, 0, 1, 2))))
    return {title if isinstance(title, str) else str(type(title)): _value(rng) for title in chosen}


def _array(rng: random.Random) -> np.ndarray:
    kind, shape = np.dtype(rng.choice(TYPES)), rng.choice(SHAPES)
    size = int(np.prod(shape))
    if kind.kind == "O":
        array = _objects([_value(rng) for _ in range(size)]).reshape(shape)
    else:
        raw = rng.choice((rng.randbytes, lambda n: bytes(n), lambda n: (b"\0\0\x01" * n)[:n]))
        array = np.frombuffer(
            raw(max(size * kind.itemsize, 1)), kind.base, count=size * (kind.itemsize // kind.base.itemsize)
        )
        array = array[:size].reshape(shape)
        if kind.kind == "f" and rng.random() < 0.8:
            array = np.arange(size, dtype=kind).reshape(shape)
    how = rng.randrange(8)
    if how == 0 and array.ndim == 2:
        return array.T[::-1]
    if how == 1:
        return np.ma.masked_array(array, mask=rng.random() < 0.5)
    if how == 2 and array.ndim == 2:
        return array.view(np.matrix)
    if how == 3:
        return np.broadcast_to(
            np.array(1, dtype="f8"), rng.choice(((10**5, 10**5), (10**9,), (3, 10**8), (10**8, 3)))
        )
    return array


def _sparse(rng: random.Random) -> Any:
    n, m = rng.choice((0, 1, 3, 4)), rng.choice((0, 1, 3, 4))
    m = n if rng.random() < 0.6 else m
    kind = rng.choice(("f8", "f4", "g", "i8", "i1", "?", "c16", "u8"))
    values = [rng.choice((0, 1, 2, 3, 1, 2)) for _ in range(n * m)]
    A = sparse.coo_array(np.array(values, dtype=kind).reshape(n, m))
    if rng.random() < 0.2 and kind == "f8" and A.nnz:
        A.data[rng.randrange(A.nnz)] = rng.choice((np.nan, np.inf, 1e308, 1e-320))
    if rng.random() < 0.3:
        shape = rng.choice(HUGE), rng.choice((*HUGE, max(m, 1)))
        wide = sparse.coo_array((A.data, A.coords), shape=shape if rng.random() < 0.6 else (shape[0],) * 2)
        return wide if rng.random() < 0.7 or shape[0] > 10**6 else wide.tocsr()
    made = A.asformat(rng.choice(("csr", "csc", "coo", "bsr", "dia", "lil", "dok")))
    if rng.random() < 0.2:
        made = getattr(sparse, f"{made.format}_matrix")(made)
    if rng.random() < 0.3:
        for part in ("indices", "indptr", "row", "offsets"):
            held = getattr(made, part, None)
            whole = isinstance(held, np.ndarray) and held.dtype.kind in "iu" and held.flags.writeable
            if whole and held.size and rng.random() < 0.5:
                held[rng.randrange(len(held))] = rng.choice((-1, 100, 2**31 - 1, 0))
    if rng.random() < 0.1 and made.format in ("csr", "csc", "coo"):
        made.data = made.data.astype(object)
    return made


def _column(rng: random.Random, n: int) -> Any:
    plain = [rng.choice((0, 1, 2, 3)) for _ in range(n)]
    makers: tuple[Callable[[], Any], ...] = (
        lambda: pd.Series([_value(rng) for _ in range(n)], dtype=object),
        lambda: pd.Series([_value(rng) for _ in range(n)], dtype=object),
        lambda: pd.Series(plain, dtype="Int64").where(pd.Series(plain) > 1),
        lambda: pd.Series(plain, dtype="category"),
        lambda: pd.Series([str(each) for each in plain], dtype="string"),
        lambda: pd.Series(pd.period_range("2026", periods=n, freq="D")),
        lambda: pd.Series(pd.interval_range(0, max(n, 1)))[:n],
        lambda: pd.Series(pd.date_range("2026", periods=n, tz="Asia/Tokyo")),
        lambda: pd.Series(pd.arrays.SparseArray(plain or [0]))[:n],
        lambda: pd.Series(np.array(plain, dtype=rng.choice(("f2", "f8", "c16", "?", "u8", "m8[s]")))),
        lambda: pd.Series(plain, dtype=float),
        lambda: pd.Series(plain, dtype=float),
    )
    return rng.choice(makers)()


def _frame(rng: random.Random) -> Any:
    n = rng.choice((0, 1, 4, 6, 6))
    titles = [
        rng.choice(("x", "y", "source", "target", "weight", "label", "a", "b", "c", "", _hashed(rng)))
        for _ in range(rng.choice((0, 1, 2, 3, 4, 6)))
    ]
    frame = pd.DataFrame({place: _column(rng, n) for place in range(len(titles))}, index=range(n))
    how = rng.randrange(6)
    if how:
        frame.columns = pd.Index(titles, dtype=object)
    elif titles:
        frame.columns = pd.MultiIndex.from_tuples([(str(i % 2), i) for i in range(len(titles))])
    how = rng.randrange(6)
    if how == 0:
        frame.index = pd.Index([_hashed(rng) for _ in range(n)], dtype=object)
    elif how == 1:
        frame.index = (
            pd.MultiIndex.from_tuples([("a", i) for i in range(n)], names=["x", "y"]) if n else frame.index
        )
    elif how == 2:
        frame.index = pd.Index(["a"] * n)
    elif how == 3:
        frame.index = pd.Index([*"abcdef"[:n]])
    return SimpleNamespace(to_pandas=lambda: frame) if rng.random() < 0.1 else frame


def _tensors(rng: random.Random) -> Any:
    parts: dict[str, Any] = {
        "edge_index": rng.choice((np.array([[0, 1, 2], [1, 2, 0]]), _array(rng), _value(rng))),
        "y": rng.choice((None, np.arange(3), _array(rng), _value(rng))),
        "num_nodes": rng.choice((None, 3, 3, *HUGE, -1, _value(rng))),
        "edge_weight": rng.choice((None, np.ones(3), _array(rng), _value(rng))),
    }
    return SimpleNamespace(**parts)


def _other(rng: random.Random) -> Any:
    value = rng.choice(VALUES)
    if isinstance(value, str):  # the path of a file
        return None
    return rng.choice(
        (value, [value, 1], {"a": value}, SimpleNamespace(adj=value, is_directed=lambda: value))
    )
