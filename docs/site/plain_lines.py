"""For the reference: docstrings of askcore name a parameter and what it is in one line, "name : what it is".

The reader of numpy's style expects the words below the name, and takes what follows a colon for a type.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_SECTION = re.compile(
    r"^(Parameters|Returns|Raises|Attributes|Yields|Warns)\n-+\n((?:(?!^\w[\w ]*\n-+\n).*\n?)*)", re.MULTILINE
)
_EXAMPLES = re.compile(r"(?=^Examples\n-+\n)", re.MULTILINE)
_LINE = re.compile(r"^(\S[^:\n]*?)[ ]: ", re.MULTILINE)


class PlainLines(griffe.Extension):
    """Puts the words of each entry below its name."""

    def on_object(self, *, obj: Any, **more: Any) -> None:
        """Rewrite the docstring of whatever was read."""
        if obj.docstring is not None and not obj.is_alias:
            text, *examples = _EXAMPLES.split(obj.docstring.value, maxsplit=1)
            text = _SECTION.sub(_below, text).replace("<", "&lt;")  # an inner product is no tag
            obj.docstring.value = "".join([text, *examples])


def _below(section: re.Match[str]) -> str:
    title, body = section[1], section[2]
    return f"{title}\n{'-' * len(title)}\n{_LINE.sub(lambda line: f'{line[1]}{chr(10)}    ', body)}"
