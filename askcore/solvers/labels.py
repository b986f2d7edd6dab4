"""Class labels as right-hand sides, and back from decisions."""

from __future__ import annotations

import numpy as np


def one_vs_rest(codes: np.ndarray, n_classes: int) -> np.ndarray:
    """Targets -1 and +1 of class codes (m,): one column for two classes (+1: class 1), else one for each class."""
    if n_classes == 2:
        return np.where(codes[:, None] == 1, 1.0, -1.0)
    return np.where(codes[:, None] == np.arange(n_classes), 1.0, -1.0)


def decided_codes(f: np.ndarray) -> np.ndarray:
    """Class codes (...) of decisions (..., k): the sign for k = 1 (0 is class 0), else the largest column."""
    return (f[..., 0] > 0).astype(int) if f.shape[-1] == 1 else f.argmax(axis=-1)


def merged_decision(f_s: np.ndarray, f_t: np.ndarray, rule: str) -> np.ndarray:
    """The decision of two views by a rule that is not learned: "source", "target", or else their mean."""
    return {"source": f_s, "target": f_t}.get(rule, (f_s + f_t) / 2)


def both_signs(f: np.ndarray) -> np.ndarray:
    """One column per class: a single decision f, (n,) or (n, 1), becomes -f and f."""
    if f.ndim == 2 and f.shape[1] > 1:
        return f
    f = f.reshape(len(f))
    return np.column_stack([-f, f])
