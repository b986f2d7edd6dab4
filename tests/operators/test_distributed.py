"""Matrices on the workers of a Dask cluster equal their dense twins, whatever they are made of and whoever dies."""

from __future__ import annotations

import os
import signal

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import read_graph
from askcore.operators import CenteredOperator, DistributedOperator, cluster
from tests.cluster import client
from tests.helpers import naive_centred
from tests.operators.test_operators import OperatorSuite, plain

pytest.importorskip("distributed", reason="dask and distributed are not installed")
assert client


def of_dask(shape, client):
    import dask.array

    array = dask.array.from_array(plain(shape), chunks=(3, 2))
    return DistributedOperator.from_dask(array, client=client), plain(shape)


def part(shape, client):
    """Rows and columns in another order, some of them twice."""
    rng = np.random.default_rng(3)
    rows, columns = rng.integers(9, size=shape[0]), rng.integers(8, size=shape[1])
    whole = DistributedOperator.from_matrix(plain((9, 8)), client=client)
    return whole.part(rows, columns), plain((9, 8))[np.ix_(rows, columns)]


def centred(shape, client):
    K = DistributedOperator.from_matrix(plain(shape), client=client)
    return CenteredOperator(K), naive_centred(plain(shape))


def sparse(shape, client):
    return DistributedOperator.from_matrix(sp.coo_array(plain(shape)), client=client), plain(shape)


@pytest.mark.parametrize("make", [sparse, of_dask, part, centred])
class TestEveryKind(OperatorSuite):
    @pytest.fixture(params=[(7, 4), (1, 5)], ids=str)
    def pair(self, request, make, client):
        return make(request.param, client)


def test_both_products_come_at_once(client, rng):
    K = rng.standard_normal((30, 20))
    operator = DistributedOperator.from_matrix(K, client=client)
    X, Z = rng.standard_normal((20, 3)), rng.standard_normal((30, 2))
    for found, wanted in zip(operator.both(X, Z), (K @ X, K.T @ Z), strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-12)


def test_a_part_without_rows_has_products(client):
    empty = DistributedOperator.from_matrix(plain((6, 4)), client=client).part([], [1, 2])
    assert empty.shape == (0, 2)
    assert (empty @ np.ones((2, 3))).shape == (0, 3)
    np.testing.assert_array_equal(empty.T @ np.ones((0, 3)), np.zeros((2, 3)))
    assert [part.shape for part in empty.both(np.ones((2, 1)), np.ones((0, 1)))] == [(0, 1), (2, 1)]
    assert [squares.tolist() for squares in empty.squared_norms()] == [[], [0.0, 0.0]]


def test_a_dask_array_may_have_unknown_chunks(client):
    import dask.array

    X = np.random.default_rng(0).standard_normal((20, 3))
    known = dask.array.from_array(X, chunks=(6, 3))
    kept = known[known[:, 0] > 0]
    assert np.isnan(kept.chunks[0]).all()
    operator = DistributedOperator.from_dask(kept, client=client)
    np.testing.assert_array_equal(operator.toarray(), X[X[:, 0] > 0])
    whole = dask.array.from_array(X, chunks=(20, 3))
    wide = DistributedOperator.from_dask(whole[:, whole[1] > 0], client=client)
    np.testing.assert_array_equal(wide.toarray(), X[:, X[1] > 0])


def test_a_dask_array_that_is_no_matrix_is_named(client):
    import dask.array

    X = np.ones((8, 3))
    X[5, 1] = np.nan
    with pytest.raises(DataError, match=r"Rows 4 to 7: The block\[1, 1\] is nan"):
        DistributedOperator.from_dask(dask.array.from_array(X, chunks=(4, 3)), client=client)
    with pytest.raises(DataError, match="must have two dimensions, got 1"):
        DistributedOperator.from_dask(dask.array.ones(4), client=client)


