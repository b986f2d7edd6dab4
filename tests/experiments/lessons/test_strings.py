"""Shared substrings, counted by hand."""

from __future__ import annotations

import re

import pytest

from askcore.experiments.lessons.graphs_strings import shared_substrings


def occurrences(part, text):
    return len(re.findall(f"(?={re.escape(part)})", text))


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_every_shared_substring_is_counted(length):
    x, z = "she sells sea shells", "sea shells she saw"
    found = shared_substrings(x, z, length)
    parts = {x[i : i + length] for i in range(len(x) - length + 1)}
    expected = {part: (occurrences(part, x), occurrences(part, z)) for part in parts if part in z}
    assert {part: (a, b) for part, a, b in found.common} == expected
    assert found.value == sum(a * b for a, b in expected.values())
