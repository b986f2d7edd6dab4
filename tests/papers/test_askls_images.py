"""Table I of the AsK-LS paper on small bags, against refits by naive systems and scikit-learn."""

import numpy as np
import pytest

from askcore import DataError, papers
from askcore.datasets import BagData, TableData
from askcore.experiments.evaluation import inner_folds
from askcore.experiments.split import holdout_split
from askcore.papers import askls
from askcore.papers.engine.protocol import Unit
from askcore.papers.table_parts import ByDigest
from tests.helpers import naive_askls
from tests.papers.first_best import first_best

TABLE = papers.protocol("askls-I")
SMALL = {
    "train_share": 0.75,
    "folds": 3,
    "n_components": 1,
    "n_draws": 50,
    "a_from": 0.1,
    "a_to": 10.0,
    "a_values": 3,
    "gamma_from": 0.1,
    "gamma_to": 10.0,
    "gammas": 2,
}


@pytest.fixture(scope="module")
def bags():
    rng = np.random.default_rng(4)
    labels = np.repeat(["ant", "bee", "cow"], 8)
    spread = {"ant": 1.0, "bee": 1.6, "cow": 2.5}
    return BagData([rng.normal(0, spread[x], size=(12, 2)) for x in labels], labels)


def figures(data, method, repeats=(0,), **changes):
    found = TABLE.compute(data, Unit("textures", (method,), repeats, 0), {**SMALL, **changes})
    return found[method]["micro_f1"]


def divergences(bags):
    return askls.divergences(ByDigest(bags), 0, SMALL["n_components"], SMALL["n_draws"]).kl


def test_corel_is_not_ours_to_give():
    with pytest.raises(DataError, match="Corel is not available"):
        papers.table("askls-I", "corel")


def test_bags_of_the_user_meet_the_printed_figures_by_name(bags):
    result = papers.table("askls-I", data={"corel": bags, "mine": bags}, repeats=1, options=SMALL).run()
    assert not result.problems
    assert len(result.table) == 2 * len(TABLE.rows) * 2
    assert result.table["reproduced"].between(0, 1).all()
    printed = result.table[result.table["published"].notna()]
    assert set(printed["dataset"]) == {"corel"}
    assert set(printed["method"]) == set(TABLE.methods)


def test_divergences_are_made_once_for_all_repeats(bags, monkeypatch):
    made, real = [], askls.bag_kernel

    def counted(data, **options):
        made.append(options)
        return real(data, **options)

    monkeypatch.setattr(askls, "bag_kernel", counted)
    askls.divergences.cache_clear()
    several = figures(bags, "AsK-LS", (0, 1))
    assert len(made) == 1
    single = [figures(bags, "AsK-LS", (r,))[0] for r in range(2)]
    assert len(made) == 1
    assert several == single
    figures(bags, "AsK-LS", n_draws=60)
    assert len(made) == 2
    assert (made[1]["n_draws"], made[1]["n_components"], made[1]["random_state"]) == (60, 1, 0)


@pytest.mark.parametrize("repeat", [0, 1, 2])
def test_the_tuned_figure_equals_refits(bags, repeat):
    D = divergences(bags)
    seeds = np.random.SeedSequence([0, repeat]).generate_state(2).astype(int) % 2**31
    split = holdout_split(bags.labels, train_size=0.75, random_state=int(seeds[0]))
    fit, test = split.train, split.test
    codes = np.unique(bags.labels, return_inverse=True)[1]
    scores, tests = [], []
    for scale in (0.1, 1.0, 10.0):
        K = np.exp(-D * scale / np.median(D[~np.eye(len(D), dtype=bool)]))
        for gamma in (0.1, 10.0):
            right = sum(
                (decided(K, fit[rest], fit[held], codes, gamma) == codes[fit[held]]).sum()
                for rest, held in inner_folds(codes[fit], 3, int(seeds[1]))
            )
            scores.append(right / len(fit))
            tests.append((decided(K, fit, test, codes, gamma) == codes[test]).mean())
    assert figures(bags, "AsK-LS", (repeat,))[0] == pytest.approx(tests[first_best(scores)])


def decided(K, fit, held, codes, gamma):
    """Classes of held bags by the mean of the views of one naive system per class."""
    Y = np.where(codes[fit][:, None] == np.arange(3), 1.0, -1.0)
    a, c, b1, b2 = naive_askls(K[np.ix_(fit, fit)], Y, gamma)
    return (K[np.ix_(held, fit)] @ c + b1 + K[np.ix_(fit, held)].T @ a + b2).argmax(axis=1)


def test_the_rivals_see_a_symmetric_matrix(bags):
    D = divergences(bags)
    for name, (how, _) in askls.IMAGES.items():
        K = askls.image_kernel(D, 0.2, how)
        assert np.allclose(K, K.T) == (not name.startswith("AsK-LS")), name
    moreno = np.sqrt(np.exp(-0.2 * D) * np.exp(-0.2 * D.T))
    np.testing.assert_allclose(askls.image_kernel(D, 0.2, "divergence"), moreno)


def test_other_data_are_refused():
    with pytest.raises(DataError, match="about bags of vectors"):
        figures(TableData([[0.0], [1.0]], [0, 1]), "AsK-LS")
    with pytest.raises(DataError, match="no labels"):
        figures(BagData([[[0.0]], [[1.0]]]), "AsK-LS")
