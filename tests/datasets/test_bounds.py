"""Time and memory are bounded by what was read, not by what is claimed."""

from __future__ import annotations

import ast
import importlib
import io
import pkgutil
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from PIL import Image

import askcore.datasets
from askcore.datasets import DataError, read_bags, read_graph, read_images, read_matrix, read_table
from askcore.datasets.files.limits import check_held
from askcore.datasets.formats import registry
from askcore.datasets.survey import kinds_of
from tests.datasets.made import packed, saved


def blank_images() -> bytes:
    blank = saved(lambda file: Image.new("L", (5000, 5000)).save(file, "PNG"))
    return packed(*((f"{'ab'[i % 2]}/{i}.png", blank) for i in range(8)))


def stray_cell() -> bytes:
    book = openpyxl.Workbook()
    for i in range(1, 301):
        book.active.cell(i, 1, i)
    book.active["XFD1"] = 1
    return saved(book.save)


def npz(**arrays) -> bytes:
    return saved(lambda file: np.savez(file, **arrays))


CLAIMS: dict[str, tuple[Callable, bytes, str]] = {
    "mtx": (
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n10000000 10000000 1\n1 2 1\n",
        "Line 2: The file claims 10,000,000 rows or columns, but holds 1 entry",
    ),
    "mtx as a matrix": (
        read_matrix,
        b"%%MatrixMarket matrix coordinate real general\n2 10000000 1\n1 2 1\n",
        "claims 10,000,000 rows or columns",
    ),
    "npz": (
        read_graph,
        npz(edge_index=np.array([[0, 1], [1, 0]]), num_nodes=np.array(10**7)),
        "claims 10,000,000 nodes",
    ),
    "sparse npz": (
        read_matrix,
        npz(
            format=np.array(b"coo"), shape=np.array([10**7, 10**7]), data=np.ones(1),
            row=np.zeros(1, int), col=np.zeros(1, int),
        ),
        "claims 10,000,000 rows or columns",
    ),
    "pajek": (
        read_graph,
        b"*Vertices 9999999\n*Arcs\n" + b"1 2\n" * 1000,
        "Line 1: The file claims 9,999,999 vertices, but holds 1,002 entries",
    ),
    "xlsx": (read_table, stray_cell(), "300 × 16,384 cells would be needed for 301 values"),
}  # fmt: skip


@pytest.mark.parametrize("case", CLAIMS)
def test_a_claim_is_refused_before_it_costs_anything(case):
    read, data, message = CLAIMS[case]
    assert len(data) < 12_000
    with pytest.raises(DataError, match=message) as caught:
        read(data)
    assert caught.value.remedy


def test_far_positions_of_libsvm_cost_only_the_features_that_are_there():
    lines = b"".join(b"%d 1:%d 3:2\n" % (i % 2, i + 1) for i in range(1999))
    table = read_table(lines + b"1 99999:1\n")
    assert table.X.shape == (2000, 3)
    assert table.feature_names == ["x1", "x3", "x99999"]
    np.testing.assert_array_equal(table.X[:3], [[1, 2, 0], [2, 2, 0], [3, 2, 0]])
    assert table.X[-1].tolist() == [0, 0, 1]
    assert "99,996 of 99,999 features are 0 on every row and were left out." in table.notes


