"""The documentation as a site: `make docs` writes it to build/site; nothing in it asks the network.

    python docs/site/build.py          build it; leaves with 1 where a link leads nowhere or a block of Python fails

README, docs/*.md and the notebooks of docs/examples are its pages. Every block of Python is run without a network or
a data folder. Below it stands what it gives: text, or a figure in both themes, which site.js draws with plotly when
the page is opened. A picture is shown in both themes where docs/ has a second one called ..._dark. A warning is an
error. The blocks of a page share their names, as if read from top to bottom. The mathematics is what the pages of the
dashboard show under "How it is computed". The reference is made from the docstrings.

MkDocs with its theme Material (MIT, since 2016) and mkdocstrings (ISC, since 2019); formulas become MathML, which
browsers draw themselves, by latex2mathml (MIT, since 2016).
"""

from __future__ import annotations

import ast
import contextlib
import html
import importlib
import inspect
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from latex2mathml.converter import convert
from plotly.offline import get_plotlyjs

from askcore.ui.contents import PAGES as PAGES_SHOWN
from askcore.ui.text.formulas import FOLDER, paragraphs

ROOT = Path(__file__).parents[2]
HERE, OUT = ROOT / "docs" / "site", ROOT / "build" / "site"
FENCE = re.compile(r"^```(\S*)[ ]?(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
LONGEST = 1500  # characters of what a block gives
PAGES = {
    "index.md": ROOT / "README.md",
    "security.md": ROOT / ".github" / "SECURITY.md",
    "changelog.md": ROOT / "CHANGELOG.md",
    "sample_data.md": ROOT / "sample_data" / "README.md",
    **{path.name: path for path in sorted((ROOT / "docs").glob("*.md"))},
    **{f"example_{path.stem}.md": path for path in sorted((ROOT / "docs" / "examples").glob("*.ipynb"))},
}
REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"][
    "Repository"
]
# Where a link of the repository leads on the site.
MOVED = {
    "sample_data/README.md": "sample_data.md",
    "../.github/SECURITY.md": "security.md",
    "examples/imports.ipynb": "example_imports.md",
    "examples/attention.ipynb": "example_attention.md",
    "examples/table.ipynb": "example_table.md",
}
ROOMS = (
    "askcore",
    "askcore.datasets",
    "askcore.kernels",
    "askcore.operators",
    "askcore.solvers",
    "askcore.estimators",
    "askcore.diagnostics",
    "askcore.experiments",
    "askcore.models",
    "askcore.papers",
    "askcore.figures",
)
PLOTLY = "plotly.min.js"  # beside the pages
_NUMBERS = itertools.count(1)
INLINE = re.compile(r"\$([^$]+)\$")
PICTURE = re.compile(r"!\[([^\]]*)\]\((\w+)\.(png|svg)\)")


