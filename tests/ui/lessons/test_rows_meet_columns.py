"""Rows meet columns: what the lesson claims, computed."""

from __future__ import annotations

import pytest

from askcore.datasets import load_sample
from askcore.experiments import Problem, beside_svd
from askcore.ui.lessons import rows_meet_columns as lesson
from askcore.ui.settings import BANDWIDTHS
from tests.pages.test_every_page import opened, sound


def found(kernel: str, way: str, bandwidth: float = 1.0, sample: str = lesson.SAMPLE):
    return beside_svd(Problem(load_sample(sample), lesson.choice(kernel, way, bandwidth)))


def test_what_there_is_to_try_is_so():
    assert "separates more" in lesson.seen(found("polynomial", "pinv"))
    assert "KSVD is the SVD" in lesson.seen(found("linear", "pinv"))
    assert "not separate clearly better" in lesson.seen(found("polynomial", "random"))
    said = {lesson.seen(found("rbf", "pinv", times)) for times in BANDWIDTHS}
    assert not [one for one in said if "separates more" in one or "KSVD is the SVD" in one]


@pytest.mark.parametrize("kernel", ["polynomial", "rbf"])
def test_on_iris_the_svd_separates_more(kernel):
    assert "separates less" in lesson.seen(found(kernel, "pinv", sample="iris"))


@pytest.mark.parametrize("way", lesson.COMPATIBILITIES)
@pytest.mark.parametrize("kernel", lesson.KERNELS)
def test_every_choice_of_the_page_draws(kernel, way):
    at = opened("lesson_rows_meet_columns.py")
    at.session_state["rows_meet_columns_kernel"] = kernel
    at.session_state["rows_meet_columns_way"] = way
    sound(at.run())
    drawn = [each.key for each in at.get("bidi_component") if each.key.startswith("rows_meet_columns")]
    assert drawn == ["rows_meet_columns_SVD", "rows_meet_columns_KSVD"]
    assert [slider.key for slider in at.select_slider if slider.key] == (
        ["rows_meet_columns_sigma"] if kernel == "rbf" else []
    )


def test_spectra_opens_with_the_matrix_of_the_lesson():
    at = opened("lesson_rows_meet_columns.py")
    next(button for button in at.button if button.key == "rows_meet_columns_open").click().run()
    sound(at)
    assert at.title[0].value == "Spectra"
    assert at.session_state["crossed"] == "polynomial"
    assert (at.session_state["crossed_degree"], at.session_state["crossed_c"]) == (2, 0.0)
    assert (at.session_state["compatibility"], at.session_state["centre"]) == ("pinv", False)