def test_large_images_are_scaled_down_while_they_are_decoded():
    bags = read_images(blank_images())
    assert sum(bag.nbytes for bag in bags.bags) < 64 * 2**20
    assert "8 images were scaled down to less than 1,000,000 pixels." in bags.notes


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF"])
def test_a_scaled_image_is_the_mean_of_its_blocks(kind, monkeypatch):
    from askcore.datasets.formats import images

    smooth = np.add.outer(np.arange(64), np.arange(96)).astype(np.uint8)
    deep = kind == "TIFF"
    pixels = smooth.astype(np.uint16) * 257 if deep else smooth
    zipped = packed(
        *(
            (f"{c}/1.{kind.lower()}", saved(lambda file: Image.fromarray(pixels).save(file, kind)))
            for c in "ab"
        )
    )
    monkeypatch.setattr(images, "READ_PIXELS", 64 * 96 // 4)
    found = images.grey_images(zipped, [f"a/1.{kind.lower()}"])[0]
    blocks = smooth.astype(float).reshape(32, 2, 48, 2).mean(axis=(1, 3))
    np.testing.assert_allclose(found, blocks, atol=0.01 if deep else 1.0 if kind == "PNG" else 3.0)
    assert read_images(zipped).bags[0].shape == (4 * 6, 64)


def quick(read: Callable, data: bytes, seconds: float = 5.0) -> None:
    """Read or refused within the seconds of one core; what took minutes before would not be."""
    start = time.thread_time()
    with suppress(DataError):
        read(data)
    assert time.thread_time() - start < seconds


SLOW_BEFORE = {
    "a libsvm line that is none": (kinds_of, b"1 1:1" + b"1" * 40_000 + b"x\n"),
    "gml with blank lines": (
        read_graph,
        b"graph [\n" + b"\n" * 200_000 + b"node [ id 1 ]\nnode [ id 2 ]\nedge [ source 1 target 2 ]\n]\n",
    ),
    "blank lines": (kinds_of, b"\n" * 1_000_000 + b"a,b\n"),
    "arff with 100,000 values": (
        read_table,
        b"@relation x\n@attribute a {"
        + b",".join(b"v%d" % i for i in range(100_000))
        + b"}\n@attribute b numeric\n@data\n"
        + b"v99999,2\nv2,3\n" * 500,
    ),
    "what separates, and tabs": (kinds_of, b"sep=\t" + b"\t" * 40_000 + b"x\na\tb\n"),
}


@pytest.mark.parametrize("case", SLOW_BEFORE)
def test_no_small_file_takes_seconds(case):
    quick(*SLOW_BEFORE[case])


# Every expression that outside text meets, and strings made to have it try again and again.

FOLDERS = Path(askcore.datasets.__file__).parent


def expressions() -> Iterator[tuple[str, re.Pattern, set[str]]]:
    """Every compiled pattern of the readers, by name, and the methods that are called on it."""
    for module in pkgutil.walk_packages([str(FOLDERS)], "askcore.datasets."):
        loaded = importlib.import_module(module.name)
        if module.ispkg:
            continue
        tree = ast.parse(Path(loaded.__file__).read_text("utf-8"))
        used: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used.setdefault(node.value.id, set()).add(node.attr)
        for method in used.get("re", set()) & METHODS:
            yield f"{module.name}: re.{method}", re.compile("never named"), set()
        for name, value in vars(loaded).items():
            if isinstance(value, re.Pattern) and name in used:
                yield f"{module.name.removeprefix('askcore.datasets.')}.{name}", value, used[name]
    for entry in registry._formats():
        if isinstance(entry.recognises, registry.Holding):
            yield f"{entry.kind} in {entry.name}", entry.recognises.pattern, {"search"}


METHODS = {"match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn"}
FOUND = {name: (pattern, methods) for name, pattern, methods in expressions()}


def taken_by(pattern: re.Pattern) -> list[str]:
    """Some strings that a pattern takes."""
    found: list[str] = []
    alphabet = None if isinstance(pattern.pattern, bytes) else st.characters(exclude_categories=())

    @settings(max_examples=12, database=None, derandomize=True, deadline=None, phases=[Phase.generate])
    @given(st.from_regex(pattern, alphabet=alphabet))
    def collect(text: str | bytes) -> None:
        found.append((text.decode("latin-1") if isinstance(text, bytes) else text)[:200])

    with suppress(InvalidArgument):  # a repeat of thousands
        collect()
    return found


def strings(pattern: re.Pattern, n: int) -> Iterator[str]:
    """Strings of about n characters: what the pattern takes, with one part repeated, and then what it does not."""
    for i, taken in enumerate(taken_by(pattern)):
        start = 7 * i % max(len(taken), 1)
        for part in {taken[start : start + width] for width in (1, 2, 5)} - {""}:
            yield taken[:start] + part * (n // len(part)) + "\x00x"
    for part in ("\n", " ", "\t", '"', "1", "a ", '""', "<", "{a"):
        yield part * (n // len(part)) + "\x00x"


def seconds(pattern: re.Pattern, method: str, text: str) -> float:
    """Time of the processor that one call takes."""
    given = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    call = getattr(pattern, method)
    start = time.thread_time()
    taken = call("", given) if method in ("sub", "subn") else call(given)
    if method == "finditer":
        for _ in taken:
            pass
    return time.thread_time() - start


def grows(pattern: re.Pattern, method: str, n: int = 6_000) -> str:
    """A string for which twice its length takes far more than twice the time; "" if there is none."""
    for short, long in zip(strings(pattern, n), strings(pattern, 2 * n), strict=True):
        # What is quadratic takes some 70 million steps for the longer one. Other work lengthens times, and never all.
        if seconds(pattern, method, long) > 0.02:
            once, twice = (min(seconds(pattern, method, text) for _ in range(5)) for text in (short, long))
            if twice > 0.02 and twice > 3 * once:
                return short[:80]
    return ""


def test_no_expression_tries_again_and_again():
    for name, (pattern, methods) in FOUND.items():
        assert methods, f"compile {name} under a name of the module, to have it watched"
        for method in methods & METHODS:
            assert not grows(pattern, method), (name, method)


@pytest.mark.parametrize(
    ("pattern", "method", "n"),
    [
        (r"(?m)^\s*multigraph\s+[01]\s*$", "search", 4_000),  # as GML's was
    ],
)
def test_the_watch_sees_expressions_that_do(pattern, method, n):
    assert grows(re.compile(pattern), method, n)


# Heavy, but honest: at most six times the size of the file, or what float64 takes.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "graph [ node [ id 1 ] edge [ source 1 ] ]",
            "Line 1: The edge has no 'target'",
        ),
        ("graph [\nnode [ id 1 ]\nnode [ id 1 ] ]", "Node '1' is listed twice"),
        ("graph [ node [ id 1 size big ] ]", "'big' is neither a number nor in quotation marks"),
        ("graph [ node [ id 1 ]", "a bracket is not closed"),
        ("graph [ node [ id 1 ] ] graph [ node [ id 1 ] ]", "a second graph begins"),
        ("graph [ node [ id 1 ] ] ]", "a key is missing"),
        ("graph [" + "a [" * 5000, "nested too deeply"),
    ],
)
def test_gml_that_is_none(text, message):
    with pytest.raises(DataError, match=message):
        read_graph(text.encode())


