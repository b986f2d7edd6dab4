"""What the page "Indefinite kernels" computes, kept.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass

from askcore import experiments
from askcore.datasets import TableData
from askcore.experiments import IndefiniteLook, KernelChoice, PreparedFixes, SpectralChoice, SpheresView
from askcore.ui.cache import Data, kept, matrix, split

__all__ = ["Angle", "look_of", "prepared", "spheres"]


@dataclass(frozen=True)
class Angle:
    """How the matrix is looked at: symmetrisation of an asymmetric one, centring, rows drawn of a large one."""

    how: str = "mean"
    centre: bool = False
    most: int = 600


# Two arrays of up to 18 MB each.
@kept(entries=16, spinner="Taking the eigenvalues …")
def look_of(data: Data, choice: KernelChoice, angle: Angle) -> IndefiniteLook:
    """The matrix in its signed parts."""
    problem = matrix(data, SpectralChoice("samples", choice))
    return experiments.indefinite_look(problem.operator, how=angle.how, centre=angle.centre, most=angle.most)


# Up to 180 MB each.
@kept(entries=3, spinner="Correcting the spectrum in four ways …")
def prepared(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> PreparedFixes:
    """The five kernels on the split of the page Decisions, decomposed: they serve every gamma and damping."""
    parts = split(data, train_size, seed)
    problem = experiments.build_problem(data, choice, parts)
    return experiments.prepare_fixes(
        problem.kernel,
        problem.samples,
        problem.labels,
        parts,
        kernel_params=problem.kernel_params,
        symmetrize=symmetrize,
    )


@kept(entries=128)
def spheres(data: TableData, kernel: str, value: float) -> SpheresView:
    """Kernel PCA of the two spheres under one kernel."""
    return experiments.spheres_view(data, kernel, value)
