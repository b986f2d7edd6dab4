"""Table III of He et al. 2022: node classification on five directed graphs.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
