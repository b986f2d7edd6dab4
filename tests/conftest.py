"""Shared data, read-only: a test that changes its input in place fails at once."""

import sys

import numpy as np
import pytest
from hypothesis import settings

from tests.drawn import SEED
from tests.framed import the_same_everywhere
from tests.helpers import frozen

# A first call imports, and others compute meanwhile: seconds say nothing of a law.
settings.register_profile("askcore", parent=settings(), deadline=None)
settings.load_profile("askcore")


def pytest_report_header():
    return f"long grids are drawn with ASKCORE_DRAWN={SEED}"


@pytest.fixture(scope="session", autouse=True)
def _pages_say_the_same_everywhere():
    the_same_everywhere()


@pytest.fixture(autouse=True)
def _another_test_leaves_nothing():
    """Results of long work are found again by whoever has the same data, and a run of a page counts what it does; each
    test begins without either."""
    yield
    if "askcore.ui.background" in sys.modules:
        background = sys.modules["askcore.ui.background"]
        background._offered.clear()
        background._page_waits.set(False)


@pytest.fixture
def rng():
    return np.random.default_rng(20220101)


@pytest.fixture(scope="session")
def points():
    """24 samples of 3 features, of ordinary size."""
    return frozen(np.random.default_rng(1).normal(size=(24, 3)))


@pytest.fixture(scope="session")
def new_points():
    return frozen(np.random.default_rng(2).normal(size=(7, 3)))


@pytest.fixture(scope="session")
def three_classes():
    """Labels of ``points``: strings, every class several times."""
    return frozen(np.array(["ant", "bee", "cow"])[np.arange(24) % 3])
