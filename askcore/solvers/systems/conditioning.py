"""Distance of a system from a resonance: condition numbers of its undamped core and of the whole bordered system.

The core 1/gamma + P H P has the eigenvalues 1/gamma + l: l is +-sigma_i of the centred K for AsK-LS, an eigenvalue of
the centred K for LS-SVM. It is singular exactly where 1/gamma = sigma_i or -1/gamma = lambda_i, and

    condition = max |1/gamma + l| / min |1/gamma + l|.

The largest |l| comes from a few Lanczos steps, the one nearest to the resonance from Lanczos on the inverse, whose
factor a direct solver has. The bordered system T = [[H + 1/gamma, E], [E^T, 0]] is never better conditioned. With Q =
E/sqrt(m), B = P H Q, D = Q^T H Q + 1/gamma and C the core's inverse, in the basis of centred vectors, Q and the border,

    T = [[core, B, 0], [B^T, D, sqrt(m)], [0, sqrt(m), 0]],
    T^{-1} = M^T C M + [[0, 0, 0], [0, 0, 1/sqrt(m)], [0, 1/sqrt(m), -D/m]],       M = [I, 0, -B/sqrt(m)],

so the norms of the blocks bound its condition. Near a resonance, where z is the core's unit vector with the eigenvalue
d, T^{-1} is w w^T/d with w = (z, -B^T z/sqrt(m)) but for terms without 1/d, and its norm is |w|^2/|d|. Weighted, the
border's column has the square norm ``mass`` in the place of m.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from askcore.solvers.systems.bordered import CoreSolve
from askcore.solvers.systems.cost import REMAINDER_LIMIT, is_quicker_dense
from askcore.solvers.systems.direct import DenseFactor, SparseFactor, fits_dense, refine
from askcore.solvers.systems.krylov import lanczos, largest_magnitude
from askcore.solvers.systems.system import SaddleSystem, System

RESONANT = 1e-8  # 1/condition of the bordered system from which on "auto" damps, as the authors' code does
BORDER = 100.0  # how much the border may add: beyond it is K's units that make the whole ill-conditioned
EXACT_LIMIT = 250  # samples up to which the whole spectrum costs nothing
ESTIMATE_STEPS = 120
POLISHING_STEPS = 12
POLISHED = 1e-6  # nearest/largest below which rounding in the factor could hide an exact resonance


@dataclass(frozen=True)
class Condition:
    """Condition numbers of an undamped system, of its core and of the whole.

    Attributes
    ----------
    value : of the core on centred vectors, max |1/gamma + l| / min |1/gamma + l|, whatever the units of K; infinite at
        a resonance.
    nearest, largest : min |1/gamma + l|, the distance to the nearest resonance, and max |1/gamma + l|, in units of K.
    certain : False where ``value`` is only a lower bound (matrices too large to factorise).
    bordered : of the whole system in the spectral norm, at least ``value``: from 1e6 on an upper bound, near a
        resonance an estimate to a few per cent; below that the same as ``value``.
    """

    value: float
    nearest: float
    largest: float
    certain: bool
    bordered: float

    @classmethod
    def from_extremes(cls, largest: float, nearest: float, *, certain: bool = True) -> Condition:
        """From max |1/gamma + l| and min |1/gamma + l|."""
        value = float(largest / nearest) if nearest > 0 else np.inf
        return cls(value, float(nearest), float(largest), certain, value)

    @classmethod
    def of_eigenvalues(cls, values: np.ndarray) -> Condition:
        """From all the 1/gamma + l."""
        size = np.abs(values)
        return cls.from_extremes(size.max(), size.min())

    @property
    def resonant(self) -> bool:
        """Whether 1/condition of the bordered system is at most 1e-8, and no matter of K's units."""
        return self.bordered >= 1.0 / RESONANT


def centred_modes(values: np.ndarray, m: int) -> np.ndarray:
    """The values of an m x m matrix on centred vectors: the m - 1 largest in size, or all and a zero for the rest.

    Centring adds the constant vector's zero, which is no mode unless m = 1.
    """
    dimension = max(m - 1, 1)
    if len(values) < dimension:
        return np.append(values, 0.0)
    return values[np.argsort(-np.abs(values), kind="stable")[:dimension]]


def condition(system: System, gamma: float, *, factor: DenseFactor | None = None) -> Condition:
    """The condition of ``system`` at ``gamma``; ``factor`` is its dense factor at 1/gamma, if there is one.

    The method depends on K alone, so that every solver decides alike.
    """
    shift = 1.0 / gamma
    found, vector = _core_condition(system, shift, factor)
    return with_border(found, system, shift, lambda: vector)


