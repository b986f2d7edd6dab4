"""Table 1 of Huang et al. 2017: LS-SVM with indefinite kernels.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
