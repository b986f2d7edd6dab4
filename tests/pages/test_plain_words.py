"""What the pages say keeps to docs/words.md: no forbidden words, short sentences, few numbers, headings in order."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from tests.pages.sentences import FOLDER, ROOT, of_page

GUIDE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
FORBIDDEN = [
    row.split("|")[1].strip()
    for row in GUIDE.partition("## Wordings to avoid")[2].splitlines()
    if row.startswith("| ") and not row.startswith("| not |")
]
PROSE = re.compile(r"(?:\[[^]]*\] )?(?:markdown|caption|info|warning|success|error) \| (.*)")
LONGEST, MOST_NUMBERS = 32, 3
# Words that stand for numbers or names are none: a formula, a unit of a test, years, names of methods and of labels.
NO_NUMBERS = re.compile(
    r"\$[^$]*\$|`[^`]*`|95% interval|\b(?:19|20)\d\d\b|F1|“[^”]*”|[(][^()]*(?:et al|seed|interval)[^()]*[)]"
    r"|\(K \+ Kᵀ\)/2|× 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
)
NUMBER = re.compile(r"(?<![\w₀-₉.])[-−+]?\d[\d,.]*(?![\w])")
LISTS = (
    "Each method chooses among",  # names of kernels
    "How often a method has the best mean",  # one share for each method
    "Settings:",  # settings of a run
    "Measured by us",  # versions
    "Not available:",
    "Along the arrows",  # a walk, step by step
    "K\\[",  # the place of an entry
    "**data**",
    "**divergences**",
    "**tuning**",
)
SOURCES = ("A. McCallum", "Source:", "A. ")  # citations as their authors write them
LEVELS = {"title": 1, "header": 2, "subheader": 3}
PAPERS = re.compile(r"papers-")  # protocols quote the papers' settings


def prose() -> list[tuple[str, str]]:
    """(snapshot, sentence) of all that the pages say in sentences."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in of_page(path):
            said = PROSE.fullmatch(line)
            if said and not said[1].removeprefix(":small[").startswith(SOURCES):
                text = re.sub(r"\*\*|^- |:small\[|\]$", "", said[1])
                found += [
                    (path.stem, one)
                    for one in re.split(r"(?<=[.?!])\s+(?=[A-Z0-9“(])|: (?=[A-Z][a-z]+ )| · ", text)
                ]
    return found


SENTENCES = prose()


def test_no_page_says_it():
    assert "cannot be had" in FORBIDDEN
    words = "|".join(map(re.escape, FORBIDDEN))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    found = [
        f"{path.stem}: {line[:160]}"
        for path in sorted(FOLDER.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(re.sub(r", tuned alike|Tuned alike$", "", line))  # part of a method's name
    ]
    assert found == []


def test_sentences_are_short():
    long = {one for name, one in SENTENCES if len(one.split()) > LONGEST and not _quoted(name, one)}
    assert long == set()


def test_a_sentence_has_three_numbers_at_most():
    full = {
        one
        for name, one in SENTENCES
        if len(NUMBER.findall(NO_NUMBERS.sub("", one))) > MOST_NUMBERS and not _quoted(name, one)
    }
    assert full == set()


def read_before_a_figure(path: Path) -> int:
    """Words of headings, sentences and captions that stand before the first figure of a page, or before its tabs."""
    found = 0
    for line in of_page(path):
        kind, _, text = line.partition(" | ")
        if kind in ("figure", "tab"):
            break
        seen = kind in (*LEVELS, "markdown", "caption", "info", "warning") and not text.startswith(
            "("
        )  # a tooltip
        found += len(re.findall(r"\w{2,}|\ba\b", text)) * seen  # symbols are no words
    return found


def test_at_most_120_words_before_the_first_figure():
    long = {path.stem: read_before_a_figure(path) for path in sorted(FOLDER.glob("*.txt"))}
    assert {name: words for name, words in long.items() if words > 120 and not PAPERS.match(name)} == {}


def test_a_caption_has_three_sentences_at_most():
    captions = {
        line.partition("caption | ")[2]
        for path in sorted(FOLDER.glob("*.txt"))
        for line in of_page(path)
        if re.match(r"(?:\[[^]]*\] )?caption \| ", line) and not PAPERS.match(path.stem)
    }
    long = [text for text in captions if len(re.findall(r"[.?!](?=\s+[A-Z“])", text)) > 2]
    assert [text for text in long if not text.startswith(SOURCES)] == []


def _quoted(name: str, sentence: str) -> bool:
    """Lists of names, citations and settings that papers print are no sentences."""
    return bool(PAPERS.match(name)) or " is most similar to " in sentence or sentence.startswith(LISTS)


def test_no_heading_skips_a_level():
    for path in sorted(FOLDER.glob("*.txt")):
        said = [re.sub(r"^\[.*?\] ", "", line) for line in path.read_text(encoding="utf-8").splitlines()]
        levels = [LEVELS[kind] for kind in (line.partition(" | ")[0] for line in said) if kind in LEVELS]
        assert [levels[0], levels.count(1)] == [1, 1], path.stem
        assert max(below - above for above, below in pairwise(levels)) <= 1, path.stem
        assert not [line for line in said if line.startswith("markdown | #")], path.stem  # those are no words