def test_an_index_out_of_range_is_refused(client):
    operator = DistributedOperator.from_matrix(plain((6, 4)), client=client)
    with pytest.raises(IndexError, match=r"rows\[1\] is 6; expected whole numbers from 0 to 5"):
        operator.part([0, 6], [0])


def test_a_worker_that_is_killed_changes_no_product(client, rng):
    K = sp.random_array((300, 300), density=0.1, format="csr", rng=0)
    operator = DistributedOperator.from_matrix(K, client=client)
    X = rng.standard_normal((300, 2))
    before = operator @ X
    os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
    np.testing.assert_array_equal(operator @ X, before)
    np.testing.assert_allclose(operator.T @ X, K.T @ X, atol=1e-12)


def folder_of(path, frames):
    for name, frame in frames.items():
        frame.to_parquet(path / name, index=False)
    return path


def links(rng, n=40, m=300, weighted=True, kind=int):
    ends = rng.integers(n, size=(m, 2))
    frame = pd.DataFrame(ends, columns=["source", "target"]).astype(str if kind is str else np.int64)
    return frame.assign(weight=rng.integers(1, 9, size=m) / 4.0) if weighted else frame


@pytest.mark.parametrize(("weighted", "kind"), [(True, str), (False, int)])
def test_a_folder_of_parquet_files_is_the_graph_of_one_machine(client, rng, tmp_path, weighted, kind):
    frames = [links(rng, weighted=weighted, kind=kind) for _ in range(3)]
    frames[2] = pd.concat([frames[2], frames[0].iloc[:50]])  # duplicates across files
    folder = folder_of(tmp_path, {f"part-{i}.parquet": frame for i, frame in enumerate(frames)})
    operator = DistributedOperator.from_parquet(folder, nodes="mapped", client=client)
    one = read_graph(pd.concat(frames, ignore_index=True).astype({"source": str, "target": str}))
    place = {name: i for i, name in enumerate(one.node_ids)}
    order = [place[str(name)] for name in operator.ids]
    np.testing.assert_allclose(operator.toarray(), one.adjacency.toarray()[np.ix_(order, order)], rtol=1e-14)


@pytest.mark.parametrize(
    ("weighted", "orientation"), [(True, "in"), (True, "out"), (False, "out"), (False, "both")]
)
def test_orientation_says_how_a_row_reads_links(client, rng, tmp_path, weighted, orientation):
    from askcore.kernels import GraphKernel

    frame = links(rng, n=12, weighted=weighted)
    folder_of(tmp_path, {"a.parquet": frame[:150], "b.pq": frame[150:]})
    operator = DistributedOperator.from_parquet(tmp_path, nodes=12, orientation=orientation, client=client)
    assert operator.shape == (12, 12)
    assert operator.ids is None
    graph = read_graph(frame.astype({"source": str, "target": str}))
    place = {name: i for i, name in enumerate(graph.node_ids)}
    order = [place[str(i)] for i in range(12)]
    A = graph.adjacency[order][:, order]
    S = GraphKernel(A, orientation=orientation, self_loops=None, normalize=False)(range(12), range(12))
    np.testing.assert_allclose(operator.toarray(), S.toarray(), rtol=1e-14)


def test_ids_keep_the_order_in_which_they_are_given(client, tmp_path):
    folder = folder_of(tmp_path, {"a.parquet": pd.DataFrame({"u": ["c", "a"], "v": ["a", "b"], "n": [2, 3]})})
    named = {"source": "u", "target": "v", "weight": "n", "client": client}
    operator = DistributedOperator.from_parquet(folder, nodes=["c", "b", "a", "z"], **named)
    wanted = np.zeros((4, 4))
    wanted[0, 2], wanted[2, 1] = 2, 3
    np.testing.assert_array_equal(operator.toarray(), wanted)
    with pytest.raises(
        DataError, match=r"a\.parquet: Row 1 of column 'v' holds the id b; ids are one of the 2 given"
    ):
        DistributedOperator.from_parquet(folder, nodes=["a", "c"], **named)
    with pytest.raises(DataError, match=r'The ids are text\. Set nodes="mapped"'):
        DistributedOperator.from_parquet(folder, **named)
    with pytest.raises(DataError, match="An id occurs twice"):
        DistributedOperator.from_parquet(folder, nodes=["a", "a"], **named)


