"""How numbers, times, shares and counts are written."""

from __future__ import annotations

import pytest

from askcore import _format

CASES = {
    "number": {
        0.0: "0", 0.12345: "0.123", -2.0: "−2", 999.4: "999", 999.6: "1,000", 12345.6: "12,346",
        -12345.6: "−12,346", 1e7: "1 × 10⁷", 1e-9: "1 × 10⁻⁹", float("inf"): "∞",
        float("-inf"): "−∞", float("nan"): "undefined",
    },
    "format_percent": {
        0.0: "0%", 1e-9: "under 0.1%", 0.0004: "under 0.1%", 0.0006: "0.1%", 0.314: "31.4%", 0.9994: "99.9%",
        0.9996: "over 99.9%", 1 - 1e-10: "100%", 1.0: "100%",
    },
    "duration": {
        0.0: "0 ms", 0.00004: "0.04 ms", 0.0042: "4.2 ms", 0.12: "120 ms", 0.9949: "990 ms", 0.996: "1 s",
        3.21: "3.2 s", 75: "75 s", 89: "89 s", 90: "1.5 min", 250: "4.2 min", 600: "10 min", 5399: "1.5 h",
        9000: "2.5 h", 540000: "150 h",
    },
    "format_eta": {
        0.4: "a second or two", 2: "about 2 s", 7.4: "about 7 s", 23: "about 25 s", 70: "about 70 s", 90: "about 2 min",
        5400: "about 1.5 h",
    },
    "file_size": {0: "1 kB", 2976: "3 kB", 999_000: "999 kB", 6_000_000: "6.0 MB", 123_456_789: "123.5 MB"},
    "format_points": {0.1234: "+12.3", -0.004: "−0.4", 0.0004: "0.0", -0.0004: "0.0"},
    "fixed": {12.34: "12.3", -0.04: "0.0", -0.06: "−0.1"},
}  # fmt: skip


@pytest.mark.parametrize("rule", CASES)
def test_every_case_is_written_so(rule):
    assert {value: getattr(_format, rule)(value) for value in CASES[rule]} == CASES[rule]


def test_whole_percents():
    assert [_format.format_percent(value, digits=0) for value in (0.004, 0.5, 0.994, 0.996)] == [
        "under 1%", "50%", "99%", "over 99%"
    ]  # fmt: skip


def test_no_rule_writes_a_hyphen_for_a_minus():
    said = [
        _format.number(-1e-9),
        _format.fixed(-2, sign=True),
        _format.format_points(-0.5),
        _format.interval(-0.2, -0.1),
    ]
    assert not any("-" in text for text in said)