def main() -> int:
    """Write the pages, then have them built; the exit code."""
    source = ROOT / "build" / "site_source"
    shutil.rmtree(source, ignore_errors=True)
    (source / "reference").mkdir(parents=True)
    failed = [name for name, path in PAGES.items() if not _write(source / name, path)]
    for picture in [*(ROOT / "docs").glob("*.png"), *(ROOT / "docs").glob("*.svg")]:
        shutil.copy(picture, source)
    for file in ("site.css", "site.js"):
        shutil.copy(HERE / file, source)
    (source / PLOTLY).write_text(get_plotlyjs(), encoding="utf-8")
    (source / "mathematics.md").write_text(_mathematics(), encoding="utf-8")
    for room in ROOMS:
        (source / "reference" / f"{room}.md").write_text(_reference(room), encoding="utf-8")
    if failed:
        print(f"Python of these pages failed: {', '.join(failed)}", file=sys.stderr)
        return 1
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    command += ["--config-file", str(HERE / "mkdocs.yml"), "--site-dir", str(OUT)]
    return subprocess.call(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


def _write(to: Path, page: Path) -> bool:
    """A page of the repository as one of the site; whether all of its Python ran."""
    text, ran = _executed(_markdown(page), page)
    for old, new in MOVED.items():
        text = text.replace(f"]({old}", f"]({new}")
    for name, path in PAGES.items():
        text = text.replace(f"]({REPOSITORY}/blob/main/{path.relative_to(ROOT).as_posix()}", f"]({name}")
    text = text.replace(f"]({REPOSITORY.replace('github.com', 'raw.githubusercontent.com')}/main/docs/", "](")
    text = re.sub(r"\]\(docs/", "](", text)
    text = re.sub(r"\[([^\]]+)\]\(hosting\)", r"\1", text)
    to.write_text(PICTURE.sub(_in_both_themes, text), encoding="utf-8")
    return ran


def _in_both_themes(picture: re.Match[str]) -> str:
    """The theme Material hides one of the two."""
    words, name, kind = picture.groups()
    if not (ROOT / "docs" / f"{name}_dark.{kind}").exists():
        return picture[0]
    return f"![{words}]({name}.{kind}#only-light)![{words}]({name}_dark.{kind}#only-dark)"


def _markdown(page: Path) -> str:
    """Return a page as Markdown; the code cells of a notebook become blocks of Python."""
    text = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        return text
    parts = [("".join(cell["source"]), cell["cell_type"] == "code") for cell in json.loads(text)["cells"]]
    return "\n\n".join(f"```python\n{part}\n```" if is_code else part for part, is_code in parts) + "\n"


def _executed(text: str, page: Path) -> tuple[str, bool]:
    """The same with what its blocks of Python give below each; blocks of a page share their names."""
    names: dict[str, Any] = {"__name__": page.stem}
    ran = True

    def run(block: re.Match[str]) -> str:
        nonlocal ran
        if block[1] != "python" or block[2]:  # a piece of the source is only shown
            return f"```{block[1]}\n{block[3]}```"
        figures: list[str] = []
        try:
            said = "\n".join(_said(block[3], names, figures)).strip("\n")
        except Exception as error:  # noqa: BLE001 - told, and the build fails
            ran, said = False, ""
            line = block.string.count("\n", 0, block.start()) + 1
            print(f"{page}, line {line}: {type(error).__name__}: {error}", file=sys.stderr)
        cut = said if len(said) <= LONGEST else said[:LONGEST].rsplit("\n", 1)[0] + "\n…"
        text = f"\n\n```{{.text .result}}\n{cut}\n```" if cut else ""
        return f"```python\n{block[3]}```" + text + "".join(f"\n\n{figure}" for figure in figures)

    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)
        os.environ["ASKCORE_DATA"] = folder
        for path in (ROOT / "docs" / "examples").glob("*.npz"):
            shutil.copy(path, folder)
        os.chdir(folder)
        try:
            return FENCE.sub(run, text), ran
        finally:
            os.chdir(here)


def _said(block: str, names: dict[str, Any], figures: list[str]) -> Iterator[str]:
    """What the statements of a block print, and the values of those that are expressions; figures go to theirs."""
    for statement in ast.parse(block).body:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            value, dark = None, None
            if isinstance(statement, ast.Expr):
                value, dark = _valued(statement.value, names)
            else:
                exec(compile(ast.Module([statement], []), "block", "exec"), names)  # noqa: S102 - our own
        if printed.getvalue():
            yield printed.getvalue().rstrip()
        if hasattr(value, "to_plotly_json"):
            figures.append(_drawn({"light": value, "dark": dark}, ast.unparse(statement)))
        elif value is not None:
            yield repr(value)


def _valued(node: ast.expr, names: dict[str, Any]) -> tuple[Any, Any]:
    """The value of an expression; of a call that draws a figure also the dark one, for the same arguments."""

    def value_of(part: ast.expr) -> Any:
        return eval(compile(ast.Expression(part), "block", "eval"), names)  # noqa: S307 - our own

    if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("plot"):
        return value_of(node), None
    function, given = value_of(node.func), [value_of(part) for part in node.args]
    options = {str(each.arg): value_of(each.value) for each in node.keywords}
    return function(*given, **options), function(*given, **options, theme="dark")


