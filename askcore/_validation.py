"""Checks that every floor shares: one place for "expected ..., got ..., try ...".

Ground floor: imports nothing of askcore.
"""

from __future__ import annotations

__all__ = ["DataError"]


class DataError(ValueError):
    """An input from outside cannot be used.

    The message is written for the person who made the input: what was wrong, where (row, column or
    line), and what to try. It is shown on the page as it stands.

    Parameters
    ----------
    problem : what was wrong, one sentence without the final stop.
    where : the place, for instance ``"line 12"`` or ``"column 'label'"``; empty if it is the whole input.
    remedy : what to try, one sentence.

    Examples
    --------
    >>> print(DataError("'abc' is no weight", where="line 3", remedy="Write a number."))
    Line 3: 'abc' is no weight. Write a number.
    """

    def __init__(self, problem: str, *, where: str = "", remedy: str = "") -> None:
        self.problem, self.where, self.remedy = problem, where, remedy
        text = f"{where}: {problem}" if where else problem
        text = text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
        super().__init__(f"{text} {remedy}".strip())
