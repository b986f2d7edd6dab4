"""Cases in worker processes, which a case may take down.

A worker says on its output which case it begins and what it found. It ends where one takes too long; where a worker
ends early, the case that it had begun is a finding, and another one reads the rest.
"""

from __future__ import annotations

import faulthandler
import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.fuzz.mutation import Case, case
from tests.fuzz.reading import MADE, READERS, SECONDS, WAYS, finding, limit_memory

SILENT = 6 * SECONDS


@dataclass(frozen=True)
class Finding:
    """What one reader made of one case."""

    seed: int
    number: int
    reader: str
    problem: str
    made_from: str


def given(seed: int, number: int, reader: str) -> Case:
    """What a reader gets as the case of a number: a file, or the seed of what it makes."""
    return Case("seed", f"{seed}:{number}".encode(), "a seed") if reader in MADE else case(seed, number)


def work() -> None:
    """What a worker does: read its cases, and say so."""
    seed, numbers, alone = json.load(sys.stdin)
    case(seed, 0)
    limit_memory()
    for number in numbers:
        rng = random.Random(f"{seed}:{number}:way")
        for reader in [alone] if alone else [*READERS, rng.choice(sorted(WAYS)), rng.choice(sorted(MADE))]:
            sys.stdout.write(f"{json.dumps([number, reader, None])}\n")
            sys.stdout.flush()
            faulthandler.dump_traceback_later(SILENT, exit=True)
            if problem := finding(given(seed, number, reader), reader):
                sys.stdout.write(f"{json.dumps([number, reader, problem])}\n")


def run(
    seed: int,
    numbers: Sequence[int],
    *,
    jobs: int = 1,
    reader: str = "",
    told: Callable[[str], None] = lambda text: None,
) -> list[Finding]:
    """Give the cases of these numbers to workers.

    Parameters
    ----------
    seed, numbers : which cases.
    jobs : how many processes at once.
    reader : the only one that reads them; else all of READERS, one of WAYS and one of MADE.
    told : takes a line now and then, on how far it is.

    Returns
    -------
    What was found, in the order of the cases.
    """

    def read(left: Sequence[int]) -> list[Finding]:
        found: list[Finding] = []
        while left:
            done = -1
            with subprocess.Popen(
                [sys.executable, "-c", "from tests.fuzz.runner import work; work()"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            ) as worker:  # fmt: skip
                assert worker.stdin is not None
                assert worker.stdout is not None
                worker.stdin.write(json.dumps([seed, left, reader]))
                worker.stdin.close()
                for line in worker.stdout:
                    number, name, problem = json.loads(line)
                    if done < 0 or number != left[done]:
                        done += 1
                        if number % 500 == 0 and number:
                            told(f"Case {number:,}")
                    if problem:
                        found.append(
                            Finding(seed, number, name, problem, given(seed, number, name).made_from)
                        )
            if worker.returncode == 0:
                break
            if done < 0:
                raise RuntimeError("a worker ended before its first case")
            cause = f"the process ends ({_cause(worker.returncode)})"
            found.append(Finding(seed, number, name, cause, given(seed, number, name).made_from))
            left = left[done + 1 :]
        return found

    with ThreadPoolExecutor(jobs) as threads:
        found = threads.map(read, [list(numbers[i::jobs]) for i in range(min(jobs, len(numbers)))])
        return sorted((one for each in found for one in each), key=lambda one: one.number)


def _cause(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"code {code}"
