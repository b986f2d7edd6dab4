"""What came after: random Fourier features of asymmetric kernels, and attention heads (docs/came_after.md).

Random features (He, He, Liu and Huang 2022) against the exact kernel and landmarks (Nystroem):

- error: ||K' - K||_F / ||K||_F of 1,000 samples, as many features each way, the mean over ten draws; "four" is the
  published form, with frequencies from four positive measures, "ours" from one in polar form;
- decisions: accuracy and seconds of AsK-LS on "Swiss roll" and scikit-learn's digits, a third held out;
- chunks: a table as a dask array, seconds and what is kept.

heads: KSVD of attention (Chen et al. 2023): four heads of a layer that learns the copying task of the sample
"attention", before and after; four heads of random projections on digits.
"""

from __future__ import annotations

import runpy
import time
from collections.abc import Iterator
from typing import Any

import dask.array as da
import numpy as np
from sklearn.datasets import load_digits

import askcore
from askcore.diagnostics import attention_heads
from askcore.kernels import AttentionKernel, ShiftedGaussians, SkewedLaplacian, StationaryKernel, scale_of
from askcore.solvers import fourier_features
from askcore.solvers.fourier import FourierFeatures
from benchmarks.measure import HERE, record, run, sized

DRAWS = sized(10, 1)
HEADS, LAYER_STEPS = 4, sized(300, 2)