# Tables and names that took long, or were read and should not be.


def with_empty_rows(n: int, row: str, last: list[int | None]) -> bytes:
    """A workbook of two rows, and n without a cell between them."""
    book = openpyxl.Workbook()
    for cells in (["u", "v"], [1, 2], last):
        book.active.append(cells)
    source = zipfile.ZipFile(io.BytesIO(saved(book.save)))
    parts = {name: source.read(name) for name in source.namelist()}
    name = next(name for name in parts if name.endswith("sheet1.xml"))
    head, _, tail = parts[name].decode().partition('<row r="3"')
    tail = re.sub('r="([AB])3"', rf'r="\g<1>{n + 3}"', tail)
    empty = "".join(row.format(i) for i in range(3, n + 3))
    parts[name] = f'{head}{empty}<row r="{n + 3}"{tail}'.encode()
    return packed(*parts.items())


@pytest.mark.parametrize("row", ['<row r="{}"/>', '<row r="{}" spans="1:2" customFormat="1" s="1"></row>'])
def test_empty_rows_of_a_workbook_are_no_rows(row):
    data = with_empty_rows(20_000, row, [3, 4])
    np.testing.assert_array_equal(read_table(data, label=False).X, [[1, 2], [3, 4]])
    with pytest.raises(DataError, match="Row 20003, column 'v'"):
        read_table(with_empty_rows(20_000, row, [3, None]), label=False)


LONG = "x" * 6_000
TOO_LONG = {
    "edge list": (read_graph, f"a,b\nb,{LONG}\n{LONG},c\n", "Line 2: The name of a node has 6,000 characters"),
    "header": (read_table, f"u,{LONG}\n1,2\n3,4\n", "Column 2: The name of a column has 6,000 characters"),
    "rows": (
        read_matrix, f",u,v\na,1,2\n{LONG},3,4\n", "Row 2: The name of a row has 6,000 characters"
    ),
    "json": (
        read_graph,
        f'{{"nodes": [{{"id": 1}}, {{"id": "{LONG}"}}], "links": [{{"source": 1, "target": 1}}]}}',
        "Node 2: The name of a node has 6,000 characters",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TOO_LONG)
def test_a_name_of_pages_is_refused(case):
    read, text, message = TOO_LONG[case]
    with pytest.raises(DataError, match=message) as caught:
        read(text.encode())
    assert caught.value.remedy
    read(text.replace(LONG, "x" * 4_000).encode())


def test_a_number_whose_square_is_none_is_refused_as_a_feature():
    with pytest.raises(DataError, match="Line 3, column 'v': -1e\\+308 is too large to compute with"):
        read_table(b"u,v\n1,2\n2,-1e308\n3,4\n")
    assert read_table(b"u,v\n1,2\n2,-1e150\n3,4\n", label=False).X.min() == -1e150


def many_classes(n: int) -> dict[str, tuple]:
    names = range(n + 1)  # one label comes twice
    return {
        "graph": (
            read_graph,
            "".join(f"n{i},n{n - i}\n" for i in names),
            "node,label\n" + "".join(f"n{i},L{i % n}\n" for i in names),
        ),
        "table": (read_table, "u,class\n" + "".join(f"{i},L{i % n}\n" for i in names), None),
        "matrix": (
            read_matrix,
            "".join(f"0.5,{i}.5\n" for i in names),
            "".join(f"L{i % n}\n" for i in names),
        ),
        "bags": (read_bags, "bag,label,u\n" + "".join(f"b{i},L{i % n},{i}\n" for i in names), None),
    }


@pytest.mark.parametrize("kind", many_classes(2))
def test_labels_that_are_names_are_refused(kind):
    def read(n):
        reader, data, labels = many_classes(n)[kind]
        beside = {} if labels is None else {"labels": labels.encode()}
        return reader(data.encode(), **beside)

    assert len(read(2_000).classes) == 2_000
    with pytest.raises(
        DataError, match="There are 2,001 different labels; at most 2,000 classes are compared"
    ):
        read(2_001)


def test_data_may_take_all_that_is_free_and_no_byte_more():
    check_held(1e9, 1e9)
    with pytest.raises(DataError, match=r"It takes 1,000 MB of memory, but only 1,000 MB are free"):
        check_held(1e9 + 1, 1e9)
