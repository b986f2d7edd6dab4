"""What ``import askcore`` costs against the libraries it cannot do without; and what a first use adds.

Seconds of processes of their own, in turn, without Python's own start: ``import numpy, scipy.sparse.linalg`` is the
peer, and ``import askcore`` may take 1.2 times as long.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

from benchmarks.measure import record, run, sized

REPEATS = sized(7, 1)
PEER = "import numpy, scipy.sparse.linalg"
CODE = {
    "askcore": "import askcore",
    "kernel": "import askcore; askcore.kernels.KERNELS",
    "sample": "import askcore; askcore.datasets.load_sample('cyclic_communities')",
    "classifier": "import askcore; askcore.AsKLSClassifier",
    "figure": "import askcore; askcore.figures.singular_values",
    "experiments": "import askcore; askcore.experiments.compare",
}


def seconds(code: str) -> float:
    """Seconds of the processor of a Python that runs ``code``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def imports() -> None:
    """All of them in turns."""
    runs: dict[str, list[float]] = {code: [] for code in ["pass", PEER, *CODE.values()]}
    for _ in range(REPEATS):
        for code, taken in runs.items():
            taken.append(seconds(code))
    own = {code: statistics.median(taken) - statistics.median(runs["pass"]) for code, taken in runs.items()}
    for name, code in CODE.items():
        taken = {"ours": own[code], "peer": own[PEER]}
        record(f"import.{name}.peer_over_ours", own[PEER] / own[code], runs=REPEATS, seconds=taken, note=code)


if __name__ == "__main__":
    run({"imports": imports})
