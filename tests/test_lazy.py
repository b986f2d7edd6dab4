"""What an object makes is made once, by one thread at a time, and no object waits for another."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable

import numpy as np
import pytest

from askcore._lazy import cached_property, held_bytes
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem

WAIT = 10  # seconds after which a thread that waits for ever is given up


def together(*work: Callable[[], object]) -> list[object]:
    """What each returns, all of them run at once."""
    found: dict[int, object] = {}
    threads = [
        threading.Thread(target=lambda i=i, each=each: found.__setitem__(i, each()), daemon=True)
        for i, each in enumerate(work)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    return [found[i] for i in range(len(work))]


class Sample:
    def __init__(self, make=lambda: 4):
        self.make, self.made = make, 0

    @cached_property
    def square(self):
        """Its square."""
        self.made += 1
        return self.make()

    @cached_property
    def next(self):
        return self.square + 1


def fail():
    raise ValueError("not now")


def test_it_is_made_once_and_stays():
    sample = Sample()
    assert (sample.next, sample.square, sample.next, sample.made) == (5, 4, 5, 1)
    assert Sample.square.__doc__ == "Its square."


def test_what_was_raised_is_not_kept():
    sample = Sample(fail)
    with pytest.raises(ValueError, match="not now"):
        _ = sample.square
    sample.make = lambda: 9
    assert sample.square == 9


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
def test_a_copy_holds_what_was_made(again):
    sample = Sample(int)
    assert sample.next == 1
    other = again(sample)
    assert (other.next, other.made) == (1, 1)
    del other.__dict__["next"]
    assert other.next == 1


def test_a_second_thread_waits_for_the_first_and_makes_nothing():
    others, found = [], []

    def make():
        other = threading.Thread(target=lambda: found.append(sample.square))
        others.append(other)
        other.start()
        other.join(0.05)  # without a lock it is done by then
        return object()

    sample = Sample(make)
    first = sample.square
    others[0].join(WAIT)
    assert sample.made == 1
    assert found == [first]


def test_two_objects_are_made_at_the_same_time():
    meet = threading.Barrier(2, timeout=WAIT)
    samples = [Sample(meet.wait) for _ in range(2)]
    made = together(*(lambda each=each: each.square for each in samples))
    assert sorted(made) == [0, 1]


# Problems and what is prepared from them ---------------------------------------------------------------------------


def test_whole_and_on_demand_do_not_wait_for_each_other(monkeypatch):
    """Of one problem the whole matrix asks for the one on demand, of the other the reverse."""
    meet, crossed, came = threading.Barrier(2, timeout=WAIT), Problem.crossed.fget, set()

    def meeting(problem):
        if problem not in came:
            came.add(problem)
            meet.wait()
        return crossed(problem)

    graph = load_sample("teaching_graph")
    between = Problem(graph, KernelChoice("sne", matrix="crossed"))
    among = Problem(graph, KernelChoice("adjacency"))
    monkeypatch.setattr(Problem, "crossed", property(meeting))
    one, other = together(lambda: between.operator, lambda: among.on_demand)
    assert one is between.on_demand
    assert other is among.operator


def test_what_a_problem_holds_is_counted():
    """Of a table its matrix; of a graph the two embeddings of 64 + 64 numbers a node, from both sides, and links."""
    table = Problem(load_sample("two_moons"), KernelChoice("sne"))
    n, before = table.data.n_samples, held_bytes(table)
    assert (table.operator, table.on_demand, table.centred, table.samples) is not None
    assert 0 <= held_bytes(table) - before - 8 * n**2 < 8 * n * 10
    graph = Problem(load_sample("cyclic_communities"), KernelChoice("adjacency"))
    n, links = graph.data.n_samples, graph.data.n_edges
    assert (graph.operator, graph.spectral, graph.hope, graph.without_arrows.operator) is not None
    assert 0 <= held_bytes(graph) - 4 * 128 * n * 8 < 15 * links * 12  # a kernel keeps its links, too


def test_a_long_list_is_weighed_by_its_first_entry_unless_that_holds_arrays():
    assert held_bytes([[0.5]] * 1_000) == held_bytes([0.5] * 1_000) == 32_000
    assert held_bytes([np.zeros(3) for _ in range(1_000)]) == 24_000
