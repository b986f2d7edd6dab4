"""docs/adding_a_kernel.md shows the real source: what it prints is what runs."""

import inspect
import re
from pathlib import Path

import pytest

from askcore.kernels.graphs import walks
from askcore.kernels.vectors import laplacian

PAGE = Path(__file__).parents[2] / "docs" / "adding_a_kernel.md"


@pytest.mark.parametrize("function", [laplacian, walks.power], ids=lambda function: function.__name__)
def test_the_kernel_shown_is_the_kernel(function):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    shown = [block[block.index("@") :].strip() for block in blocks]
    assert inspect.getsource(function).strip() in shown
