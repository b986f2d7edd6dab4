"""Seeds and generators as numpy and scikit-learn make them."""

import numpy as np
import pytest
from sklearn.utils import check_random_state as sklearns

from askcore._random import check_random_state, draw_seeds


@pytest.mark.parametrize("entropy", [0, 7, [3, 1], np.random.SeedSequence(5)])
def test_seeds_are_those_of_the_sequence(entropy):
    root = entropy if isinstance(entropy, np.random.SeedSequence) else np.random.SeedSequence(entropy)
    expected = [int(word) % 2**31 for word in root.generate_state(9)]
    assert draw_seeds(entropy, 9) == expected
    assert draw_seeds(entropy, 4) == expected[:4]


@pytest.mark.parametrize("seed", [0, np.int64(3), np.random.RandomState(1), None, np.random])
def test_generators_are_scikit_learns(seed):
    if isinstance(seed, int | np.integer):
        assert check_random_state(seed).randint(10**9) == sklearns(seed).randint(10**9)
    else:
        assert check_random_state(seed) is sklearns(seed)


def test_what_is_no_seed():
    with pytest.raises(
        ValueError, match="random_state must be None, a whole number or a RandomState, got 'a'"
    ):
        check_random_state("a")
