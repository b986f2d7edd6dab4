"""A candidate that cannot be used in some fold is not chosen by the scores of the others."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.candidates import Candidate
from askcore.experiments.evaluation import Outcome, SplitTask, judge, tune

TASK = SplitTask(np.arange(6), np.arange(6, 8), np.array([0, 1, 0, 1, 0, 1]), 2)
FOLDS = [(np.delete(np.arange(6), [i, i + 1]), np.array([i, i + 1])) for i in (0, 2, 4)]
OFFERED = [Candidate("partly"), Candidate("sound")]


@pytest.mark.parametrize("broken", [0, 2, 4])
def test_no_score_is_made_of_the_folds_that_are_left(broken):
    def decide(part, offered):
        """One is right everywhere, but not to be had in one fold; the other one is always wrong."""
        right, wrong = Outcome(part.held % 2), Outcome(1 - part.held % 2)
        partly = None if broken in part.held else right
        return [partly if each.variant == "partly" else wrong for each in offered]

    np.testing.assert_array_equal(judge(TASK, OFFERED, decide, FOLDS).scores, [np.nan, 0.0])
    assert tune(TASK, OFFERED, decide, FOLDS).chosen.variant == "sound"
