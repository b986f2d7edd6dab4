"""Tables 3 and 6 and section 5.2 of Tao et al. 2023: rows and columns of a table.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
