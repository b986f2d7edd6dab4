"""What docs/hosting.md promises: variables named, packages pinned, examples that their own programs accept."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.browser.server import free_port
from tests.hosting.asked import upgraded

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs/hosting"
PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
CONTAINER = re.sub(r"\\\n\s*", " ", (HOSTING / "Containerfile").read_text(encoding="utf-8"))
LICENCES = runpy.run_path(str(HOSTING / "licences.py"))


def test_every_variable_that_the_code_reads_is_explained():
    code = [*(ROOT / "askcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]
    read = {
        name for path in code for name in re.findall(r"ASKCORE_[A-Z_]+", path.read_text(encoding="utf-8"))
    }
    assert {"ASKCORE_DATA", "ASKCORE_JOBS", "ASKCORE_READ_MB"} <= read
    assert {name for name in read if f"`{name}`" not in PAGE} == set()


@pytest.mark.parametrize("file", ["Containerfile", "askcore.service"])
def test_the_examples_set_variables_that_exist(file):
    text = (HOSTING / file).read_text(encoding="utf-8")
    assert {name for name in re.findall(r"ASKCORE_[A-Z_]+", text) if f"`{name}`" not in PAGE} == set()
    from streamlit import config

    snake = {
        re.sub(r"(?<!^)(?=[A-Z])", "_", key.split(".")[1]).upper() for key in config.get_config_options()
    }
    named = {name.removeprefix("STREAMLIT_SERVER_") for name in re.findall(r"STREAMLIT_SERVER_[A-Z_]+", text)}
    assert named
    assert named <= snake


def test_the_list_pins_every_requirement_with_hashes():
    text = (HOSTING / "requirements.lock").read_text(encoding="utf-8")
    pin = r"^([\w.-]+)==([\w.]+)[^\\\n]*((?: \\\n    --hash=sha256:[0-9a-f]{64})+)"
    pinned = [(name.lower(), version) for name, version, _ in re.findall(pin, text, re.M)]
    assert len(pinned) == len(re.findall(r"^\S+==", text, re.M))
    for line in LICENCES["lines"](ROOT / "requirements.txt"):
        wanted = Requirement(line)
        versions = [version for name, version in pinned if name == wanted.name.lower().replace("_", "-")]
        assert versions, line
        assert all(version in wanted.specifier for version in versions), line


def test_the_licences_of_all_packages_are_permissive(capsys):
    assert LICENCES["main"]([]) == 0
    said = capsys.readouterr().out
    assert {"numpy", "streamlit", "certifi"} <= {line.split()[0] for line in said.splitlines()}


@pytest.mark.parametrize(
    ("said", "fine"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("BSD-3-Clause AND 0BSD AND MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0", False),
        ("not declared", False),
        ("", False),
    ],
)
def test_a_licence_that_is_not_permissive_is_refused(said, fine):
    assert LICENCES["permissive"](said) is fine


def test_the_container_is_built_from_the_list_and_runs_without_rights():
    assert "--require-hashes --no-deps" in CONTAINER
    user = re.search(r"^USER (\d+):(\d+)$", CONTAINER, re.M)
    assert user
    assert "0" not in user.groups()
    assert CONTAINER.index("USER") < CONTAINER.index("HEALTHCHECK") < CONTAINER.rindex("CMD [")
    copied = re.findall(r"^COPY (?!--from)(\S+) ", CONTAINER, re.M)
    assert [path for path in copied if not (ROOT / path).exists()] == []
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [path for path in copied if f"!{path}" not in kept] == []
    for flag in ("--read-only", "--memory", "--cap-drop ALL", "no-new-privileges", "--pids-limit", "--tmpfs"):
        assert flag in PAGE


@pytest.mark.long
def test_the_commands_of_the_container_work_in_a_tree_that_is_to_be_read_alone(tmp_path):
    tree, home = tmp_path / "app", tmp_path / "home"
    for path in re.findall(r"^COPY (?!--from)(\S+) \./", CONTAINER, re.M):
        to = tree / path
        to.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / path).is_dir() else shutil.copy)(ROOT / path, to)
    home.mkdir()
    for path in (*tree.rglob("*"), tree):
        path.chmod(0o555 if path.is_dir() else 0o444)
    commands = [json.loads(found) for found in re.findall(r"CMD (\[.*\])", CONTAINER)]
    check, run = ([sys.executable, *command[1:]] for command in commands)
    port = free_port()
    check[-1] = check[-1].replace("8501", str(port))
    block = CONTAINER[CONTAINER.index("ENV ") : CONTAINER.index("EXPOSE")]
    settings = dict(re.findall(r"(\w+)=(\S+)", block))
    settings |= {"HOME": str(home), "XDG_CACHE_HOME": str(home), "STREAMLIT_SERVER_PORT": str(port)}
    settings |= {
        "STREAMLIT_SERVER_ALLOWED_HOSTS": "dashboard.example.org",
        "STREAMLIT_SERVER_BASE_URL_PATH": "askcore",
    }
    environment = {"PATH": os.environ["PATH"], **settings}
    before = sorted(tree.rglob("*"))
    server = subprocess.Popen(
        run, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        end = time.monotonic() + 60
        while subprocess.run(check, env=environment, capture_output=True).returncode:
            assert server.poll() is None
            assert time.monotonic() < end
        assert upgraded(port, "dashboard.example.org") == 101
        assert upgraded(port, "evil.example") == 403
    finally:
        server.terminate()
        server.wait(15)
    assert subprocess.run(check, env=environment, capture_output=True).returncode != 0
    assert sorted(tree.rglob("*")) == before