def with_border(
    found: Condition, system: System, shift: float, vector: Callable[[], np.ndarray | None]
) -> Condition:
    """``found`` with the condition of the bordered system.

    ``vector`` gives the core's unit vectors nearest to the resonance, (blocks, m, k), or None. It is called only where
    the border decides whether the system counts as resonant.
    """
    limit = 1.0 / RESONANT
    if not found.certain or not limit / BORDER <= found.value < np.inf:
        return found
    bound = found.value * _border_bound(found, system, shift)
    if found.value < limit <= bound:
        if system.m <= EXACT_LIMIT:
            bound = explicit_condition(system.dense(), system.root, shift, blocks=system.blocks)
        else:
            near = vector()
            bound = bound if near is None else _border_estimate(found, system, shift, near)
    return replace(found, bordered=max(bound, found.value))


def _border_bound(found: Condition, system: System, shift: float) -> float:
    """Upper bound of the factor by which the bordered system is conditioned worse, from the norms of the blocks."""
    HE, m = system.border_products, system.mass
    across = float(np.linalg.norm(system.centred(HE).reshape(-1, system.blocks), 2)) / np.sqrt(m)
    among = float(np.linalg.norm(system.mean(HE) + shift * np.eye(system.blocks), 2))
    root = np.sqrt(m)
    whole = np.linalg.norm([[found.largest, across, 0.0], [across, among, root], [0.0, root, 0.0]], 2)
    border = np.linalg.norm([[0.0, 1.0 / root], [1.0 / root, among / m]], 2)
    inverse = 1.0 + across**2 / m + border * found.nearest
    return float(whole / found.largest * inverse)


def _border_estimate(found: Condition, system: System, shift: float, z: np.ndarray) -> float:
    """|T| by Lanczos, times |w|^2/|d|."""
    p, m = system.blocks, system.m
    w = np.einsum("pmq,pmk->qk", system.border_products, z) / system.mass
    d = system.root[:, None]

    def apply(x: np.ndarray) -> np.ndarray:
        inner, border = x[: p * m].reshape(p, m, 1), x[p * m :]
        product = system.product(inner) + shift * inner + d * border[:, None, None]
        return np.concatenate([product.ravel(), (d * inner).sum(axis=(1, 2))])

    start = np.random.default_rng(0).standard_normal(p * m + p)
    whole = max(abs(largest_magnitude(apply, start)), found.largest)
    return float(whole * (1.0 + np.linalg.norm(w, 2) ** 2) / found.nearest)


def explicit_condition(K: np.ndarray, root: np.ndarray, shift: float, *, blocks: int) -> float:
    """The condition of T written out, from K (m, m) and the border's column ``root`` (m,)."""
    H = K if blocks == 1 else np.block([[np.zeros_like(K), K], [K.T, np.zeros_like(K)]])
    E = np.kron(np.eye(blocks), root[:, None])
    T = np.block([[H + shift * np.eye(len(H)), E], [E.T, np.zeros((blocks, blocks))]])
    size = np.abs(np.linalg.eigvalsh(T))
    return float(size.max() / size.min()) if size.min() > 0 else np.inf


def _core_condition(
    system: System, shift: float, factor: DenseFactor | None
) -> tuple[Condition, np.ndarray | None]:
    """The condition of the core, and near a resonance the core's vector that belongs to it."""
    if factor is None and system.m <= EXACT_LIMIT:
        return Condition.of_eigenvalues(shift + _spectrum(system)), None
    start = system.centred(np.random.default_rng(0).standard_normal((system.blocks, system.m, 1)))

    def apply(x: np.ndarray) -> np.ndarray:
        return system.centred_product(x.reshape(system.blocks, system.m, 1)).ravel()

    if factor is not None or (system.is_well_filled and fits_dense(system)):
        return _dense(system, shift, factor or DenseFactor(system, shift), start)
    largest = _largest(system, shift, apply, start)
    if isinstance(system, SaddleSystem) and largest <= 1.5 * shift:  # as in ``_dense``
        return Condition.from_extremes(largest, 2 * shift - largest), None
    if is_quicker_dense(system) and fits_dense(system):
        return _dense(system, shift, DenseFactor(system, shift), start)
    if system.is_sparse and not system.is_well_filled and system.dense_remainder <= REMAINDER_LIMIT:
        nearest, vector = _nearest_sparse(system, shift, largest, start)
        if nearest is not None:
            return Condition.from_extremes(largest, nearest), vector
    values, residuals = lanczos(apply, start.ravel(), ESTIMATE_STEPS)
    nearest = float(np.min(np.abs(values + shift) + residuals))  # an eigenvalue lies this near
    return Condition.from_extremes(largest, nearest, certain=False), None


def _largest(
    system: System, shift: float, apply: Callable[[np.ndarray], np.ndarray], start: np.ndarray
) -> float:
    """max |1/gamma + l| by a few Lanczos steps on products with K."""
    if not isinstance(system, SaddleSystem):
        return abs(largest_magnitude(lambda x: apply(x) + shift * x, start.ravel()))

    # The spectrum is symmetric: +sigma_1 is its largest value.
    square = largest_magnitude(lambda u: system.forth(system.back(u[:, None]))[:, 0], start[0, :, 0])
    return shift + float(np.sqrt(max(square, 0.0)))