def samples() -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Name, features and classes, shuffled; Swiss roll is standardised, a pixel of the digits goes from 0 to 2."""
    roll, digits = askcore.datasets.load_sample("swiss_roll"), load_digits()
    standard = (roll.X - roll.X.mean(axis=0)) / roll.X.std(axis=0)
    for name, X, y in (("swiss_roll", standard, roll.y), ("digits", digits.data / 8, digits.target)):
        order = np.random.default_rng(0).permutation(len(X))[: sized(3000, 150)]
        yield name, X[order], np.asarray(y)[order]


def kernels_for(X: np.ndarray) -> dict[str, StationaryKernel]:
    """Moved by half a bandwidth, by two or by thirty steps; one that reaches twice as far ahead."""
    sigma, city = scale_of(X), scale_of(X, "cityblock")
    steps = np.random.default_rng(0).standard_normal((2, X.shape[1]))
    steps *= 0.5 * sigma / np.linalg.norm(steps, axis=1, keepdims=True)
    return {
        "rbf": ShiftedGaussians(sigma=sigma),
        "shifted": ShiftedGaussians(steps[0], sigma=sigma),
        "two_shifts": ShiftedGaussians(2 * steps, weights=[1.0, 0.5], sigma=sigma),
        "many_shifts": ShiftedGaussians(steps[0] * np.linspace(0.0, 2.0, 30)[:, None], sigma=sigma),
        "wide": ShiftedGaussians(steps[0], sigma=4 * sigma),
        "skewed": SkewedLaplacian(ahead=1.5 * city, behind=0.75 * city),
    }


def four_measures(kernel: StationaryKernel, d: int, D: int, rng: np.random.Generator) -> FourierFeatures:
    """The published form: frequencies from mu_R+, mu_R-, mu_I+ and mu_I-, each with its mass, from a pool of |mu|."""
    pool = kernel.frequencies(20_000 + 20 * D, d, rng)
    phases = np.array([0.0, np.pi, np.pi / 2, -np.pi / 2])  # cos, -cos, -sin, sin
    waves = np.stack([np.cos(pool.phase), -np.cos(pool.phase), np.sin(pool.phase), -np.sin(pool.phase)])
    parts = pool.weight * np.maximum(waves, 0.0)
    chosen = rng.choice(parts.size, D, p=(parts / parts.sum()).ravel())
    part, at = np.divmod(chosen, len(pool.at))
    return FourierFeatures(pool.at[at], np.full(D, parts.sum(axis=0).mean()), phases[part])


def landmarks(K: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """K[:, J] K[J, J]^+ K[J, :] of random J."""
    J = rng.permutation(len(K))[:count]
    return K[:, J] @ np.linalg.pinv(K[np.ix_(J, J)], rcond=1e-12) @ K[J]


def error() -> None:
    """Every kernel, 50 to 200 frequencies."""
    for name, X, _ in samples():
        X = X[:1000]
        for which, kernel in kernels_for(X).items():
            if which in ("rbf", "many_shifts"):
                continue
            K = kernel(X, X)
            size, d = np.linalg.norm(K), X.shape[1]
            skew = np.linalg.norm(K - K.T) / np.linalg.norm(K + K.T)
            for D in sized((50, 100, 200), (20,)):
                off: dict[str, list[float]] = {"ours": [], "four": [], "landmarks": []}
                for seed in range(DRAWS):
                    rng = np.random.default_rng(seed)
                    ours = fourier_features(kernel, d, D, random_state=seed)
                    off["ours"].append(np.linalg.norm(ours.operator(X, X).toarray() - K) / size)
                    four = four_measures(kernel, d, D, rng)
                    off["four"].append(np.linalg.norm(four.operator(X, X).toarray() - K) / size)
                    off["landmarks"].append(np.linalg.norm(landmarks(K, 2 * D, rng) - K) / size)
                means = {each: float(np.mean(values)) for each, values in off.items()}
                record(
                    f"after.error.{name}.{which}.{D}",
                    means["ours"],
                    "relative error",
                    runs=DRAWS,
                    note=f"four measures {means['four']:.3g}, {2 * D} landmarks {means['landmarks']:.2g}; skew ratio "
                    f"{skew:.2f}, mass {ours.weight.mean():.2f} (four: {four.weight[0]:.2f})",
                )


def decisions() -> None:
    """Exact, and 200 and 400 features each way."""
    for name, X, y in samples():
        cut = len(X) * 2 // 3
        for which, kernel in kernels_for(X).items():
            if which in ("wide", "many_shifts"):
                continue
            ways: dict[str, dict[str, int]] = {"exact": {}}
            for count in sized((200, 400, 800), (20,)):
                ways |= {
                    f"landmarks_{count}": {"n_landmarks": count},
                    f"fourier_{count}": {"n_frequencies": count // 2},
                }
            for way, options in ways.items():
                scores, fits, decides = [], [], []
                for seed in range(1 if way == "exact" else sized(5, 1)):
                    model = askcore.AsKLSClassifier(
                        kernel, gamma=10.0, damping=0.1, random_state=seed, **options
                    )
                    began = time.process_time()
                    model.fit(X[:cut], y[:cut])
                    fitted = time.process_time()
                    scores.append(model.score(X[cut:], y[cut:]))
                    fits.append(fitted - began)
                    decides.append(time.process_time() - fitted)
                record(
                    f"after.decisions.{name}.{which}.{way}",
                    100 * float(np.mean(scores)),
                    "% right",
                    runs=len(scores),
                    note=f"{np.median(fits):.2g} s to fit {cut:,}, {np.median(decides):.2g} s to decide "
                    f"{len(X) - cut:,}",
                )


def chunks() -> None:
    """Three clouds in ten features, 200 features each way."""
    n, at_once, count = sized((100_000, 10_000, 200), (400, 100, 10))
    y = np.random.default_rng(0).integers(3, size=n)
    X = np.random.default_rng(1).standard_normal((n, 10)) + 0.7 * np.eye(3, 10)[y] * 3
    table = da.from_array(X, chunks=(at_once, 10))
    some = slice(at_once)
    for which in ("shifted", "many_shifts", "skewed"):
        for way, options in {
            "landmarks": {"n_landmarks": count},
            "fourier": {"n_frequencies": count // 2},
        }.items():
            model: Any = askcore.AsKLSClassifier(
                kernels_for(X[some])[which], gamma=10.0, damping=0.1, random_state=0, **options
            )
            began = time.process_time()
            model.fit(table, y)
            seconds, right = time.process_time() - began, 100 * model.score(X[some], y[some])
            record(
                f"after.chunks.{which}.{way}",
                seconds,
                "s",
                note=f"{n:,} rows; {right:.1f} % right; {len(model.X_fit_)} samples are kept",
            )


def heads() -> None:
    """A line for each head."""
    copying = runpy.run_path(str(HERE.parent / "sample_data" / "make_attention.py"))
    symbols, _ = copying["sequences"](np.random.default_rng(8), 1)
    x = copying["embed"](symbols)
    before, after, right = trained(copying)
    digits = load_digits().data[: sized(500, 40)] / 8
    W = np.random.default_rng(0).standard_normal((2, 4 * 16, digits.shape[1])) / np.sqrt(digits.shape[1])
    random = [kernel(digits, digits) for kernel in AttentionKernel.heads(*W, n_heads=4)]
    layers = {
        "before": [copying["attend"](x, *w)[0] for w in before],
        "after": [copying["attend"](x, *w)[0] for w in after],
        "digits": random,
    }
    for layer, given in layers.items():
        for center in (False, True):
            table = attention_heads(given, center=center)
            for line in table.itertuples():
                record(
                    f"after.heads.{layer}.{line.head}{'.centred' if center else ''}",
                    line.components,
                    "components for 90 % of the energy",
                    note=f"of {line.positions}; first {100 * line.first:.0f} %, effective rank "
                    f"{line.effective_rank:.1f}, skew ratio {line.skew_ratio:.2f}, "
                    f"{line.remaining:.2f} without row scaling"
                    + (f"; {100 * right:.0f} % right" if layer == "after" else ""),
                )


def trained(copying: dict[str, Any]) -> tuple[np.ndarray, np.ndarray, float]:
    """W_Q, W_K (heads, 2, 45, 16) before and after, by Adam as in the sample; what is said is the mean of the heads."""
    rng = np.random.default_rng(7)
    scale = np.sqrt(copying["DIMENSION"])
    w = 0.3 * rng.standard_normal(
        (HEADS, 2, len(copying["LETTERS"]) + 1 + copying["N"], copying["DIMENSION"])
    )
    start, first, second, right = w.copy(), np.zeros_like(w), np.zeros_like(w), 0.0
    for step in range(1, LAYER_STEPS + 1):
        symbols, answers = copying["sequences"](rng, copying["BATCH"])
        x = copying["embed"](symbols)
        hits = symbols[:, None, :] == answers[:, :, None]
        attention = np.array([copying["attend"](x, *each) for each in w])
        shares = (attention * hits).sum(axis=3, keepdims=True)
        share = shares.mean(axis=0)
        right = float(share.mean())
        gradient = np.empty_like(w)
        for each, own, part in zip(range(HEADS), attention, shares, strict=True):
            # d(-log share)/d(score_ij) = own_ij (part_i - hit_ij) / (heads share_i)
            slope = own * (part - hits) / (HEADS * share * copying["BATCH"] * copying["N"] * scale)
            queries, keys = x @ w[each, 0], x @ w[each, 1]
            gradient[each] = (
                np.einsum("bid,bie->de", x, slope @ keys),
                np.einsum("bjd,bje->de", x, slope.transpose(0, 2, 1) @ queries),
            )
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        w -= copying["RATE"] * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return start, w, right


if __name__ == "__main__":
    run({"error": error, "decisions": decisions, "chunks": chunks, "heads": heads})
