"""Tables as text, and the page that is written from the records."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import load_sample
from askcore.datasets.tables.exact import read_exact
from askcore.papers import Journal, PaperRun, as_csv, as_markdown, measured, protocol, recorded, table, tables
from askcore.papers.engine.protocol import Difference
from askcore.papers.engine.report import OUTCOMES, Claim, answer, claims, count_outcomes, document
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


def judged(rows):
    """A result with a table of these rows: data set, method, metric, published, reproduced."""
    names = ["dataset", "method", "metric", "published", "reproduced"]
    found = pd.DataFrame(rows, columns=names).assign(sds=0.0)
    return type("Result", (), {"table": found})()


def test_a_claim_is_answered_by_how_often_its_best_row_is_ahead():
    claim = Claim("toy-III", "Ours wins.", ("a", "b"), ("c",))
    rows = [
        *(
            ("one", name, "micro_f1", p, h)
            for name, p, h in (("a", 0.5, 0.5), ("b", 0.9, 0.7), ("c", 0.6, 0.8))
        ),
        *(
            ("two", name, "micro_f1", p, h)
            for name, p, h in (("a", 0.9, 0.5), ("b", 0.9, 0.7), ("c", 0.6, 0.8))
        ),
        *(("half", name, "micro_f1", p, np.nan) for name, p in (("a", 0.9), ("c", 0.6))),
    ]
    assert (
        answer(claim, toy(), judged(rows))
        == "**Ours wins.** No: ahead in 2 of 2 as published and in 0 of 2 here."
    )
    level = Claim("toy-III", "Ours keeps up.", ("a", "b"), ("c",), level=0.11)
    assert answer(level, toy(), judged(rows)).startswith(
        "**Ours keeps up.** Yes: ahead or within 0.11 in 2 of 2"
    )


def test_of_errors_less_is_ahead_and_rows_tuned_alike_decide():
    claim = Claim("toy-III", "Ours wins.", ("a",), ("c",), ("a, tuned",), ("c, tuned",))
    rows = [
        ("one", name, "rmse", np.nan, v)
        for name, v in (("a", 2.0), ("c", 1.0), ("a, tuned", 1.0), ("c, tuned", 2.0))
    ]
    less = toy(metrics=("rmse",), lower_is_better=("rmse",))
    assert (
        answer(claim, less, judged(rows))
        == "**Ours wins.** Yes: ahead in 0 of 1 here and in 1 of 1 with the same tuning."
    )


def test_claims_name_rows_of_their_tables():
    assert claims()
    for claim in claims():
        rows = protocol(claim.table).rows
        assert {*claim.own, *claim.rivals, *claim.own_alike, *claim.rivals_alike} <= set(rows), claim.says


def test_every_printed_figure_is_counted_once_and_the_page_says_how_many():
    whole = dict.fromkeys(OUTCOMES, 0)
    for each in tables():
        found = recorded(each, measured()).table
        counts = dict.fromkeys(OUTCOMES, 0)
        for row in found[found["published"].notna()].itertuples():
            timed = row.metric == "seconds" or row.metric.startswith("speedup")
            run = row.answer if row.beyond else "met"
            counts["not judged" if timed else run if row.repeats else "not run"] += 1
        assert count_outcomes(found) == counts
        whole = {name: whole[name] + counts[name] for name in OUTCOMES}
    assert [whole[name] for name in OUTCOMES] == [199, 85, 21, 13, 0, 30]
    said = (
        "We reproduce 199 of 318 published numbers, and 85 more with other settings. "
        "Another 21 numbers come closer with other settings, and 13 remain open."
    )
    assert said in " ".join((PAGE.parent / "papers.md").read_text(encoding="utf-8").split())


@pytest.mark.long
def test_direction_decides_where_links_run_around_a_circle():
    """What the answer to the first claim says of the sample."""
    rows = ["AsK-LS, tuned alike", "LS-SVM on symmetrised adjacency, tuned alike"]
    graph = load_sample("cyclic_communities")
    found = table("III", data={"cyclic_communities": graph}, methods=rows, repeats=3).run().table
    score = found[found["metric"] == "micro_f1"].set_index("method")["reproduced"]
    chance = 1 / len(set(graph.labels))
    assert score[rows[0]] == pytest.approx(1.0)
    assert score[rows[1]] == pytest.approx(chance, abs=0.05)
