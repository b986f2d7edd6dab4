"""``askcore``: what it starts, what it refuses before, and the file that it opens on."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from askcore.commands import dashboard, main
from askcore.ui.data.dataset import UPLOAD
from askcore.ui.data.session import UPLOADS
from tests.framed import frame_every_run

frame_every_run()
ROOT = Path(__file__).parents[2]
EDGES, NODES = (ROOT / f"sample_data/teaching_graph_{part}.csv" for part in ("edges", "nodes"))


@pytest.fixture
def started(monkeypatch, capsys):
    """Call with arguments; gives exit code, what would be run, its variables, and standard error."""
    runs: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.delenv("STREAMLIT_SERVER_ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(
        dashboard, "_become", lambda command, variables: runs.append((command, variables)) or 0
    )

    def call(*arguments):
        runs.clear()
        code = main([*map(str, arguments)])
        command, variables = runs[0] if runs else ([], {})
        return code, command, variables, capsys.readouterr().err

    return call


def taken() -> socket.socket:
    """A port that somebody listens on."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.listen()
    return listening


def test_it_becomes_the_server(started):
    _, command, variables, err = started()
    assert command[:6] == [sys.executable, "-P", "-m", "askcore.commands.serve", "run", str(ROOT / "app.py")]
    assert "--server.address=localhost" in command
    assert not [flag for flag in command if "port" in flag or "allowedHosts" in flag or "headless" in flag]
    assert "ASKCORE_OPEN" not in variables
    assert variables["PYTHONPATH"].split(os.pathsep)[0] == str(ROOT)
    assert err == ""


def test_a_port_and_a_file(started, monkeypatch):
    monkeypatch.chdir(EDGES.parent)
    with closing(taken()) as free:
        port = free.getsockname()[1]
    _, command, variables, _ = started(
        "--port", port, "--data", EDGES.name, "--labels", NODES, "--no-browser"
    )
    assert f"--server.port={port}" in command
    assert "--server.headless=true" in command
    assert (variables["ASKCORE_OPEN"], variables["ASKCORE_OPEN_LABELS"]) == (str(EDGES), str(NODES))


def test_a_port_in_use_is_refused(started):
    with closing(taken()) as there:
        port = there.getsockname()[1]
        code, command, _, err = started("--port", port)
    assert (code, command) == (2, [])
    assert err == (
        f"Port {port} is in use, perhaps by another dashboard. Without --port, askcore finds a free one.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "0"], "--port must be from 1 to 65535, got 0."),
        (["--port", "70000"], "--port must be from 1 to 65535, got 70000."),
        (["--data", "none.csv"], "There is no file none.csv. Check its name"),
        (["--data", "."], ". is a folder. Name a file in it."),
        (
            ["--labels", "nodes.csv"],
            "nodes.csv needs a data set. Run: askcore --data FILE --labels nodes.csv",
        ),
        (["--data", str(EDGES), "--labels", "none.csv"], "There is no file none.csv."),
        (["--host", "203.0.113.7", "--port", "8599"], "203.0.113.7 is not an address of this machine."),
        (["--host", "no.such.host.invalid", "--port", "8599"], "no.such.host.invalid is not an address"),
    ],
)
def test_what_cannot_work_is_refused(started, arguments, said):
    code, command, _, err = started(*arguments)
    assert (code, command) == (2, [])
    assert err.startswith(said)


def test_without_streamlit_it_says_what_to_call(started, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    code, command, _, err = started()
    assert (code, command) == (2, [])
    assert err == (
        "The dashboard needs streamlit, which is not installed. "
        'Install askcore with its extra "app", or call: python -m pip install streamlit\n'
    )


def test_an_open_address_is_warned_of_and_keeps_other_names_out(started, monkeypatch):
    _, command, _, err = started("--host", "0.0.0.0", "--data", EDGES)
    assert err.startswith("Warning: anyone who can reach 0.0.0.0 can use this dashboard")
    assert f"They see {EDGES.name}." in err
    assert f"--server.allowedHosts={socket.gethostname()}" in command
    assert "--server.allowedHosts=*" not in command
    _, command, _, err = started("--host", "127.0.0.1")
    assert (err, [flag for flag in command if "allowedHosts" in flag]) == ("", [])
    monkeypatch.setenv("STREAMLIT_SERVER_ALLOWED_HOSTS", "example.org")
    _, command, _, _ = started("--host", "0.0.0.0")
    assert not [flag for flag in command if "allowedHosts" in flag]


def test_an_installation_has_the_pages_inside_the_package(tmp_path):
    package = tmp_path / "site-packages" / "askcore"
    (package / "dashboard" / "pages").mkdir(parents=True)
    (package / "dashboard" / "app.py").touch()
    assert dashboard.app(package) == package / "dashboard" / "app.py"
    with pytest.raises(Exception, match="pages of the dashboard are missing from this installation"):
        dashboard.app(tmp_path / "elsewhere" / "askcore")


def opened(monkeypatch, path, labels=None, address=None):
    monkeypatch.setenv("ASKCORE_OPEN", str(path))
    if labels is not None:
        monkeypatch.setenv("ASKCORE_OPEN_LABELS", str(labels))
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in (address or {}).items():
        at.query_params[key] = value
    at.run()
    for _ in range(100):  # a file that takes longer than a click is watched
        if at.session_state["data"] == UPLOAD or address or at.session_state[UPLOADS].refusal:
            break
        at.run()
    assert not at.exception
    return at


def test_a_session_opens_on_the_file_with_its_labels_once(monkeypatch):
    at = opened(monkeypatch, EDGES, NODES)
    data = at.session_state[UPLOADS].used.data
    assert at.session_state["data"] == UPLOAD
    assert data.name == EDGES.name
    assert len(data.classes) > 1
    at.selectbox(key="data").set_value("two_moons").run()
    assert at.session_state["data"] == "two_moons"  # and stays so: the file is read once


def test_no_address_leads_to_a_file_of_the_server(monkeypatch):
    monkeypatch.delenv("ASKCORE_OPEN", raising=False)
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key in ("data", "open", "ASKCORE_OPEN", "file"):
        at.query_params[key] = str(EDGES)
    at.run()
    assert not at.exception
    assert at.session_state[UPLOADS].used is None


def test_a_file_that_has_gone_is_told(monkeypatch, tmp_path):
    at = opened(monkeypatch, tmp_path / "gone.csv")
    assert "gone.csv** was not read. It cannot be opened: No such file or directory." in (
        at.session_state[UPLOADS].refusal.problem.replace("\\", "")
    )
