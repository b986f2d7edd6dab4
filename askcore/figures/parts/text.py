"""Words and numbers on figures: names as typed by the user, and ticks in one notation on every page.

Plotly reads a little HTML (`<b>`, `<a href>`, `<br>`, entities) in hover labels, legends, ticks and
annotations. Names from a file are text and nothing else, so each one passes through `plain` and through
nothing but `plain`.

Ticks of logarithmic axes are whole powers of ten, or 1, 2 and 5 of each written out. Left alone, plotly writes 0.5 as
a bare 5 beside a larger 10 to the -1, and 0.0006 as 600µ.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore.figures.parts.spec import Spec

LONGEST = 40
LONGEST_OF_MANY = 20
MANY = 2_000

# Line breaks and other control characters, and marks that change the direction of the text.
_UNSEEN = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", **dict.fromkeys(map(chr, _UNSEEN), " ")})


def plain(text: object, longest: int = LONGEST, *, keep_end: bool = False) -> str:
    """Escape `text` so that Plotly shows it unchanged, and cut it after `longest` characters.

    Parameters
    ----------
    text : any object that `str` accepts, such as the name of a node or class in a file.
    longest : maximum number of characters before escaping, including the ellipsis.
    keep_end : put the ellipsis in the middle, for names that differ at their end.

    Returns
    -------
    The text, escaped.

    Examples
    --------
    >>> plain("<b>x</b>")
    '&lt;b&gt;x&lt;/b&gt;'
    >>> plain("R&D")
    'R&amp;D'
    >>> plain("a rather long name", longest=9)
    'a rather…'
    >>> plain("community member 117", longest=12, keep_end=True)
    'commun…r 117'
    """
    seen = str(text)
    if len(seen) > longest:
        end = (longest - 1) // 2 if keep_end else 0
        seen = seen[: longest - 1 - end].rstrip() + "…" + seen[len(seen) - end :]
    return seen.translate(_PLAIN)


def plain_names(names: Sequence[object] | None, n: int, *, longest: int | None = None) -> list[str]:
    """One plain name for each of `n` things; their index where there are no names.

    Many names are cut shorter, so that a figure of 20,000 nodes stays light.
    """
    if names is None:
        return [str(index) for index in range(n)]
    if len(names) != n:
        raise ValueError(f"expected {n:,} names, got {len(names):,}; give one name for each")
    cut = longest or (LONGEST if n <= MANY else LONGEST_OF_MANY)
    return [plain(name, cut) for name in names]


MOST_POWERS = 6
MOST_PLAIN = 6
SHORT = 0.6  # decades up to which every digit has a tick
FEWEST = 3  # ticks without which a curve cannot be read
LEAST_SPAN = 0.3  # decades; on a shorter axis there might be no tick at all


def log_axis(values: ArrayLike, floor: float = 0.0) -> Spec:
    """Type, range and ticks of a logarithmic axis over the finite ``values`` above ``floor``, with room around them."""
    every = np.asarray(values, dtype=float).ravel()
    known = np.log10(every[np.isfinite(every) & (every > max(floor, 0.0))])
    if len(known) == 0:
        return {"type": "log"}
    span = float(np.ptp(known))
    room = max(0.05 * span, (LEAST_SPAN - span) / 2)
    ends = [float(known.min()) - room, float(known.max()) + room]
    return {"type": "log", "range": ends, **log_ticks(*ends)}


def log_ticks(low: float, high: float) -> Spec:
    """Ticks between the decimal logarithms ``low`` and ``high``: at most about six powers of ten past two decades."""
    if high - low > 2.2:
        # plotly writes powers larger than other ticks, by a quarter
        smaller = {"exponentformat": "power", "tickfont": {"size": 10}}
        return {"dtick": max(1, int(np.ceil((high - low) / MOST_POWERS))), **smaller}
    digits: tuple[float, ...] = (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)
    powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    if high - low > SHORT:
        digits = (1, 2, 5)
        if sum(low <= np.log10(d) + k <= high for k in powers for d in digits) < FEWEST:
            digits = (1, 1.5, 2, 3, 4, 5, 7)
    kept = [(d, k) for k in powers for d in digits if low <= np.log10(d) + k <= high]
    return {"tickvals": [d * 10.0**k for d, k in kept], "ticktext": [_written(d, k) for d, k in kept]}


def plain_ticks(low: float, high: float) -> tuple[Spec, str]:
    """At most six round ticks from ``low`` to ``high``, and the power of ten that all of them share: "" for none."""
    size, span = max(abs(low), abs(high)), high - low
    if not MOST_PLAIN * np.finfo(float).tiny < span < np.inf:  # a step of fewer digits is no round number
        return {"nticks": MOST_PLAIN}, ""
    power = 10.0 ** np.floor(np.log10(span / MOST_PLAIN))
    for step in (power, 2 * power, 5 * power, 10 * power):
        counts = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1)
        if len(counts) <= MOST_PLAIN:
            break
    shared = int(np.floor(np.log10(size) + 1e-9))
    shared = 0 if -3 <= shared <= 4 else shared
    texts = [f"{value:,.10g}".replace("-", "−") for value in counts * (step / 10.0**shared) + 0.0]
    factor = f"× 10<sup>{shared}</sup>".replace("-", "−") if shared else ""
    return {"tickvals": (counts * step).tolist(), "ticktext": texts}, factor


def _written(digit: float, power: int) -> str:
    """In full where that is short, else with a power of ten."""
    if -4 <= power <= 5:
        return f"{digit * 10.0**power:,.10g}"
    return f"{digit:g}·10<sup>{power}</sup>".replace("-", "−")
