"""Write attention.csv: the attention matrix of one small layer that was trained to copy, and a label per row.

The toy task: 20 letters, then 20 blanks; position t, letter or blank, has to say the t-th letter. One attention
layer reads [which symbol, which position] at every place, and its answer is the mean of the letters that it looks
at, weighted by softmax(<W_Q x_i, W_K x_j> / sqrt(16)). W_Q and W_K are learned with numpy, by Adam on the
log-likelihood of the right letter. The matrix is that of one sequence the layer was not trained on.

Run from anywhere: ``python sample_data/make_attention.py [FOLDER]``; takes some seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

LETTERS, LENGTH, DIMENSION, SEED = "abcd", 20, 16, 7
STEPS, BATCH, RATE = 110, 16, 0.02
N = 2 * LENGTH


def sequences(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Symbols (n, 40), the blank being number 4, and the letters to say (n, 40)."""
    letters = rng.integers(len(LETTERS), size=(n, LENGTH))
    blanks = np.full((n, LENGTH), len(LETTERS))
    return np.hstack([letters, blanks]), np.hstack([letters, letters])


def embed(symbols: np.ndarray) -> np.ndarray:
    """(n, 40) to (n, 40, 45): which symbol, and which position."""
    positions = np.broadcast_to(np.eye(N), (len(symbols), N, N))
    return np.concatenate([np.eye(len(LETTERS) + 1)[symbols], positions], axis=2)


def attend(x: np.ndarray, w_q: np.ndarray, w_k: np.ndarray) -> np.ndarray:
    """softmax(<W_Q x_i, W_K x_j> / sqrt(d)), (n, 40, 40); rows sum to 1."""
    scores = (x @ w_q) @ (x @ w_k).transpose(0, 2, 1) / np.sqrt(DIMENSION)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    return weights / weights.sum(axis=2, keepdims=True)


def train() -> tuple[np.ndarray, np.ndarray, float]:
    """W_Q and W_K (45, 16), and the probability of the right letter in the last batch."""
    rng = np.random.default_rng(SEED)
    width = len(LETTERS) + 1 + N
    w = 0.3 * rng.standard_normal((2, width, DIMENSION))
    first, second = np.zeros_like(w), np.zeros_like(w)
    right = 0.0
    for step in range(1, STEPS + 1):
        symbols, answers = sequences(rng, BATCH)
        x = embed(symbols)
        attention = attend(x, *w)
        hits = symbols[:, None, :] == answers[:, :, None]  # (n, i, j): j holds the letter that i has to say
        share = (attention * hits).sum(axis=2, keepdims=True)
        right = float(share.mean())
        # d(-log share)/d(score_ij): what is looked at, minus what should have been among the hits.
        slope = (attention - attention * hits / share) / (BATCH * N * np.sqrt(DIMENSION))
        queries, keys = x @ w[0], x @ w[1]
        gradient = np.stack(
            [np.einsum("bid,bie->de", x, slope @ keys),
             np.einsum("bjd,bje->de", x, slope.transpose(0, 2, 1) @ queries)]
        )  # fmt: skip
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        w -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return w[0], w[1], right


def main(folder: Path) -> None:
    """Train, and write the matrix and its labels into a folder."""
    w_q, w_k, right = train()
    symbols, answers = sequences(np.random.default_rng(SEED + 1), 1)
    matrix = attend(embed(symbols), w_q, w_k)[0]
    said = [LETTERS[letter] for letter in answers[0]]
    names = [f"{'letter' if i < LENGTH else 'blank'} {i % LENGTH + 1}" for i in range(N)]
    lines = [",".join(["", *names])]
    lines += [
        ",".join([name, *(f"{value:.6f}" for value in row)]) for name, row in zip(names, matrix, strict=True)
    ]
    write(folder / "attention.csv", lines)
    write(
        folder / "attention_labels.csv",
        ["row,label", *(f"{n},{s}" for n, s in zip(names, said, strict=True))],
    )
    print(f"probability of the right letter at the end of training: {right:.3f}")


def write(path: Path, lines: list[str]) -> None:
    """Lines as UTF-8 with plain newlines on every system."""
    path.write_bytes(("\n".join(lines) + "\n").encode())
    print(f"{path.name}: {len(lines) - 1:,} rows")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
