"""Numbers for a browser: half as heavy, where single precision holds them; and as they are packed for their way there.

Stands on arrays alone.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np

SMALL, LARGE = 1e-30, 1e30  # sizes beyond which a float32 is 0 or infinite, or nearly so


def single(values: np.ndarray) -> np.ndarray:
    """The same numbers as float32; as they are where their largest is too small or too large for that."""
    sizes = np.abs(values[np.isfinite(values)])
    largest = float(sizes.max(initial=0.0))
    return values.astype(np.float32) if largest == 0.0 or SMALL < largest < LARGE else values


def unpacked(given: Any) -> np.ndarray:
    """Numbers as an array, flat where plotly has packed them for its way to the browser."""
    if not isinstance(given, Mapping):
        return np.asarray(given)
    return np.frombuffer(base64.b64decode(given["bdata"]), dtype=str(given["dtype"]))
