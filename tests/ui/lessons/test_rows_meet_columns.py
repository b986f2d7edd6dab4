"""Rows meet columns: what the lesson claims, computed."""

from __future__ import annotations

import pytest

from askcore.datasets import load_sample
from askcore.experiments import Problem, beside_svd
from askcore.ui.lessons import rows_meet_columns as lesson
from askcore.ui.settings import BANDWIDTHS


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
