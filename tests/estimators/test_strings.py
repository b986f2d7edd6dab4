"""Strings as samples: learned from and cross-validated."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from askcore import AsKLSClassifier, LSSVMClassifier
from askcore.kernels import KERNELS


@pytest.fixture
def words(rng):
    """Words over one alphabet, of two languages: they share letters, not all pairs of letters."""
    texts = ["".join(rng.choice([["ab", "ac"], ["bb", "cb"]][i % 2], 8)) for i in range(40)]
    return texts, np.array(["north", "south"] * 20)


@pytest.mark.parametrize("model", [AsKLSClassifier, LSSVMClassifier])
@pytest.mark.parametrize("kernel", ["spectrum", KERNELS["spectrum"]], ids=["name", "spec"])
def test_learns_from_strings(model, kernel, words):
    texts, y = words
    fitted = clone(model(kernel, kernel_params={"length": 2, "normalize": True}, gamma=1.0))
    fitted.fit(texts[:30], y[:30])
    assert fitted.score(texts[30:], y[30:]) == 1.0
    assert cross_val_score(fitted, np.array(texts, dtype=object), y, cv=3).mean() == 1.0


def test_each_string_has_a_label(words):
    texts, y = words
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        LSSVMClassifier("spectrum").fit(texts[:-1], y)
