"""What ``make dist`` holds against the description of a wheel."""

from __future__ import annotations

import pytest

from tests.commands.description import faults

HOME = "https://github.com/owner/name"
RAW = "https://raw.githubusercontent.com/owner/name"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[guide](docs/guide.md)", "docs/guide.md: it is not absolute"),
        ("![toy](docs/toy.png)", "docs/toy.png: it is not absolute"),
        ("[a](http://example.org)", "http://example.org: it is not absolute"),
        ("# Above\n[a](#above) [b](#below)", "#user-content-below: the page has no such anchor"),
        (
            f"[a]({HOME}/blob/main/docs/none.md)",
            f"{HOME}/blob/main/docs/none.md: the repository has no such file",
        ),
        (f"![a]({RAW}/main/docs/none.png)", f"{RAW}/main/docs/none.png: the repository has no such file"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(text, reason):
    assert faults(text, HOME) == [reason]


def test_links_that_lead_somewhere_pass():
    text = f"[a]({HOME}/blob/main/README.md#how-fast) ![b]({RAW}/main/docs/icon.png) [c](https://example.org) {HOME}"
    assert faults(text, HOME) == []
