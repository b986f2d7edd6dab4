"""The dual solutions of AsK-LS and LS-SVM: choose a solver, decide on damping, solve, report.

One factorisation serves all classes: the labels are right-hand sides.

Sources: He et al. 2022, eq. 6 to 10 (AsK-LS); Suykens and Vandewalle 1999 (LS-SVM).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from askcore._threads import FEW, one_thread
from askcore._validation import as_matrix, read_only
from askcore.solvers.systems.bordered import CoreSolve, follows, shift, solve_bordered, solve_in_parts
from askcore.solvers.systems.conditioning import EXACT_LIMIT, Condition, condition
from askcore.solvers.systems.cost import choose_solver, is_quicker_dense, steps_worth
from askcore.solvers.systems.direct import DenseFactor, SparseFactor, refine
from askcore.solvers.systems.iterative import ByProducts
from askcore.solvers.systems.krylov import FORESEEN, MinresResult
from askcore.solvers.systems.spectral import spectral_factor
from askcore.solvers.systems.system import KernelSystem, System, system_of

SOLVERS = ("auto", "dense", "svd", "sparse", "iterative")
Damping = float | Literal["auto"]

AUTO_DAMPING = 1.0
TRIED = 2 * FORESEEN  # steps that MINRES must be worth to be tried: the trial takes half of it at most
SURE = 4 * FORESEEN  # ... and to be tried on all columns at once: below, one column is solved first
FEW_COLUMNS = 2  # ... of more than so many
WELL = 1e4  # condition up to which an undamped solution by MINRES keeps the digits that anybody reads
UNREFINED = 1e-12  # residual above which elimination has squared the digits away, and the SVD takes over
SINGULAR = 1e14  # condition at which undamped nothing is left: rounding in K alone moves 1/condition by eps


class ResonanceWarning(UserWarning):
    """Issued if 1/gamma is nearly a singular value of the centred K: the undamped system is then singular."""


@dataclass(frozen=True, eq=False)
class DualSolution:
    """The dual variables of one training set, for k right-hand sides (classes) at once.

    Attributes
    ----------
    a, c : (m, k). f_s(x) = K(x, X) c + b_source and f_t(x) = K(X, x)^T a + b_target.
    b_source, b_target : (k,). For LS-SVM a = c and the intercepts are equal.
    damping : lambda as used.
    solver : "dense", "svd", "sparse" or "iterative"; "svd" also where elimination lost too many digits to be refined.
    iterations : steps of the iterative solver, else 0.
    residual : largest relative residual of the iterative solver, else 0, without that of a class that follows from the
        others.
    symmetric : K was symmetric, so the smaller LS-SVM system was solved.
    notes : warnings of ``solve_askls``: a ResonanceWarning, or scikit-learn's ConvergenceWarning.
    """

    a: np.ndarray = field(repr=False)
    c: np.ndarray = field(repr=False)
    b_source: np.ndarray = field(repr=False)
    b_target: np.ndarray = field(repr=False)
    damping: float
    solver: str
    iterations: int
    residual: float
    symmetric: bool
    notes: tuple[Warning, ...] = field(repr=False)
    _system: System | None = field(repr=False, compare=False)
    _gamma: float = field(repr=False, compare=False)
    _condition: Condition | None = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Without the kernel matrix, which only the condition needs: it is computed before."""
        return {**self.__dict__, "_condition": self.condition, "_system": None}

    @property
    def is_judged(self) -> bool:
        """Whether the conditions are known: undamped they decide, damped they are computed on demand."""
        return self._condition is not None

    @property
    def condition(self) -> Condition:
        """The conditions of the undamped system; computed on demand."""
        if self._condition is None:
            assert self._system is not None
            object.__setattr__(self, "_condition", condition(self._system, self._gamma))
        assert self._condition is not None
        return self._condition


