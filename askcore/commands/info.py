"""``askcore info``: what results depend on, within a second."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from math import isfinite

from askcore._command import Parser
from askcore._format import file_size
from askcore._machine import cores, memory, versions
from askcore._validation import available_memory

_PACKAGES = (
    "numpy", "scipy", "scikit-learn", "pandas", "networkx", "plotly", "streamlit", "skops", "pyarrow", "dask",
    "distributed", "openpyxl", "pillow", "defusedxml",
)  # fmt: skip
_BY_USER = (
    "ASKCORE_DATA",
    "ASKCORE_RESULTS",
    "ASKCORE_JOBS",
    "ASKCORE_SCHEDULER",
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
)


def run(given: list[str]) -> int:
    """Print it; ``given`` are the arguments after the word "info"."""
    parser = Parser(
        prog="askcore info",
        description="Versions, memory, cores and linear algebra of this installation.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(given)
    rows = facts()
    width = max(map(len, rows))
    sys.stdout.write("".join(f"{name:<{width}}  {value}\n" for name, value in rows.items()))
    return 0


def facts() -> dict[str, str]:
    """Facts about the installation, as name and value."""
    found = versions(_PACKAGES, missing="not installed")
    found["platform"] = platform.platform()
    whole = memory()
    free = file_size(available_memory())
    found["memory"] = f"{free} free of {file_size(whole)}" if isfinite(whole) else f"{free} free"
    found["cores"] = f"{cores()} of {os.cpu_count() or 1}"
    for number, each in enumerate(_libraries()):
        found[f"BLAS {number + 1}" if number else "BLAS"] = each
    return found | {name: os.environ[name] for name in _BY_USER if name in os.environ}


def _libraries() -> list[str]:
    """The libraries of linear algebra that are loaded, each once."""
    import scipy.linalg  # noqa: F401 - brings its own
    from threadpoolctl import threadpool_info

    found = [
        f"{each['internal_api']} {each['version'] or 'of an unknown version'}, threads: {each['num_threads']}"
        for each in threadpool_info()
        if each["user_api"] == "blas"
    ]
    return list(dict.fromkeys(found)) or ["unknown"]
