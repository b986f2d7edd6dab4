"""The scripts that make the samples: the same bytes again, and exactly the imports that are there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from askcore.datasets import list_samples, load_sample, read_images, read_matrix

FOLDER = Path(__file__).resolve().parents[2] / "sample_data"

# A package whose every way to import is written out, and the edges it must give.
TREE = {
    "pkg/__init__.py": "from .core import thing\nfrom . import util\nimport json\n",
    "pkg/core.py": "from pkg import util, thing\nimport numpy.linalg\nimport pkg.core\n",
    "pkg/util.py": "def late():\n    import pkg.sub._deep as d\n    from other import x\n",
    "pkg/_fast.pyx": "import pkg.core\n",
    "pkg/alone.py": "import json\n",
    "pkg/sub/__init__.py": "from ..core import *\nfrom pkg import _fast\n",
    "pkg/sub/_deep.py": "from .. import util as u\nfrom ..sub import nothing\nfrom ._compiled import y\n",
    "pkg/sub/tests/__init__.py": "",
    "pkg/sub/tests/test_deep.py": "from .._deep import d\nfrom ...util import late\nfrom . import __doc__\n",
    "other/__init__.py": "import pkgs\nimport pkg.missing.thing\n",
}
EDGES = [
    ("other", "pkg"),
    ("pkg", "pkg.core"),
    ("pkg", "pkg.util"),
    ("pkg.core", "pkg"),
    ("pkg.core", "pkg.util"),
    ("pkg.sub", "pkg"),
    ("pkg.sub", "pkg.core"),
    ("pkg.sub._deep", "pkg.sub"),
    ("pkg.sub._deep", "pkg.util"),
    ("pkg.sub.tests.test_deep", "pkg.sub._deep"),
    ("pkg.sub.tests.test_deep", "pkg.sub.tests"),
    ("pkg.sub.tests.test_deep", "pkg.util"),
    ("pkg.util", "other"),
    ("pkg.util", "pkg.sub._deep"),
]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for the names of their types
    spec.loader.exec_module(module)
    return module


def test_cyclic_communities_are_made_again_byte_for_byte(tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    subprocess.run(
        [sys.executable, str(FOLDER / "make_cyclic_communities.py"), str(made)], cwd=tmp_path, check=True
    )
    names = sorted(path.name for path in made.iterdir())
    assert names == ["cyclic_communities_edges.csv", "cyclic_communities_nodes.csv"]
    for name in names:
        assert (made / name).read_bytes() == (FOLDER / name).read_bytes()


def test_textures_are_made_again_pixel_by_pixel(tmp_path):
    """Pixels, not bytes: how hard PNG is squeezed is up to the library at hand."""
    made = script("make_textures")
    made.main(tmp_path)
    again, kept = read_images(tmp_path / "textures.zip"), load_sample("textures")
    assert again.digest == kept.digest
    assert kept.labels.tolist() == made.distributions()[2]


def test_textures_follow_the_distributions_that_the_script_states():
    """Coefficients in units of their stated deviation: 48 x 81 draws of variance 1, each coefficient by itself."""
    means, variances, _ = script("make_textures").distributions()
    bags = load_sample("textures").bags
    z = np.stack([(bag - m) / np.sqrt(v) for bag, m, v in zip(bags, means, variances, strict=True)])
    n = z.shape[0] * z.shape[1]
    assert abs(z.mean(axis=(0, 1))).max() < 5 / np.sqrt(n)
    assert abs(z.var(axis=(0, 1)) - 1).max() < 5 * np.sqrt(2 / n)


def test_attention_is_trained_again_to_the_same_values(tmp_path):
    script("make_attention").main(tmp_path)
    again = read_matrix(tmp_path / "attention.csv", labels=tmp_path / "attention_labels.csv")
    kept = load_sample("attention")
    np.testing.assert_allclose(again.matrix, kept.matrix, atol=1e-4)
    assert again.row_labels.tolist() == kept.row_labels.tolist()


def test_python_imports_finds_exactly_the_imports(tmp_path):
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    make = script("make_python_imports")
    modules = make.find_modules(tmp_path / "pkg") | make.find_modules(tmp_path / "other")
    assert "pkg.sub.tests" in modules
    assert "pkg._fast" not in modules
    assert make.import_edges(modules) == EDGES


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("pkg", "public"),
        ("pkg.core", "public"),
        ("pkg._fast", "private"),
        ("pkg._sub.core", "private"),
        ("pkg.sub.tests", "test"),
        ("pkg._sub.tests._helpers", "test"),
        ("pkg.conftest", "test"),
        ("pkg.test_core", "test"),
        ("pkg.testing", "public"),
    ],
)
def test_roles(name, role):
    assert script("make_python_imports").role(name) == role


def test_the_readme_names_every_file():
    readme = (FOLDER / "README.md").read_text()
    for path in FOLDER.iterdir():
        stem = path.name.partition(".")[0].removesuffix("_edges").removesuffix("_nodes")
        assert stem in readme or path.name in ("README.md", "__pycache__"), path.name


# A library whose every call that can be told is written out, and the edges it must give.
LIBRARY = {
    "alpha": b"""
