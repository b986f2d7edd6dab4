"""The Python behind each lesson gives the numbers that the lesson shows, at other settings, too."""

from __future__ import annotations

import json
import re
import runpy
import sys
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import fromstring as parse

import pytest

from askcore._format import number, points, share
from askcore.ui.contents import LESSONS
from askcore.ui.lessons.code import _MADE
from askcore.ui.sharing.notebook import notebook
from tests.pages.sentences import ROOT, AppTest


def whole(value: float) -> str:
    return f"{value:.0f}"


def fixed(value: float) -> str:
    return f"{value:.2f}"


def rough(value: float) -> str:
    return share(value, 0)


class Held:
    """What a session holds, for code that runs outside of it."""

    def __init__(self, at: AppTest) -> None:
        self.at = at

    def get(self, key: str, usual: Any = None) -> Any:
        known = key in self.at.session_state
        return self.at.session_state[key] if known else usual

    def setdefault(self, key: str, usual: Any) -> Any:
        return self.get(key, usual)


# Settings of a lesson, and how what is printed stands in its words.
CASES: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    "two_views": [({}, {})],
    "svm_forgets": [
        ({"svm_forgets_t": 0.6, "svm_forgets_cost": 10.0}, {"SVM": rough, "AsK-LS": rough, "With K": number}),
    ],
    "primal_dual": [
        ({"primal_dual_step": "errors", "primal_dual_gamma": 1.0}, {"Conditions that hold": whole}),
        ({"primal_dual_step": "dual", "primal_dual_factor": 0.5}, {"Largest error in e": number}),
    ],
    "resonance": [
        (
            {"resonance_gamma": 1.0, "resonance_damping": 0.01},
            {"Condition number": number, "With damping": number},
        ),
    ],
    "rows_meet_columns": [
        ({"rows_meet_columns_kernel": "rbf", "rows_meet_columns_way": "pca"}, {"SVD": rough, "KSVD": rough}),
    ],
    "guess_matrix": [
        (
            {"guess_matrix_kind": "hills", "guess_matrix_size": 40},
            {"Rank of the guess": whole, "Relative error": share, "Entries that are read": rough},
        ),
    ],
    "krein_space": [({"krein_space_fix": "flip", "krein_space_rho": 0.7}, {"ρ": number})],
    "feature_space": [
        (
            {"feature_space_kernel": "gaussian", "feature_space_point": "C"},
            {"In feature space, from K": fixed},
        ),
    ],
    "graphs_strings": [
        (
            {
                "graphs_strings_kind": "katz",
                "graphs_strings_first": "abcabc",
                "graphs_strings_second": "xabcx",
            },
            {"K(u, v)": number, "K(v, u)": number, "K of the texts": number},
        ),
    ],
    "honest_comparison": [({"honest_comparison_rival": True}, {"Difference": points})],
}
ALL = [
    pytest.param(name, *one, id=f"{name}-{i}", marks=[pytest.mark.long] * (name == "honest_comparison"))
    for name, cases in CASES.items()
    for i, one in enumerate(cases)
]


def test_every_lesson_has_its_python():
    assert [page.file for page in LESSONS] == list(_MADE) == [f"lesson_{name}" for name in CASES]


@pytest.mark.parametrize(("name", "settings", "shown"), ALL)
def test_the_python_of_a_lesson(name, settings, shown, tmp_path, capsys, monkeypatch):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for key, value in settings.items():
        at.session_state[key] = value
    at.switch_page(f"pages/lesson_{name}.py").run()
    assert [error.value for error in at.exception] == []
    with monkeypatch.context() as outside:
        outside.setattr("streamlit.session_state", Held(at))
        script = at.session_state["_told"][f"lesson_{name}"].script
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace())  # as Jupyter has it
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(SVG=parse))
    assert script.figure
    cells = json.loads(notebook(script))["cells"]
    code = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert str(script).rstrip("\n").endswith(script.steps[-1].splitlines()[-1])
    (tmp_path / "lesson.py").write_text(code + "\n", encoding="utf-8")
    capsys.readouterr()
    runpy.run_path(str(tmp_path / "lesson.py"))
    printed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    said = " ".join([*(one.value for one in at.markdown), *(one.value.to_string() for one in at.table)])
    for label, written in shown.items():
        made = [float(one) for one in re.findall(r"-?\d+(?:\.\d*)?(?:e[+-]?\d+)?|-?inf", printed[label])]
        assert made
        assert written(made[0]) in said, (label, made, said)
    assert len(printed) >= 2
