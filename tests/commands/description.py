"""Whether an index can show the description of a wheel: ``python -m tests.commands.description dist``.

``make dist`` calls it. The description is rendered as an index renders it. Every link has to be absolute; one into the
repository has to lead to a file of it, and an anchor to a place on the page. No other host is asked.
"""

from __future__ import annotations

import re
import sys
from email import message_from_bytes
from html.parser import HTMLParser
from pathlib import Path
from zipfile import ZipFile

from readme_renderer import markdown

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """The links, pictures and anchors of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.to: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.to += [found[key] or "" for key in ("href", "src") if key in found]
        self.anchors |= {found[key] or "" for key in ("id", "name") if key in found}


def faults(description: str, repository: str) -> list[str]:
    """Which links of a description lead nowhere once it stands on an index, and why."""
    page = markdown.render(description)
    if page is None:
        return ["an index would show the description as plain text"]
    links = Links(page)
    return [f"{link}: {reason}" for link in links.to if (reason := _fault(link, links.anchors, repository))]


def _fault(link: str, anchors: set[str], repository: str) -> str:
    raw = repository.replace("//github.com/", "//raw.githubusercontent.com/")
    inside = re.match(rf"(?:{re.escape(repository)}/(?:blob|tree)|{re.escape(raw)})/[^/]+/([^#?]*)", link)
    if link.startswith("#"):
        return "" if link[1:] in anchors else "the page has no such anchor"
    if inside:
        return "" if (ROOT / inside[1]).exists() else "the repository has no such file"
    return "" if link.startswith("https://") else "it is not absolute"


def main(folder: Path) -> None:
    """Check the description of the wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        about = message_from_bytes(archive.read(name))
    urls = dict(line.split(", ", 1) for line in about.get_all("Project-URL"))
    description = about.get_payload(decode=True).decode("utf-8")
    if found := faults(description, urls["Repository"]):
        raise SystemExit("\n".join(["Links of the description:", *found]))
    sys.stdout.write(f"description: {len(description.split())} words, no link that leads nowhere\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
