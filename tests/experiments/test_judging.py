"""On what the methods of a split are tuned."""

import numpy as np

from askcore.datasets import TableData
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.evaluation import SplitTask
from askcore.experiments.judging import FOLDS, JUDGED, SEVERAL, rule_of, stratified


def test_at_most_so_many_are_judged_with_their_share_of_each_class():
    codes = np.repeat([0, 1], [600, 200])
    problem = Problem(TableData(np.ones((800, 1)), codes), KernelChoice("sne"))
    for n_kernels, most in ((1, JUDGED), (2, SEVERAL)):
        rule = rule_of(problem, SplitTask(np.arange(800), np.arange(0), codes, 2), n_kernels=n_kernels)
        assert (rule.n_judged, len(rule.folds), rule.held_back) == (most, FOLDS, False)
        assert np.bincount(rule.judged.codes).tolist() == [most * 3 // 4, most // 4]


def test_small_samples_are_all_taken_and_single_classes_spread():
    assert stratified(np.array([0, 1, 1]), 5).tolist() == [0, 1, 2]
    assert stratified(np.arange(101), 3).tolist() == [0, 50, 100]
