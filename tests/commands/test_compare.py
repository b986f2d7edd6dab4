"""``askcore compare``: what the page says of a file, on the terminal and as a report."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from askcore.commands import main
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, compare

pytestmark = pytest.mark.long  # seconds each

SAMPLES = Path(__file__).parents[2] / "sample_data"
EDGES, NODES = SAMPLES / "teaching_graph_edges.csv", SAMPLES / "teaching_graph_nodes.csv"


@pytest.fixture
def command(capsys, monkeypatch):
    """Call with arguments; gives exit code, standard output and standard error."""
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments):
        code = main(["compare", *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_it_says_the_verdict_of_the_same_comparison_in_python(command):
    code, out, err = command(EDGES, "--labels", NODES, "--kernel", "adjacency", "--seed", 3)
    assert code == 0
    asked = {"folds": 5, "repeats": 1, "brief": True, "max_samples": 400, "random_state": 3}
    kernel = KernelChoice("adjacency", orientation="out")
    found = compare(load_sample("teaching_graph"), kernel, **asked).run()
    assert in_one_line(found.verdict) in in_one_line(out)
    for label in ("AsK-LS", "Kᵀ\u00a0K", "Label propagation"):
        assert f"│ {label} " in out
    assert "quick run" in out
    assert "chose among" not in out
    assert "Comparing on" in err


def test_the_report_has_verdict_figures_and_table_and_opens_offline(command, tmp_path):
    path = tmp_path / "out.html"
    code, out, _ = command(EDGES, "--labels", NODES, "--kernel", "adjacency", "--out", path)
    assert code == 0
    assert f"Report: {path}" in out
    page = path.read_text(encoding="utf-8")
    said = in_one_line(unescape(re.sub(r"<[^>]+>", " ", page.partition("<body>")[2])))
    assert in_one_line(out).split(" This was a quick run")[0].split(": ")[0] in said
    assert "teaching_graph_edges.csv: 7 nodes" in said
    assert "Figure 2." in said
    assert "read_graph( 'teaching_graph_edges.csv'" in said or "teaching_graph_edges.csv', labels=" in said
    (table,) = re.findall(r"<table><thead>.*?</table>", page, re.S)
    assert table.count("<tr>") == out.count("│ used") + out.count("│ ignored") + 1
    assert "Label propagation" in table
    assert not re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=", page)
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "The following arguments are required: FILE. askcore compare --help lists the options."),
        (["none.csv"], "There is no file none.csv. Check its name, or run the command in its folder."),
        ([SAMPLES], "is a folder. Name a file in it."),
        (
            [EDGES],
            f"has no labels, so nothing can be learned. Name the file that contains them: askcore compare "
            f"{EDGES} ",
        ),
        (
            [EDGES, "--labels", NODES, "--kernel", "snee"],
            "no kernel 'snee' for a graph; choose one of: several, adj",
        ),
        ([EDGES, "--labels", NODES, "--seed", "-1"], "--seed must be at least 0, got -1."),
        ([EDGES, "--labels", NODES, "--seed", "x"], "Argument --seed: invalid int value: 'x'."),
        ([EDGES, "--labels", EDGES], "is listed twice. Keep one of the two lines."),
        (
            [EDGES, "--out", "a.pdf"],
            "The report is an HTML page, but a.pdf has another extension. Use: --out a.html",
        ),
        ([EDGES, "--out", "none/a.html"], "The folder of none/a.html does not exist."),
        ([SAMPLES / "textures.zip"], "bags of vectors, which the dashboard compares. Run: askcore --data "),
    ],
)
def test_a_mistake_is_a_sentence(command, arguments, said):
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
