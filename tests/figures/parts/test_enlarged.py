"""A figure for a hall: no type below 20 pixels, everything else in proportion, and the figure itself as it was."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest

from askcore import figures
from askcore.figures.parts.enlarged import LEAST, enlarged
from askcore.figures.parts.theme import empty_figure
from askcore.figures.scores import scores_dot

GRAPH = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0.0]])
SAMPLES = {
    "scores": lambda theme: scores_dot(
        ["one", "two"], [0.5, 0.75], macro_f1=[0.4, 0.7], chance=0.5, theme=theme
    ),
    "heat": lambda theme: figures.signed_heatmap(GRAPH - GRAPH.T, theme=theme),
    "empty": lambda theme: empty_figure("nothing", theme),
    "values": lambda theme: figures.singular_values(np.array([3.0, 2.0, 0.5]), theme=theme),
}


def drawn(name: str, theme: str = "light") -> dict:
    found = SAMPLES[name](theme)
    return getattr(found, "figure", found).to_dict()


def types(part, name: str = "") -> list[float]:
    """Every size of type in a figure."""
    if isinstance(part, dict):
        mine = [part["size"]] if name.endswith("font") and "size" in part else []
        flat = [one for each in mine for one in (each if isinstance(each, list) else [each])]
        return flat + [size for key, value in part.items() for size in types(value, key)]
    if isinstance(part, list | tuple):
        return [size for each in part if isinstance(each, dict) for size in types(each, name)]
    return []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_type_is_small_and_the_order_of_sizes_stays(name, theme):
    before = drawn(name, theme)
    kept = copy.deepcopy(before)
    for factor in (1.0, 2.0):
        found = enlarged(before, factor)
        assert min(types(found)) >= LEAST * factor
        assert len(types(found)) == len(types(before)) > 3
        assert found["layout"]["height"] == pytest.approx(1.45 * factor * before["layout"]["height"])
        json.dumps(found["layout"])
    np.testing.assert_equal(before, kept)  # others are sent the same drawing
