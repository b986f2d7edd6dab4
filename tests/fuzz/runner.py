"""Cases in worker processes, and a case that fails made smaller.

A worker says on its output which case it begins and what it found. One that is silent for too long, or dies, is
replaced, and the case it had begun is a finding.
"""

from __future__ import annotations

import contextlib
import json
import random
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.fuzz.mutation import Case, case
from tests.fuzz.reading import MADE, READERS, SECONDS, WAYS, finding, limit_memory

SILENT = 6 * SECONDS
ATTEMPTS, SMALLER_SECONDS = 300, 20.0


@dataclass(frozen=True)
class Finding:
    """What one reader made of one case."""

    seed: int
    number: int
    reader: str
    problem: str
    made_from: str


@dataclass
class _Worker:
    """A process with the cases it is to read, and the one it has begun."""

    seed: int
    left: list[int]
    reader: str
    process: subprocess.Popen[str] = field(init=False)
    begun: tuple[int, str] | None = None
    heard: float = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tests.fuzz.runner import work; work()"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([self.seed, self.left, self.reader]))
        self.process.stdin.close()
        self.begun, self.heard = None, time.monotonic() + 60  # imports, and the corpus

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def given(seed: int, number: int, reader: str) -> Case:
    """What a reader gets as the case of a number: a file, or the seed of what it makes."""
    return Case("seed", f"{seed}:{number}".encode(), "a seed") if reader in MADE else case(seed, number)


def work() -> None:
    """What a worker does: read its cases, and say so."""
    seed, numbers, alone = json.load(sys.stdin)
    case(seed, 0)
    limit_memory()
    for number in numbers:
        for reader in [alone] if alone else _readers(seed, number):
            _say(["begun", number, reader])
            if problem := finding(given(seed, number, reader), reader):
                _say(["found", number, reader, problem])
        _say(["done", number])


def _say(what: list[object]) -> None:
    sys.stdout.write(f"{json.dumps(what)}\n")
    sys.stdout.flush()


def _readers(seed: int, number: int) -> list[str]:
    rng = random.Random(f"{seed}:{number}:way")
    return [*READERS, rng.choice(sorted(WAYS)), rng.choice(sorted(MADE))]


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
    found: list[Finding] = []
    ears = selectors.DefaultSelector()
    workers = [_Worker(seed, list(numbers[i::jobs]), reader) for i in range(min(jobs, len(numbers)))]
    start, done = time.monotonic(), 0
    try:
        for worker in workers:
            _listen(ears, worker)
        while ears.get_map():
            for key, _ in ears.select(timeout=1.0):
                worker = key.data
                line = key.fileobj.readline()  # type: ignore[union-attr]
                if not line:
                    ears.unregister(key.fileobj)
                    worker.process.wait()
                    _replace(ears, worker, found, f"the process ends ({_cause(worker.process.returncode)})")
                    continue
                what, number, *more = json.loads(line)
                worker.heard = time.monotonic()
                if what == "begun":
                    worker.begun = number, more[0]
                elif what == "found":
                    found.append(Finding(seed, number, *more, given(seed, number, more[0]).made_from))
                else:
                    worker.left.remove(number)
                    worker.begun = None
                    done += 1
                    if done % 500 == 0:
                        told(f"{done:,} cases in {time.monotonic() - start:.0f} s, {len(found):,} findings")
            for worker in workers:
                if worker.left and time.monotonic() - worker.heard > SILENT and worker.begun is not None:
                    with contextlib.suppress(KeyError):
                        ears.unregister(worker.process.stdout)  # type: ignore[arg-type]
                    _replace(ears, worker, found, f"nothing is heard for {SILENT:.0f} s")
    finally:
        for worker in workers:
            worker.end()
    return sorted(found, key=lambda one: one.number)


def _listen(ears: selectors.BaseSelector, worker: _Worker) -> None:
    worker.start()
    assert worker.process.stdout is not None
    ears.register(worker.process.stdout, selectors.EVENT_READ, worker)


def _replace(ears: selectors.BaseSelector, worker: _Worker, found: list[Finding], problem: str) -> None:
    """Note the case that a worker had begun, and start another one for the rest."""
    worker.end()
    if not worker.left:
        return
    if worker.begun is None:
        raise RuntimeError("a worker ended before its first case")
    number, reader = worker.begun
    found.append(Finding(worker.seed, number, reader, problem, given(worker.seed, number, reader).made_from))
    worker.left.remove(number)
    if worker.left:
        _listen(ears, worker)


def _cause(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"code {code}"


def smaller(one: Finding) -> bytes:
    """The data of a finding with parts taken out, as long as the same is found; as they are where the process ended
    or they are a seed."""
    whole = given(one.seed, one.number, one.reader)
    data, size = whole.data, max(len(whole.data) // 2, 1)
    end = time.monotonic() + SMALLER_SECONDS
    if one.reader in MADE or one.problem.startswith(("the process", "nothing is heard", "takes over")):
        return data
    for _ in range(ATTEMPTS):
        for start in range(0, len(data), size):
            shorter = data[:start] + data[start + size :]
            if time.monotonic() > end:
                return data
            if finding(Case(whole.name, shorter, whole.made_from), one.reader) == one.problem:
                data = shorter
                break
        else:
            if size == 1:
                break
            size = max(size // 2, 1)
    return data
