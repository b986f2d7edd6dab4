"""Of a long grid some cases are drawn, others each day; ``ASKCORE_DRAWN`` is the seed, which a run prints."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

# In the environment, so that all processes of a run draw the same.
SEED = int(os.environ.setdefault("ASKCORE_DRAWN", f"{datetime.now(UTC):%Y%m%d}"))


def drawn(cases: Iterable, number: int) -> list:
    return random.Random(SEED).sample(list(cases), number)


def some_of(grid: pytest.MarkDecorator, number: int) -> pytest.MarkDecorator:
    """A parametrisation with that many of its cases."""
    names, cases = grid.args
    return pytest.mark.parametrize(names, drawn(cases, number), **grid.kwargs)
