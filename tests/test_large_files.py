"""The benchmark of large files runs, tiny: each part in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_benchmark_of_large_files_runs():
    pytest.importorskip("pyarrow")
    script = ROOT / "benchmarks" / "bench_large_files.py"
    environment = {**os.environ, "ASKCORE_BENCH_SMALL": "1", "OPENBLAS_NUM_THREADS": "1"}
    said = subprocess.run(
        [sys.executable, script, "--parts", "table", "parquet"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.strip().partition(":")[0] for line in said.stdout.splitlines()]
    assert lines == ["table of 2,000 rows", "table of 8,000 rows", "parquet of 5,000 links"]
