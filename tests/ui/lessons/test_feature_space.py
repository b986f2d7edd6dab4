"""A feature space without features: what the lesson claims, computed."""

from __future__ import annotations

import numpy as np

from askcore.experiments.lessons.plane_points import few_points
from askcore.ui.lessons import feature_space as lesson
from tests.pages.test_every_page import opened, sound


def test_what_there_is_to_try_is_so():
    A, B, _, D, *_ = range(6)
    assert (
        few_points(lesson.POINTS, "square").from_kernel[A, B] < 1e-6 < few_points(lesson.POINTS).plane[A, B]
    )
    assert few_points(lesson.POINTS, "linear", "normalised").from_kernel[A, D] < 1e-6
    for kernel in lesson.KERNELS:
        raw, centred = (few_points(lesson.POINTS, kernel, one) for one in ("none", "centred"))
        np.testing.assert_allclose(raw.from_kernel, centred.from_kernel, atol=1e-7)


def test_the_page_answers_its_controls():
    at = opened("lesson_feature_space.py")
    for key, value in (("kernel", "linear"), ("operation", "normalised"), ("point", "D")):
        at.session_state[f"feature_space_{key}"] = value
    sound(at.run())
    assert any("A is at the same place as D" in line.value for line in at.markdown)
    next(button for button in at.button if button.key == "feature_space_open").click().run()
    sound(at)
    assert (at.title[0].value, at.session_state["kernel"]) == ("Kernel matrix", "linear")


def test_a_point_at_zero_cannot_be_normalised_and_the_page_says_which():
    at = opened("lesson_feature_space.py")
    at.session_state["feature_space_operation"] = "normalised"
    at.session_state["_settings"] = {"points": lesson.written(((0.0, 0.0), *lesson.POINTS[1:]))}
    sound(at.run())
    assert any(one.value.startswith("A lies at 0.") for one in at.info)
    at.select_slider("feature_space_A1").set_value(1.0).run()
    assert not any("lies at 0" in one.value for one in at.info)
