"""Every lesson: its page is complete, leads on, draws in both themes, and its Python gives its numbers."""

from __future__ import annotations

import json
import re
import runpy
import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import fromstring as parse

import pytest

from askcore._format import format_percent, format_points, number
from askcore.ui.blocks import Action, Block, Figure, Fold, Table, Text, default, texts, walk
from askcore.ui.contents import LESSONS, PAGES
from askcore.ui.lessons.lesson import blocks, way
from askcore.ui.sharing.notebook import notebook
from tests.pages.test_every_page import opened, sound

NAMES = [page.file.removeprefix("lesson_") for page in LESSONS]
EACH = pytest.mark.parametrize("name", NAMES)


def lesson(name: str):
    return import_module(f"askcore.ui.lessons.{name}").LESSON


def parts(name: str, **how: Any) -> list[Block]:
    return list(walk(blocks(lesson(name), LESSONS[NAMES.index(name)]), **how))


def holding(settings: dict[str, Any]):
    return lambda control: settings.get(control.key, default(control))


@EACH
def test_a_lesson_is_complete_and_short(name):
    place, page = NAMES.index(name) + 1, parts(name)
    words = [block for block in page if isinstance(block, Text)]
    assert words[0].markdown == f"Lesson {place} of 10"
    assert [block.role for block in words].count("verdict") == 1
    headings = [block.markdown for block in words if block.role == "heading"]
    assert headings == ["Try this", "What not to conclude", "Check yourself"]
    assert sum(isinstance(block, Fold) and "_question_" in block.key for block in page) == 3
    first = next(at for at, block in enumerate(page) if isinstance(block, Figure))
    before = [block.markdown for block in page[:first] if isinstance(block, Text)]
    assert len(" ".join(before).split()) <= 120
    for block in page:
        if isinstance(block, Figure):
            assert len(re.findall(r"[.?!](?: |$)", block.caption)) <= 3


@EACH
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_figure_draws(name, theme):
    drawn = [block.draw(theme=theme) for block in parts(name) if isinstance(block, Figure)]
    assert 1 <= len(drawn) <= 3
    for figure in drawn:
        assert parse(figure) if isinstance(figure, str) else figure is not None


@EACH
def test_a_lesson_leads_on(name):
    at = NAMES.index(name)
    expected = [*LESSONS[max(at - 1, 0) : at], None, *LESSONS[at + 1 : at + 2]]
    assert [each.page for each in way(LESSONS[at]).parts] == [
        page.title if page else "Learn" for page in expected
    ]
    (button,) = [one for one in parts(name) if isinstance(one, Action) and one.sample]
    assert button.page in [page.title for page in PAGES if page.of_data]


def press(at, key):
    sound(next(button for button in at.button if button.key == key).click().run())
    return at


def test_buttons_lead_to_the_next_lesson_to_a_page_and_to_a_list_that_ticks_what_was_opened():
    at = opened("lesson_krein_space.py", "no such data")
    assert press(at, "next_lesson").title[0].value == "A feature space without features"
    sound(at.switch_page("pages/learn.py").run())
    ticked = [button.label for button in at.button if "check_circle" in button.label]
    assert [label.rpartition(": ")[2] for label in ticked] == [
        "7. Krein space",
        "8. A feature space without features",
    ]
    assert press(at, "to_lesson_krein_space").title[0].value == "Krein space"
    sound(at.switch_page("pages/lesson_krein_space.py").run())
    press(at, "open_page")
    assert (at.title[0].value, at.session_state["kernel"]) == ("Matrix", "tl1")


def whole(value: float) -> str:
    return f"{value:.0f}"


def fixed(value: float) -> str:
    return f"{value:.2f}"


def rough(value: float) -> str:
    return format_percent(value, 0)


# Settings of a lesson, and how what its Python prints stands in its words.
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "two_views": ({"two_views_reversed": [(6, 2)]}, {}),
    "svm_forgets": (
        {"svm_forgets_t": 0.6, "svm_forgets_cost": 10.0},
        {"SVM": rough, "AsK-LS": rough, "With K": number},
    ),
    "primal_dual": (
        {"primal_dual_step": "dual", "primal_dual_gamma": 1.0},
        {"Conditions that hold": whole, "Largest error in e": number},
    ),
    "resonance": (
        {"resonance_gamma": 1.0, "resonance_damping": 0.01},
        {"Condition number": number, "With damping": number},
    ),
    "rows_meet_columns": (
        {"rows_meet_columns_kernel": "rbf", "rows_meet_columns_way": "pca"},
        {"SVD": rough, "KSVD": rough},
    ),
    "guess_matrix": (
        {"guess_matrix_kind": "hills", "guess_matrix_size": 40, "drawing": 3},
        {"Relative error": format_percent, "Entries that are used": rough},
    ),
    "krein_space": (
        {"krein_space_fix": "flip", "krein_space_rho": 0.7},
        {"ρ": number, "Corners that are right": whole},
    ),
    "feature_space": ({"feature_space_kernel": "gaussian"}, {"In feature space, from K": fixed}),
    "graphs_strings": (
        {
            "graphs_strings_kind": "katz",
            "graphs_strings_first": "abcabc",
            "graphs_strings_second": "xabcx",
        },
        {"K(u, v)": number, "K(v, u)": number, "K of the texts": number},
    ),
    "honest_comparison": ({"honest_comparison_rival": True}, {"Difference": format_points}),
}
RUNS = [pytest.param(name, marks=[pytest.mark.long] * (name == "honest_comparison")) for name in NAMES]


@pytest.mark.parametrize("name", RUNS)
def test_the_python_of_a_lesson_prints_its_numbers(name, tmp_path, capsys, monkeypatch):
    settings, shown = CASES[name]
    script, page = lesson(name).script("Lesson", holding(settings)), parts(name, value=holding(settings))
    said = " ".join([*texts(page), *(block.frame.to_string() for block in page if isinstance(block, Table))])
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace())  # as Jupyter has it
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(SVG=parse))
    assert script.figure
    cells = json.loads(notebook(script))["cells"]
    code = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert str(script).rstrip("\n").endswith(script.steps[-1].splitlines()[-1])
    (tmp_path / "lesson.py").write_text(code + "\n", encoding="utf-8")
    runpy.run_path(str(tmp_path / "lesson.py"))
    printed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert len(printed) >= 2
    for label, written in shown.items():
        value = float(re.findall(r"-?\d+(?:\.\d*)?(?:e[+-]?\d+)?", printed[label])[0])
        assert written(value) in said, (label, value, said)
