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


def test_attention_is_trained_again_to_the_same_values(tmp_path):
    script("make_attention").main(tmp_path)
    again = read_matrix(tmp_path / "attention.csv", labels=tmp_path / "attention_labels.csv")
    kept = load_sample("attention")
    np.testing.assert_allclose(again.matrix, kept.matrix, atol=1e-4)
    assert again.row_labels.tolist() == kept.row_labels.tolist()


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
