"""The spectrum kernel between strings: which substrings two of them share, and how often.

Pointwise, symmetric and positive semidefinite: an inner product of substring counts.

Source: Zaki and Meira, Data Mining and Analysis, section 5.4.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Annotated

import numpy as np
import scipy.sparse as sp

from askcore.kernels._registry import Flag, Range, kernel


@kernel(
    "Spectrum",
    symmetric=True,
    pointwise=True,
    formula=r"\sum_{|s| = l} \#_s(x)\,\#_s(z)",
    accepts="strings",
)
def spectrum(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    length: Annotated[int | None, Range(1, 1000, integer=True, usual=(1, 10), none="every length")] = 3,
    normalize: Annotated[bool, Flag("equal strings have K = 1")] = False,
) -> np.ndarray:
    r"""K(x, z) = sum_s #_s(x) #_s(z) over all substrings s of ``length`` characters, where s occurs #_s(x) times in x.

    Shapes: strings (n,), (m,) to (n, m). ``length`` None: the full spectrum kernel, the sum over every length from 1
    (the empty substring would add a constant). ``normalize`` divides by sqrt(K(x, x) K(z, z)): 1 for equal strings; a
    string without such a substring has only zeros. Case and white space are significant.
    """
    texts = list(X) if X is Z else [*X, *Z]
    rows, columns = slice(len(X)), slice(0 if X is Z else len(X), None)
    K, own = np.zeros((len(X), len(texts[columns]))), np.zeros(len(texts))
    for counts, alone in _counts(texts, length):
        K += (counts[rows] @ counts[columns].T).toarray()
        own += counts.multiply(counts).sum(axis=1) + alone
        if X is Z:
            np.einsum("ii->i", K)[:] += alone
    if normalize:
        scale = np.sqrt(own[rows])[:, None] * np.sqrt(own[columns])
        np.divide(K, scale, out=K, where=scale > 0)
    return K


def _counts(texts: list[str], length: int | None) -> Iterator[tuple[sp.csr_array, np.ndarray]]:
    """Occurrences of the substrings of ``length`` characters, or of each length in turn: one row per string.

    With them, for each string, the number of longer substrings that begin as one that occurs nowhere else: these meet
    nothing but themselves and need no counting.
    """
    from sklearn.feature_extraction.text import CountVectorizer

    starts: list[Sequence[int]] = [range(len(text)) for text in texts]
    for size in count(1) if length is None else [length]:
        found = [
            [(i, text[i : i + size]) for i in at if i + size <= len(text)]
            for text, at in zip(texts, starts, strict=True)
        ]
        if not any(found):
            return
        # The substrings are cut already: analyzer="char" would run white space together.
        vectorizer = CountVectorizer(analyzer=lambda cut: [part for _, part in cut], dtype=np.float64)
        counts = sp.csr_array(vectorizer.fit_transform(found))
        total = counts.sum(axis=0)
        again = {part for part, column in vectorizer.vocabulary_.items() if total[column] > 1}
        starts = [[i for i, part in cut if part in again] for cut in found]
        alone = [
            sum(len(text) - i - size for i, part in cut if part not in again)
            for text, cut in zip(texts, found, strict=True)
        ]
        yield counts, np.array(alone, dtype=np.float64) * (length is None)
