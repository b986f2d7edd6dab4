"""A notebook is what Jupyter reads, and nothing from the data becomes markup in it."""

from __future__ import annotations

import json

from askcore.ui.sharing.notebook import notebook, readable
from askcore.ui.text.snippet import Script

SCRIPT = Script(
    "Data",
    "counts.",
    ("data = askcore.datasets.load_sample('teaching_graph')", "print('Nodes:', data.n_nodes)"),
    "figures.label_bars(data.labels)",
    "Nothing is learned here.",
    ("Somebody, 2022.",),
)


def cells(**more: object) -> list[dict]:
    return json.loads(notebook(SCRIPT, **more))["cells"]


def test_a_notebook_is_nbformat_4_4():
    made = json.loads(notebook(SCRIPT))
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 4)
    assert made["metadata"]["kernelspec"]["language"] == "python"
    known = {"markdown": set(), "code": {"execution_count", "outputs"}}
    for cell in made["cells"]:
        assert set(cell) == {"cell_type", "metadata", "source"} | known[cell["cell_type"]]
        assert all(isinstance(line, str) for line in cell["source"])


def test_it_says_what_came_out_what_limits_it_and_whom_to_cite():
    found = cells(verdict="**98%** are right.", warnings=["Few samples.", "Few samples."], source="A file.")
    text = "\n".join("".join(cell["source"]) for cell in found if cell["cell_type"] == "markdown")
    assert text.startswith("# Data\n\nThis notebook counts.")
    assert "**98%** are right." in text
    assert "- Nothing is learned here.\n- Few samples.\n" in text
    assert text.count("Few samples.") == 1
    assert "- A file.\n- Somebody, 2022.\n- Made with askcore" in text


def test_the_code_cells_are_the_script_and_the_figure():
    code = ["".join(cell["source"]) for cell in cells() if cell["cell_type"] == "code"]
    assert code[0] == "import askcore\nfrom askcore import figures"
    assert code[1:] == [*SCRIPT.steps, SCRIPT.figure]


def test_names_from_the_data_are_text():
    hostile = "<img src=x onerror=alert(1)> \\<script>alert(1)\\</script> :red[**x**]"
    text = "".join(line for cell in cells(verdict=hostile) for line in cell["source"])
    assert "<" not in text.replace("\\<", "")
    assert "**x**" in text
    assert ":red" not in text
    assert readable("3 < 4") == "3 &lt; 4"
