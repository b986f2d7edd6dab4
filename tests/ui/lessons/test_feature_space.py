"""A feature space without features: what the lesson claims, computed."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from askcore.diagnostics import empirical_map, mercer_map
from askcore.experiments import few_points
from askcore.ui.lessons import feature_space as lesson
from tests.pages.test_every_page import ROOT, opened, sound


def test_what_there_is_to_try_is_so():
    A, B, _, D, *_ = range(6)
    assert (
        few_points(lesson.POINTS, "square").from_kernel[A, B] < 1e-6 < few_points(lesson.POINTS).plane[A, B]
    )
    assert few_points(lesson.POINTS, "linear", "normalised").from_kernel[A, D] < 1e-6
    for kernel in lesson.KERNELS:
        raw, centred = (few_points(lesson.POINTS, kernel, one) for one in ("none", "centred"))
        np.testing.assert_allclose(raw.from_kernel, centred.from_kernel, atol=1e-7)


def test_both_maps_have_the_matrix_as_inner_products():
    X = np.array(lesson.POINTS)
    K = (X @ X.T) ** 2
    for found in (mercer_map(K), empirical_map(K)):
        np.testing.assert_allclose(found.points @ found.points.T, K, atol=1e-10)


@pytest.mark.parametrize("operation", lesson.OPERATIONS)
@pytest.mark.parametrize("kernel", lesson.KERNELS)
def test_every_choice_draws_and_names_the_nearest(kernel, operation):
    found = few_points(lesson.POINTS, kernel, operation)
    for point, name in enumerate(lesson.NAMES):
        said = lesson.seen(found, point)
        assert f"to {name}" in said
        assert ("infinitely many" in said) == (kernel == "gaussian")
        assert list(lesson.distances(found, point).columns) == [one for one in lesson.NAMES if one != name]


def test_the_page_answers_its_controls():
    at = opened("lesson_feature_space.py")
    for key, value in (("kernel", "linear"), ("operation", "normalised"), ("point", "D")):
        at.session_state[f"feature_space_{key}"] = value
    sound(at.run())
    assert any("A is at the same place as D" in line.value for line in at.markdown)
    next(button for button in at.button if button.key == "feature_space_open").click().run()
    sound(at)
    assert (at.title[0].value, at.session_state["kernel"]) == ("Kernel matrix", "linear")


def test_a_point_moved_by_its_sliders_and_by_a_click_is_where_it_was_put():
    at = opened("lesson_feature_space.py")
    at.select_slider("feature_space_A1").set_value(-2.0).run()
    sound(at)
    assert not any("same place as A" in line.value for line in at.markdown)
    at.session_state["feature_space_point"] = "B"
    at.run()
    at.select_slider("feature_space_B2").set_value(2.0).run()
    assert lesson.read("".join(at.query_params["points"]))[:2] == ((-2.0, 0.5), (-1.0, 2.0))
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["points"] = "".join(at.query_params["points"])
    sound(again.switch_page("pages/lesson_feature_space.py").run())
    assert [again.select_slider(f"feature_space_A{i}").value for i in (1, 2)] == [-2.0, 0.5]
    at.button("feature_space_back").click().run()
    assert [at.select_slider(f"feature_space_B{i}").value for i in (1, 2)] == list(lesson.POINTS[1])


def test_what_a_click_does(monkeypatch):
    state: dict = {}
    monkeypatch.setattr(lesson.st, "session_state", state)
    lesson._clicked((3,))
    lesson._clicked((0, 8))
    assert state["feature_space_point"] == "D"
    assert lesson.places()[3] == (-2.0, 2.0)
    before = deepcopy(state)
    for odd in ((99,), (9, 0), (0, 99), (1, 2, 3), ()):
        lesson._clicked(odd)
    assert state == before


def test_a_point_at_zero_cannot_be_normalised_and_the_page_says_which():
    at = opened("lesson_feature_space.py")
    at.session_state["feature_space_operation"] = "normalised"
    at.session_state["_noted"] = {"points": lesson.written(((0.0, 0.0), *lesson.POINTS[1:]))}
    sound(at.run())
    assert any(one.value.startswith("A lies at 0.") for one in at.info)
    at.select_slider("feature_space_A1").set_value(1.0).run()
    assert not any("lies at 0" in one.value for one in at.info)


def test_both_maps_of_a_point_are_as_long():
    found = few_points(lesson.POINTS, "square")
    shown = lesson.maps(found, 0)
    assert shown.shape == (2, 6)
    assert not shown.iloc[0].equals(shown.iloc[1])
    assert "the length of A is 1.25 in both" in lesson.of_maps(found, 0)