GOOD = pd.DataFrame({"source": [0, 1], "target": [1, 2], "weight": [1.0, 2.0]})
BAD = {
    "a broken file": (b"PAR1 and no more", {}, "cannot be read as Parquet"),
    "another schema": (GOOD.rename(columns={"target": "to"}), {}, "It has no column 'target'"),
    "no weights": (GOOD[["source", "target"]], {}, r"It has no column 'weight', as .*a\.parquet has"),
    "ids of another kind": (GOOD.astype({"source": str, "target": str}), {}, r"Its ids are text, those of .* numbers"),
    "ids of two kinds": (GOOD.astype({"source": str}), {}, "One column of ids is text, the other numbers"),
    "fractions": (GOOD.astype({"source": float}), {}, "Column 'source' holds double; ids are whole numbers or text"),
    "no id": (GOOD.assign(target=pd.array([1, pd.NA], "Int64")), {}, "Row 1 of column 'target' has no id"),
    "too large": (GOOD, {"nodes": 2}, "Row 1 of column 'target' holds the id 2; ids are whole numbers from 0 to 1"),
    "negative": (GOOD.replace({"source": {1: -1}}), {}, "Row 1 of column 'source' holds the id -1"),
    "names as numbers": (GOOD.replace({"source": {1: 10**12}}), {}, "and only 6 ends of links .* nodes=.mapped. to"),
    "negative weight": (GOOD.replace({"weight": {2.0: -2.0}}), {}, "Row 1 has the weight -2; weights are finite"),
    "no weight": (GOOD.replace({"weight": {2.0: np.nan}}), {}, "Row 1 has the weight nan"),
    "weights of text": (GOOD.assign(weight=["a", "b"]), {}, "Column 'weight' holds no numbers"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_cannot_be_used_is_named(client, tmp_path, case):
    bad, options, said = BAD[case]
    fine = GOOD[["source", "target"]].iloc[:1].assign(weight=1.0)
    folder_of(tmp_path, {"a.parquet": fine})
    if isinstance(bad, bytes):
        (tmp_path / "b.parquet").write_bytes(bad)
    else:
        folder_of(tmp_path, {"b.parquet": bad})
    with pytest.raises(DataError, match=rf"File .*b\.parquet: .*{said}"):
        DistributedOperator.from_parquet(tmp_path, client=client, **options)


def test_a_folder_without_links_is_refused(client, tmp_path):
    with pytest.raises(DataError, match=r"contains no files \*\.parquet or \*\.pq"):
        DistributedOperator.from_parquet(tmp_path, client=client)
    with pytest.raises(DataError, match="nowhere: This is not a folder"):
        DistributedOperator.from_parquet(tmp_path / "nowhere", client=client)
    folder_of(tmp_path, {"a.parquet": GOOD[:0]})
    with pytest.raises(DataError, match="The files contain no links"):
        DistributedOperator.from_parquet(tmp_path, client=client)
    with pytest.raises(ValueError, match="orientation must be 'in', 'out' or 'both', got 'up'"):
        DistributedOperator.from_parquet(tmp_path, orientation="up", client=client)
    with pytest.raises(ValueError, match="nodes must be None, a number, 'mapped' or the ids"):
        DistributedOperator.from_parquet(tmp_path, nodes="all", client=client)


def test_a_client_that_has_not_noticed_that_its_scheduler_is_gone_is_told(client):
    class Late:
        scheduler = client.scheduler

        def nthreads(self):
            raise OSError("Timed out trying to connect to it after 5 s")  # as distributed.comm.core raises it

    with pytest.raises(DataError, match=r"no longer answers \(Timed out trying to connect") as raised:
        cluster.workers(Late())
    assert client.scheduler.address in str(raised.value)
