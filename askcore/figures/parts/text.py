"""Words on figures: whatever a user typed is shown as typed.

Plotly reads a little HTML (`<b>`, `<a href>`, `<br>`, entities) in hover labels, legends, ticks and
annotations. Names from a file are text and nothing else, so each one passes through `plain` and through
nothing but `plain`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST = 40
LONGEST_OF_MANY = 20
MANY = 2_000

# Line breaks and other controls, and the marks that turn the reading direction of what follows.
_UNSEEN = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", **dict.fromkeys(map(chr, _UNSEEN), " ")})


def plain(text: object, longest: int = LONGEST, *, keep_end: bool = False) -> str:
    """`text` as plotly has to be given it so that it shows exactly that, cut at `longest` characters.

    Parameters
    ----------
    text : anything with a `str`; a node or class name from a user's file.
    longest : characters kept, the ellipsis included; counted before escaping.
    keep_end : put the ellipsis inside, for names that differ at their end.

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


def hover_label(template: str) -> dict[str, str]:
    """A hover label whose numbers carry the true minus sign, as keywords of a trace.

    What plotly formats within a template gets a hyphen; a format of the axis gets the sign.
    """
    formats = {f"{axis}hoverformat": form for axis, form in _FORMATTED.findall(template)}
    return {"hovertemplate": _FORMATTED.sub(r"%{\1}", template) + "<extra></extra>", **formats}


_FORMATTED = re.compile(r"%\{([xyz]):([^}]+)\}")
