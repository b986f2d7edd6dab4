"""Names are shown as typed and do nothing; a tick is written as the number it stands at."""

import numpy as np
import pytest

from askcore.figures.parts.text import log_axis, log_ticks, plain, plain_names, plain_ticks
from tests.figures.checked import signed_heatmap


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
        ('<a href="javascript:alert(1)">x</a>', '&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;'),
        ("&lt;", "&amp;lt;"),
        ("Zoë 東京", "Zoë 東京"),
        ("two\nlines", "two lines"),
        ("turned \u202eround", "turned  round"),
        (17, "17"),
        ("", ""),
    ],
)
def test_names_are_shown_as_typed(typed, given):
    assert plain(typed) == given


def test_long_names_are_cut_before_they_are_escaped():
    assert plain("<" * 100, longest=5) == "&lt;" * 4 + "…"
    assert plain("x" * 40) == "x" * 40


def test_a_wrong_number_of_names_is_refused():
    with pytest.raises(ValueError, match=r"expected 3 names, got 2; give one name for each"):
        plain_names(["a", "b"], 3)


@pytest.mark.parametrize("low", [-7.3, -3.0, -0.9, 0.0, 2.7, 6.4])
@pytest.mark.parametrize("span", [0.3, 0.55, 0.9, 1.5, 2.1])
def test_every_tick_is_written_as_the_number_it_stands_at(low, span):
    ticks = log_ticks(low, low + span)
    written = [
        float(text.replace(",", "").replace("·10<sup>", "e").replace("</sup>", "").replace("−", "-"))
        for text in ticks["ticktext"]
    ]
    np.testing.assert_allclose(written, ticks["tickvals"])
    assert 2 <= len(written) <= 8
    assert np.all((np.log10(written) >= low) & (np.log10(written) <= low + span))


def test_a_logarithmic_range_holds_the_positive_values():
    low, high = log_axis([np.nan, 0.0, -1.0, 1e-20, 0.02, 0.5, np.inf], floor=1e-15)["range"]
    assert np.log10(0.02) - 0.3 < low < np.log10(0.02)
    assert np.log10(0.5) < high < np.log10(0.5) + 0.3
    low, high = log_axis([3.0])["range"]
    assert high - low == pytest.approx(0.3)
    assert low < np.log10(3.0) < high


def value(text, power) -> float:
    """The number that a tick stands for, as a reader takes it."""
    shared = power.removeprefix("× 10<sup>").removesuffix("</sup>").replace("−", "-") or "0"
    return float(text.replace(",", "").replace("−", "-")) * 10.0 ** int(shared)


@pytest.mark.parametrize("size", [3.7e-12, 2e-7, 0.0004, 0.1, 1.0, 4.2, 981.0, 35_000.0, 6.02e23])
@pytest.mark.parametrize("low", [-1.0, 0.0, 0.3])
def test_ticks_of_a_colour_bar_differ_and_read_as_their_values(low, size):
    ticks, power = plain_ticks(low * size, size)
    written = [value(text, power) for text in ticks["ticktext"]]
    np.testing.assert_allclose(written, ticks["tickvals"], atol=1e-12 * size)
    assert len(set(ticks["ticktext"])) == len(written) >= 3
    assert max(map(len, ticks["ticktext"])) <= 7
    assert "-" not in "".join(ticks["ticktext"])


def test_a_colour_bar_names_the_power_of_ten_that_its_ticks_share():
    bar = signed_heatmap([[1e-7, 2e-7], [-1e-7, 0.0]]).figure.data[0].colorbar
    assert bar.title.text == "× 10<sup>−7</sup>"
    assert bar.ticktext == ("−2", "−1", "0", "1", "2")
    plain_bar = signed_heatmap([[0.0, 2.0], [1.0, 0.0]]).figure.data[0].colorbar
    assert plain_bar.title.text == ""
