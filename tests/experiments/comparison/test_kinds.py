import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem, compare, paired_difference, three_kinds
from askcore.experiments.comparison.kinds import KERNEL_KINDS, default_kinds
from askcore.experiments.evaluation import Grid
from askcore.experiments.running.run import Cancelled

FEW = {"n_splits": 2, "inner_folds": 2, "grid": Grid((10.0,), (0.0,))}
BRIEF = {"n_splits": 3, "inner_folds": 2, "grid": Grid((1.0, 30.0), (0.0, 0.1))}


@pytest.fixture(scope="module")
def cyclic():
    return three_kinds(load_sample("cyclic_communities"), **BRIEF).run()


def test_a_graph_under_its_three_kernels(cyclic):
    """Averaging direction away leaves chance; S S^T and S itself find the groups."""
    assert repr(cyclic) == f"ThreeKinds(verdict={cyclic.verdict!r})"
    kinds = cyclic.kinds.set_index("kind")
    assert kinds.index.tolist() == list(KERNEL_KINDS)
    assert kinds.loc["indefinite", "mean"] < 0.5
    assert min(kinds.loc["definite", "mean"], kinds.loc["asymmetric", "mean"]) > 0.9
    assert kinds.loc["definite", "negative"] == 0
    assert kinds.loc["indefinite", "negative"] > 10
    assert kinds["skew_ratio"].gt(0).tolist() == [False, False, True]
    ahead = cyclic.differences.set_index(["first", "second"]).loc["asymmetric", "indefinite"]
    assert ahead["low"] > 0.3
    assert cyclic.verdict.startswith(
        "The indefinite kernel (S + Sᵀ)/2 is significantly worse than the positive definite S Sᵀ: "
    )
    assert (
        "The asymmetric kernel S is not significantly different from the positive definite S Sᵀ"
        in cyclic.verdict
    )
    assert "S is significantly better than (S + Sᵀ)/2 (" in cyclic.verdict
    # S S^T uses direction as S does, so neither indefiniteness nor asymmetry is told to cost or to be worth nothing.
    assert (
        "it loses how S(u, v) and S(v, u) differ: either may be the cause of a difference." in cyclic.verdict
    )


def test_differences_are_paired(cyclic):
    scores = cyclic.table.pivot(index="split", columns="kind", values="accuracy")
    expected = paired_difference(
        scores["asymmetric"] - scores["definite"], n_train=180, n_test=120, resolution=1 / 120
    )
    found = cyclic.differences.set_index(["first", "second"]).loc["asymmetric", "definite"]
    assert (found["mean"], found["p"]) == pytest.approx((expected.mean, expected.p))


def test_each_kind_is_a_comparison_with_the_same_splits(cyclic):
    data = load_sample("cyclic_communities")
    member = default_kinds(data)["asymmetric"].members
    alone = compare(data, dict(member), methods=["askls"], null=False, metric="accuracy", **BRIEF).run()
    rows = cyclic.table[cyclic.table["kind"] == "asymmetric"]
    np.testing.assert_array_equal(rows["accuracy"], alone.table["accuracy"])


def test_a_table_with_either_indefinite_kernel():
    data = load_sample("iris")
    tl1, tanh = (default_kinds(data, indefinite=name)["indefinite"] for name in ("tl1", "tanh"))
    assert (tl1.label, tanh.label) == ("TL1", "tanh")
    assert [name.partition(", ")[2] for name in tanh.members] == ["d = 0"] * 3 + ["d = -1"] * 3
    shares = []
    run = three_kinds(data, indefinite="tanh", **FEW)
    found = run.run(progress=lambda at: shares.append(float(at)))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert found.kinds["mean"].min() > 0.6
    assert set(found.settings["kernels"]) == set(KERNEL_KINDS)
    assert found.table.groupby("kind").size().tolist() == [2, 2, 2]
    assert run.partial.index.tolist() == list(range(len(run.partial)))
    assert "use direction" not in found.verdict  # kernels of rows are three matrices, not one
    with pytest.raises(Cancelled):
        three_kinds(data, **FEW).run(cancel=lambda: True)


@pytest.mark.parametrize("standardise", [True, False])
def test_rho_of_the_comparison_is_rho_of_the_sidebar(standardise):
    """One multiple is one matrix: TL1 as it is chosen beside a page and as it is tried on that page."""
    data = load_sample("iris")
    row = three_kinds(data, standardise=standardise, **FEW).run().kinds.set_index("kind").loc["indefinite"]
    times = float(row["chosen"].removeprefix("ρ ").removesuffix(" × usual"))
    assert times in (0.5, 1.0, 2.0)
    train = compare(data, "tl1", methods=["askls"], null=False, train_size=0.6, **FEW).splits[0].train
    problem = Problem(data, KernelChoice("tl1", standardise=standardise, bandwidth=times))
    values = np.linalg.eigvalsh(problem.bound(train).train())
    assert row["negative"] == (values < -1e-9).sum()


def test_what_is_refused():
    with pytest.raises(ValueError, match="indefinite must be 'tl1' or 'tanh', got 'rbf'"):
        default_kinds(load_sample("iris"), indefinite="rbf")
    with pytest.raises(DataError, match="Bags have no kernel of their own"):
        default_kinds(load_sample("textures"))
