"""The view "Does it pay?" of the tab "Indefinite": three kinds of kernel on the same splits."""

from __future__ import annotations

import pandas as pd

from askcore import experiments
from askcore._format import share
from askcore.datasets import DataError
from askcore.experiments.comparison.kinds import CALLED, KERNEL_KINDS, ThreeKinds
from askcore.experiments.running.jobs import Task
from askcore.figures.scores import accuracy_rows
from askcore.ui.background import Offered, OfferedJob
from askcore.ui.blocks import Block, Download, Run, Step, Table, Text
from askcore.ui.charts.plots import plotted
from askcore.ui.guard import learnable
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text.words import NEEDS_LABELS, plain

LOOKS = {"definite": ("own", "circle"), "indefinite": ("target", "diamond"), "asymmetric": ("merged", "x")}
INVITED = {
    True: "Three kernels are compared: RBF (positive definite), TL1, or tanh if the settings have it (indefinite), and "
    "SNE (asymmetric).",
    False: "Three kernels are compared: S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric). S "
    "is the matrix of the data, of a graph with rows divided by their sums.",
}
INVITED_HOW = (
    " All use LS-SVM (AsK-LS for the asymmetric one), the same splits and the same folds for tuning, bandwidths "
    "included."
)
HOW = (
    "{n_splits} random splits, {inner_folds} inner folds. The result holds for one kernel of each kind and these "
    "labels. “Not significant” does not mean “no difference”."
)
ACCURACIES = "The mean over the splits; a bar goes from the worst split to the best."
TABLE = "“Negative”: the share of the negative eigenvalues in the sum of all absolute ones."
CODE = """# a definite, an indefinite and an asymmetric kernel on the same splits
kinds = three_kinds({given}).run()
print(kinds.verdict)
print(kinds.kinds[["label", "mean", "std"]])"""


JOB: OfferedJob[tuple[str, ...], ThreeKinds] = OfferedJob("three_kinds")


def does_it_pay(state: KernelMatrix) -> list[Block]:
    """The comparison that is offered, on its way, or done; of a table with the features of the settings."""
    if not learnable(state.current):
        return [Text(NEEDS_LABELS)]
    given = {}
    if state.current.kind == "table":
        features = "standardised" if state.choice.standardise else "as they are"
        given = {"indefinite": "tanh" if state.choice.name == "tanh" else "tl1", "features": features}
    plan = (state.current.data.digest, *given.values())
    task: Task[ThreeKinds] = Task(experiments.three_kinds, state.current.data, **given)
    try:
        work = JOB.work(plan, task)
    except DataError as error:
        return [Text(plain(error))]
    code = ", ".join(["data", *(f"{name}={value!r}" for name, value in given.items())])
    return [
        *([] if JOB.result(plan) is not None else [Text(INVITED[bool(given)] + INVITED_HOW)]),
        Step(CODE.format(given=code)),
        Run(Offered(JOB, plan, task, "Compare the three", work), _result),
    ]


def _result(result: ThreeKinds) -> list[Block]:
    finding, colon, rest = result.verdict.partition(": ")
    by, kinds = result.table.groupby("kind")[result.settings["metric"]], result.kinds.set_index("kind")
    order = list(KERNEL_KINDS)
    figure = plotted(
        "kinds_accuracy",
        "Accuracy of the three kinds of kernel",
        "Tuned accuracy",
        ACCURACIES,
        accuracy_rows,
        [f"{CALLED[kind]}: {kinds.loc[kind, 'label']}" for kind in order],
        *(each[order] for each in (kinds["mean"], by.min(), by.max())),
        roles=[LOOKS[kind][0] for kind in order],
        symbols=[LOOKS[kind][1] for kind in order],
        bar="over the splits",
    )
    return [
        Text(f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"),
        Text(HOW.format(**result.settings), "caption"),
        figure,
        Table(kinds_table(result), TABLE),
        Download("Every split (CSV)", lambda: result.table, "three_kinds.csv"),
    ]


def kinds_table(result: ThreeKinds) -> pd.DataFrame:
    """One row for each kind."""
    rows = [
        {
            "kind": CALLED[row["kind"]],
            "kernel": row["label"],
            "accuracy": f"{100 * row['mean']:.1f} ± {100 * row['std']:.1f}%",
            "chosen most often": row["chosen"],
            "eigenvalues +, −": f"{row['positive']:,} · {row['negative']:,}",
            "negative": share(row["negative_share"]),
            "skew-symmetric ratio": f"{row['skew_ratio']:.2g}",
        }
        for row in result.kinds.to_dict(orient="records")
    ]
    return pd.DataFrame(rows)
