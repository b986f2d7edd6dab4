"""The rule of the papers' tables: the best score, of equal ones the first."""

import numpy as np


def first_best(scores):
    """Its place; a candidate that cannot be used has no number."""
    filled = np.nan_to_num(np.asarray(scores, dtype=float), nan=-np.inf)
    return int(np.flatnonzero(filled >= filled.max() - 1e-12)[0])
