"""Words that all pages share."""

from __future__ import annotations

import pytest

from askcore.datasets import DataError, read_table
from askcore.ui.text import words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain name-1.csv", "plain name-1.csv"),
        ("**b** _i_ `c`", r"\*\*b\*\* \_i\_ \`c\`"),
        ("![p](http://x/p.png)", "\\!\\[p\\](http\\:\u2060//x/p.png)"),
        ("<b>$x$</b>", r"\<b\>\$x\$\</b\>"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("two\nlines", "two lines"),
        (3, "3"),
    ],
)
def test_plain(text, shown):
    assert words.plain(text) == shown


def test_remedies_name_the_controls_of_the_page():
    broken = b"a,b,label\n1,2,x\n,3,y\n4,red,x\n5,6,y\n"
    for content in (broken, b"a,b,label\n1,2,x\n,3,y\n4,5,x\n"):
        with pytest.raises(DataError) as caught:
            read_table(content, label="label")
        said = words.on_page(caught.value)
        assert "under “" in said
        assert "in the settings" in said
        assert "missing=" not in said
        assert "categories=" not in said
