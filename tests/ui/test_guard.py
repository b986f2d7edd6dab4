"""A page, or a part of it, that cannot go on says why."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    import numpy as np
    import streamlit as st

    from askcore.datasets import DataError
    from askcore.ui.guard import fragment

    errors = {
        "data": DataError("Nothing is here", remedy="Give some."),
        "solver": np.linalg.LinAlgError("It did not converge"),
        "value": ValueError("Too small"),
        "defect": KeyError("lost"),
    }

    @fragment
    def part() -> None:
        st.markdown("above")
        raise errors[st.session_state["error"]]

    part()
    st.markdown("below")


def opened(error: str) -> AppTest:
    at = AppTest.from_function(page)
    at.session_state["error"] = error
    return at.run()


@pytest.mark.parametrize(
    ("error", "told"),
    [("data", "Nothing is here. Give some."), ("solver", "It did not converge"), ("value", "Too small")],
)
def test_a_fragment_says_what_it_cannot_do_and_the_page_goes_on(error, told):
    at = opened(error)
    assert not at.exception
    assert [each.value for each in at.markdown] == ["above", "below"]
    assert [each.value for each in at.warning] == [told]


def test_a_defect_in_a_fragment_stays_one():
    assert len(opened("defect").exception) == 1
