"""Protocols that take no time, for the tests of the runner. A module of its own: worker processes import it."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_info

from askcore import DataError
from askcore.papers import Journal, Protocol
from askcore.papers.engine.journal import settings_of
from askcore.papers.engine.protocol import ASKLS_PAPER, Difference, Remark, Unit


@dataclass(frozen=True)
class ToySet:
    name: str

    @property
    def digest(self) -> str:
        return f"digest of {self.name}"


DATA = {"cora": ToySet("cora"), "citeseer": ToySet("citeseer")}
ASKLS, LSSVM, RIVAL = "AsK-LS on adjacency", "LS-SVM on NERD embedding", "a rival"


def drawn(unit: Unit, method: str) -> list[float]:
    """Values that depend on data set, method, repeat and seed, and on nothing else."""
    word = sum(map(ord, unit.dataset + method))
    return [
        float(np.random.default_rng(np.random.SeedSequence([unit.seed, r, word])).random())
        for r in unit.repeats
    ]


def compute(data, unit, options):
    if options.get("calls"):  # a file that gets a line per call, from whichever process
        with Path(options["calls"]).open("a") as lines:
            lines.write(f"{unit.dataset}|{'+'.join(unit.methods)}|{unit.repeats}\n")
    time.sleep(options.get("pause", 0.0))
    return {method: {"micro_f1": drawn(unit, method)} for method in unit.methods}


def compute_slowly(data, unit, options):
    """Python code that takes far longer than a test waits."""
    with Path(options["calls"]).open("a") as lines:
        lines.write(f"{os.getpid()}\n")
    if unit.repeats[0] == 0:
        return {method: {"micro_f1": [0.5]} for method in unit.methods}
    until = time.monotonic() + 60
    while time.monotonic() < until:
        time.sleep(0.01)
    return {method: {"micro_f1": [0.5]} for method in unit.methods}


def compute_conditions(data, unit, options):
    """The most threads that any BLAS here would use, and how far back this process stands in line."""
    np.ones((4, 4)) @ np.ones((4, 4))
    most = max(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
    here = os.getpriority(os.PRIO_PROCESS, 0)
    return {method: {"micro_f1": [float(most)], "macro_f1": [float(here)]} for method in unit.methods}


def compute_deadly(data, unit, options):
    """The system kills this process while it computes a rival, as for want of memory."""
    if unit.methods == (RIVAL,):
        os.kill(os.getpid(), signal.SIGKILL)
    return compute(data, unit, options)


def compute_partly(data, unit, options):
    if unit.methods == (LSSVM,):
        raise DataError("two classes are too few", remedy="Take three.")
    if unit.methods == (RIVAL,):
        raise MemoryError
    return compute(data, unit, options)


def compute_broken(data, unit, options):
    if unit.methods == (RIVAL,):  # given out once another has come back
        raise RuntimeError("a slip in the protocol")
    return compute(data, unit, options)


def compute_nan(data, unit, options):
    values = {"micro_f1": [float("nan")], "macro_f1": [float("inf")]}
    return dict.fromkeys(unit.methods, values)


def compute_capped(data, unit, options):
    """Repeats 0 and 2 on cora meet a cap; another set has none."""
    met = [float(r != 1 and unit.dataset == "cora") for r in unit.repeats]
    return {m: {"micro_f1": drawn(unit, m), "capped": met} for m in unit.methods}


def load(name, data_home):
    if name == "citeseer" and data_home == "half":
        raise DataError("citeseer is not there")
    if name not in DATA:
        raise DataError(f"{name} is not there")
    return DATA[name]


TOY = Protocol(
    key="toy-III",
    paper=ASKLS_PAPER,
    table="III",
    title="Toy",
    about="Shows how a table is run.",
    datasets=("cora", "citeseer"),
    methods=(ASKLS, LSSVM),
    alike=(RIVAL,),
    metrics=("micro_f1", "macro_f1"),
    compute=compute,
    load=load,
    options={"pause": 0.0, "calls": ""},
    full=3,
    quick=2,
    steps=(("Data", "Drawn."), ("Metric", "Micro F1.")),
    left_open=("The paper names no seed.",),
    differences={("cora", ASKLS, "micro_f1"): Difference("Cora is drawn otherwise.", "another seed", 0.75)},
    remarks=(Remark("capped", "stopped after {pause} s", ASKLS), Remark("capped", "stopped")),
    absent={"pubmed": "Nobody has it."},
)


def toy(**changes) -> Protocol:
    return replace(TOY, **changes)


def same(one, two) -> None:
    """Two results have equal tables, to the last digit."""
    pd.testing.assert_frame_equal(one.table, two.table, check_exact=True)


def calls(path) -> list[str]:
    """Lines that ``compute`` has written."""
    return path.read_text().splitlines() if path.exists() else []


def append_many(path, number) -> None:
    """Thirty long records into a file."""
    journal = Journal(path)
    for r in range(30):
        unit = Unit("cora", ("m" * 3000,), (r,), number)
        journal.append(settings_of(toy(), unit, "digest", {}), {"m": {"f": [float(r)]}}, 0.0)
        time.sleep(0.001)
