"""A file that has to be refused, within bounded memory and time, and how such files are made."""

from __future__ import annotations

import struct
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from askcore.datasets import DataError

BOUND = 400 * 2**20


@dataclass(frozen=True)
class Bad:
    """What is read, with what, and what the refusal says."""

    read: Callable[..., Any]
    data: Any  # or what makes it
    message: str
    options: dict[str, Any] = field(default_factory=dict)
    traced: bool = True  # what makes many small objects is slow to trace
    slow: bool = False


def each(cases: dict[str, Bad]) -> pytest.MarkDecorator:
    """A test for each of them; the slow ones are long tests."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(case, id=name, marks=pytest.mark.long if case.slow else ())
            for name, case in cases.items()
        ],
    )


def refused_within_bounds(case: Bad) -> None:
    data = case.data() if callable(case.data) else case.data
    if case.traced:
        tracemalloc.start()
    start = time.perf_counter()
    try:
        with pytest.raises(DataError, match=f"(?s){case.message}") as caught:
            case.read(data, **case.options)
        peak = tracemalloc.get_traced_memory()[1]  # 0 where not traced
    finally:
        tracemalloc.stop()
    assert caught.value.remedy, "every refusal says what to try"
    assert len(str(caught.value)) < 2000, "no message quotes a whole file"
    assert peak < BOUND + 2 * (len(data) if isinstance(data, bytes) else 0)
    assert time.perf_counter() - start < 60


def npy_claim(shape: tuple[int, ...], dtype: str = "<f8", body: bytes = b"\0" * 64) -> bytes:
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + body
