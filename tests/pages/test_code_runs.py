"""The Python behind each page, run as a stranger runs it with the same files, gives the numbers of the page."""

from __future__ import annotations

import io
import json
import re
import runpy
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from sklearn.datasets import load_iris, load_wine
from streamlit.testing.v1 import AppTest

from askcore.datasets.own_file import Reading, UploadedFile, read_given
from askcore.ui.data.session import LoadedFile
from askcore.ui.pieces import TAKEN
from askcore.ui.sharing.notebook import notebook
from tests.drawn import drawn
from tests.framed import give
from tests.pages.sentences import ROOT

PAGES = ("data", "decisions", "matrix", "spectra", "nystroem")


@dataclass(frozen=True)
class Case:
    """Files as somebody has them, and how they are read. ``choices`` : as in ``Reading``."""

    file: str
    content: bytes
    labels: tuple[str, bytes] | None = None
    choices: dict[str, Any] = field(default_factory=dict)


def _graph() -> tuple[list[tuple[str, str, int]], dict[str, str]]:
    """A ring of three classes of ten nodes: links go to the own class and to the next one."""
    rng = np.random.default_rng(0)
    classes = {f"n{i:02}": "abc"[i // 10] for i in range(30)}
    names = list(classes)
    edges = []
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            step = (j // 10 - i // 10) % 3
            if i != j and rng.random() < (0.35, 0.3, 0.03)[step]:
                edges.append((one, other, int(rng.integers(1, 4))))
    return edges, classes


EDGES, CLASSES = _graph()
EDGE_LIST = "\n".join(["from,to,w", *(f"{s},{t},{w}" for s, t, w in EDGES)]).encode()
NODES = "\n".join(["node,label", *(f"{name},{label}" for name, label in CLASSES.items())]).encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _table(separator: str = ",", *, gaps: bool = False) -> bytes:
    found = load_iris(as_frame=True).frame.iloc[::2].rename(columns=lambda name: name.replace(" (cm)", ""))
    found["colour"] = np.array(["red", "green", "blue"])[np.arange(len(found)) % 3]
    found["kind"] = np.array(["setosa", "versicolor", "virginica"])[found.pop("target")]
    if gaps:
        found.iloc[[3, 40], 1] = np.nan
    return found.to_csv(index=False, sep=separator).encode()


def _excel() -> bytes:
    wine = load_wine(as_frame=True).frame.iloc[::2, [0, 1, 6, 9, 12, 13]]
    out = io.BytesIO()
    with pd.ExcelWriter(out) as writer:
        pd.DataFrame({"note": ["nothing here"]}).to_excel(writer, sheet_name="About", index=False)
        wine.to_excel(writer, sheet_name="Wines", index=False)
    return out.getvalue()


def _matrix() -> np.ndarray:
    rng = np.random.default_rng(3)
    X = np.concatenate([rng.normal(size=(15, 2)), rng.normal(size=(15, 2)) + 2])
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2))
    return K / K.sum(axis=1, keepdims=True) - 0.01


def _saved(write: Any, *given: Any) -> bytes:
    out = io.BytesIO()
    write(out, *given)
    return out.getvalue()


def _bags() -> bytes:
    rng = np.random.default_rng(5)
    rows = [
        {
            "bag": f"b{i:02}",
            "x": rng.normal() + (i % 2),
            "y": rng.normal() * (1 + i % 2),
            "label": "uv"[i % 2],
        }
        for i in range(24)
        for _ in range(12)
    ]
    return pd.DataFrame(rows).to_csv(index=False).encode()


def _images() -> bytes:
    rng, files = np.random.default_rng(6), {}
    for name, noise in (("smooth", 8), ("rough", 60)):
        for i in range(5):
            ramp = np.linspace(60, 180, 32)[None, :] + rng.normal(scale=noise, size=(32, 32))
            files[f"{name}/{i}.png"] = _saved(
                lambda out, ramp: Image.fromarray(ramp.clip(0, 255).astype(np.uint8)).save(out, "PNG"), ramp
            )
    return _zipped(files)


K, HALVES = _matrix(), "\n".join(["low"] * 15 + ["high"] * 15).encode()
WIDE, THIRDS = K[:12], "\n".join("pqr"[i // 17] for i in range(50)).encode()

CASES = {
    "edges and labels": Case("links.csv", EDGE_LIST, ("classes.csv", NODES)),
    "table": Case("flowers.csv", _table()),
    "gaps, rows left out": Case("gaps.csv", _table(gaps=True), None, {"missing": "drop"}),
    "Excel, second sheet": Case("wines.xlsx", _excel(), None, {"part": "Wines"}),
    "table and labels": Case(
        "bare.csv", _saved(np.savetxt, load_iris().data[::3]), ("y.txt", THIRDS),
        {"kind": "table"},
    ),
    "matrix npy": Case("K.npy", _saved(np.save, K), ("halves.txt", HALVES)),
    "rectangular": Case("wide.csv", _saved(np.savetxt, WIDE), None, {"kind": "matrix"}),
    "bags": Case("bags.csv", _bags()),
    "images": Case("pictures.zip", _images()),
}  # fmt: skip
LABELLED = set(CASES) - {"rectangular"}


def read(case: Case) -> LoadedFile:
    """Somebody's files, read as they choose."""
    labels = None if case.labels is None else UploadedFile(*case.labels)
    file = UploadedFile(case.file, case.content)
    found = read_given(file, labels, Reading())
    if case.choices:  # their controls come once the file was seen
        found = read_given(file, labels, replace(found.reading, **case.choices), found.look)
    assert found.error is None, found.error
    return LoadedFile(file, labels, found.reading, found.look, found.data)


def opened(page: str, case: Case) -> AppTest:
    """A page with these files in use."""
    given = read(case)
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    give(at, **vars(given))
    at.session_state[TAKEN] = True
    at.switch_page(f"pages/{page}.py").run()
    return sound(at)


def sound(at: AppTest) -> AppTest:
    assert [error.value for error in at.exception] == []
    assert not at.error
    assert "Not yet" not in [heading.value for heading in at.header]
    return at


def code_of(at: AppTest) -> str:
    """The script that the page offers."""
    (seen,) = at.session_state["_visits"].values()
    return str(seen.script)


def printed(code: str, folder: Path, capsys: Any, monkeypatch: Any) -> dict[str, list[float]]:
    """What the script prints: numbers by their names."""
    monkeypatch.chdir(folder)
    (folder / "again.py").write_text(code, encoding="utf-8")
    capsys.readouterr()
    runpy.run_path(str(folder / "again.py"))
    found = {}
    for line in capsys.readouterr().out.splitlines():
        name, _, rest = line.rpartition(": ") if line.count(": ") == 1 else line.partition(": ")
        found[name] = [float(one) for one in re.findall(r"-?\d+(?:\.\d*)?(?:e[+-]?\d+)?|-?inf", rest)]
    return found


def written(case: Case, folder: Path) -> None:
    (folder / case.file).write_bytes(case.content)
    if case.labels is not None:
        (folder / case.labels[0]).write_bytes(case.labels[1])


def numbers(shown: str) -> list[tuple[float, float]]:
    """(value, half a unit of its last digit) of each number in a metric."""
    found = []
    powers = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    shown = re.sub(" × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: f"e{power[1].translate(powers)}", shown)
    for text, percent in re.findall(r"([-−]?\d[\d,]*(?:\.\d+)?(?:e[-−+]?\d+)?)(%?)", shown):
        plain = text.replace(",", "").replace("−", "-")
        digits = len(plain.partition("e")[0].partition(".")[2])
        power = int(plain.partition("e")[2] or 0)
        scale = 0.01 if percent else 1.0
        found.append((float(plain) * scale, 0.501 * scale * 10.0 ** (power - digits)))
    return found


def agrees(shown: str, made: list[float]) -> bool:
    """Whether every number on the page is, to its last digit, among those printed."""
    if shown.startswith("under"):
        return all(made[0] < value for value, _ in numbers(shown))
    return all(any(abs(value - one) <= unit for one in made) for value, unit in numbers(shown))


def compare(at: AppTest, made: dict[str, list[float]]) -> int:
    """Each metric of the page against what was printed under its name; how many numbers were compared."""
    counted = 0
    for metric in at.metric:
        if metric.label.startswith("Time"):
            continue
        name = metric.label
        if name.startswith("Best"):
            name = "Best baseline" if "baseline" in name else "Best without direction"
        tuned = f"{name}, tuned" in made
        if not tuned and name not in made:  # of a part of the matrix: the name goes on
            (name,) = [one for one in made if name.startswith(one)]
        if metric.value == "Exact":
            assert made[name][0] < 1e-9
            counted += 1
            continue
        assert agrees(metric.value, made[f"{name}, tuned" if tuned else name]), (metric, made)
        if tuned and metric.delta:
            assert agrees(metric.delta, made[f"{name}, current"]), (metric, made)
        counted += len(numbers(metric.value))
    return counted


# Each page with files of another kind; of the others some are drawn.
SOON = [
    ("decisions", "edges and labels"),
    ("spectra", "bags"),
    ("matrix", "rectangular"),
    ("matrix", "matrix npy"),
    ("nystroem", "gaps, rows left out"),
    ("data", "images"),
]
LATER = [
    (page, name)
    for name in CASES
    for page in PAGES
    if (page, name) not in SOON
    if page != "decisions" or name in LABELLED
]
PAIRS = [*SOON, *(pytest.param(*pair, marks=pytest.mark.long) for pair in drawn(LATER, 12))]


@pytest.mark.parametrize(("page", "name"), PAIRS)
def test_the_code_of_a_page_gives_its_numbers(page, name, tmp_path, capsys, monkeypatch):
    case = CASES[name]
    at = opened(page, case)
    code = code_of(at)
    written(case, tmp_path)
    made = printed(code, tmp_path, capsys, monkeypatch)
    assert compare(at, made) >= (2 if page == "nystroem" else 3)


def of_sample(page: str, sample: str, settings: dict[str, Any]) -> AppTest:
    """A page on a sample with settings of its controls."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    at.session_state["_next_name"] = sample
    at.switch_page(f"pages/{page}.py").run()
    for _ in range(2):  # another matrix may bring other tabs, of which the first is open
        for key in [
            key for key in settings if key not in at.session_state or at.session_state[key] != settings[key]
        ]:
            at.session_state[key] = settings[key]
        at.run()
    return sound(at)


def of_notebook(at: AppTest, page: str) -> str:
    """The code cells of the notebook of a page, in order."""
    made = json.loads(notebook(at.session_state["_visits"][page].script))
    cells = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]
    return "\n\n".join(cells) + "\n"


def of_tables(at: AppTest, made: dict[str, list[float]]) -> int:
    """Numbers in tables of the page whose row has the name of what was printed; how many were compared."""
    counted = 0
    for frame in at.dataframe:
        table = frame.value
        for _, row in table.iterrows():
            for column in set(table.columns) & {
                "accuracy",
                "rank",
                "effective rank",
                "neighbour score, rows",
            }:
                if str(row.iloc[0]) in made and row[column] != "":
                    assert agrees(str(row[column]), made[str(row.iloc[0])]), (row, made)
                    counted += 1
    return counted


SETTINGS = {
    "a pair": ("matrix", "teaching_graph", {"rowsum": False, "matrix_details": "Two samples"}),
    "operations": (
        "matrix",
        "attention",
        {"matrix_details": "Symmetrise"},
    ),
    "eigenvalues": ("matrix", "cyclic_communities", {"matrix_details": "Eigenvalues"}),
    "levels": ("matrix", "teaching_graph", {"matrix_details": "Levels"}),
    "signs": ("matrix", "iris", {"kernel": "tl1", "times_tl1_rho": 0.5, "matrix_details": "Indefinite"}),
    "corrections": (
        "matrix",
        "two_spheres",
        {
            "gamma": 0.5,
            "seed": 2,
            "matrix_details": "Indefinite",
            "indefinite_details": "Clip, flip, square, shift",
        },
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_notebook_gives_the_numbers_at_any_setting(name, tmp_path, capsys, monkeypatch):
    page, sample, settings = SETTINGS[name]
    at = of_sample(page, sample, settings)
    for key, value in settings.items():
        assert at.session_state[key] == value
    made = printed(of_notebook(at, page), tmp_path, capsys, monkeypatch)
    assert compare(at, made) >= (2 if page == "nystroem" else 3)
    if name in ("operations", "corrections"):
        assert of_tables(at, made) >= 5
