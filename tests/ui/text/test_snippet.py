"""Scripts: imports follow from what is used, and the result is what tools call tidy."""

from __future__ import annotations

import subprocess
import sys

import pytest

from askcore.ui.text.snippet import Script, file_stem

LONG = "kernel = askcore.kernels.GraphKernel(data.adjacency, 'katz', orientation='out', self_loops=False, beta=0.1)"
# As where askcore is installed.
TIDY = (
    "--isolated",
    "--select=E,W,F,I,B",
    "--ignore=E501",
    "--config=lint.isort.known-third-party=['askcore']",
    "-",
)
STEPS = (
    "data = askcore.datasets.load_sample('teaching_graph')",
    LONG,
    "problem = Problem(data, KernelChoice('adjacency', (('a', 1.0), ('b', 2.0)), orientation='out', normalize=True))",
    "split = holdout_split(data.labels, train_size=0.6)\nprint(np.sum(split.train), METHODS, kernel, problem)",
)


def test_imports_follow_from_the_names():
    head, *_ = str(Script("Page", "prints.", STEPS)).split("\n\n")
    assert head.splitlines() == [
        "# Page: prints.",
        "import askcore",
        "import numpy as np",
        "from askcore.experiments import METHODS, KernelChoice, Problem, holdout_split",
    ]


def test_what_a_script_says_of_itself_stays_a_comment():
    head = str(Script("Page", "a\nimport os", ("print(1)",))).splitlines()[0]
    assert head == "# Page: a import os"


def test_scripts_are_tidy():
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *TIDY],
        input=str(Script("Page", "prints.", STEPS)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("names", "stem"),
    [
        (("Decisions", "Cyclic communities"), "decisions-cyclic-communities"),
        (("Data", "../../etc/passwd.csv"), "data-passwd"),
        (("", "…"), "askcore"),
        (("Nyström", "x" * 10_000), "nystr-m-" + "x" * 52),
    ],
)
def test_a_file_name_is_plain(names, stem):
    assert file_stem(*names) == stem
