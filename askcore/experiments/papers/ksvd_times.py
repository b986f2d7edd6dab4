"""Tables 4 and 5 and figure 1 of Tao et al. 2023: seconds to a tolerance.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
