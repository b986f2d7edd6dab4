"""Indefinite kernels to take away: eigenvalues, coordinates, squared distances, and the Python that gives the same.

UI floor.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd

from askcore.experiments.matrix.definiteness import Definiteness
from askcore.experiments.matrix.signed import SignedParts
from askcore.ui.downloads import File
from askcore.ui.pages.indefinite.state import IndefiniteKernel
from askcore.ui.pages.indefinite.tab_code import tab_steps
from askcore.ui.text.snippet import INDEFINITE, Script, joined, problem_lines

FILES_SAID = "The same in Python:"
KEPT = 50  # coordinates of either sign in the file


def coordinates(found: SignedParts, names: list[str]) -> pd.DataFrame:
    """Name and leading coordinates of every sample; "+1" is the first of positive sign."""
    table = {"sample": names}
    for sign, mark in ((1, "+"), (-1, "-")):
        for j, column in enumerate(found.coordinates(sign)[:, :KEPT].T):
            table[f"{mark}{j + 1}"] = column
    return pd.DataFrame(table)


def figures_json(found: SignedParts, names: list[str], whole: Definiteness | None = None) -> str:
    """Signature, energy, eigenvalues and the pair at the lowest squared distance."""
    u, v = found.most_negative
    d = found.pair_distances
    content = {
        "symmetrised_by": found.symmetrized or None,
        "centred": found.centred,
        "samples": len(found.places),
        "of": found.size,
        "signature": found.signature,
        "negative_energy": found.negative_energy,
        "lowest_over_largest": found.lowest,
        "negative_pairs": int((d < 0).sum()),
        "pairs": len(d),
        "lowest_pair": [names[u], names[v]] if len(d) else None,
        "lowest_squared_distance": float(d.min()) if len(d) else None,
        "eigenvalues": found.values.tolist(),
        "all_samples": None if whole is None else _of_all(whole),
    }
    return json.dumps(content, indent=2)


def _of_all(whole: Definiteness) -> dict[str, Any]:
    """What is known of all samples; estimates as value and standard error."""
    return {
        "signature": whole.signature,
        "negative": whole.negative,
        "negative_energy": whole.negative_energy,
        "lowest_over_largest": whole.lowest,
        "ends": (whole.smallest, whole.largest),
    }


def files(state: IndefiniteKernel) -> list[File]:
    """Eigenvalues, coordinates and squared distances."""
    parts, names, whole = state.parts, state.names, state.whole
    return [
        File("Figures and eigenvalues (JSON)", lambda: figures_json(parts, names, whole), "indefinite.json"),
        File(
            "Coordinates (CSV)",
            lambda: coordinates(parts, names),
            "coordinates.csv",
            f"Up to {KEPT} of either sign.",
        ),
        File(
            "Squared distances (CSV)",
            lambda: pd.DataFrame(np.asarray(parts.squared_distances), names, names),
            "squared_distances.csv",
        ),
    ]


def python_code(state: IndefiniteKernel) -> Script:
    """A script that takes the same matrix apart and prints its figures."""
    signs = state.signs
    asked = f"symmetrize={signs.symmetrize!r}, center={signs.center}"
    whole = ""
    if state.whole is not None:
        whole = joined(
            "# of all samples, by products: value and standard error",
            f"whole = symmetric_ends(problem.operator, {asked})",
            'print("All rows: negative", whole.negative, "energy", whole.negative_energy, "lowest", whole.lowest)',
        )
    return Script(
        "Indefinite kernels",
        "takes a kernel matrix apart by the signs of its eigenvalues.",
        (
            problem_lines(state.current, state.choice),
            joined(
                f"parts = signed_parts(problem.operator, {asked}, max_rows={signs.max_rows})",
                'print("Signature +, −, 0:", *parts.signature)',
                'print("Negative energy:", parts.negative_energy)',
                'print("Lowest over largest:", parts.lowest)',
                'print("Negative squared distances:", (parts.pair_distances < 0).mean())',
            ),
            *([whole] if whole else []),
            joined(
                "# the pair at the lowest squared distance, and the coordinates of either sign:",
                "# parts.K is plus @ plus.T - minus @ minus.T",
                "print(signed_pair(parts, *parts.most_negative))",
                "plus, minus = parts.coordinates(1), parts.coordinates(-1)",
            ),
            *tab_steps(state),
        ),
        "figures.signed_spectrum(parts.values)",
        "Negative eigenvalues are not noise in themselves: only labels can tell whether they help.",
        (INDEFINITE,),
    )
