"""Table 2 of Huang et al. 2017: kernel PCA with indefinite kernels, then a linear SVM.

Experiment floor.
"""

from __future__ import annotations

from askcore.experiments.papers.protocol import Protocol

__all__ = ["PROTOCOLS"]

PROTOCOLS: tuple[Protocol, ...] = ()
