"""Checks that tables, bags, graphs and matrices share."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from askcore.datasets import _checks
from askcore.datasets._checks import (
    content_digest,
)


@pytest.mark.parametrize("shape", [(7, 5), (1, 40), (40, 1), (12,), (3, 0), (0, 3), (2, 3, 4)])
@pytest.mark.parametrize("dtype", ["<f8", ">f4", "<i8", "u1"])
def test_a_digest_is_that_of_the_rows_whatever_their_order_and_type(shape, dtype, monkeypatch):
    monkeypatch.setattr(_checks, "BLOCK", 10)
    values = (np.random.default_rng(0).random(shape) * 100).astype(dtype)
    kind = "<f8" if values.dtype.kind == "f" else "<i8"
    said = f"{kind}{values.shape};".encode() + np.asarray(values, dtype=kind).tobytes()
    for array in (values, np.asfortranarray(values)):
        assert content_digest(array) == hashlib.sha256(said).hexdigest()
