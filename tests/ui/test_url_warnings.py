"""What an address says beside its controls, and what of it is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.long  # seconds each

ROOT = Path(__file__).parents[2]


def opened(page: str, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(query)
    at = at.switch_page(f"pages/{page}.py").run()
    assert not at.exception
    return at


def notes(at: AppTest) -> str:
    said = " ".join(each.value for each in (*at.info, *at.warning, *at.markdown, *at.caption))
    return said.replace("\\_", "_")  # as it is read


@pytest.mark.parametrize(
    ("page", "key", "text"),
    [
        ("lesson_guess_matrix", "drawing", "99"),
        ("decisions", "sample", "nobody"),
        ("spectra", "selected", "0-99999"),
        ("matrix", "pair_u", "nobody"),
    ],
)
def test_what_no_control_holds_is_named_too_where_it_makes_no_sense(page, key, text):
    at = opened(page, **{key: text}, **({"matrix_details": "Two samples"} if page == "matrix" else {}))
    assert f"“{key}={text}”, which is not a valid value" in notes(at)
    assert key not in at.query_params
    assert "not a valid value" not in notes(at.switch_page("pages/learn.py").run())


def test_of_a_data_set_that_is_not_here_one_note_is_enough():
    at = opened("decisions", data="my_file.csv", sample="nobody")
    assert "There is no data set called “my_file.csv”" in notes(at)
    assert "not a valid value" not in notes(at)


def test_a_sample_is_chosen_by_the_address_and_goes_with_its_data():
    at = opened("decisions", data="two_moons", details="One sample", sample="row 2")
    assert at.query_params["sample"] in ("row 2", ["row 2"])
    at.selectbox("data").set_value("iris").run()
    assert not at.exception
    assert "sample" not in at.query_params


def test_what_an_address_says_in_vain_is_named_once_and_goes():
    at = opened("decisions", data="two_moons", gamma="much", colour="<b>red</b>", seed="3")
    said = notes(at)
    assert "does not know “colour” in the address" in said
    assert "“gamma=much”, which is not a valid value" in said
    assert "seed" not in said.split("in the address")[0][-40:]
    assert at.number_input("seed").value == 3
    assert "colour" not in at.query_params
    assert "colour" not in notes(at.switch_page("pages/learn.py").run())


def test_an_address_that_is_understood_is_not_talked_about():
    at = opened(
        "decisions", data="two_moons", gamma="2.5", kernel="rbf", view="0", train="50%", merge="source"
    )
    assert "in the address" not in notes(at)
    assert "not a valid value" not in notes(at)


def test_an_open_part_that_a_page_has_not_yet_is_no_error():
    at = opened("decisions", data="two_moons", details="Does direction pay?", direction_how="true")
    assert "in the address" not in notes(at)


def test_very_long_parts_are_named_shortly():
    at = opened("learn", **{"x" * 3_000: "1", **{f"y{i}": "2" for i in range(20)}})
    said = next(each.value for each in (*at.info, *at.markdown, *at.caption) if "does not know" in each.value)
    assert len(said) < 300
    assert "and 16 more" in said


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("home", {"guess": "circle", "home_reversed": "G → C"}),
        ("lesson_two_views", {"two_views_node": "D", "two_views_reversed": "A → G,G → C"}),
        ("lesson_krein_space", {"krein_space_fix": "Shift", "krein_space_gamma": "0.5"}),
        ("learn", {"learn": "Glossary", "glossary_find": "indefinite"}),
        ("data", {"picture": "Matrix by class", "data_tab": "The data as read", "sample": "C"}),
        ("decisions", {"drawn": "Neighbours", "orientation": "both ways", "seed": "3"}),
        ("decisions", {"data": "Two moons", "kernel": "Laplacian", "scaled": "false", "train": "50%"}),
        ("matrix", {"matrix_order": "in the order of the file"}),
        ("spectra", {"data": "Iris", "centre": "false", "spectra_details": "Groups", "groups": "4"}),
        ("nystroem", {"data": "Swiss roll", "sampled_rows": "193", "seed": "3"}),
    ],
)
def test_a_page_opens_as_an_address_has_it(page, query):
    at = opened(page, **{"data": "teaching_graph", **query})
    given = {key: text if isinstance(text, str) else text[-1] for key, text in at.query_params.items()}
    assert {key: given.get(key) for key in query} == query
    assert "in the address" not in notes(at)
