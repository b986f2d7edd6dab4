"""Find a kernel in a browser: a click searches, another adopts, and the address follows."""

from __future__ import annotations

import re
from itertools import count

import pytest

pytestmark = pytest.mark.browser
SEEDS = count(3)  # another split for each attempt: of one that the server has seen nothing is tried again


@pytest.mark.long
def test_a_kernel_is_found_and_adopted(app):
    app.open("/decisions?data=Seven+nodes").title("Decisions").settle()
    app.page.get_by_role("tab", name="Find a kernel").click()
    app.page.get_by_role("button", name=re.compile("Find a kernel")).click()
    app.sees("The best of all kernels, with one view or two, is")
    app.settle()
    app.page.get_by_role("button", name="Use this kernel").click()
    app.page.wait_for_url(re.compile("merge=|kernel=|orientation="))
    app.settle().sees("The best of all kernels, with one view or two, is")


def test_the_page_stands_before_other_kernels_are_tried_and_then_says_what_to_try(app):
    app.open("/decisions?data=Two+spheres&kernel=linear").title("Decisions")
    app.sees("An ordinary method does better here").sees("What to try").settle()
    assert "Trying other kernels" not in app.said()
    app.page.get_by_role("button", name="Try this kernel").click()
    app.page.wait_for_url(re.compile("gamma="))
    app.settle()
    assert "What to try: TL1" not in app.said()


def test_a_step_of_gamma_is_answered_while_other_kernels_are_tried(app):
    # ``open`` would wait until all stands.
    app.page.goto(f"{app.address}/decisions?data=Two+spheres&kernel=linear&seed={next(SEEDS)}")
    app.page.get_by_text("Trying other kernels").first.wait_for()
    app.slider("γ regularisation").focus()
    app.page.keyboard.press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma="))
    app.sees("What to try").settle()
    assert "Trying other kernels" not in app.said()
    assert not app.page.get_by_role("button", name="Cancel").count()
