"""Markdown of the pages as HTML."""

from __future__ import annotations

import pytest

from askcore.ui.html import inline, paragraphs


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("a [link](javascript:alert(1))", "a link)"),
        ("a [link](https://a.example/b)", "a link (https://a.example/b)"),
        ("![pixel](https://a.example/b)", "pixel"),
        (":small[**a**] and :red-background[b]", "<strong>a</strong> and b"),
        ("`<b>` *one* **two** 2*3*4", "<code>&lt;b&gt;</code> <em>one</em> <strong>two</strong> 2*3*4"),
        ("$K(u, v) < 1$", '<span class="formula">K(u, v) &lt; 1</span>'),
        (":material/info: said", " said"),
    ],
)
def test_markdown_becomes_html(given, made):
    assert inline(given) == made


def test_a_formula_of_its_own_is_a_paragraph():
    assert paragraphs("One:\n\n$$\na &< b \\\\\n&= c\n$$") == (
        '<p>One:</p><p class="formula">a &amp;&lt; b \\\\\n&amp;= c</p>'
    )