def solve_askls(
    K: Any,
    Y: np.ndarray,
    *,
    gamma: float = 1.0,
    damping: Damping = 0.0,
    solver: str = "auto",
    tol: float = 1e-10,
    sample_weight: ArrayLike | None = None,
    quiet: bool = False,
) -> DualSolution:
    """Solve the AsK-LS dual for a training kernel matrix K and labels Y.

    With a = alpha * y and c = beta * y, the matrix of He et al. 2022, eq. 6, no longer contains the labels:

        a/gamma + K c + b_source = y,   K^T a + c/gamma + b_target = y,   sum a = sum c = 0.

    If this system is T z = r, the solution damped by lambda is (T^2 + lambda I)^{-1} T r. A symmetric K gives a = c. In
    this case, the LS-SVM system is solved, which has no resonance if K is positive semidefinite. With weights v, the
    terms are a/(gamma v) and c/(gamma v) instead of a/gamma and c/gamma. A weight of 2 has the same effect as two
    copies of the sample, with or without damping, and a weight of 0 excludes the sample.

    Parameters
    ----------
    K : (m, m) array, sparse matrix or operator.
    Y : (m,) or (m, k) right-hand sides, usually -1 and +1.
    gamma : positive weight of the errors; a larger value means less regularisation.
    damping : lambda >= 0, or "auto": 0, or 1 with a ResonanceWarning if 1/condition of the bordered system is at most
        1e-8.
    solver : "dense" (elimination), "svd", "sparse" (direct), "iterative" (MINRES, needs only products with K), or
        "auto": chosen by size and sparsity, and MINRES if it is probably faster.
    tol : relative residual at which the iterative solver stops.
    sample_weight : (m,) weights v >= 0 of the errors of the samples, or None for ones.
    quiet : issue no warnings; ``notes`` contains them.

    Returns
    -------
    DualSolution : a, c (m, k) and the intercepts (k,), in units of Y divided by units of K.

    Raises
    ------
    ValueError : K is not square or not finite, the solver is unknown, gamma is not positive, or lambda or a weight is
        negative.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular.

    References
    ----------
    He et al. 2022, eq. 6 to 10.
    """
    return _solve(system_of(K, sample_weight), Y, gamma, damping, solver, tol, quiet)


def solve_lssvm(
    K: Any,
    Y: np.ndarray,
    *,
    gamma: float = 1.0,
    damping: Damping = 0.0,
    solver: str = "auto",
    tol: float = 1e-10,
    sample_weight: ArrayLike | None = None,
    quiet: bool = False,
) -> DualSolution:
    """Solve the LS-SVM dual (K + I/gamma) alpha + b = y, sum alpha = 0, for symmetric K of any signature.

    A resonance occurs if -1/gamma is an eigenvalue of the centred K. A positive semidefinite K has no resonance.

    Parameters
    ----------
    K : (m, m) array, sparse matrix or operator; symmetric, which is not checked.
    Y : (m,) or (m, k) right-hand sides, usually -1 and +1.
    gamma, damping, solver, tol, sample_weight, quiet : as in ``solve_askls``, with alpha/(gamma v) for weights v.

    Returns
    -------
    DualSolution : a = c = alpha (m, k), and the intercept (k,) for both views.

    Raises
    ------
    ValueError : K is not square or not finite, the solver is unknown, gamma is not positive, or lambda or a weight is
        negative.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular.

    References
    ----------
    Suykens and Vandewalle 1999; Huang et al. 2017.
    """
    return _solve(KernelSystem(K, sample_weight), Y, gamma, damping, solver, tol, quiet)


@dataclass
class _Ran:
    """The solver that ran; of MINRES the steps of all runs, those of the longest one, and the largest residual."""

    solver: str
    steps: int = 0
    longest: int = 0
    residual: float = 0.0

    def minres(self, run: MinresResult) -> np.ndarray:
        """Note a run; returns its x."""
        self.solver, self.steps = "iterative", self.steps + run.iterations
        self.longest = max(self.longest, run.iterations)
        self.residual = max(self.residual, float(run.residual.max(initial=0.0)))
        return run.x