import beta
from beta import Base, late as renamed
from gamma import *
def first():
    second(); renamed(); beta.late(); beta.missing(); unknown(); print(second)
    def inner():
        shared()
    return inner
def second():
    first.attribute()
    import beta.deep as d
    d.found()
    from beta import late
    late()
class Child(Base):
    def __init__(self):
        super().__init__()
        self.own(); self.inherited(); self.nothing(); self.field.own()
    def own(self):
        Child(); Base.inherited(self); second(); own()
if True:
    def guarded(x):
        x.late(); guarded(x); Child.own(x)
""",
    "beta": b"""
from .deep import found
class Base:
    def __init__(self): found()
    def inherited(self): self.own()
def late(): pass
""",
    "beta.deep": b"from . import late\ndef found(): late()\n",
    "gamma": b"def shared(): pass\ndef _hidden(): pass\n",
}
CALLS = [
    ("alpha.Child.__init__", "alpha.Child.own"),
    ("alpha.Child.__init__", "beta.Base.__init__"),
    ("alpha.Child.__init__", "beta.Base.inherited"),
    ("alpha.Child.own", "alpha.Child.__init__"),
    ("alpha.Child.own", "alpha.second"),
    ("alpha.Child.own", "beta.Base.inherited"),
    ("alpha.first", "alpha.second"),
    ("alpha.first", "beta.late"),
    ("alpha.first", "gamma.shared"),
    ("alpha.guarded", "alpha.Child.own"),
    ("alpha.second", "beta.deep.found"),
    ("alpha.second", "beta.late"),
    ("beta.Base.__init__", "beta.deep.found"),
    ("beta.deep.found", "beta.late"),
]


def test_library_calls_finds_exactly_the_calls():
    make = script("make_library_calls")
    files = {name: "__init__.py" if name == "beta" else f"{name}.py" for name in LIBRARY}
    nodes, edges = make.call_graph({name: (source, files[name]) for name, source in LIBRARY.items()})
    assert [(nodes[i], nodes[j]) for i, j in edges] == CALLS
    assert [nodes[i] for i in make.largest_part(len(nodes), edges)] == sorted(
        {end for pair in CALLS for end in pair}
    )


@pytest.mark.long
@pytest.mark.skipif(sys.version_info[:3] != (3, 11, 7), reason="another library has other calls")
def test_library_calls_are_found_again_byte_for_byte(tmp_path):
    script("make_library_calls").main(tmp_path)
    for name in ("library_calls_edges.csv.gz", "library_calls_nodes.csv.gz"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_the_pictures_of_the_samples_are_drawn_from_their_data(tmp_path):
    script("make_pictures").main(tmp_path)
    made, there = (sorted(folder.glob("*.svg")) for folder in (tmp_path, FOLDER / "pictures"))
    assert [path.name for path in made] == [path.name for path in there]
    assert [a.name for a, b in zip(made, there, strict=True) if a.read_bytes() != b.read_bytes()] == []
    assert len(made) == 2 * len(list_samples())
