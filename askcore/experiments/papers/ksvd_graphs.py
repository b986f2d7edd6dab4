"""Tables 1 and 2 and figure 2 of Tao et al. 2023: features of a graph, and what they are good for.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