def _solve(
    system: System, Y: np.ndarray, gamma: float, damping: Damping, solver: str, tol: float, quiet: bool
) -> DualSolution:
    """The solution; warns the caller of the function that calls this unless ``quiet``."""
    check_regularisation(gamma, damping)
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(map(repr, SOLVERS))}, got {solver!r}.")
    Y = right_sides(Y, system.m)
    undamped = damping == "auto" or float(damping) == 0.0
    chosen = choose_solver(system, damped=not undamped) if solver == "auto" else solver
    by_vectors = system.is_sparse and chosen not in ("dense", "svd") and not is_quicker_dense(system)
    with one_thread(system.m < FEW or by_vectors):
        # Undamped, the dense factor also tells the condition; and the condition decides whether it is used.
        factor = None
        if undamped and chosen == "dense" and system.m > EXACT_LIMIT:
            factor = DenseFactor(system, 1.0 / gamma)
        found = condition(system, gamma, factor=factor) if undamped else None
        lam, note = decide_damping(damping, found, gamma)
        if lam > 0 and solver == "auto":
            chosen = choose_solver(system, damped=True)
        ran, zeta = _Ran(chosen), shift(gamma, lam)
        well = lam > 0 or (factor is None and found is not None and found.value < WELL)
        if chosen == "iterative":
            z, b = _by_products(system, Y, zeta, tol, ran)
        else:
            core = _core(system, zeta, ran, factor if lam == 0 else None)
            if solver == "auto" and well:
                core = _tried_first(
                    system, zeta, tol, core, ran, steps_worth(system, chosen, Y.shape[1], lam > 0)
                )
            z, b = solve_bordered(system, core, system.right(Y), zeta)
    if not (np.isfinite(z).all() and np.isfinite(b).all()):
        raise singular_error(gamma)
    notes: list[Warning] = [] if note is None else [note]
    if ran.residual > 10 * tol:
        notes.append(_unconverged(ran, tol))
    for each in () if quiet else notes:
        warnings.warn(each, stacklevel=3)
    return DualSolution(
        a=read_only(system.root[:, None] * z[0] if system.weighted else z[0]),
        c=read_only(system.root[:, None] * z[-1] if system.weighted else z[-1]),
        b_source=read_only(b[0]),
        b_target=read_only(b[-1]),
        damping=lam,
        solver=ran.solver,
        iterations=ran.steps,
        residual=ran.residual,
        symmetric=isinstance(system, KernelSystem),
        notes=tuple(notes),
        _system=system,
        _gamma=gamma,
        _condition=found,
    )


def _unconverged(ran: _Ran, tol: float) -> Warning:
    from sklearn.exceptions import ConvergenceWarning

    return ConvergenceWarning(
        f"MINRES stopped after {ran.longest} steps at a relative residual of {ran.residual:.1e} "
        f"(asked for {tol:.0e}): the system is near a resonance, or tol is below what rounding allows. "
        "Add damping, lower gamma, or raise tol."
    )


def check_regularisation(gamma: Any, damping: Any) -> None:
    """Raise a ValueError unless gamma > 0 and damping >= 0 (or "auto") are finite numbers."""
    if not (isinstance(gamma, Real) and 0 < float(gamma) < np.inf):
        raise ValueError(f"gamma must be a positive finite number, got {gamma!r}.")
    if damping != "auto" and not (isinstance(damping, Real) and 0 <= float(damping) < np.inf):
        raise ValueError(f"damping must be 'auto' or a finite number >= 0, got {damping!r}.")


def right_sides(Y: ArrayLike, m: int, name: str = "K") -> np.ndarray:
    """Y (m,) or (m, k) as a finite float array (m, k)."""
    given = np.asarray(Y, dtype=np.float64)
    columns: np.ndarray = as_matrix(given[:, None] if given.ndim == 1 else given, "Y")
    if len(columns) != m:
        raise ValueError(f"Y must have one row per row of {name}, {m}, got {len(columns)}.")
    return columns


