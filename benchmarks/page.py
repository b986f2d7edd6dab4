"""docs/benchmarks.md and its picture, written from the figures in docs/benchmarks.json.

``python -m benchmarks.page`` writes both without a measurement; ``make bench`` does so after each benchmark.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import HERE, floors, holds, shown
from benchmarks.picture import draw

Run = Mapping[str, Any]
# What is computed, what it is compared with, the record.
RATIOS = (
    (
        "AsK-LS, 2,000 samples, 7 classes, γ below the resonances",
        "published: a system of 2m + 2 equations for each class",
        "askls.dense.below.naive_over_ours",
    ),
    (
        "AsK-LS, 2,000 samples, 7 classes, γ among the resonances",
        "published: a system of 2m + 2 equations for each class",
        "askls.dense.amid.naive_over_ours",
    ),
    (
        "AsK-LS on Cora, 7 classes, views stacked over 10 folds",
        "an undamped dense system for each fold and class",
        "askls.cora_stacked.undamped_over_ours",
    ),
    (
        "AsK-LS on Cora, 7 classes, views stacked over 10 folds",
        "a damped dense system for each fold and class",
        "askls.cora_stacked.damped_over_ours",
    ),
    (
        "AsK-LS on Pubmed, views stacked over 10 folds, damped",
        "a sparse factorisation in SuperLU's order for each fit",
        "askls.pubmed_stacked.superlu_over_ours",
    ),
    ("Automatic choice of the solver, worst case", "the better of both solvers", "askls.choosing.least"),
    ("24 calls on all threads, worst case", "the better of one and all threads", "threads.least"),
    (
        "50 γ with leave-one-out, 1,500 samples",
        "one singular value decomposition",
        "askls.path.svd_over_ours",
    ),
    (
        "50 γ with leave-one-out, 1,500 samples, damped",
        "one singular value decomposition",
        "askls.path_damped.svd_over_ours",
    ),
    (
        "Leave-one-out at 96 settings, 300 samples",
        "a refit for each setting and sample (three timed)",
        "tuning.left_out.refits_over_ours",
    ),
    (
        "Leave-one-out at 96 settings, 300 samples",
        "GridSearchCV, five folds",
        "tuning.left_out.grid_search_over_ours",
    ),
    (
        "Search for a kernel on a graph: one kernel, 1,000 nodes",
        "refits (ten timed)",
        "find.graph.refits_over_ours",
    ),
    (
        "Table III of AsK-LS (five graphs), two workers, wall-clock time",
        "naive solutions (estimated from one)",
        "papers.askls_III.naive_over_ours",
    ),
    ("AsK-LS, 2,000 samples, fit and predict", "scikit-learn's SVC", "peers.askls.svc_over_ours"),
    ("LS-SVM, 2,000 samples, fit and predict", "scikit-learn's SVC", "peers.lssvm.svc_over_ours"),
    (
        "AsK-LS, 20,000 samples, 300 landmarks",
        "scikit-learn's Nystroem and RidgeClassifier",
        "peers.landmarks.sklearn_over_ours",
    ),
    (
        "AsK-LS with sample weights, dense matrix",
        "no weights",
        "askls.weighted.dense.unweighted_over_ours",
    ),
    (
        "AsK-LS with sample weights, dense matrix, damped",
        "no weights",
        "askls.weighted.dense_damped.unweighted_over_ours",
    ),
    (
        "AsK-LS with sample weights, dense symmetric matrix",
        "no weights",
        "askls.weighted.symmetric.unweighted_over_ours",
    ),
    (
        "AsK-LS with sample weights, sparse matrix",
        "no weights",
        "askls.weighted.sparse.unweighted_over_ours",
    ),
    (
        "AsK-LS with sample weights, sparse matrix, MINRES",
        "no weights",
        "askls.weighted.minres.unweighted_over_ours",
    ),
    (
        "KSVD of Pubmed, SNE, rank 20, including the matrix",
        "dense matrix and randomized_svd",
        "ksvd.structured.randomized_over_ours",
    ),
    (
        "KSVD of Pubmed, SNE, rank 20, including the matrix",
        "dense matrix and ARPACK",
        "ksvd.structured.arpack_over_ours",
    ),
    (
        "Asymmetric Nyström, RBF, 20,000 rows, rank 20, equal error",
        "full matrix and randomized_svd",
        "ksvd.table_rbf.full_over_ours",
    ),
    (
        "Asymmetric Nyström, SNE, 20,000 rows, rank 20, equal error",
        "full matrix and randomized_svd",
        "ksvd.table_sne.full_over_ours",
    ),
    (
        "Asymmetric Nyström, given matrix of Citeseer, tolerance 0.1",
        "randomized_svd",
        "ksvd.given.citeseer.published_form.eta_0_1.sklearn_over_ours",
    ),
    (
        "Asymmetric Nyström, given matrix of Citeseer, tolerance 0.1",
        "randomized_svd without iterations",
        "ksvd.given.citeseer.published_form.eta_0_1.no_iterations_over_ours",
    ),
    (
        "Asymmetric Nyström, given matrix of Citeseer, tolerance 0.01",
        "randomized_svd",
        "ksvd.given.citeseer.published_form.eta_0_01.sklearn_over_ours",
    ),
    (
        "Asymmetric Nyström, given matrix of Citeseer, tolerance 0.01",
        "randomized_svd without iterations",
        "ksvd.given.citeseer.published_form.eta_0_01.no_iterations_over_ours",
    ),
    (
        "Nyström page: 100 of 5,000 rows and columns, rank 10",
        "the exact decomposition",
        "sampling.rows_5000.exact_over_ours",
    ),
    ("Nyström page: subspace error of 100 of 5,000 rows and columns", "", "sampling.subspace_error"),
    (
        "Nyström page: 100 of 500 rows and columns, rank 10",
        "the exact decomposition",
        "sampling.rows_500.exact_over_ours",
    ),
    (
        "SVD of a sparse graph, 20,000 nodes, rank 20",
        "scikit-learn's TruncatedSVD, randomised",
        "peers.svd.sklearn_randomized_over_ours",
    ),
    ("SVD of a sparse graph, 20,000 nodes, rank 20", "SciPy's svds", "peers.svd.svds_over_ours"),
    ("Kernel PCA, 3,000 samples, rank 20", "scikit-learn's KernelPCA", "peers.kernel_pca.sklearn_over_ours"),
    (
        "Kernel PCA, indefinite kernel, 5,000 samples, rank 10",
        "all eigenpairs (eigh)",
        "indefinite.pca.full_over_ours",
    ),
    (
        "LS-SVM, leave-one-out at 40 γ, 400 samples",
        "refits (a tenth of them timed)",
        "indefinite.left_out.refits_over_ours",
    ),
    (
        "KL divergences of 12 bags",
        "a double loop over SciPy's densities",
        "divergences.bags.double_loop_over_ours",
    ),
    (
        "Kernel matrix (4,000 × 4,000, 50 features): linear",
        "scikit-learn",
        "kernels.linear.sklearn_over_ours",
    ),
    ("Kernel matrix: polynomial", "scikit-learn", "kernels.polynomial.sklearn_over_ours"),
    ("Kernel matrix: tanh", "scikit-learn", "kernels.tanh.sklearn_over_ours"),
    ("Kernel matrix: RBF", "scikit-learn", "kernels.rbf.sklearn_over_ours"),
    ("Kernel matrix: Laplacian", "scikit-learn", "kernels.laplacian.sklearn_over_ours"),
    ("Kernel matrix: TL1", "SciPy's cdist", "kernels.tl1.cdist_over_ours"),
    ("Kernel matrix: SNE", "our RBF", "kernels.sne.rbf_over_ours"),
    ("Kernel matrix: T", "our RBF", "kernels.t.rbf_over_ours"),
    ("Kernel matrix: attention", "our RBF", "kernels.attention.rbf_over_ours"),
    ("Kernel matrix: attention on principal components", "our RBF", "kernels.attention_pca.rbf_over_ours"),
    ("AsK-LS, SNE, 720,000 samples, two Dask workers", "one worker", "distributed.sne.share"),
    ("AsK-LS, RBF, 720,000 samples, two Dask workers", "one worker", "distributed.rbf.share"),
    ("`import askcore`", "importing NumPy and SciPy", "import.askcore.peer_over_ours"),
    (
        "`askcore.AsKLSClassifier`, first use",
        "importing NumPy and SciPy",
        "import.classifier.peer_over_ours",
    ),
    ("Peak memory of reading: CSV table", "size of the file", "readers.csv_table.peak_over_size"),
    ("Peak memory of reading: CSV edge list", "size of the file", "readers.csv_edge_list.peak_over_size"),
    ("Peak memory of reading: node-link JSON", "size of the file", "readers.json.peak_over_size"),
    ("Peak memory of reading: GraphML", "size of the file", "readers.graphml.peak_over_size"),
    ("Peak memory of reading: GML", "size of the file", "readers.gml.peak_over_size"),
    ("Peak memory of reading: NumPy, float64", "size of the file", "readers.npy_float64.peak_over_size"),
    ("Peak memory of reading: NumPy, float32", "size of the file", "readers.npy_float32.peak_over_size"),
    ("Peak memory of reading: NumPy, int8", "size of the file", "readers.npy_int8.peak_over_size"),
    (
        "AsK-LS, 10⁷ nodes, including construction of the graph",
        "a hundred products with the adjacency matrix",
        "scale.askls.products_over_ours",
    ),
    (
        "KSVD, 10⁵ nodes, rank 20",
        "a hundred products with the adjacency matrix",
        "scale.ksvd.nodes_100000.products_over_ours",
    ),
    (
        "KSVD, 10⁶ nodes, rank 20",
        "a hundred products with the adjacency matrix",
        "scale.ksvd.nodes_1000000.products_over_ours",
    ),
    (
        "KSVD, 10⁷ nodes, rank 20",
        "a hundred products with the adjacency matrix",
        "scale.ksvd.nodes_10000000.products_over_ours",
    ),
    ("KSVD, 10⁴ to 10⁷ nodes: slope of the time in log-log coordinates", "", "scale.ksvd.slope"),
    ("AsK-LS, 10⁷ nodes: peak memory, GB", "", "scale.askls.peak_memory"),
    ("KSVD, 10⁷ nodes: peak memory, GB", "", "scale.ksvd.nodes_10000000.peak_memory"),
    ("AsK-LS, 10⁷ rows on disk: peak memory, GB", "", "scale.table.rows_10000000.peak_memory"),
    (
        "Reading 5 · 10⁷ links from Parquet: memory",
        "memory of the graph",
        "scale.links.peak_above_imports_over_graph",
    ),
)
# The rows to read first; the others are folded.
FIRST = (
    "askls.dense.below.naive_over_ours",
    "askls.cora_stacked.undamped_over_ours",
    "tuning.left_out.grid_search_over_ours",
    "peers.askls.svc_over_ours",
    "peers.landmarks.sklearn_over_ours",
    "ksvd.structured.randomized_over_ours",
    "ksvd.table_rbf.full_over_ours",
    "sampling.rows_5000.exact_over_ours",
    "peers.svd.sklearn_randomized_over_ours",
    "peers.kernel_pca.sklearn_over_ours",
)
# What is computed, its size, the records of seconds and of peak memory.
SIZES = (
    (
        "AsK-LS on a graph, 5 classes",
        "10⁷ nodes, 5 · 10⁷ links",
        "scale.askls.seconds",
        "scale.askls.peak_memory",
    ),
    *(
        (
            "KSVD, SNE on a graph, rank 20",
            f"10{power} nodes",
            f"scale.ksvd.nodes_{n}.seconds",
            f"scale.ksvd.nodes_{n}.peak_memory",
        )
        for n, power in ((10_000, "⁴"), (100_000, "⁵"), (1_000_000, "⁶"), (10_000_000, "⁷"))
    ),
    *(
        (
            "AsK-LS on a table on disk, 20 features, 300 landmarks: fit",
            f"10{power} rows",
            f"scale.table.rows_{n}.fit_seconds",
            f"scale.table.rows_{n}.peak_memory",
        )
        for n, power in ((100_000, "⁵"), (10_000_000, "⁷"))
    ),
    ("Reading links from Parquet", "5 · 10⁷ links", "scale.links.seconds", "scale.links.peak_memory"),
    (
        "AsK-LS on Pubmed, views stacked over 10 folds",
        "11,830 training nodes",
        "askls.pubmed_stacked.seconds",
        "askls.pubmed_stacked.peak_memory",
    ),
)
SPELT = {
    "python": "Python",
    "numpy": "NumPy",
    "scipy": "SciPy",
    "streamlit": "Streamlit",
    "plotly": "Plotly",
}
# The calls of bench_threads.py and the matrices of bench_askls.choosing, in words.
CALLS = {
    "ksvd_digits": "KSVD of digits, SNE",
    "ksvd_digits_nystroem": "KSVD of digits, SNE, Nyström",
    "ksvd_digits_randomized": "KSVD of digits, SNE, randomised",
    "ksvd_given": "KSVD of a 2,000 × 2,000 matrix",
    "nystroem": "`asymmetric_nystroem`, SNE, 20,000 rows",
    "kernel_pca": "Kernel PCA, TL1, 2,000 samples",
    "askls": "AsK-LS, SNE, 2,000 samples",
    "askls_stack": "AsK-LS, SNE, 500 digits, stacked views",
    "askls_loo": "AsK-LS, SNE, 569 samples, γ by leave-one-out",
    "left_out": "Leave-one-out views, SNE, 569 samples, damped",
    "landmarks": "AsK-LS, SNE, 20,000 samples, 200 landmarks",
    "lssvm": "LS-SVM of digits, RBF",
    "path_few": "`gamma_path`, 500 samples, 30 γ",
    "path": "`gamma_path`, 2,000 samples, 10 γ",
    "minres": "`solve_askls` by MINRES, 2,000 samples",
    "asymmetry": "`asymmetry` of a 500 × 500 matrix",
    "ksvd_cora": "KSVD of Cora, SNE",
    "askls_cora": "AsK-LS on Cora",
    "askls_cora_damped": "AsK-LS on Cora, damped",
    "askls_cora_stack": "AsK-LS on Cora, damped, stacked views",
    "ksvd_pubmed": "KSVD of Pubmed, SNE",
    "askls_pubmed": "AsK-LS on Pubmed",
    "askls_pubmed_damped": "AsK-LS on Pubmed, damped",
    "askls_pubmed_stack": "AsK-LS on Pubmed, damped, stacked views",
}
MATRICES = {
    "digraph_2_5": "random directed graph, 2.5 links per node",
    "digraph_4": "random directed graph, 4 links per node",
    "sne_table": "SNE matrix of a table",
    "nearest": "nearest neighbours",
    "tree": "random tree",
    "cora": "Cora",
    "citeseer": "Citeseer",
    "amazon_photo": "Amazon Photo",
    "pubmed": "Pubmed",
}
# A wait in the browser, and its record of each kind and size of data.
WAITS = (
    ("first answer after an upload", "answer"),
    ("γ on *Decisions*", "gamma"),
    ("components on *Spectra*", "components"),
    ("order of rows on *Matrix*", "order"),
    ("sampled rows on *Nyström*", "rows"),
    *(
        (f"*{page}*, {visit} visit", f"{visit}.{page.lower()}")
        for visit in ("first", "later")
        for page in ("Data", "Matrix", "Spectra", "Nyström", "Decisions")
    ),
)
SIZES_OF_DATA = (1_000, 5_000)
BROWSER = """\
Wall-clock time in headless Chromium without a graphics card, from the click until the page is complete. For 1,000
samples, a figure is the median over three generated graphs or tables. For 5,000 samples, it comes from a single one.
Each is uploaded in a new session (`python -m benchmarks browser`). If a row has
two goals, the second is for 5,000 samples. The first answer after an upload has a goal only for 1,000 samples."""
HOW = """\
- A peer is the implementation that askcore is compared with. A ratio is the time of the peer divided by our time. It is
  the median over several runs, in which askcore and the peer alternate. If the ratio is above 1, askcore is faster.
