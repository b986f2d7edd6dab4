"""The view "Does it pay?" of the tab "Indefinite": three kinds of kernel on the same splits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from askcore import experiments
from askcore._format import share
from askcore.datasets import DataError
from askcore.experiments.comparison.kinds import CALLED, KERNEL_KINDS, ThreeKinds
from askcore.experiments.running.jobs import Task
from askcore.figures.scores import accuracy_rows
from askcore.ui.background import Offered, OfferedJob
from askcore.ui.blocks import Block, Columns, Control, Download, Run, Step, Table, Text
from askcore.ui.charts.plots import plotted
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text.words import plain
from askcore.ui.url_state import current_value, one_of

LOOKS = {"definite": ("own", "circle"), "indefinite": ("target", "diamond"), "asymmetric": ("merged", "x")}
EFFORTS = {"Quick": (4, 2), "Full": (5, 5)}  # splits and inner folds
FAMILIES = {"tl1": "TL1", "tanh": "tanh"}
SCALED = {"unit": "in [0, 1], as published", "sidebar": "as in the settings"}
INVITED = {
    True: "Three kernels are compared: RBF (positive definite), TL1 or tanh (indefinite) and SNE (asymmetric).",
    False: "Three kernels are compared: S Sᵀ (positive definite), (S + Sᵀ)/2 (indefinite) and S itself (asymmetric). S "
    "is the matrix of the data, of a graph with rows divided by their sums.",
}
INVITED_HOW = (
    " All use LS-SVM (AsK-LS for the asymmetric one), the same splits and the same folds for tuning. The kernel of the "
    "settings is not used."
)
HOW = (
    "{n_splits} random splits, {inner_folds} inner folds. The result holds for one kernel of each kind and these "
    "labels. “Not significant” does not mean “no difference”."
)
ACCURACIES = "The mean over the splits; a bar goes from the worst split to the best."
DIFFERENCES = (
    "Right of the line, the first of the two is better. Bars are 95% intervals; where one crosses the line, the two "
    "are not significantly different."
)
TABLE = "“Negative”: the share of the negative eigenvalues in the sum of all absolute ones."
CODE = """# a definite, an indefinite and an asymmetric kernel on the same splits
kinds = three_kinds(data, {given}).run()
print(kinds.verdict)
print(kinds.kinds[["label", "mean", "std"]])"""


@dataclass(frozen=True)
class KindsPlan:
    """What the comparison depends on: the data by their digest, and arguments of ``three_kinds``."""

    digest: str
    indefinite: str
    features: str
    n_splits: int
    inner_folds: int

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments."""
        return {name: value for name, value in vars(self).items() if name != "digest"}


JOB: OfferedJob[KindsPlan, ThreeKinds] = OfferedJob("three_kinds")


def does_it_pay(state: KernelMatrix) -> list[Block]:
    """The comparison that is offered, on its way, or done."""
    asked = _controls(state)
    row = Columns(tuple([control] for control in asked))
    plan = _plan(state, asked)
    task: Task[ThreeKinds] = Task(experiments.three_kinds, state.current.data, **plan.settings)
    try:
        work = JOB.prepared(plan, task).settings["work"]
    except DataError as error:
        return [row, Text(plain(error))]
    invited = Text(INVITED[state.current.kind == "table"] + INVITED_HOW)
    given = ", ".join(f"{name}={value!r}" for name, value in plan.settings.items())
    return [
        row,
        *([] if JOB.result(plan) is not None else [invited]),
        Step(CODE.format(given=given)),
        Run(Offered(JOB, plan, task, "Compare the three", work), _result),
    ]


def _controls(state: KernelMatrix) -> list[Control]:
    said = "Quick: 4 splits, 2 inner folds. Full: 5 and 5."
    found = [Control("kinds_effort", "Effort", "choice", tuple(EFFORTS), help=said)]
    if state.current.kind == "table":
        more = ("kinds_indefinite", "Indefinite kernel", FAMILIES), ("kinds_features", "Features", SCALED)
        for key, label, options in more:
            found.append(Control(key, label, "choice", tuple(options), titles=options.__getitem__))
    return found


def _plan(state: KernelMatrix, asked: list[Control]) -> KindsPlan:
    """The comparison that the controls ask for."""
    held = {
        each.key: current_value(each.key, each.options[0], one_of(each.options, each.titles))
        for each in asked
    }
    features = "unit"
    if held.get("kinds_features") == "sidebar":
        features = "standardised" if state.choice.standardise else "as they are"
    family = held.get("kinds_indefinite", "tl1")
    return KindsPlan(state.current.data.digest, family, features, *EFFORTS[held["kinds_effort"]])


def _result(result: ThreeKinds) -> list[Block]:
    finding, colon, rest = result.verdict.partition(": ")
    by, kinds = result.table.groupby("kind")[result.settings["metric"]], result.kinds.set_index("kind")
    order, pairs = list(KERNEL_KINDS), result.differences
    left = plotted(
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
    right = plotted(
        "kinds_differences",
        "Differences in accuracy between the kinds, with their intervals",
        "Differences on the same splits",
        DIFFERENCES,
        accuracy_rows,
        [f"{CALLED[a]} − {CALLED[b]}" for a, b in zip(pairs["first"], pairs["second"], strict=True)],
        *(pairs[name] for name in ("mean", "low", "high")),
        roles=[LOOKS[kind][0] for kind in pairs["first"]],
        symbols=[LOOKS[kind][1] for kind in pairs["first"]],
        difference=True,
    )
    return [
        Text(f"**{finding}:** {rest}" if colon else f"**{result.verdict}**"),
        Text(HOW.format(**result.settings), "caption"),
        Columns(([left], [right])),
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
