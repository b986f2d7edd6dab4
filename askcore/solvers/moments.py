r"""Fixed-size AsK-LS and LS-SVM from sums over the samples: what a chunk adds, the system that the sums solve, and
cross-validation from the sums of folds.

Let K = A B^T with features A, B (m, p), as of the fixed-size method in the span of landmarks, v the weights (V = diag
v, mass = sum v) and zeta = 1/gamma + i sqrt(lambda). With w_s = B^T c and w_t = A^T a,

    zeta a/v + A w_s + b_s = y,   zeta c/v + B w_t + b_t = y,   sum a + i mu b_s = 0,   sum c + i mu b_t = 0

(``systems.bordered``; mu = sqrt(lambda)). Times A^T V and B^T V, and summed for b, the samples are gone: with means
abar, ybar, centred sums G_a = A_c^T V A_c, h_a = A_c^T V y_c, and kappa = -i mu zeta mass / (mass - i mu zeta),

    [G_a + kappa abar abar^T        zeta I         ] [w_s]   [h_a + kappa abar ybar^T]
    [     zeta I         G_b + kappa bbar bbar^T   ] [w_t] = [h_b + kappa bbar ybar^T]

and b_s = mass/(mass - i mu zeta) (ybar - abar^T w_s), b_t alike; undamped kappa is 0. The views are
f_s(x) = w_s^T a(x) + b_s and f_t(x) = w_t^T b(x) + b_t. No sum goes across A and B. LS-SVM with K = A S A^T, S a
diagonal of signs, has w = A^T alpha and (zeta I + (G_a + kappa abar abar^T) S) w = h_a + kappa abar ybar^T.

The sums of disjoint samples add up (Chan, Golub and LeVeque 1983: centred sums with their means, which loses no digits
to a large mean), in any order and any tree.

Cross-validation along gamma and damping is exact from the sums of folds, which do not depend on gamma: a model is
solved from the sums of all other folds, and its squared error on the fold is a quadratic form in the fold's own. With
features z of a sample, f = W^T z + b and targets -1 and +1, so that sum v y^2 = mass, it is for each output k

    sum_i v_i (y_ik - f_ik)^2 = mass (1 - ybar_k^2) - 2 w_k^T h_k + w_k^T G w_k + mass (ybar_k - zbar^T w_k - b_k)^2.

Accuracy is no function of sums. The mean of both views needs sums across A and B: features are [A B], side by side.

Error. Sums of squares hold their small parts to eps times the large ones, so that the views are exact to some
eps gamma |A_c| |B_c|, the spectral norms. The system itself has a condition of gamma sigma_1(A_c B_c^T) or more: as
long as |A_c| |B_c| is near that singular value, as it is for a symmetric positive K, nothing is lost by squaring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from askcore._validation import as_matrix, as_weights, read_only
from askcore.solvers.path import checked_gammas
from askcore.solvers.systems.bordered import shift
from askcore.solvers.systems.conditioning import (
    BORDER,
    RESONANT,
    Condition,
    centred_modes,
    explicit_condition,
)
from askcore.solvers.systems.dual import Damping, check_regularisation, decide_damping, right_sides

BLOCK_ROWS = 8192  # rows summed at once: centred about their own mean, in a copy of that many
VIEWS = ("mean", "source", "target")
LEAST_SHARE = 1e-11  # of |A_c| |B_c| that 1/gamma may be: rounding is some 1e-16 of it


@dataclass(frozen=True, eq=False)
class ViewSums:
    """Of one view's features A (m, p): the mean (p,), and centred A^T V A (p, p) and A^T V Y (p, k)."""

    mean: np.ndarray = field(repr=False)
    gram: np.ndarray = field(repr=False)
    cross: np.ndarray = field(repr=False)


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums over m weighted samples with features A, B (m, p) of two views and targets Y (m, k); they add up over
    samples.

    ``count`` and ``mass`` are the number of samples and the sum of their weights, ``mean_y`` (k,) the weighted mean of
    Y, ``source`` and ``target`` the sums of A and B; the target is None where there is one view (LS-SVM).

    >>> Z, y = np.array([[0.0], [1.0], [2.0]]), np.array([-1.0, -1.0, 1.0])
    >>> sums = Moments.from_features(Z[:2], None, y[:2]) + Moments.from_features(Z[2:], None, y[2:])
    >>> w, b = sums.solve(gamma=1.0)
    >>> (np.array([[3.0]]) @ w + b).round(3).tolist()
    [[1.0]]
    """

    count: int
    mass: float
    mean_y: np.ndarray = field(repr=False)
    source: ViewSums
    target: ViewSums | None = None

    @classmethod
    def from_features(
        cls, features_s: Any, features_t: Any | None, Y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Moments:
        """The sums of one chunk: features (m, p) of both views, or of one for LS-SVM, targets (m,) or (m, k),
        weights (m,) >= 0.
        """
        A = as_matrix(features_s, "features_s")
        B = None if features_t is None else as_matrix(features_t, "features_t")
        if B is not None and B.shape != A.shape:
            raise ValueError(
                f"features_s and features_t must have the same shape, got {A.shape} and {B.shape}."
            )
        Y = right_sides(Y, len(A), "features_s")
        v = None if sample_weight is None else as_weights(sample_weight, len(A), of_part=True)
        blocks = (slice(start, start + BLOCK_ROWS) for start in range(0, len(A), BLOCK_ROWS))
        parts = (
            cls._of_block(A[rows], None if B is None else B[rows], Y[rows], None if v is None else v[rows])
            for rows in blocks
        )
        return reduce(cls.__add__, parts)

    @classmethod
    def _of_block(cls, A: np.ndarray, B: np.ndarray | None, Y: np.ndarray, v: np.ndarray | None) -> Moments:
        mass = float(len(A)) if v is None else float(v.sum())

        def centred(Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            """The mean, and the centred rows times sqrt(v)."""
            if v is None:
                mean = Z.mean(axis=0)
                return mean, Z - mean
            mean = v @ Z / mass if mass else np.zeros(Z.shape[1])
            return mean, (Z - mean) * np.sqrt(v)[:, None]

        def sums(Z: np.ndarray) -> ViewSums:
            mean, z = centred(Z)
            return ViewSums(mean, z.T @ z, z.T @ y)

        mean_y, y = centred(Y)
        return cls(len(A), mass, mean_y, sums(A), None if B is None else sums(B))

    def __add__(self, other: Moments) -> Moments:
        """The sums over both sets of samples; ValueError where they are of different features or targets."""
        if self._widths != other._widths:
            raise ValueError(
                "Sums of different features or targets do not add up: (source, target, Y) have "
                f"{self._widths} columns here and {other._widths} there."
            )
        mass = self.mass + other.mass
        share = other.mass / mass if mass > 0 else 0.0
        step = other.mean_y - self.mean_y

        def merged(x: ViewSums, z: ViewSums) -> ViewSums:
            way = z.mean - x.mean
            lever = self.mass * share * way  # m1 m2/m of the way
            return ViewSums(
                x.mean + share * way,
                x.gram + z.gram + np.outer(lever, way),
                x.cross + z.cross + np.outer(lever, step),
            )

        mine, theirs = self.target, other.target
        return Moments(
            self.count + other.count,
            mass,
            self.mean_y + share * step,
            merged(self.source, other.source),
            None if mine is None or theirs is None else merged(mine, theirs),
        )

    @property
    def _widths(self) -> tuple[int, int, int]:
        target = 0 if self.target is None else self.target.mean.size
        return self.source.mean.size, target, self.mean_y.size

    def resolves(self, gamma: float, scale: np.ndarray | None = None, *, damping: float = 0.0) -> bool:
        """Whether 1/gamma, or sqrt(damping), exceeds the rounding of the sums."""
        square = 1.0 if scale is None else np.outer(scale, scale)
        sizes = [np.linalg.norm(view.gram * square) for view in (self.source, self.target or self.source)]
        least = LEAST_SHARE * float(np.sqrt(sizes[0]) * np.sqrt(sizes[1]))
        return bool(abs(shift(gamma, damping)) >= least)

    def solve(self, gamma: float, scale: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """w (p, k) and b (k,) of the undamped LS-SVM on the source features times ``scale`` (p,): f(x) = w^T a(x) + b.

        w belongs to the features without the scale. Raises LinAlgError where 1/gamma is lost in rounding.
        """
        _refuse_without_weight(self)
        _refuse_unresolved(replace(self, target=None), gamma, scale=scale)
        view = self.source
        c = np.ones(len(view.mean)) if scale is None else np.asarray(scale, dtype=float)
        gram = view.gram * np.outer(c, c)
        gram[np.diag_indices_from(gram)] += 1.0 / gamma
        factor = scipy.linalg.cho_factor(gram, overwrite_a=True, check_finite=False)
        w = c[:, None] * scipy.linalg.cho_solve(factor, c[:, None] * view.cross, check_finite=False)
        return w, self.mean_y - view.mean @ w


@dataclass(frozen=True, eq=False)
class FixedSizeSolution:
    """A fixed-size model of k right-hand sides (classes): f_s = A(x) source + b_source, f_t = B(x) target + b_target.

    ``source``, ``target`` are w_s and w_t (p, k), for LS-SVM the same; intercepts (k,); ``gamma``, ``damping`` as used;
    ``condition`` of the undamped system; ``notes``: a ResonanceWarning near a resonance.
    """

    source: np.ndarray = field(repr=False)
    target: np.ndarray = field(repr=False)
    b_source: np.ndarray = field(repr=False)
    b_target: np.ndarray = field(repr=False)
    gamma: float
    damping: float
    condition: Condition
    notes: tuple[Warning, ...] = field(default=(), repr=False)


def solve_from_moments(
    moments: Moments, *, gamma: float = 1.0, damping: Damping = 0.0, signs: ArrayLike | None = None
) -> FixedSizeSolution:
    """Fixed-size AsK-LS for K = A B^T from sums over the samples, O(p^3) whatever their number.

    ``signs`` (p,), the diagonal of S: LS-SVM for K = A S A^T from the sums of A, with S w twice. ``gamma`` and
    ``damping`` as in ``solve_askls``; warnings are in ``notes``.
    """
    check_regularisation(gamma, damping)
    _refuse_without_weight(moments)
    source, target = moments.source, moments.target
    if signs is None:
        if target is None:
            raise ValueError(
                "AsK-LS needs the features of both views; give Moments.from_features a features_t."
            )
        found = _condition_of_two(moments, *_balanced(source, target)[1:], 1.0 / gamma)
    else:
        S, p = np.asarray(signs, dtype=float), len(source.mean)
        if S.shape != (p,):
            raise ValueError(f"signs must be {p} numbers, one for each feature; got shape {S.shape}.")
        R = _root(source.gram)  # the eigenvalues of the centred A S A^T are those of R S R^T
        modes = centred_modes(np.linalg.eigvalsh((R * S) @ R.T), moments.count)
        found = Condition.of_eigenvalues(1.0 / gamma + modes)
    lam, note = decide_damping(damping, found, gamma)
    w, b = weights_at(moments, gamma, lam, signs)
    w_s, w_t, b_s, b_t = (read_only(np.ascontiguousarray(part.real)) for part in (*w, *b))
    notes = () if note is None else (note,)
    return FixedSizeSolution(w_s, w_t, b_s, b_t, float(gamma), lam, found, notes)


Pair = tuple[np.ndarray, np.ndarray]


def weights_at(
    moments: Moments, gamma: float, lam: float, signs: ArrayLike | None = None
) -> tuple[Pair, Pair]:
    """(w_s, w_t), (b_s, b_t), complex where damped, whatever the condition; LinAlgError without a solution."""
    if signs is None:
        return _two_views_at(moments, gamma, lam)
    S = np.asarray(signs, dtype=float)
    _refuse_unresolved(replace(moments, target=None), gamma, lam)
    view, zeta = moments.source, shift(gamma, lam)
    M, h = _bent(moments, view, zeta)
    T = M * S
    T[np.diag_indices(len(S))] += zeta
    w = S[:, None] * np.linalg.solve(T, h)
    b = _intercept(moments, view, w, zeta)
    return (w, w), (b, b)


def _two_views_at(moments: Moments, gamma: float, lam: float) -> tuple[Pair, Pair]:
    _refuse_unresolved(moments, gamma, lam)
    assert moments.target is not None
    t, source, target = _balanced(moments.source, moments.target)
    zeta = shift(gamma, lam)
    (M_s, h_s), (M_t, h_t) = (_bent(moments, view, zeta) for view in (source, target))
    p = len(M_s)
    T = np.zeros((2 * p, 2 * p), dtype=M_s.dtype)
    T[:p, :p], T[p:, p:] = M_s, M_t
    T[np.arange(p), np.arange(p, 2 * p)] = T[np.arange(p, 2 * p), np.arange(p)] = zeta
    w = np.linalg.solve(T, np.vstack([h_s, h_t]))
    b = _intercept(moments, source, w[:p], zeta), _intercept(moments, target, w[p:], zeta)
    return (w[:p] * t, w[p:] / t), b


def _balanced(source: ViewSums, target: ViewSums) -> tuple[float, ViewSums, ViewSums]:
    """t, and the sums of t A and B/t, of equal size with the same K; their weights are w_s/t and t w_t."""
    sizes = np.linalg.norm(source.gram), np.linalg.norm(target.gram)
    t = float(sizes[1] / sizes[0]) ** 0.25 if min(sizes) > 0 else 1.0
    return t, _scaled(source, t), _scaled(target, 1.0 / t)


def _refuse_without_weight(moments: Moments) -> None:
    if not moments.mass > 0:
        raise ValueError("No sample has a weight above 0: there is nothing to learn from.")


def _refuse_unresolved(
    moments: Moments, gamma: float, damping: float = 0.0, scale: np.ndarray | None = None
) -> None:
    if not moments.resolves(gamma, scale, damping=damping):
        raise np.linalg.LinAlgError(
            f"gamma = {gamma:g} is too large for features of this size. Take a smaller one, or add damping."
        )


def _scaled(view: ViewSums, t: float) -> ViewSums:
    return ViewSums(t * view.mean, t * t * view.gram, t * view.cross)


def _bent(moments: Moments, view: ViewSums, zeta: complex | float) -> Pair:
    """G + kappa mean mean^T and h + kappa mean ybar^T."""
    turned = 1j * np.imag(zeta) * zeta
    if turned == 0:
        return view.gram, view.cross
    kappa = -turned * moments.mass / (moments.mass - turned)
    return (
        view.gram + kappa * np.outer(view.mean, view.mean),
        view.cross + kappa * np.outer(view.mean, moments.mean_y),
    )


def _intercept(moments: Moments, view: ViewSums, w: np.ndarray, zeta: complex | float) -> np.ndarray:
    turned = 1j * np.imag(zeta) * zeta
    share = moments.mass / (moments.mass - turned) if turned else 1.0
    return share * (moments.mean_y - view.mean @ w)


def _root(gram: np.ndarray) -> np.ndarray:
    """R with R^T R = gram, (p, p), by eigenvalues: a semidefinite one has no Cholesky factor."""
    values, vectors = np.linalg.eigh(gram)
    return np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T


def _condition_of_two(moments: Moments, source: ViewSums, target: ViewSums, shift: float) -> Condition:
    """The condition of the core from the singular values of R_a R_b^T, and of the whole near a resonance.

    Outside the span of A, B and the border T is ``shift`` times the identity.
    """
    left, right = _root(source.gram), _root(target.gram)
    modes = centred_modes(np.linalg.svdvals(left @ right.T), moments.count)
    found = Condition.of_eigenvalues(shift + np.concatenate([modes, -modes]))
    if not 1.0 / RESONANT / BORDER <= found.value < np.inf:
        return found
    root = np.sqrt(moments.mass)
    left, right = np.vstack([root * source.mean, left]), np.vstack([root * target.mean, right])
    bordered = explicit_condition(left @ right.T, root * (np.arange(len(left)) == 0), shift, blocks=2)
    return replace(found, bordered=max(bordered, found.value))


def both_views(moments: Moments) -> Moments:
    """The sums of two views A and B, from those of the features [A B] (m, 2p) as one view."""
    view, p = moments.source, len(moments.source.mean) // 2
    if moments.target is not None or len(view.mean) != 2 * p:
        raise ValueError(
            "Both views are taken from the sums of [A B], an even number of features as one view."
        )
    source, target = (
        ViewSums(view.mean[at], view.gram[at, at], view.cross[at]) for at in (slice(0, p), slice(p, 2 * p))
    )
    return Moments(moments.count, moments.mass, moments.mean_y, source, target)


def fold_errors(
    folds: Sequence[Moments],
    held_out: int,
    gammas: Sequence[float],
    dampings: Sequence[float],
    *,
    signs: ArrayLike | None = None,
    view: str = "mean",
) -> np.ndarray:
    """Squared errors (D, G) on fold ``held_out`` of the models of all others, over its samples and outputs, weighted.

    ``folds`` are two or more sums of the features [A B] (m, 2p) as one view, of A (m, p) where there are ``signs`` (see
    ``solve_from_moments``); targets are -1 and +1. ``view`` is the decision whose errors count: "mean", "source" or
    "target". Infinite where a system has no answer.
    """
    if len(folds) < 2:
        raise ValueError(f"Cross-validation needs two folds or more, got {len(folds)}.")
    if view not in VIEWS:
        raise ValueError(f"view must be 'mean', 'source' or 'target', got {view!r}.")
    train = reduce(Moments.__add__, [each for k, each in enumerate(folds) if k != held_out])
    if not train.mass > 0:
        raise ValueError(f"Outside fold {held_out} no sample has a weight above 0.")
    train = both_views(train) if signs is None else train
    found = np.full((len(dampings), len(gammas)), np.inf)
    for i, lam in enumerate(dampings):
        for j, gamma in enumerate(checked_gammas(gammas, lam)):
            try:
                w, b = weights_at(train, gamma, lam, signs)
            except np.linalg.LinAlgError:
                continue
            (w_s, w_t), (b_s, b_t) = ([part.real for part in pair] for pair in (w, b))
            share = {"source": 1.0, "target": 0.0}.get(view, 0.5)
            W = w_s if signs is not None else np.vstack([share * w_s, (1 - share) * w_t])
            error = _squared_error(folds[held_out], W, share * b_s + (1 - share) * b_t)
            found[i, j] = error if np.isfinite(error) else np.inf
    return found


def _squared_error(moments: Moments, W: np.ndarray, b: np.ndarray) -> float:
    view, mean_y = moments.source, moments.mean_y
    with np.errstate(over="ignore", invalid="ignore"):
        inner = np.sum(W * (view.gram @ W), axis=0) - 2 * np.sum(W * view.cross, axis=0)
        outer = 1 - mean_y**2 + (mean_y - view.mean @ W - b) ** 2
        return float(np.sum(inner + moments.mass * outer))
