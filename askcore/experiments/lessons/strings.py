"""Two texts compared by the substrings that they share, and a small corpus whose language such substrings tell.

Experiment floor. K(x, z) is the sum over every substring s of a length of its occurrences in x times those in z (the
spectrum kernel: Zaki and Meira, Data Mining and Analysis, section 5.4.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from askcore._validation import read_only
from askcore.kernels.strings import spectrum
from askcore.solvers.lssvm import lssvm_leave_one_out

CORPUS = {
    "English": (
        "the cat sleeps under the old table",
        "we are going to the market tomorrow",
        "she wrote a long letter to her brother",
        "there is nothing better than fresh bread",
        "which of these roads leads to the sea",
        "he has forgotten where the keys are",
        "the children were playing in the garden",
        "I would like another cup of tea",
    ),
    "German": (
        "die Katze schläft unter dem alten Tisch",
        "wir gehen morgen auf den Markt",
        "sie schrieb ihrem Bruder einen langen Brief",
        "es gibt nichts Besseres als frisches Brot",
        "welche dieser Straßen führt zum Meer",
        "er hat vergessen wo die Schlüssel sind",
        "die Kinder spielten im Garten",
        "ich möchte noch eine Tasse Tee",
    ),
    "Spanish": (
        "el gato duerme debajo de la mesa vieja",
        "vamos a ir al mercado mañana",
        "ella escribió una larga carta a su hermano",
        "no hay nada mejor que el pan fresco",
        "cuál de estos caminos lleva al mar",
        "se ha olvidado de dónde están las llaves",
        "los niños jugaban en el jardín",
        "quisiera otra taza de té",
    ),
}
"""The same eight sentences in three languages."""


@dataclass(frozen=True, eq=False)
class SharedSubstrings:
    """What two texts share: K(x, z), its cosine (0 where a text is shorter than the substrings), and by which parts.

    ``common`` : (substring, occurrences in x, in z), by falling product of the two; ``covered``: for each text a mask
    of the characters that lie in a shared substring.
    """

    value: float
    cosine: float
    common: tuple[tuple[str, int, int], ...]
    covered: tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class CorpusScore:
    """How many sentences of the corpus an LS-SVM names the language of, each left out once."""

    right: int
    total: int
    languages: int


def shared_substrings(x: str, z: str, length: int) -> SharedSubstrings:
    """The substrings of one length that two texts share."""
    texts = np.array([x, z], dtype=object)
    K = spectrum(texts, texts, length=length)
    own = float(np.sqrt(K[0, 0]) * np.sqrt(K[1, 1]))
    first, second = (Counter(_cut(text, length)) for text in (x, z))
    both = sorted(first.keys() & second.keys(), key=lambda part: (-first[part] * second[part], part))
    return SharedSubstrings(
        float(K[0, 1]),
        float(K[0, 1]) / own if own > 0 else 0.0,
        tuple((part, first[part], second[part]) for part in both),
        (_covered(x, set(both), length), _covered(z, set(both), length)),
    )


def _cut(text: str, length: int) -> list[str]:
    return [text[i : i + length] for i in range(len(text) - length + 1)]


def _covered(text: str, parts: set[str], length: int) -> np.ndarray:
    found = np.zeros(len(text), dtype=bool)
    for i, part in enumerate(_cut(text, length)):
        if part in parts:
            found[i : i + length] = True
    return read_only(found)


def corpus_score(length: int, *, gamma: float = 10.0) -> CorpusScore:
    """Name the language of each sentence of ``CORPUS`` from the others, by the spectrum kernel and LS-SVMs."""
    texts = np.array([text for each in CORPUS.values() for text in each], dtype=object)
    true = np.repeat(np.arange(len(CORPUS)), [len(each) for each in CORPUS.values()])
    K = spectrum(texts, texts, length=length, normalize=True)
    signs = np.where(true[:, None] == np.arange(len(CORPUS)), 1.0, -1.0)
    decided = lssvm_leave_one_out(K, signs, gamma=gamma).argmax(axis=1)
    return CorpusScore(int((decided == true).sum()), len(true), len(CORPUS))
