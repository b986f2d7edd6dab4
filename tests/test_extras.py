"""A bare askcore computes; what needs a package of an extra says so, and names the extra."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from askcore import DataError
from askcore._validation import MissingPackageError, needs

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
FORBIDDEN = (
    "dask",
    "defusedxml",
    "distributed",
    "networkx",
    "openpyxl",
    "PIL",
    "plotly",
    "pooch",
    "pyarrow",
    "skops",
    "streamlit",
)

BARE = f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {FORBIDDEN}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
import numpy as np
import askcore
"""


def bare(code: str, folder: Path) -> str:
    """What a fresh Python without the packages of the extras prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BARE + code],
        capture_output=True, text=True, cwd=folder, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder), "ASKCORE_DATA": str(folder)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


COMPUTES = """
import scipy.io, scipy.sparse as sp
from askcore.commands import main
from askcore.datasets import read_graph, read_matrix, read_table

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))
y = np.where(X[:, 0] > 0, "a", "b")
assert askcore.AsKLSClassifier("sne").fit(X, y).score(X, y) > 0.9
assert askcore.LSSVMClassifier().fit(X, y).score(X, y) > 0.9
assert askcore.KSVD(n_components=2).fit(X).transform(X).shape == (40, 2)
assert askcore.KernelPCA().fit(X).transform(X).shape == (40, 2)
assert not askcore.asymmetry(X[:3]).is_symmetric

graph = askcore.datasets.load_sample("cyclic_communities")
kernel = askcore.kernels.GraphKernel(graph.adjacency)
model = askcore.AsKLSClassifier(kernel, gamma=10, damping=0.01).fit(np.arange(300), graph.labels)
assert model.score(np.arange(300), graph.labels) > 0.9

assert read_graph(b"source,target\\n1,2\\n2,3\\n").n_edges == 2
assert read_graph(b"graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]").n_edges
links = b'"links": [{"source": "a", "target": "b"}]'
assert read_graph(b'{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], ' + links + b"}").n_edges == 1
scipy.io.mmwrite("a.mtx", sp.eye_array(3))
np.save("a.npy", np.eye(3))
assert read_graph("a.mtx").n_nodes == 3
assert read_matrix("a.npy").matrix.shape == (3, 3)
rows = "\\n".join(f"{a:.3f},{b:.3f},{name}" for (a, b, _), name in zip(X, y))
with open("t.csv", "w") as file:
    file.write(f"a,b,label\\n{rows}\\n")
assert read_table("t.csv").X.shape == (40, 2)
assert main(["compare", "t.csv", "--label", "label", "--kernel", "sne"]) == 0
"""


@pytest.mark.long
def test_bare_it_computes_reads_and_compares(tmp_path):
    assert "AsK-LS" in bare(COMPUTES, tmp_path)


# What is asked for, and the extra that is named.
ASKS = {
    "a workbook": ("excel", "openpyxl", "askcore.datasets.read_table(BOOK)"),
    "a workbook of edges": ("excel", "openpyxl", "askcore.datasets.read_graph(BOOK)"),
    "Parquet": ("parquet", "pyarrow", "askcore.datasets.read_table(b'PAR1' + b'0' * 40 + b'PAR1')"),
    "GraphML": ("graphs", "defusedxml", "askcore.datasets.read_graph(b'<graphml></graphml>', format='graphml')"),
    "GEXF": ("graphs", "defusedxml", "askcore.datasets.read_graph(b'<gexf></gexf>', format='gexf')"),
    "to networkx": ("graphs", "networkx", "askcore.datasets.load_sample('cyclic_communities').to_networkx()"),
    "images": ("images", "pillow", "askcore.datasets.read_images(BOOK)"),
    "a model as a file": ("models", "skops", "askcore.save_model(askcore.LSSVMClassifier(), 'm.skops')"),
    "a model from a file": ("models", "skops", "askcore.load_model(BOOK)"),
    "a download": ("download", "pooch", "askcore.datasets.fetch('cora', data_home='.')"),
    "a frame as a table": (
        "parquet", "pyarrow", "askcore.datasets.read_table(__import__('pandas').DataFrame({'a': [1.0], 'b': [2.0]}))",
    ),
    "a figure": ("figures", "plotly", "askcore.figures.layout"),
    "the figure of a result": ("figures", "plotly", "askcore.plot(askcore.asymmetry([[1.0, 2.0], [0.0, 1.0]]))"),
}  # fmt: skip
BOOK = """
import io, zipfile
file = io.BytesIO()
with zipfile.ZipFile(file, "w") as archive:
    archive.writestr("[Content_Types].xml", "<Types/>")
    archive.writestr("xl/workbook.xml", "<workbook/>")
BOOK = file.getvalue()
"""


def test_what_is_missing_is_named_with_the_call_that_brings_it(tmp_path):
    tries = "".join(
        f"\ntry:\n    {code}\nexcept askcore.DataError as error:\n    said[{what!r}] = str(error)"
        for what, (_, _, code) in ASKS.items()
    )
    said = json.loads(bare(f"{BOOK}\nimport json\nsaid = {{}}{tries}\nprint(json.dumps(said))", tmp_path))
    for what, (extra, package, _) in ASKS.items():
        call = f'Install askcore with its extra "{extra}", or call: python -m pip install {package}'
        assert said[what].endswith(f"needs {package}, which is not installed. {call}"), what
        assert any(line.startswith(package) for line in EXTRAS[extra]), what


def test_a_command_says_the_same(tmp_path):
    """As `askcore` alone does, which `make dist` tries."""
    (tmp_path / "t.csv").write_text("a,label\n1,x\n2,y\n", encoding="utf-8")
    code = "import importlib.util as u, contextlib, io\nu.find_spec = lambda name: None\n"
    code += "from askcore.commands import main\nsaid = io.StringIO()\n"
    code += (
        "with contextlib.redirect_stderr(said):\n"
        "    code = main(['compare', 't.csv', '--out', 'r.html'])\nprint(code, said.getvalue())"
    )
    said = bare(code, tmp_path)
    call = 'Install askcore with its extra "app", or call: python -m pip install streamlit'
    assert said == f"2 A report needs streamlit, which is not installed. {call}"


def test_it_is_an_error_of_data_and_of_imports():
    with (
        pytest.raises(DataError, match="X needs no_such_package, which is not installed") as caught,
        needs("X", extra="all"),
    ):
        import no_such_package.part  # noqa: F401
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, MissingPackageError)


def test_every_extra_that_is_named_exists():
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "askcore").rglob("*.py"))
    named = set(re.findall(r'extra="(\w+)"', source))
    assert named <= set(EXTRAS)
    assert {"app", "excel", "figures", "graphs", "images", "models", "parquet", "download"} <= named
