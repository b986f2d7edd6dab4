"""Numbers, times, shares and counts for a reader: the only place that decides how they are written.

The minus sign is the true one (−), thousands are separated by commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_ALL = 1e-9  # so near to all, a share is all but for rounding
_LEAST_P = 1e-3  # below it, a p says no more by its digits
_MINUTES, _HOURS = 90.0, 5400.0  # seconds from which minutes and hours are easier to read


def number(value: float) -> str:
    """Three significant digits.

    Examples
    --------
    >>> number(0.12345), number(-2), number(12345.6), number(1e-9), number(float("inf")), number(float("nan"))
    ('0.123', '−2', '12,346', '1 × 10⁻⁹', '∞', 'undefined')
    """
    if isnan(value):
        return "undefined"
    size = abs(value)
    text = "∞" if size == inf else f"{size:,.0f}" if 999.5 <= size < 1e7 else _power(f"{size:.3g}")
    return f"−{text}" if value < 0 else text


def _power(text: str) -> str:
    """1e-09 as it is written by hand."""
    digits, e, exponent = text.partition("e")
    return f"{digits} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}" if e else text


def fixed(value: float, digits: int = 1, *, sign: bool = False) -> str:
    """So many digits after the point, on request with the sign; zero has none.

    Examples
    --------
    >>> fixed(12.34), fixed(-0.4, sign=True), fixed(12.34, sign=True), fixed(-0.01, sign=True), fixed(0.8346, 3)
    ('12.3', '−0.4', '+12.3', '0.0', '0.835')
    """
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return f"{0:.{digits}f}"
    return (f"{value:+.{digits}f}" if sign else text).replace("-", "−")


def format_percent(value: float, digits: int = 1) -> str:
    """A part of a whole in percent: a little is not nothing, and nearly all is not all.

    Examples
    --------
    >>> format_percent(0.314), format_percent(1e-6), format_percent(0.0), format_percent(1.0)
    ('31.4%', 'under 0.1%', '0%', '100%')
    >>> format_percent(0.9999), format_percent(0.996, digits=0)
    ('over 99.9%', 'over 99%')
    """
    if value <= 0 or value >= 1 - _ALL:
        return f"{round(value):.0%}"
    least = 10.0 ** (-2 - digits)
    if f"{value:.{digits}%}" == f"{0:.{digits}%}":
        return f"under {least:.{digits}%}"
    if f"{value:.{digits}%}" == f"{1:.{digits}%}":
        return f"over {1 - least:.{digits}%}"
    return f"{value:.{digits}%}"


def format_points(value: float, *, sign: bool = True) -> str:
    """A difference of shares in percentage points, with its sign.

    Examples
    --------
    >>> format_points(0.1234), format_points(-0.004), format_points(0.0), format_points(0.25, sign=False)
    ('+12.3', '−0.4', '0.0', '25.0')
    """
    return fixed(100 * value, sign=sign)


def interval(low: float, high: float) -> str:
    """From where to where a difference lies, in points.

    Examples
    --------
    >>> interval(-0.01, 0.148)
    '−1.0 to 14.8'
    """
    return f"{format_points(low, sign=False)} to {format_points(high, sign=False)}"


def p_value(p: float) -> str:
    """The p of a test; a small one is not nothing.

    Examples
    --------
    >>> p_value(0.392), p_value(0.0061), p_value(1e-20), p_value(0.0), p_value(1.0)
    ('p = 0.39', 'p = 0.0061', 'p < 0.001', 'p < 0.001', 'p = 1')
    """
    return "p < 0.001" if p < _LEAST_P else f"p = {p:.2g}"


def duration(seconds: float) -> str:
    """A measured time, to two digits: milliseconds below a second, minutes from 90 seconds, hours from 90 minutes.

    Examples
    --------
    >>> [duration(s) for s in (0.00004, 0.0042, 0.12, 3.21, 75, 250, 600, 9000, 540000)]
    ['0.04 ms', '4.2 ms', '120 ms', '3.2 s', '75 s', '4.2 min', '10 min', '2.5 h', '150 h']
    """
    digits = float(f"{seconds:.2g}")
    if digits < 1:
        value, unit = 1000 * seconds, "ms"
    elif digits < _MINUTES:
        value, unit = seconds, "s"
    elif digits < _HOURS:
        value, unit = seconds / 60, "min"
    else:
        value, unit = seconds / 3600, "h"
    return f"{float(f'{value:.2g}'):,g} {unit}"


def format_eta(seconds: float) -> str:
    """A time that is left, as rough as it is known.

    Examples
    --------
    >>> [format_eta(s) for s in (0.4, 4.2, 23, 70, 400, 9000)]
    ['a second or two', 'about 4 s', 'about 25 s', 'about 70 s', 'about 7 min', 'about 2.5 h']
    """
    if seconds < 2:
        return "a second or two"
    if seconds < _MINUTES:
        step = 1 if seconds < 12 else 5 if seconds < 60 else 10
        return f"about {step * round(seconds / step)} s"
    return f"about {seconds / 60:.0f} min" if seconds < _HOURS else f"about {seconds / 3600:.1f} h"


def plural(n: int, one: str, more: str | None = None) -> str:
    """The word for one thing or for several; without ``more`` the plural takes an s.

    Examples
    --------
    >>> plural(1, "edge"), plural(0, "edge"), plural(2, "class is", "classes are")
    ('edge', 'edges', 'classes are')
    """
    return one if n == 1 else more or f"{one}s"


def count(n: int, one: str, more: str | None = None) -> str:
    """A number with the words for one thing or for several.

    Examples
    --------
    >>> count(1, "edge"), count(12345, "edge"), count(2, "class", "classes")
    ('1 edge', '12,345 edges', '2 classes')
    """
    return f"{n:,} {plural(n, one, more)}"


def file_size(n_bytes: float) -> str:
    """The size of a file or a download.

    Examples
    --------
    >>> file_size(2976), file_size(170_000), file_size(6_000_000)
    ('3 kB', '170 kB', '6.0 MB')
    """
    return f"{max(1, round(n_bytes / 1000)):,} kB" if n_bytes < 1e6 else f"{n_bytes / 1e6:.1f} MB"


def join_and(names: Sequence[str]) -> str:
    """Names one after the other.

    Examples
    --------
    >>> join_and(["A"]), join_and(["A", "B"]), join_and(["A", "B", "C"])
    ('A', 'A and B', 'A, B and C')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def first_few(names: Sequence[str], most: int) -> str:
    """Names one after the other, of many the first ones and dots.

    Examples
    --------
    >>> first_few(["A", "B"], 2), first_few(["A", "B", "C"], 2)
    ('A, B', 'A, B, ...')
    """
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


def capitalised(text: str) -> str:
    """A phrase as it begins a sentence; the rest stays as it is.

    Examples
    --------
    >>> capitalised("the matrix K"), capitalised("")
    ('The matrix K', '')
    """
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """A phrase as it stands within a sentence; the rest stays as it is.

    Examples
    --------
    >>> uncapitalised("The matrix K")
    'the matrix K'
    """
    return text[:1].lower() + text[1:]
