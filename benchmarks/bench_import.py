"""What ``import askcore`` costs against the libraries it cannot do without; and what a first use adds.

Medians of processes of their own, in turn. The floor: at most 1.2 times ``import numpy, scipy.sparse.linalg``.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

REPEATS = 7
FLOOR = 1.2
PEER = "import numpy, scipy.sparse.linalg"
CODE = {
    "import askcore": "import askcore",
    "a kernel": "import askcore; askcore.kernels.KERNELS",
    "a sample": "import askcore; askcore.datasets.load_sample('cyclic_communities')",
    "a classifier": "import askcore; askcore.AsKLSClassifier",
    "a figure": "import askcore; askcore.figures.singular_values",
    "experiments": "import askcore; askcore.experiments.compare",
}


def seconds(code: str) -> float:
    """Wall time of a Python that runs ``code``."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - started


def main() -> None:
    """Print seconds and ratios; leave with 1 where the floor is missed."""
    start, runs = [], {code: [] for code in [PEER, *CODE.values()]}
    for _ in range(REPEATS):
        start.append(seconds("pass"))
        for code, taken in runs.items():
            taken.append(seconds(code))
    idle = statistics.median(start)
    own = {code: statistics.median(taken) - idle for code, taken in runs.items()}
    print(f"{PEER}: {own[PEER]:.2f} s (without Python's own start of {idle:.2f} s)")
    for name, code in CODE.items():
        print(f"{name:>16}: {own[code]:.2f} s, {own[code] / own[PEER]:.2f} times")
    if own[CODE["import askcore"]] > FLOOR * own[PEER]:
        sys.exit(f"import askcore takes more than {FLOOR} times the peer")


if __name__ == "__main__":
    main()
