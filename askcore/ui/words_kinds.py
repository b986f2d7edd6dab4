"""What the comparison of three kinds of kernel says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore.experiments.three_kinds import ThreeKinds

__all__ = ["KIND_NAMES", "against", "done_how", "invitation", "verdict"]

KIND_NAMES = {"definite": "positive definite", "indefinite": "indefinite", "asymmetric": "asymmetric"}


def invitation(*, table: bool) -> str:
    """What will be compared."""
    what = (
        "RBF (positive definite), TL1 or tanh (indefinite) and SNE (asymmetric), features scaled to [0, 1]"
        if table
        else "S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric), S being the matrix; of a "
        "graph, links with every row divided by its sum"
    )
    return (
        f"**Does an indefinite kernel pay on these data, and does an asymmetric one?** {what}: the same LS-SVM (AsK-LS "
        "for the asymmetric one), the same splits, each tuned by the same inner folds. The kernel in the sidebar does "
        "not enter."
    )


def verdict(result: ThreeKinds) -> str:
    """The verdict, its first finding in bold."""
    finding, colon, rest = result.verdict.partition(": ")
    return f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"


def done_how(result: ThreeKinds, *, quick: bool) -> str:
    """How much work stands behind it, and what not to conclude."""
    s = result.settings
    n = len(s["kernels"]["indefinite"]["members"])
    width = f", {n} parameters of the indefinite family" if n > 1 else ""
    rough = " A quick look: few splits make wide intervals; “Full” narrows them." if quick else ""
    return (
        f"{s['n_splits']} random splits, {s['inner_folds']} inner folds{width}.{rough} This is about one kernel of "
        "each kind and these labels; “not shown” is not “absent”."
    )


def against(first: str, second: str) -> str:
    """Which two are compared.

    Examples
    --------
    >>> against("indefinite", "definite")
    'indefinite − positive definite'
    """
    return f"{KIND_NAMES[first]} − {KIND_NAMES[second]}"
