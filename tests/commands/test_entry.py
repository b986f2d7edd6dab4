"""The command ``askcore``: which command is meant, mistakes, and what is told of an installation."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import askcore
from askcore import _machine
from askcore.commands import main
from tests.commands.started import PATIENT, started

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command(capsys):
    def call(*arguments):
        code = main([*arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def run(*arguments: str, **more) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "askcore", *arguments]
    return subprocess.run(call, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False, **more)


def test_info_tells_what_results_depend_on():
    done = run("info", env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    assert (done.returncode, done.stderr) == (0, "")
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert told["askcore"] == askcore.__version__
    assert told["numpy"] == np.__version__
    assert told["cores"] == f"{_machine.cores()} of {os.cpu_count()}"
    assert "MB free of" in told["memory"] or "GB free of" in told["memory"]
    assert told["OPENBLAS_NUM_THREADS"] == "1"
    assert "BLAS" in told


def test_info_needs_none_of_the_heavy_libraries():
    code = (
        "import sys, askcore.commands as c; c.main(['info']); "
        "print([m for m in ('pandas', 'sklearn', 'plotly', 'streamlit', 'networkx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compar"], "There is no command 'compar'. Did you mean: askcore compare"),
        (
            ["serve"],
            "There is no command 'serve'. Choose one of compare, papers, cluster, info, or give no command to "
            "open the dashboard.",
        ),
        (["--por", "x"], "Argument --port: invalid int value: 'x'. askcore --help lists the options."),
        (["--gamma", "1"], "Unrecognized arguments: --gamma 1. askcore --help lists the options."),
        (["info", "more"], "Unrecognized arguments: more. askcore info --help lists the options."),
        (["papers"], "Choose a --table, or --all; --list shows the tables."),
    ],
)
def test_a_mistake_is_a_sentence_and_code_2(command, arguments, said):
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_ctrl_c_ends_a_comparison_without_a_traceback():
    edges, nodes = (f"sample_data/cyclic_communities_{part}.csv" for part in ("edges", "nodes"))
    with started("compare", edges, "--labels", nodes, "--effort", "all") as process:
        assert process.stderr.readline().startswith("Comparing on 300 samples")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENT)
        # rich before 14.3 ends a bar that is not shown with an empty line.
        assert (process.returncode, out, err.lstrip("\n")) == (130, "", "Stopped.\n")


@pytest.mark.parametrize(
    ("text", "count"), [("max 100000", None), ("150000 100000", 1.5), ("", None), ("x", None)]
)
def test_the_quota_of_a_container(tmp_path, text, count):
    path = tmp_path / "cpu.max"
    assert _machine._quota(path) is None
    path.write_text(text)
    assert _machine._quota(path) == count