- In rows about memory, the ratio is our memory divided by the quantity in the second column. If the second column is
  empty, the row shows the figure that its name describes.
- Each part of a benchmark runs in its own process with one BLAS thread. The benchmarks `browser`
  and `threads` also use all threads.
- The tables of sizes (except Pubmed) and of threads, and the ratios for 10⁵ to 10⁷ nodes, use wall-clock times. All
  other times are processor times, unless the row or the section states otherwise.
- A floor is a bound, lower or upper, that a figure must meet. Floors are in `benchmarks/floors.toml`. They include a
  margin for a busy machine. `make bench-check` compares the latest figures with the floors. A goal is an upper bound
  that we aim for but do not check.
- [The ideas in twenty minutes](learn.md) explains views and resonances. Landmarks are sampled rows and
  columns of the kernel matrix that replace the full matrix.
- `make bench` runs all benchmarks and writes this page. `make bench ONLY="askls ksvd"` runs two benchmarks and keeps
  the other figures. The benchmarks on Cora, Citeseer and Pubmed need the public data sets (`ASKCORE_DATA`)."""


def below(runs: Mapping[str, Run]) -> list[str]:
    """What misses its floor, in words."""
    found = _records(runs)
    return [
        f"`{name}` is {shown(found[name]['value']) if name in found else 'not measured'} "
        f"(wanted: {bound[0]} {bound[1]:g})"
        for name, bound in floors().items()
        if name not in found or not holds(found[name]["value"], bound)
    ]


def page(runs: Mapping[str, Run]) -> str:
    """All runs on one page."""
    found, missed = _records(runs), below(runs)
    dates = sorted(run["date"][:10] for run in runs.values())
    return "\n".join(
        [
            "# Benchmarks",
            "",
            _verdict(found)
            + (
                f"All {len(floors())} floors are met."
                if not missed
                else f"Below a floor: {'; '.join(missed)}."
            ),
            _goals(found),
            "",
            HOW,
            f"- All {len(found)} figures are in `docs/benchmarks.json`, with their dates and the load of the machine. "
            f"They were measured from {dates[0]} to {dates[-1]} on {_machines(runs)}.",
            *(
                f"- The benchmark `{name}` ended with exit code {run['exit']}. Its output is in the same file."
                for name, run in runs.items()
                if run["exit"]
            ),
            "",
            "## Peers and naive implementations",
            "",
            *_ratios((row for row in RATIOS if row[2] in FIRST and row[2] in found), found),
            "",
            *_folded("All ratios", _ratios((row for row in RATIOS if row[2] in found), found)),
            "",
            *_browser(found),
            "## Size of the data",
            "",
            "| computed | size | time | goal | peak memory | goal |",
            "|---|---|---|---|---|---|",
            *(_size(*row, found) for row in SIZES if row[2] in found and row[3] in found),
            "",
            "![Time in seconds against size for each method, on logarithmic axes](cost.svg)",
            "",
            "## Threads for linear algebra",
            "",
            "Wall-clock time of typical calls (`benchmarks/bench_threads.py`).",
            "",
            *_folded(
                "24 calls on one thread and on all threads",
                [
                    "| call | all threads | one thread | faster time / time on all threads |",
                    "|---|---|---|---|",
                    *(_threads(record) for name, record in found.items() if name.endswith(".best_over_all")),
                ],
            ),
            "",
            "## Choice of the solver",
            "",
            "Processor time of `solve_askls`, damped for γ = 10 and γ = 100, undamped for γ = 0.1. "
            "Calls of less than 0.05 s do not count towards the worst case under “All ratios”.",
            "",
            *_folded(
                "The automatic choice and both solvers on nine matrices",
                [
                    "| matrix | automatic | direct | MINRES | best time / automatic |",
                    "|---|---|---|---|---|",
                    *(_chosen(name, found) for name in found if name.endswith(".direct_over_ours")),
                ],
            ),
            "",
        ]
    )


def _folded(title: str, lines: Iterable[str]) -> list[str]:
    """Lines that open with a click, on GitHub and on the site."""
    return ['<details markdown="1">', f"<summary>{title}</summary>", "", *lines, "", "</details>"]


def _records(runs: Mapping[str, Run]) -> dict[str, Run]:
    return {each["name"]: each for run in runs.values() for each in run["records"]}


def _verdict(found: Mapping[str, Run]) -> str:
    naive, svc = (found.get(name) for name in (RATIOS[0][2], "peers.askls.svc_over_ours"))
    if naive is None or svc is None:
        return ""
    return (
        f"**Our AsK-LS is {naive['value']:.0f} times as fast as a solution of the published system, but takes "
        f"{1 / svc['value']:.0f} times as long as scikit-learn's SVC.** "
    )


def _goals(found: Mapping[str, Run]) -> str:
    goals = [each for each in found.values() if "goal" in each]
    met = sum(each["value"] <= each["goal"] for each in goals)
    return f"Of {len(goals)} figures with a goal, {met} meet it. In the tables, figures that miss a bound are bold."


def _machines(runs: Mapping[str, Run]) -> str:
    """Cores and versions of all runs, each version once."""
    cores = sorted({str(run["cores"]) for run in runs.values()})
    versions: dict[str, set[str]] = {}
    for run in runs.values():
        for name, version in run["versions"].items():
            versions.setdefault(name, set()).add(version)
    told = (f"{SPELT.get(name, name)} {' and '.join(sorted(each))}" for name, each in versions.items())
    return f"{' and '.join(cores)} cores with {', '.join(told)}"


def _browser(found: Mapping[str, Run]) -> list[str]:
    """Waits by kind and size of data, beside the goals of both sizes."""
    cold = found.get("browser.cold")
    if cold is None:
        return []
    columns = [(kind, n) for n in SIZES_OF_DATA for kind in ("graph", "table")]
    rows = []
    for title, wait in WAITS:
        every = [found.get(f"browser.{kind}_{n}.{wait}", {}) for kind, n in columns]
        goals = dict.fromkeys(f"{each['goal']:g} s" for each in every if "goal" in each)
        if any(every):
            rows.append(f"| {title} | {' | '.join(map(_wait, every))} | {' and '.join(goals)} |")
    return [
        "## Waiting times in the browser",
        "",
        BROWSER,
        f"A new server shows its first figure after {_wait(cold)} (goal: {cold['goal']:g} s).",
        "",
        f"| wait | {' | '.join(f'{kind}, {n:,}' for kind, n in columns)} | goals |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
    ]


def _wait(record: Run) -> str:
    return _bold(record, f"{record['value']:.2f} s") if record else ""


def _bold(record: Run, words: str) -> str:
    """A figure in words, in bold where it exceeds its goal."""
    return f"**{words}**" if record["value"] > record.get("goal", np.inf) else words


def _ratios(rows: Iterable[tuple[str, str, str]], found: Mapping[str, Run]) -> list[str]:
    head = ["| computed | compared with | ours | theirs | ratio | floor |", "|---|---|---|---|---|---|"]
    return [*head, *(_ratio(what, against, found[name]) for what, against, name in rows)]


def _ratio(what: str, against: str, record: Run) -> str:
    bound = floors().get(record["name"])
    seconds = [f"{shown(each)} s" for each in record.get("seconds", {}).values()] or ["", ""]
    value, wanted = shown(record["value"]), f"{bound[0]} {bound[1]:g}" if bound else ""
    value = value if holds(record["value"], bound) else f"**{value}**"
    return f"| {what} | {against} | {seconds[0]} | {seconds[1]} | {value} | {wanted} |"


def _threads(record: Run) -> str:
    every, one = record["seconds"].values()
    call = record["name"].split(".")[1]
    return f"| {CALLS.get(call, call)} | {shown(every)} s | {shown(one)} s | {shown(record['value'])} |"


def _chosen(name: str, found: Mapping[str, Run]) -> str:
    minres = found[name.replace(".direct_over_ours", ".minres_over_ours")]["seconds"]["minres"]
    ours, direct = found[name]["seconds"].values()
    matrix, _, gamma = (
        name.removeprefix("askls.choosing.").removesuffix(".direct_over_ours").partition(".gamma_")
    )
    case = f"{MATRICES.get(matrix, matrix)}, γ = {gamma.replace('_', '.')}"
    best = min(ours, direct, minres) / ours
    return f"| {case} | {shown(ours)} s | {shown(direct)} s | {shown(minres)} s | {shown(best)} |"


def _size(what: str, size: str, seconds: str, memory: str, found: Mapping[str, Run]) -> str:
    cells = [
        cell
        for record, unit in ((found[seconds], "s"), (found[memory], "GB"))
        for cell in (
            _bold(record, f"{shown(record['value'])} {unit}"),
            f"at most {record['goal']:g}" if "goal" in record else "",
        )
    ]
    return f"| {what} | {size} | {' | '.join(cells)} |"


def write(folder: Path) -> None:
    """The page and the picture, beside the figures of a folder."""
    runs = json.loads((folder / "benchmarks.json").read_text(encoding="utf-8"))
    (folder / "benchmarks.md").write_text(page(runs), encoding="utf-8")
    if "cost" in runs:
        records = runs["cost"]["records"]
        (folder / "cost.svg").write_text(draw(records), encoding="utf-8")
        (folder / "cost_dark.svg").write_text(draw(records, "dark"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write(HERE.parent / "docs"))
