"""Work in steps: a generator that returns its result, and the seconds that it takes."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import Any, Generic, TypeVar, cast

Step = TypeVar("Step")
Result = TypeVar("Result")


class Steps(Iterator[Step], Generic[Step, Result]):
    """The steps of a generator, for a loop, and what the generator returned, after it.

    Parameters
    ----------
    generator : not begun or under way.

    Attributes
    ----------
    seconds : spent within the steps that were taken.
    result : what the generator returned; there once the loop has ended.

    Examples
    --------
    >>> def counted():
    ...     yield 1
    ...     return "done"
    >>> steps = Steps(counted())
    >>> [*steps], steps.result
    ([1], 'done')
    """

    result: Result

    def __init__(self, generator: Generator[Step, None, Result]) -> None:
        self._generator = generator
        self.seconds = 0.0

    def __next__(self) -> Step:
        """The next step; ``seconds`` counts it."""
        started = time.perf_counter()
        try:
            return next(self._generator)
        except StopIteration as end:
            self.result = end.value
            raise
        finally:
            self.seconds += time.perf_counter() - started


def result_of(generator: Generator[Any, None, Result]) -> Result:
    """Take all steps at once."""
    while True:
        try:
            next(generator)
        except StopIteration as end:
            return cast("Result", end.value)
