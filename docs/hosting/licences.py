"""The licences of all packages that the dashboard runs on; ends with an error where one is not permissive.

``make licences``, or ``python docs/hosting/licences.py [requirements.txt]`` in the environment to look at. It reads
what the installed packages declare: those of requirements.txt, which the dashboard has, and all that they need.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
# Whoever ships these names their authors and passes the text of the licence on, no more. The Mozilla licence asks the
# same of its own files, which are shipped unchanged here (certifi's list of certificates).
PERMISSIVE = {
    "0BSD", "APACHE-2.0", "BSD", "BSD-2-CLAUSE", "BSD-3-CLAUSE", "CC0-1.0", "ISC", "MIT", "MIT-CMU", "MPL-2.0",
    "PSF-2.0", "UNLICENSE", "ZLIB",
}  # fmt: skip
# How older packages say the same.
SPELLED = {
    "3-CLAUSE BSD LICENSE": "BSD-3-CLAUSE",
    "APACHE 2.0": "APACHE-2.0",
    "APACHE LICENSE 2.0": "APACHE-2.0",
    "APACHE SOFTWARE LICENSE": "APACHE-2.0",
    "BSD 3-CLAUSE LICENSE": "BSD-3-CLAUSE",
    "BSD LICENSE": "BSD",
    "CMU LICENSE (MIT-CMU)": "MIT-CMU",
    "ISC LICENSE (ISCL)": "ISC",
    "MIT LICENSE": "MIT",
    "MIT LICENSE (MIT)": "MIT",
    "THE MIT LICENSE (MIT)": "MIT",
    "MOZILLA PUBLIC LICENSE 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "PYTHON SOFTWARE FOUNDATION LICENSE": "PSF-2.0",
}


def needed(requirements: Iterable[str]) -> Iterator[Distribution]:
    """The installed packages that some requirements lead to, each once, by name."""
    waiting, found = [Requirement(line) for line in requirements], {}
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found or (wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(name)
        waiting += [Requirement(line) for line in found[name].requires or ()]
    return (found[name] for name in sorted(found))


def licence(package: Distribution) -> str:
    """What a package declares: an SPDX expression, else its classifiers, its short field, or the title of its text."""
    about = package.metadata
    if about.get("License-Expression"):
        return about["License-Expression"]
    classifiers = about.get_all("Classifier") or []
    named = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License :: ")]
    named = [each for each in named if each != "OSI Approved"]  # which says nothing alone
    text = about.get("License") or package.read_text(f"licenses/{about.get('License-File')}") or ""
    said = named or [text.strip().split("\n")[0]]
    return " AND ".join(SPELLED.get(one.upper(), one) for one in said) or "not declared"


def permissive(expression: str) -> bool:
    """Whether every part of an expression is permissive, or one side of each "or"."""
    every = (re.split(r"\s+OR\s+", part.strip("() ")) for part in re.split(r"\s+AND\s+", expression))
    return all(any(one.strip("() ").upper() in PERMISSIVE for one in part) for part in every)


def lines(path: Path) -> list[str]:
    """The requirements of a file, without comments and options."""
    stripped = (line.split(" #")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in stripped if line and not line.startswith(("#", "-"))]


def main(given: list[str]) -> int:
    """Print a line for each package; 1 where one is not permissive or not installed."""
    try:
        packages = list(needed(lines(Path(given[0]) if given else TOP / "requirements.txt")))
    except PackageNotFoundError as error:
        print(f"{error.name} is not installed here")
        return 1
    refused = []
    for package in packages:
        name, said = package.metadata["Name"], licence(package)
        print(f"{name} {package.version}: {said}")
        refused += [] if permissive(said) else [f"{name} ({said})"]
    if refused:
        print(f"not known to be permissive: {', '.join(refused)}")
    return bool(refused)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
