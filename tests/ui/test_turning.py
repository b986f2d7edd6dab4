"""Sentences about a graph whose arrows were turned."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.ui.turning import words

NAMES, KNOWN = ["A", "B", "C"], ["square", "circle", ""]
FAR = np.array([np.inf, np.inf, 0.0])


@pytest.mark.parametrize(
    ("out", "said", "sentence"),
    [
        (True, None, "Along the arrows C reaches no node whose class is known. It cannot say."),
        (
            False,
            "circle",
            "Along the arrows no node whose class is known reaches C. The intercept alone decides, the same for every "
            "node: **circle**.",
        ),
    ],
)
def test_a_node_that_reaches_nothing(out, said, sentence):
    assert words.reading("C", NAMES, KNOWN, FAR, said, out=out) == sentence
