"""A page opens on the sample that was made for it where nobody has chosen data yet, and takes nothing from who has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askcore.datasets import describe_sample, load_sample
from tests.pages.sentences import SAMPLES
from tests.pages.sentences import opened as visited
from tests.pages.test_every_page import opened, sound
from tests.pages.test_matrices_and_bags import own

FIRST, LENT = SAMPLES["graph"], "two_spheres"


@pytest.fixture(autouse=True)
def _a_small_sample_is_lent(monkeypatch):
    def described(name):
        return replace(describe_sample(name), page="nystroem" if name == LENT else "decisions")

    monkeypatch.setattr("askcore.ui.data.lending.describe_sample", described)


def went(at, page):
    return sound(at.switch_page(f"pages/{page}.py").run())


def told(at) -> bool:
    return "own_sample" in [button.key for button in at.button]


def chosen(at) -> str:
    return at.selectbox("data").value


def test_who_has_chosen_nothing_sees_the_sample_made_for_the_page():
    at = visited("decisions", None)
    at.select_slider("gamma").set_value(100.0).run()
    for _ in range(2):
        went(at, "nystroem")
        assert chosen(at) == LENT
        assert told(at)
        assert at.markdown[0].value == (
            "You have not chosen data yet. So this page shows **Two spheres**, which is large enough for sampling to "
            "pay. The other pages show **Cyclic communities**."
        )
        at.select_slider("rank").set_value(5).run()
        assert told(sound(at))
        went(at, "decisions")
        assert (chosen(at), at.select_slider("gamma").value) == (FIRST, 100.0)


@pytest.mark.parametrize("sample", ["textures", "iris"])
def test_a_sample_that_was_chosen_stays(sample):
    at = went(visited("home", sample), "nystroem")
    assert (chosen(at), told(at)) == (sample, False)
    at.selectbox("data").set_value(FIRST).run()
    assert (chosen(went(went(at, "data"), "nystroem")), told(at)) == (FIRST, False)


def test_who_asks_for_the_first_sample_keeps_it():
    at = visited("decisions", None)
    at.select_slider("gamma").set_value(100.0).run()
    went(at, "nystroem").button("own_sample").click().run()
    assert (chosen(sound(at)), told(at)) == (FIRST, False)
    assert (chosen(went(at, "decisions")), at.select_slider("gamma").value) == (FIRST, 100.0)
    assert (chosen(went(at, "nystroem")), told(at)) == (FIRST, False)


def test_a_sample_named_in_the_address_and_an_own_file_stay():
    at = opened("nystroem.py", SAMPLES["graph"])
    assert (chosen(at), told(at)) == (SAMPLES["graph"], False)
    assert (chosen(went(went(at, "data"), "nystroem")), told(at)) == (SAMPLES["graph"], False)
    at = own("nystroem.py", load_sample("iris"))
    assert (chosen(at), told(at)) == ("upload", False)
