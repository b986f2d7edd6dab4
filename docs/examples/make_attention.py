"""Write attention.npz: the attention of each head of a small transformer for one sentence.

    python docs/examples/make_attention.py FOLDER

FOLDER contains `model.safetensors` and `vocab.txt` of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), a BERT model
with six layers of twelve heads. The forward pass uses only NumPy and SciPy. The input is the first half of the first
sentence of "Alice's Adventures in Wonderland" (L. Carroll, 1865), which is in the public domain.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
from scipy.special import erf, softmax

SENTENCE = (
    "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do."
)
LAYERS, HEADS = 6, 12
OUT = Path(__file__).with_name("attention.npz")


def weights(path: Path) -> dict[str, np.ndarray]:
    """Return the float32 arrays of a safetensors file."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    return {
        name: np.frombuffer(
            raw, np.float32, offset=start + entry["data_offsets"][0], count=int(np.prod(entry["shape"]))
        )
        .reshape(entry["shape"])
        .astype(float)
        for name, entry in header.items()
        if entry.get("dtype") == "F32"
    }


def attention(parts: dict[str, np.ndarray], tokens: list[int]) -> np.ndarray:
    """Return (layers, heads, queries, keys); rows sum to 1."""

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return np.asarray(x @ parts[f"{name}.weight"].T + parts[f"{name}.bias"])

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        scaled = (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-12)
        return np.asarray(scaled * parts[f"{name}.weight"] + parts[f"{name}.bias"])

    table = "embeddings.{}_embeddings.weight"
    x = parts[table.format("word")][tokens] + parts[table.format("position")][: len(tokens)]
    x = norm(x + parts[table.format("token_type")][0], "embeddings.LayerNorm")
    found = []
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{at}.attention.self.{name}").reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        found.append(softmax(query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1]), axis=-1))
        mixed = (found[-1] @ value).transpose(1, 0, 2).reshape(x.shape)
        x = norm(x + linear(mixed, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        inner = linear(x, f"{at}.intermediate.dense")
        inner *= 0.5 * (1 + erf(inner / np.sqrt(2)))
        x = norm(x + linear(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm")
    return np.array(found)


def main(folder: Path) -> None:
    """Read the model and write the heads."""
    known = {word: i for i, word in enumerate((folder / "vocab.txt").read_text(encoding="utf-8").split("\n"))}
    words = ["[CLS]", *re.findall(r"\w+|[^\w\s]", SENTENCE.lower()), "[SEP]"]
    heads = attention(weights(folder / "model.safetensors"), [known[word] for word in words])
    np.savez_compressed(OUT, heads=heads.astype(np.float16), words=np.array(words))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
