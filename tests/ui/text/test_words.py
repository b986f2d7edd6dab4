"""Words that all pages share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import DataError, load_sample, read_table
from askcore.figures import layouts
from askcore.ui.text import words


def test_a_small_drawing_says_less():
    small, large = load_sample("teaching_graph"), load_sample("cyclic_communities")
    assert "on purpose" in words.drawing(large, "M.")
    assert words.drawing(small, "M.") == "M. The distance between two nodes has no meaning."
    assert words.DRAWABLE == layouts.FEW


def test_arrows_are_pointed_to_only_where_they_have_heads():
    many = load_sample("cyclic_communities")
    few = replace(many, adjacency=sp.csr_array(np.eye(many.n_nodes, k=1)))
    assert "“Matrix by class” shows which way the links go" in words.drawing(many, "M.")
    assert words.drawing(few, "M.").endswith("Look at the arrows between the classes.")


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


def test_remedies_name_nothing_that_only_python_has():
    with pytest.raises(DataError, match="raise max_lines") as caught:
        read_table(b"1,2\n" * 9, max_lines=5)
    assert words.on_page(caught.value, controls=False).endswith("Cut it down to the part of interest.")
    with pytest.raises(DataError, match="in Python: label=") as caught:
        read_table(b"a,b\n1,2\n3,4\n", label="c")
    assert words.on_page(caught.value, controls=False).endswith("Call one of them label, class or target.")
