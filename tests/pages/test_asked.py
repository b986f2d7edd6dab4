"""Each sample's page opens with the question of its card, and the answer."""

from __future__ import annotations

import pytest

from askcore.datasets import describe_sample, list_samples
from tests.pages.test_every_page import opened, sound

QUICK = ("cyclic_communities", "two_spheres")


def first(at) -> list[str]:
    return at.main.markdown[0].value.split("  \n")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in QUICK)) for name in list_samples()]
)
def test_the_page_of_a_card_answers_its_question(name):
    sample = describe_sample(name)
    at = opened(f"{sample.page}.py", name)
    question, *answer = first(at)
    assert question == f"*{sample.question}*"
    if sample.answer:
        (said,) = answer
        assert said.endswith(".")
        assert "cannot tell" not in said
    else:
        assert "Sampl" in at.main.markdown[1].value, "the verdict is the answer"


def test_it_follows_the_controls_and_stays_on_its_page():
    at = opened("decisions.py", "cyclic_communities")
    assert first(at)[1].startswith("**No:** Mean without arrows")
    at.select_slider("train").set_value(1.0).run()
    assert first(sound(at))[1] == "This setting cannot tell, because nothing is held out."
    other = opened("kernel_matrix.py", "cyclic_communities")
    assert describe_sample("cyclic_communities").question not in str(other.main.markdown)
