"""Caps, fallbacks and missing values: noted while a unit is computed, told beside the table."""

import warnings

import numpy as np
import pytest
from sklearn.svm import SVC

from askcore.experiments.svm import silenced, was_capped
from askcore.papers import Journal, PaperRun, recorded, tables
from askcore.solvers import ResonanceWarning
from tests.papers.toys import ASKLS, DATA, LSSVM, RIVAL, compute_capped, compute_nan, same, toy

TOY = toy(compute=compute_capped)
SAID = (
    f"{ASKLS}, stopped after 0.0 s: cora (2 of 3 repeats).",
    f"{LSSVM}, stopped: cora (2 of 3 repeats).",
    f"{RIVAL}, stopped: cora (2 of 3 repeats).",
)


def test_caps_become_sentences_and_no_column():
    journal = Journal()
    result = PaperRun(TOY, DATA, journal=journal).run()
    assert result.remarks == SAID
    assert result.notes == (*TOY.left_open, *SAID)
    same(result, PaperRun(toy(), DATA).run())
    assert recorded(TOY, journal).remarks == SAID


def test_records_without_the_note_are_valid_and_say_nothing(tmp_path):
    path = tmp_path / "papers.jsonl"
    PaperRun(toy(), DATA, repeats=1, journal=Journal(path)).run()
    run = PaperRun(TOY, DATA, journal=Journal(path))
    assert run.units_left == 12
    # Of the three repeats the first is from before the note.
    assert run.run().remarks == tuple(sentence.replace("2 of 3", "1 of 2") for sentence in SAID)


def test_a_repeat_without_a_value_is_told():
    result = PaperRun(toy(compute=compute_nan), {"cora": DATA["cora"]}, methods=[ASKLS], repeats=2).run()
    assert result.remarks == (f"{ASKLS}, no value of micro f1: cora (2 of 2 repeats).",)


def test_caps_are_read_from_the_fit_and_silence_is_for_three_kinds():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 3
    with silenced():
        models = [SVC(C=1e3, max_iter=steps).fit(X, y) for steps in (3, -1)]
        warnings.warn("singular", ResonanceWarning, stacklevel=1)
        SVC().fit(X, np.arange(60) // 1.5)  # 40 classes of 60 samples
    assert [was_capped(model) for model in models] == [True, False]
    with pytest.warns(UserWarning, match="another"), silenced():
        warnings.warn("another", UserWarning, stacklevel=1)


@pytest.mark.parametrize("protocol", tables(), ids=lambda protocol: protocol.key)
def test_notes_are_no_metrics_and_name_rows_and_options(protocol):
    for remark in protocol.remarks:
        assert remark.metric not in protocol.metrics
        assert remark.method in ("", *protocol.rows)
        assert remark.text.format(**protocol.options)
