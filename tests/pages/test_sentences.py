"""Every page with every kind of data says what it said: no sentence changes unnoticed.

A change that is meant is named in CHANGELOG; ``python -m tests.pages.sentences`` then writes the snapshots anew.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from tests.pages.sentences import agree, cases, lines, named_uploads, said, snapshot

# What a page says after a run, and of bags, which are seen as a matrix, comes with the long tests.
CASES = [
    pytest.param(page, kind, marks=[pytest.mark.long] if kind in ("run", "bags") else [], id=f"{page}-{kind}")
    for page, kind in cases()
]


@pytest.mark.parametrize(("page", "kind"), CASES)
def test_a_page_says_what_it_said(page, kind):
    known = snapshot(page, kind).read_text(encoding="utf-8").splitlines()
    pairs = zip_longest(said(page, kind), known, fillvalue="(nothing)")
    changed = [f"now: {now}\nwas: {was}" for now, was in pairs if not agree(now, was)]
    assert not changed, f"{len(changed)} lines differ; the first:\n" + "\n\n".join(changed[:3])


@pytest.mark.long
def test_of_a_file_every_tab_is_read(tmp_path):
    file = tmp_path / "links.csv"
    links = [(i, (i + step) % 15) for i in range(15) for step in (1, 3)]
    file.write_text("source,target\n" + "\n".join(f"node {i},node {j}" for i, j in links), encoding="utf-8")
    with named_uploads():
        found = lines("matrix", str(file), drawn=True)
    for tab, part in {
        "Two samples": "metric",
        "Symmetrise": "dataframe",
        "Eigenvalues": "caption",
    }.items():
        assert any(line.startswith(f"[{tab}] {part}") for line in found), tab
    assert any(line.startswith("figure | ") for line in found)


@pytest.mark.parametrize(
    ("said", "known", "same"),
    [
        ("**0.50** of 3", "**0.505** of 3", True),
        ("−3.0 points", "−3.0 points", True),
        ("−3.0 points", "3.0 points", False),
        ("90,000 entries", "90 entries", False),
        ("0.5 right", "0.5 wrong", False),
        ("1 2", "1", False),
        ("9.1 × 10⁻²⁸", "1 × 10⁻²⁸", True),
        ("9.1 × 10⁸", "9.1 × 10⁷", False),
    ],
)
def test_numbers_may_differ_in_rounding_alone(said, known, same):
    assert agree(said, known) == same
