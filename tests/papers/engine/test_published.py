"""Every printed figure is a cell of a table here, or stands under a data set that cannot be had; and no other is."""

import tomllib
from importlib.resources import files

import numpy as np
import pytest

from askcore.experiments.svm import SVC_CAP
from askcore.papers import protocol, published, tables
from askcore.papers.engine.protocol import ASKLS_PAPER, INDEFINITE_PAPER, KSVD_PAPER, Unit

TABLES = tables()
KEY = ["paper", "table"]
by_key = pytest.mark.parametrize("protocol", TABLES, ids=lambda protocol: protocol.key)


def test_every_published_table_has_a_protocol_and_figures_1_and_2_have_no_numbers():
    printed = set(published()[KEY].itertuples(index=False, name=None))
    run = [(protocol.paper, protocol.table) for protocol in TABLES]
    assert len(run) == len(set(run))
    assert set(run) - printed == {(KSVD_PAPER, "figure 1"), (KSVD_PAPER, "figure 2")}
    assert printed <= set(run)


@by_key
def test_every_printed_figure_is_a_cell_or_absent_and_nothing_else_poses_as_printed(protocol):
    printed = published(protocol.paper, protocol.table)
    assert not set(protocol.datasets) & set(protocol.absent)
    assert not set(protocol.methods) & set(protocol.alike)
    if printed.empty:  # the two figures
        assert protocol.datasets == ("cora",)
        return
    assert set(printed["method"]) == set(protocol.methods)
    assert set(printed["metric"]) == set(protocol.metrics)
    own = {"textures"} if protocol.key == "askls-I" else set()
    assert {*protocol.datasets, *protocol.absent} == {*printed["dataset"], *own}


@pytest.mark.parametrize(
    ("paper", "sizes"),
    [
        (ASKLS_PAPER, {"I": 6, "III": 50, "IV": 24}),
        (KSVD_PAPER, {"1": 24, "2": 24, "3": 56, "4": 15, "5": 15, "6": 10, "section 5.2": 5}),
        (INDEFINITE_PAPER, {"1": 80, "2": 90}),
    ],
)
def test_as_many_figures_as_the_papers_print(paper, sizes):
    assert published(paper)["table"].value_counts().to_dict() == sizes


def test_seeds_of_a_repeat_are_drawn_from_its_seed_sequence():
    unit = Unit("set", ("method",), (0, 1), 3)
    drawn = [int(np.random.SeedSequence([3, r]).generate_state(1)[0]) % 2**31 for r in (0, 1)]
    assert [unit.seed_of(r) for r in (0, 1)] == drawn


def test_the_steps_write_down_the_grids_of_the_options():
    options = protocol("askls-III").options
    said = " ".join(text for pair in protocol("askls-III").steps for text in pair)
    gammas, dampings = (options[f"tuned_{name}"].split() for name in ("gammas", "dampings"))
    assert f"{', '.join(gammas)} and damping {', '.join(dampings)}" in said
    on_matrix, svm, embedded = 2 * len(gammas) * len(dampings), 2 * len(gammas), len(gammas) * len(dampings)
    assert f"{on_matrix} candidates, {svm} for the SVM" in said
    assert f"{embedded} on the embedding" in said


def test_no_section_of_a_paper_s_file_is_left_out():
    for paper, file in ((ASKLS_PAPER, "askls"), (KSVD_PAPER, "ksvd"), (INDEFINITE_PAPER, "indefinite")):
        content = tomllib.loads((files("askcore.papers") / f"{file}.toml").read_text(encoding="utf-8"))
        assert set(content) - {"paper", "texts", "claims"} == {
            each.key for each in TABLES if each.paper == paper
        }


def test_the_cap_that_a_remark_states_is_the_cap():
    (remark,) = protocol("askls-I").remarks
    assert f"{SVC_CAP:,} steps" in remark.text
