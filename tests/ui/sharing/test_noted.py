"""What an address says beside its controls, and what of it is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from askcore.datasets import load_sample
from askcore.ui.turning import state as turning

pytestmark = pytest.mark.long  # seconds each

ROOT = Path(__file__).parents[3]


def opened(page: str, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(query)
    at = at.switch_page(f"pages/{page}.py").run()
    assert not at.exception
    return at


def notes(at: AppTest) -> str:
    said = " ".join(each.value for each in (*at.info, *at.warning, *at.markdown, *at.caption))
    return said.replace("\\_", "_")  # as it is read


def test_arrows_are_read_from_the_address_and_written_there():
    at = opened("home", arrows="none")
    assert any("No arrow is left" in each.value for each in (*at.info, *at.markdown))
    at.button("home_back").click().run()
    assert "arrows" not in at.query_params
    at.button("home_turn").click().run()
    text = at.query_params["arrows"]
    graph = load_sample(turning.SAMPLE)
    turned = turning._read(text if isinstance(text, str) else text[0], graph)
    assert turned != turning._links_of(graph)
    assert {frozenset(link) for link in turned} == {frozenset(link) for link in turning._links_of(graph)}


@pytest.mark.parametrize("text", ["AB.AB", "XY", "AB.BA", "AB..", "A", "<b>", "AB" * 100])
def test_arrows_that_make_no_sense_stay_as_they_were(text):
    graph = load_sample(turning.SAMPLE)
    assert turning._read(text, graph) is None


@pytest.mark.parametrize(
    ("page", "key", "text"),
    [
        ("home", "arrows", "zzz"),
        ("lesson_two_views", "arrows", "AB.AB"),
        ("lesson_guess_matrix", "drawing", "99"),
        ("lesson_feature_space", "points", "much"),
        ("decisions", "sample", "nobody"),
        ("spectra", "selected", "0-99999"),
        ("kernel_matrix", "pair_u", "nobody"),
        ("decisions", "baselines", "some"),
    ],
)
def test_what_no_control_holds_is_named_too_where_it_makes_no_sense(page, key, text):
    at = opened(page, **{key: text}, **({"matrix_details": "Two samples"} if page == "kernel_matrix" else {}))
    assert f"“{key}={text}”, which is no value here" in notes(at)
    assert key not in at.query_params
    assert "no value here" not in notes(at.switch_page("pages/glossary.py").run())


def test_of_a_data_set_that_is_not_here_one_note_is_enough():
    at = opened("decisions", data="my_file.csv", sample="nobody")
    assert "There is no data set called “my_file.csv”" in notes(at)
    assert "no value here" not in notes(at)


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
    assert "“gamma=much”, which is no value here" in said
    assert "seed" not in said.split("in the address")[0][-40:]
    assert at.number_input("seed").value == 3
    assert "colour" not in at.query_params
    assert "colour" not in notes(at.switch_page("pages/glossary.py").run())


def test_an_address_that_is_understood_is_not_talked_about():
    at = opened(
        "decisions", data="two_moons", gamma="2.5", kernel="rbf", view="0", train="50%", merge="source"
    )
    assert "in the address" not in notes(at)
    assert "no value here" not in notes(at)


def test_an_open_part_that_a_page_has_not_yet_is_no_error():
    at = opened("direction", data="two_moons", direction_how="true")
    assert "in the address" not in notes(at)


def test_very_long_parts_are_named_shortly():
    at = opened("glossary", **{"x" * 3_000: "1", **{f"y{i}": "2" for i in range(20)}})
    said = next(each.value for each in (*at.info, *at.markdown, *at.caption) if "does not know" in each.value)
    assert len(said) < 300
    assert "and 16 more" in said


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("home", {"home_node": "E"}),
        ("lesson_two_views", {"home_node": "D"}),
        (
            "lesson_primal_dual",
            {"primal_dual_step": "4 Dual system", "primal_dual_factor": "½ ω′ν, the tutorial"},
        ),
        ("lesson_rows_meet_columns", {"rows_meet_columns_kernel": "RBF"}),
        ("lesson_guess_matrix", {"guess_matrix_kind": "Noise"}),
        ("lesson_krein_space", {"krein_space_fix": "Shift", "krein_space_gamma": "0.5"}),
        ("lesson_feature_space", {"feature_space_operation": "normalised", "feature_space_point": "F"}),
        ("lesson_graphs_strings", {"graphs_strings_kind": "Von Neumann"}),
        ("glossary", {"glossary_find": "indefinite"}),
        ("data", {"picture": "Matrix by class", "contents": "true", "sample": "C"}),
        ("data", {"data": "Iris", "across": "petal length (cm)"}),
        (
            "decisions",
            {"drawn": "Ego network", "details": "One sample", "orientation": "both ways", "seed": "3"},
        ),
        ("decisions", {"kernel": "Katz (walks of every length)", "merge": "joint", "details": "γ and λ"}),
        ("decisions", {"data": "Two moons", "kernel": "Laplacian", "scaled": "false", "train": "50%"}),
        ("apply", {"data": "Iris", "kernel": "Laplacian", "gamma": "1"}),
        (
            "direction",
            {"data": "Iris", "several": "This kernel", "effort": "Full", "score": "balanced accuracy"},
        ),
        ("kernel_matrix", {"matrix_part": "Skew-symmetric", "matrix_details": "Two samples"}),
        (
            "kernel_matrix",
            {"matrix_order": "In the order of the file", "spectrum": "Singular values", "loops": "false"},
        ),
        (
            "indefinite",
            {"data": "Iris", "kernel": "tanh", "centre_first": "true", "indefinite_axis": "Values"},
        ),
        ("indefinite", {"data": "Iris", "pair_counts": "Logarithmic", "indefinite_details": "Two spheres"}),
        ("spectra", {"axis": "Linear", "scaling": "U Σ", "orientation": "links in"}),
        ("spectra", {"data": "Iris", "centre": "false", "spectra_details": "Groups", "groups": "4"}),
        ("nystroem", {"data": "Swiss roll", "spectrum_scale": "Linear", "formula": "Published", "seed": "3"}),
        ("papers", {"paper_layout": "One row per number"}),
    ],
)
def test_a_page_opens_as_an_address_has_it(page, query):
    at = opened(page, **{"data": "teaching_graph", **query})
    given = {key: text if isinstance(text, str) else text[-1] for key, text in at.query_params.items()}
    assert {key: given.get(key) for key in query} == query
    assert "in the address" not in notes(at)
