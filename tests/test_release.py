"""One version, told alike everywhere; bounds and extras that agree; docs/releasing.md says how a release is made."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import askcore
from tests.commands.description import faults

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$", CHANGELOG, re.M)


def told(path: str, pattern: str) -> list[str]:
    return re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M)


def test_the_newest_section_of_the_changelog_is_this_version():
    assert RELEASES[0][0] == askcore.__version__
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.M)
    assert headings[0] == "Unreleased"
    assert headings[1:] == [f"{version}, {day}" for version, day in RELEASES]
    days = [date.fromisoformat(day) for _, day in RELEASES]
    assert days == sorted(days, reverse=True)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [("CITATION.cff", r"^version: (.*)$"), ("docs/papers.md", r"version += \{(.*)\}")],
)
def test_whoever_cites_names_this_version(path, pattern):
    assert told(path, pattern) == [askcore.__version__]


def test_the_day_of_the_citation_is_that_of_the_release():
    assert told("CITATION.cff", r'^date-released: "(.*)"$') == [RELEASES[0][1]]


def every(requirements: list[str]) -> set[str]:
    """What some requirements lead to, extras of askcore replaced by what they hold."""
    found = set()
    for line in requirements:
        one = Requirement(line)
        found |= (
            every([each for name in one.extras for each in EXTRAS[name]])
            if one.name == "askcore"
            else {str(one)}
        )
    return found


def listed(path: str) -> set[str]:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return {str(Requirement(line)) for line in lines if line and not line.startswith(("#", "-r"))}


def test_requirements_are_the_package_with_its_dashboard_and_in_development_all_extras():
    dashboard = listed("requirements.txt")
    assert dashboard == every([*PROJECT["dependencies"], *EXTRAS["app"]])
    assert every(EXTRAS["all"]) <= dashboard | listed("requirements-dev.txt")
    assert all(every(extra) <= every(EXTRAS["all"]) for extra in EXTRAS.values())


def test_the_docs_name_every_extra():
    assert set(EXTRAS) <= set(told("docs/dashboard.md", r"^\| `(\w+)` \|"))


def test_the_oldest_python_is_told_alike():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    named = [each.rsplit(" :: ", 1)[1] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert named[0] == oldest == PYPROJECT["tool"]["mypy"]["python_version"]
    assert PYPROJECT["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert f"Python {oldest} or newer" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short_and_has_no_link_that_dies_on_an_index():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.split()) <= 900
    assert PROJECT["urls"]["Repository"] in readme
    assert faults(readme, PROJECT["urls"]["Repository"]) == []


@pytest.mark.parametrize(
    ("ratio", "measured"),
    [
        ("askls.dense.below.naive_over_ours", "19 times as fast"),
        ("ksvd.structured.randomized_over_ours", "158 times as fast"),
        ("sampling.rows_5000.exact_over_ours", "11 times as fast"),
    ],
)
def test_the_speed_that_the_readme_states_is_the_benchmarks(ratio, measured):
    floors = tomllib.loads((ROOT / "benchmarks" / "floors.toml").read_text(encoding="utf-8"))["at_least"]
    assert told("README.md", rf"\| {measured} \| (\d+) \|$") == [str(floors[ratio])]
    every = json.loads((ROOT / "docs" / "benchmarks.json").read_text(encoding="utf-8")).values()
    values = [record["value"] for part in every for record in part["records"] if record["name"] == ratio]
    assert values == [pytest.approx(int(measured.split()[0]), rel=0.15)]