def _drawn(themes: dict[str, Any], code: str) -> str:
    """A figure as a piece of the page; its number is its place on the site."""
    number = next(_NUMBERS)
    specs = ", ".join(f'"{theme}": {figure.to_json()}' for theme, figure in themes.items())
    specs = specs.replace("</", "<\\/")  # as JSON the same, and no end of the script
    return (
        f'<div id="figure-{number}" class="figure" role="img" aria-label="Figure: {html.escape(code)}" '
        f'style="height: {themes["light"].layout.height}px"></div>\n'
        f'<script id="figure-{number}-specs" type="application/json">{{{specs}}}</script>\n'
        f'<script src="{PLOTLY}"></script>'
    )


# What the formulas of a page leave open: words that hold for all data.
BLANKS = {
    "source": "the sample's row of the kernel matrix",
    "target": "its column",
    "merged": "Merged: $(f_s + f_t)/2$, one view alone, or a rule learned from both views.",
    "centred": "H_n K H_m",
    "matrix": "the kernel matrix",
    "sigma": "",
    "before": "",
}


def _mathematics() -> str:
    """What the pages of the dashboard show under "How it is computed", their formulas as MathML."""
    parts = ["# Mathematics\n\nWhat each page computes, with the symbols of the papers."]
    for page in (page for page in PAGES_SHOWN if (FOLDER / page.file / "how_computed.md").exists()):
        text = (FOLDER / page.file / "how_computed.md").read_text(encoding="utf-8")
        text = re.sub(r"\{% \w+(?: \w+)? %\}\n?", "", text)  # all cases
        text = re.sub(r"\{\{(\w+)\}\}", lambda blank: BLANKS[blank[1]], text)
        parts.append(f"## {page.title}")
        for paragraph in paragraphs(text, {}):
            is_formula = paragraph.startswith("$$")
            parts.append(_formula(paragraph.strip("$ ")) if is_formula else INLINE.sub(_inline, paragraph))
    return "\n\n".join(parts)


def _formula(latex: str) -> str:
    return f'<div style="overflow-x: auto">{_mathml(latex, "block")}</div>'


def _inline(found: re.Match[str]) -> str:
    return f"<span>{_mathml(found[1])}</span>"  # Markdown takes a line that begins with math for a block


def _mathml(latex: str, display: Literal["inline", "block"] = "inline") -> str:
    return convert(latex.replace(r"\arg\max", r"\operatorname{arg\,max}"), display=display)


def _reference(room: str) -> str:
    """One entry for each public name, where it is defined."""
    module = importlib.import_module(room)
    examples = _examples()
    lines = [f"# {room}", "", (module.__doc__ or "").strip().split("\n\n")[0], ""]
    for name in sorted(module.__all__, key=str.lower):
        value = getattr(module, name)
        home = getattr(value, "__module__", None)
        if not callable(value) or home is None or not home.startswith("askcore"):
            continue
        if value.__name__ in vars(importlib.import_module(home)):
            lines += [f"::: {home}.{value.__name__}", ""]
        else:  # the class of a registered kernel, which no source file holds
            about = f"{name}{_without_types(value)}\n\n{inspect.getdoc(value)}"
            lines += [f"## {name}", "", f"```text\n{about}\n```", ""]
        if name in examples and ">>>" not in (inspect.getdoc(value) or ""):
            lines += ["Examples:", "", f"```pycon\n{examples[name]}\n```", ""]
    return "\n".join(lines)


def _examples() -> dict[str, str]:
    """Examples of names whose docstrings have none, which a test runs; the first two imports are not repeated."""
    _, *sections = re.split(r"^## ", (HERE / "examples.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    parts = (section.partition("\n") for section in sections)
    return {name: textwrap.dedent(text).strip().replace("  # doctest: +SKIP", "") for name, _, text in parts}


def _without_types(made: type) -> inspect.Signature:
    signature = inspect.signature(made)
    untyped = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    return signature.replace(parameters=untyped, return_annotation=signature.empty)


if __name__ == "__main__":
    sys.exit(main())
