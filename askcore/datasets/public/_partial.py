"""The part of a file that has come so far, and whether a server may add to it.

`datasets` floor.
"""

from __future__ import annotations

import re
from pathlib import Path

import requests

__all__ = ["Partial"]

_FROM = re.compile(r"bytes (\d+)-")


class Partial:
    """NAME.part beside ``target``, and NAME.part.tag with the server's name for this version of the file."""

    def __init__(self, target: Path) -> None:
        self.path = target.with_name(target.name + ".part")
        self.tag = target.with_name(target.name + ".part.tag")

    @property
    def size(self) -> int:
        """Bytes that have come."""
        return self.path.stat().st_size if self.path.exists() else 0

    def remove(self) -> None:
        """Forget what has come."""
        self.path.unlink(missing_ok=True)
        self.tag.unlink(missing_ok=True)

    def asks(self) -> dict[str, str]:
        """Headers of a request: for the rest, if the file is still the same one, or for all of it.

        Without a tag nobody knows whether it is, so it starts over.
        """
        headers = {"Accept-Encoding": "identity"}  # bytes as they lie there, or no range fits
        tag = self.tag.read_text(encoding="utf-8") if self.tag.exists() else ""
        if self.size and tag:
            headers |= {"Range": f"bytes={self.size}-", "If-Range": tag}
        return headers

    def begins(self, answer: requests.Response) -> int:
        """How many bytes are there when an answer begins: those that have come, or none if it sends all."""
        goes_on = _FROM.match(answer.headers.get("Content-Range", ""))
        if answer.status_code == requests.codes.partial_content and goes_on:
            if int(goes_on[1]) == self.size:
                return self.size
            self.remove()
            raise requests.exceptions.ChunkedEncodingError("another range than was asked for")
        self.remove()
        tag = answer.headers.get("ETag", "") or answer.headers.get("Last-Modified", "")
        if tag and not tag.startswith("W/"):  # a weak tag does not promise the same bytes
            self.tag.write_text(tag, encoding="utf-8")
        return 0
