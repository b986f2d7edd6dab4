"""The samples: all there, as described, and the same everywhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from askcore.datasets import (
    BagData,
    DataError,
    GraphData,
    MatrixData,
    TableData,
    describe_sample,
    list_samples,
    load_sample,
    samples,
)

ROOT = Path(__file__).parents[2]
KINDS = {"graph": GraphData, "table": TableData, "matrix": MatrixData, "bags": BagData}
EVERY = [name for kind in KINDS for name in list_samples(kind)]


@pytest.mark.parametrize("name", EVERY)
def test_every_sample_is_as_described(name):
    card, data = describe_sample(name), load_sample(name)
    assert isinstance(data, KINDS[card.kind])
    assert data.name == card.title
    assert len(data.classes) >= 2
    own = {"orientation"} if card.kind == "graph" else set()
    optional = {"bandwidth", "train", "seed", "normalize"}
    assert set(card.preset) - optional == {"kernel", "kernel_params", "gamma", "damping"} | own
    assert (ROOT / "pages" / f"{card.page}.py").is_file()
    for sentence in (card.summary, card.question, card.source):
        assert sentence.endswith((".", "?"))
        assert sentence.replace("et al.", "").count(".") <= 3
    assert load_sample(name) is data, "read once per process"


@pytest.mark.parametrize("use", [load_sample, describe_sample])
def test_an_unknown_sample(use):
    with pytest.raises(
        DataError, match=r"no example data set 'cora'.*Choose one of cyclic_communities, .*digit_strokes\."
    ):
        use("cora")


def test_spheres_have_radius_one_and_three():
    table = samples.spheres()
    radius = np.where(table.y == "inner", 1.0, 3.0)
    np.testing.assert_allclose(np.linalg.norm(table.X, axis=1), radius, rtol=1e-12)


# What each sample shows was looked at when it was made; what computing makes of it, tests/golden holds.
MADE = {
    "cyclic_communities": "e73b6857ab32b628",
    "teaching_graph": "dd8eeda7ba7d60ba",
    "python_imports": "76230caaeefab548",
    "library_calls": "1164d184ff534ad8",
    "iris": "cec3dcee3f48d78a",
    "two_spheres": "50ccabaf0e8cb1c4",
    "swiss_roll": "ad2d04eb4ee4fde5",
    "attention": "55091678f1af511b",
    "digit_matches": "0713d08dd78ffac8",
    "digit_strokes": "a9eaf561b7c2e37b",
}


@pytest.mark.parametrize("name", MADE)
def test_every_computer_makes_the_same(name):
    assert load_sample(name).digest.startswith(MADE[name])


def test_samples_inside_an_installed_package_come_first(tmp_path):
    package = tmp_path / "askcore"
    (tmp_path / "sample_data").mkdir()
    assert samples._folder(package) == tmp_path / "sample_data"
    (package / "sample_data").mkdir(parents=True)
    assert samples._folder(package) == package / "sample_data"
