"""The limit of threads: counted, restored when the last user leaves, and no error where there is nothing to limit."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import scipy.sparse as sp
from joblib import Parallel, delayed
from threadpoolctl import ThreadpoolController, threadpool_limits

from askcore import _threads
from askcore._threads import FEW, are_few, is_light, one_thread


def threads():
    """Of the BLAS libraries."""
    return {each["num_threads"] for each in ThreadpoolController().info() if each["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def two():
    """Two threads before, whatever the machine has."""
    with threadpool_limits(2):
        before = threads()
        yield
        assert threads() == before


def test_one_thread_within_and_as_before_after():
    before = threads()
    with one_thread():
        assert threads() == {1}
        with one_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == before
    with one_thread(when=False):
        assert threads() == before


def test_it_is_restored_after_an_exception():
    before = threads()
    with pytest.raises(ZeroDivisionError), one_thread():
        1 / 0  # noqa: B018
    assert threads() == before


def test_a_function_may_be_decorated():
    assert one_thread()(threads)() == {1}


def test_the_last_of_several_threads_restores_it():
    first, second = threading.Event(), threading.Event()
    before, found = threads(), []

    def work(mine, other):
        with one_thread():
            mine.set()
            assert other.wait(10)
        found.append(threads())

    workers = [threading.Thread(target=work, args=pair) for pair in ((first, second), (second, first))]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert found[-1] == before
    assert _threads._users == 0


@pytest.mark.parametrize("prefer", ["threads", "processes"])
def test_under_joblib_it_is_restored_in_each_process(prefer):
    before = threads()
    found = Parallel(n_jobs=2, prefer=prefer)(delayed(within)(i) for i in range(6))
    assert found == [{1}] * 6
    assert threads() == before


def within(number):
    """Importable by name, for other processes."""
    with one_thread():
        return threads()


def test_nothing_to_limit_is_no_error(monkeypatch):
    empty = ThreadpoolController().select(user_api="nothing")
    monkeypatch.setattr(_threads, "_controller", lambda openmp: empty)
    with one_thread():
        assert np.ones(3) @ np.ones(3) == 3.0


def test_what_is_light():
    assert is_light(np.ones((5000, 20)))
    assert is_light(sp.eye_array(5000, format="csr"))
    assert not is_light(np.ones((FEW, FEW)))
    assert are_few(["a"] * 10)
    assert not are_few(np.ones((FEW, 2)))
