"""One place for colours: roles and classes differ, both looks are complete."""

import re
import tomllib
from pathlib import Path

import pytest

from askcore.figures import as_figure
from askcore.figures.parts.colours import (
    CLASS_COLOURS,
    PALETTES,
    ROLES,
    blend,
    class_style,
    diverging_scale,
    role_colours,
    sequential_scale,
)
from askcore.figures.parts.spec import set_layout
from askcore.figures.parts.theme import new_figure

ROOT = Path(__file__).parents[3]
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


def luminance(colour):
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_roles_are_the_agreed_colours_and_no_class_has_one():
    assert ROLES == {"source": "#0072B2", "target": "#D55E00", "merged": "#009E73", "symmetric": "#8A8F98"}
    assert not set(ROLES.values()) & set(CLASS_COLOURS)


@BOTH
def test_class_style_is_stable_and_differs_in_colour_and_symbol(theme):
    styles = class_style(list("abcdefghi"), theme)
    assert styles == class_style(list("abcdefghi"), theme)
    named = [style for name, style in styles.items() if name is not None]
    assert len({style.colour for style in named}) == len({style.symbol for style in named}) == 9


@BOTH
def test_words_and_roles_can_be_read_on_the_background(theme):
    palette = PALETTES[theme]
    assert contrast(palette.ink, palette.background) > 10
    assert contrast(palette.muted, palette.background) > 4.5
    assert contrast(palette.warning, palette.background) > 4.5
    for role in role_colours(theme).values():
        assert contrast(role, palette.background) > 3


@BOTH
@pytest.mark.parametrize("behind", ["backgroundColor", "secondaryBackgroundColor"])
def test_the_quiet_words_of_the_page_can_be_read(theme, behind):
    """Captions have 60% of the ink, a chosen segment a tenth of the primary colour behind it."""
    page = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"][theme]
    assert contrast(blend(page["textColor"], page[behind], 0.6), page[behind]) >= 4.5
    assert contrast(page["primaryColor"], blend(page["primaryColor"], page[behind], 0.1)) >= 4.5
    palette = PALETTES[theme]
    assert (palette.ink, palette.background) == (page["textColor"], page["backgroundColor"])


def test_words_on_primary_buttons_have_contrast():
    themes = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    (ink,) = re.findall(r"color: (#\w+);", (ROOT / "askcore" / "ui" / "dark.css").read_text("utf-8"))
    assert contrast(ink, themes["dark"]["primaryColor"]) >= 4.5
    assert contrast("#FFFFFF", themes["light"]["primaryColor"]) >= 4.5


def test_sequential_scales_start_visible_and_move_away_from_the_background():
    for theme, palette in PALETTES.items():
        distance = [contrast(colour, palette.background) for _, colour in sequential_scale(theme)]
        assert distance == sorted(distance)
        assert distance[0] > 1.15


@BOTH
def test_the_middle_of_the_diverging_scale_is_near_the_background(theme):
    (_, low), (middle, neutral), (_, high) = diverging_scale(theme)
    background = PALETTES[theme].background
    assert middle == 0.5
    assert (
        contrast(neutral, background) < 1.2 < 3 < min(contrast(low, background), contrast(high, background))
    )


def test_changing_one_figure_leaves_the_others_as_they_are():
    set_layout(new_figure(), margin={"t": 40}, template={"layout": {}})
    changed = as_figure(new_figure()).update_layout(template_layout_font_size=99)
    assert "margin" not in new_figure()["layout"]
    assert new_figure()["layout"]["template"]["layout"]["font"]["size"] == 13
    assert changed.layout.template.layout.font.size == 99
