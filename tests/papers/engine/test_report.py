"""Tables as text, and the page that is written from the records."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest

from askcore.datasets.tables.exact import read_exact
from askcore.papers import Journal, PaperRun, as_csv, as_markdown, measured, tables
from askcore.papers.engine.protocol import Difference
from askcore.papers.engine.report import document
from tests.papers.toys import ASKLS, DATA, RIVAL, toy

PAGE = Path(__file__).parents[3] / "docs" / "paper_tables.md"


@pytest.fixture(scope="module")
def result():
    known = {("cora", ASKLS, "micro_f1"): Difference("Drawn at 100 % random_ly.", "seed 7", 0.751)}
    return PaperRun(toy(differences=known), DATA, repeats=3).run()


def test_csv_has_every_digit(result):
    read = read_exact(io.StringIO(as_csv(result)))
    expected = result.table.copy()
    words = ["answer", "setting", "cause"]
    read[words] = read[words].fillna("")
    pd.testing.assert_frame_equal(read, expected, check_exact=True, check_dtype=False)
    assert len(as_csv([result, result]).splitlines()) == 1 + 2 * len(expected)


def test_markdown_rows_hold_the_figures(result):
    text = as_markdown(result)
    row = result.table.query("dataset == 'cora' and method == @ASKLS and metric == 'micro_f1'").iloc[0]
    assert row["beyond"]
    mark = f"{'better' if row['better'] else 'worse'}, {abs(row['sds']):.1f} sd; seed 7: 0.751 (1)"
    difference = f"{row['difference']:+.3f}".replace("-", "−")
    assert (
        f"| cora | {ASKLS} | micro f1 | 0.753 ± 0.013 | {row['reproduced']:.3f} ± {row['std']:.3f} | 3 | "
        f"{difference} | {mark} |"
    ) in text
    assert "| cora | AsK-LS on adjacency | macro f1 | 0.748 ± 0.013 | - | 0 | - |  |" in text
    assert f"| {RIVAL} (tuned alike) | micro f1 | - |" in text
    widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert widths == {9}
    assert "\n1. Drawn at 100 % random_ly." in text


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "measured.jsonl")
    PaperRun(toy(), {"cora": DATA["cora"]}, journal=journal).run()
    return journal


def test_the_page_has_the_tables_and_what_is_missing(journal):
    text = document([toy(), toy(key="toy-V", table="figure 1")], journal)
    assert "## AsK-LS (He et al. 2022), table III: Toy\n\nShows how a table is run." in text
    assert "- pubmed: Nobody has it." in text
    assert "| cora | AsK-LS on adjacency | micro f1 | 0.753 ± 0.013 |" in text
    assert "citeseer" not in text
    assert text.endswith("toy-V: Toy\n\nShows how a table is run.\n\nNot run yet.\n")
    assert text == document([toy(), toy(key="toy-V", table="figure 1")], [*journal][::-1])


def test_the_page_in_the_repository_is_what_the_records_give():
    assert PAGE.read_text(encoding="utf-8") == document(tables(), measured()), "run: make tables"
