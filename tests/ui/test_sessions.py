"""What one visitor uploads, computes and names is never seen by another: one process, shared stores."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from askcore.ui.data.session import UPLOADS
from tests.pages.test_every_page import opened
from tests.ui.data.test_notices import given, named  # noqa: F401


def every_word(at: AppTest) -> str:
    """All that the server has sent: words, options, figures and tables."""
    return " ".join(str(getattr(each, "proto", "")) for each in at)


def table(word: str) -> bytes:
    """The same numbers and classes under names with a word of their own."""
    rows = "".join(f"{i % 7},{i % 5},{word}_{'even' if i % 2 else 'odd'}\n" for i in range(40))
    return f"{word}_width,{word}_height,class\n{rows}".encode()


def test_a_file_of_one_session_is_not_in_another():
    mine = given("decisions", ("secret_pets.csv", table("secret")))
    other = opened("decisions.py", "teaching_graph")
    assert "secret" in every_word(mine)
    assert "secret" not in every_word(other)
    assert other.session_state[UPLOADS].used is None


def test_equal_numbers_under_other_names_are_other_data():
    """Stores go by the digest of all that a data set holds: names of one are not drawn for the other."""
    mine, other = given("decisions", ("a.csv", table("mine"))), given("decisions", ("a.csv", table("yours")))
    assert "mine_odd" in every_word(mine)
    assert "yours_odd" in every_word(other)
    assert "yours_" not in every_word(mine.run())
    assert "mine_" not in every_word(other.run())
