"""The same corpus and checks, guided by what a file reaches in the readers: ``python -m tests.fuzz.guided [cases]``.

Needs atheris (``pip install atheris``). One process, which ends at the first finding and saves it to ``found``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

FOUND = Path(__file__).parent / "found"


def main(cases: int = 10_000) -> None:
    """Give so many files to every reader; libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["askcore.datasets"]):
        from askcore.datasets.files.document import load_document
        from askcore.datasets.formats.registry import readable_kinds
        from tests.fuzz.corpus import files
        from tests.fuzz.mutation import Case
        from tests.fuzz.reading import READERS, finding

        readable_kinds(load_document(b"a"))  # imports every format

    def read(data: bytes) -> None:
        for name in READERS:
            if problem := finding(Case("file", data, ""), name):
                raise AssertionError(f"{name}: {problem}")

    FOUND.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for number, content in enumerate(files().values()):
            (Path(corpus) / str(number)).write_bytes(content)
        options = [f"-runs={cases}", f"-artifact_prefix={FOUND}/", "-max_len=65536", "-timeout=60"]
        atheris.Setup([sys.argv[0], *options, "-rss_limit_mb=4096", corpus], read)
        atheris.Fuzz()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