def _spectrum(system: System) -> np.ndarray:
    """Eigenvalues of P H P on centred vectors."""
    Kc = system.dense_centred()
    if isinstance(system, SaddleSystem):
        sigma = centred_modes(np.linalg.svdvals(Kc), system.m)
        return np.concatenate([sigma, -sigma])
    return centred_modes(np.linalg.eigvalsh((Kc + Kc.T) / 2), system.m)


def _dense(
    system: System, shift: float, factor: DenseFactor, start: np.ndarray
) -> tuple[Condition, np.ndarray | None]:
    """By the m x m matrix that the dense solver factorises: Lanczos on it, and on its inverse if need be."""
    assert factor.extremes is not None
    if isinstance(system, SaddleSystem):
        top = float(np.sqrt(max(shift * (shift - factor.extremes[0]), 0.0)))  # sigma_1
        largest = shift + top
        if top <= 0.5 * shift:  # all singular values are far below 1/gamma: the first one is the nearest
            return Condition.from_extremes(largest, shift - top), None
    else:
        largest = max(abs(end) for end in factor.extremes)
    nearest, vector = _nearest_dense(system, shift, factor, start), None
    if nearest < POLISHED * largest and fits_dense(system, damped=True):
        # Far enough from the real axis for refinement to converge in spite of rounding in Kc Kc^T.
        away = shift + 1j * max(1e-10 * largest, 100 * np.finfo(float).eps * largest**2 / shift)
        nearest, vector = _polished(system, shift, away, DenseFactor(system, away).solve, start)
    return Condition.from_extremes(largest, nearest), vector


def _nearest_dense(system: System, shift: float, factor: DenseFactor, start: np.ndarray) -> float:
    """min |1/gamma + l| by Lanczos on the inverse of the m x m matrix that the dense solver factorises."""
    if factor.singular:
        return 0.0

    def inverse(x: np.ndarray) -> np.ndarray:
        return system.centred(factor.solve_schur(x[:, None]))[:, 0]

    def converged(values: np.ndarray, residuals: np.ndarray) -> bool:
        # One end per side of the resonance; where both have one sign, the smaller is far away.
        ends = [0, -1] if values[0] < 0 < values[-1] else [int(np.argmax(np.abs(values)))]
        return bool(np.all(residuals[ends] <= 3e-3 * np.abs(values[ends])))

    with np.errstate(all="ignore"):
        values, _ = lanczos(inverse, start[0, :, 0], 30, stop=converged)
    # The two ends of the inverse's spectrum belong to the neighbours of the resonance on either side.
    ends = values[[0, -1]]
    if not np.isfinite(ends).all():
        return 0.0
    if not isinstance(system, SaddleSystem):
        return 1.0 / float(np.abs(ends).max())
    # ends = 1/(shift - sigma^2/shift), so the nearest sigma^2 need not be the nearest sigma; rounding in the
    # factor moves sigma by about eps * sigma_1^2/shift, which ``_polished`` sets right where it matters.
    sigma = np.sqrt(np.maximum(shift * (shift - 1.0 / ends), 0.0))
    return float(np.abs(shift - sigma).min())


def _nearest_sparse(
    system: System, shift: float, largest: float, start: np.ndarray
) -> tuple[float | None, np.ndarray | None]:
    """min |1/gamma + l|, and near a resonance its vector, from (P H P + 1/gamma + i mu)^{-1}; None where that is
    inaccurate.

    Minus its imaginary part is mu/((1/gamma + l)^2 + mu^2): positive, and largest where l is nearest, also at a
    resonance.
    """
    mu = 1e-10 * largest
    factor = SparseFactor(system, shift + 1j * mu)

    def lorentzian(x: np.ndarray) -> np.ndarray:
        return -factor.solve(x.reshape(start.shape)).imag.ravel()

    value = largest_magnitude(lorentzian, start.ravel(), steps=60)
    if not value > 0:
        return None, None
    vector = None
    nearest = float(np.sqrt(max(mu / value - mu * mu, 0.0)))
    if nearest < POLISHED * largest:
        nearest, vector = _polished(system, shift, shift + 1j * mu, factor.solve, start)
    return nearest, vector


def _polished(
    system: System, shift: float, zeta: complex | float, core: CoreSolve, start: np.ndarray
) -> tuple[float, np.ndarray]:
    """min |1/gamma + l| close to a resonance, to rounding in K itself: |(1/gamma + P H P) z| for unit z; and z.

    z comes from inverse iteration at ``zeta``, a little off the real axis, with refined solves. The norm, not the
    Rayleigh quotient: two neighbours on either side of 1/gamma would cancel there.
    """
    z, best = start / np.linalg.norm(start), np.inf
    for _ in range(POLISHING_STEPS):
        z, _ = refine(core, system, zeta, z)
        z = z / np.linalg.norm(z)
        distance = float(np.linalg.norm(shift * z + system.centred_product(z)))
        farther = distance > 0.9 * best
        best = min(best, distance)
        if farther:
            break
    return best, z
