"""Every printed figure is a cell of a table here, or stands under a data set that cannot be had; and no other is."""

import tomllib
from importlib.resources import files

import numpy as np
import pytest

from askcore.experiments.svm import SVC_CAP
from askcore.papers import protocol, published, tables
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.published import ASKLS_PAPER, INDEFINITE_PAPER, KSVD_PAPER

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
def test_every_printed_figure_is_a_cell_or_absent(protocol):
    printed = published(protocol.paper, protocol.table)
    assert set(printed["dataset"]) <= {*protocol.datasets, *protocol.absent}
    assert set(printed["method"]) <= set(protocol.methods)
    assert set(printed["metric"]) <= set(protocol.metrics)
    assert not set(protocol.datasets) & set(protocol.absent)


@by_key
def test_no_row_or_set_without_a_printed_figure_poses_as_printed(protocol):
    printed = published(protocol.paper, protocol.table)
    if printed.empty:  # the two figures
        assert protocol.datasets == ("cora",)
        return
    assert set(printed["method"]) == set(protocol.methods)
    assert set(printed["metric"]) == set(protocol.metrics)
    extra = {*protocol.datasets, *protocol.absent} - set(printed["dataset"])
    assert extra == ({"textures"} if protocol.key == "askls-I" else set())
    assert not set(protocol.methods) & set(protocol.alike)


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


def steps_of(key):
    (found,) = [protocol for protocol in TABLES if protocol.key == key]
    return " ".join(text for pair in found.steps for text in pair), found.options


def test_the_steps_write_down_the_grids_of_the_options():
    said, options = steps_of("ksvd-1")
    assert ", ".join(f"{gamma:g}" for gamma in options["gammas"][:-1]) in said
    assert {len(kernels) for kernels in options["tuned_kernels"].values()} == {2}
    assert 1 + len(options["factors"]) == 4
    assert "four candidates of a kernel" in said
    said, options = steps_of("askls-III")
    gammas, dampings = (options[f"tuned_{name}"].split() for name in ("gammas", "dampings"))
    assert f"{', '.join(gammas)} and damping {', '.join(dampings)}" in said
    on_matrix, svm, embedded = 2 * len(gammas) * len(dampings), 2 * len(gammas), len(gammas) * len(dampings)
    assert f"{on_matrix} candidates, {svm} for the SVM" in said
    assert f"{embedded} on the embedding" in said
    assert f"{options['svm_cap']:,} steps" in said
    assert f"{options['tuned_svm_cap']:,} steps" in said
    said, options = steps_of("indefinite-2")
    assert ", ".join(options["costs"].split()) in said
    assert f"{options['svc_steps']:,} steps" in said


@pytest.mark.parametrize(
    ("key", "tolerance"), [("ksvd-4", "0.1"), ("ksvd-5", "0.01"), ("ksvd-figure-1", "0.01")]
)
def test_the_steps_of_a_race_say_its_tolerance(key, tolerance):
    said, options = steps_of(key)
    assert f"eta is at most {tolerance}" in said
    assert f"{options['tolerance']:g}" == tolerance
    assert f"from {options['n_components']} to {options['max_samples']:,}" in said


def test_no_section_of_a_paper_s_file_is_left_out():
    for paper, file in ((ASKLS_PAPER, "askls"), (KSVD_PAPER, "ksvd"), (INDEFINITE_PAPER, "indefinite")):
        content = tomllib.loads((files("askcore.papers") / f"{file}.toml").read_text(encoding="utf-8"))
        assert set(content) - {"paper", "texts", "claims"} == {
            each.key for each in TABLES if each.paper == paper
        }


def test_the_cap_that_a_remark_states_is_the_cap():
    (remark,) = protocol("askls-I").remarks
    assert f"{SVC_CAP:,} steps" in remark.text