def _core(system: System, zeta: complex | float, ran: _Ran, factor: DenseFactor | None) -> CoreSolve:
    """The direct core solve of the kind ``ran.solver``, factorised when it is first asked; noted where it changes."""
    solver = ran.solver

    def solve(R: np.ndarray) -> np.ndarray:
        direct: CoreSolve
        lost = False  # zeta drowns in Kc Kc^T to the last digit: a pivot of zero, and nothing to refine
        if solver == "dense":
            dense = factor or DenseFactor(system, zeta)
            direct, lost = dense.solve, dense.singular
        elif solver == "svd":
            direct = spectral_factor(system).core(zeta)
        else:
            direct = SparseFactor(system, zeta).solve
        x, error = (R, np.inf) if lost else refine(direct, system, zeta, R)
        if error > UNREFINED and solver == "dense":
            x, _ = refine(spectral_factor(system).core(zeta), system, zeta, R)
            ran.solver = "svd"
        return x

    return solve


def _by_products(
    system: System, Y: np.ndarray, zeta: complex | float, tol: float, ran: _Ran
) -> tuple[np.ndarray, np.ndarray]:
    """z and b by MINRES, some columns at a time; one that follows from the others is not solved for."""
    right = system.right(Y)
    left = follows(system, right)
    # Its residual is the sum of the others', which point anywhere.
    steps = ByProducts(system, zeta, tol / np.sqrt(max(Y.shape[1] - 1, 1)) if len(left) else tol)
    return solve_in_parts(
        system, lambda R: ran.minres(steps.solve(R)), right, zeta, steps.columns_at_once, left
    )


def _tried_first(
    system: System, zeta: complex | float, tol: float, direct: CoreSolve, ran: _Ran, worth: float
) -> CoreSolve:
    """MINRES while it promises to end within ``worth`` steps; else the ``direct`` core solve."""

    def solve(R: np.ndarray) -> np.ndarray:
        steps, run = ByProducts(system, zeta, tol), None
        if system.is_sparse and TRIED < worth < SURE and R.shape[2] > FEW_COLUMNS:
            run = steps.solve(R[:, :, :1], patience=worth)
        if worth > TRIED and (run is None or run.residual.max() <= 10 * tol):
            run = steps.solve(R, patience=worth)
            if run.residual.max(initial=0.0) <= 10 * tol:
                return ran.minres(run)
        return direct(R)

    return solve


def decide_damping(
    damping: Damping, found: Condition | None, gamma: float
) -> tuple[float, ResonanceWarning | None]:
    """lambda, from the argument and, undamped, from the condition; and the warning of a resonance."""
    if damping != "auto" and float(damping) > 0:
        return float(damping), None
    assert found is not None
    if not found.resonant:
        return 0.0, None
    where = (
        f"1/gamma = {1 / gamma:.6g} is within {found.nearest:.1e} of a resonance "
        f"(condition {max(found.value, found.bordered):.1e})"
    )
    if damping == "auto":
        said = f"{where}: solved with damping {AUTO_DAMPING:g}. Set damping, or another gamma, to choose."
        return AUTO_DAMPING, ResonanceWarning(said)
    if found.value > SINGULAR:
        raise singular_error(gamma)
    said = f"{where}: about {np.log10(found.value):.0f} of 16 digits are lost. Add damping or change gamma."
    return 0.0, ResonanceWarning(said)


def singular_error(gamma: float, which: str = "The") -> np.linalg.LinAlgError:
    """The error of a singular undamped system; ``which`` begins the sentence."""
    return np.linalg.LinAlgError(
        f"{which} undamped system is singular at gamma = {gamma:g}: 1/gamma is a singular value of the "
        "centred kernel matrix. Use damping > 0 (or 'auto'), or change gamma."
    )
