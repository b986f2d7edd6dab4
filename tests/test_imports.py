"""``import askcore`` is quick, and everything that is exported is there after it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

HEAVY = "networkx openpyxl pandas plotly pooch pyarrow requests scipy sklearn streamlit"


def printed(code: str) -> Any:
    """What a fresh Python prints, as JSON."""
    call = [sys.executable, "-c", f"import sys, json, askcore\n{code}"]
    return json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)


def test_import_leaves_the_heavy_libraries_alone_and_so_do_kernels_and_data():
    code = f"""
found = [m for m in {HEAVY.split()} if m in sys.modules]
counts = [len(askcore.kernels.KERNELS), len(askcore.kernels.GRAPH_KERNELS)]
askcore.kernels.SNE(sigma=2.0).get_params(), askcore.gamma_path, askcore.datasets.load_sample("cyclic_communities")
found += [m for m in ("sklearn", "requests", "networkx", "plotly") if m in sys.modules]
print(json.dumps([found, *counts]))"""
    found, kernels, graphs = printed(code)
    assert found == []
    assert kernels >= 11
    assert graphs >= 8


def test_everything_exported_is_there_after_import_alone():
    """Twice: at first, and when every module has been imported, which must not stand in a name's place."""
    code = """
import importlib, inspect, pkgutil
rooms = "datasets diagnostics estimators experiments figures kernels models operators papers solvers".split()
rooms = {name: getattr(askcore, name) for name in rooms}
found = {room: {name: getattr(own, name) for name in own.__all__} for room, own in rooms.items()}
for module in pkgutil.walk_packages(askcore.__path__, "askcore."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
lost = [f"{room}.{name}" for room, names in found.items() for name, one in names.items()
        if getattr(rooms[room], name) is not one or inspect.ismodule(one)]
print(json.dumps([lost, [name for name in askcore.__all__ if not hasattr(askcore, name)], "KSVD" in dir(askcore)]))"""
    assert printed(code) == [[], [], True]


def test_pages_that_open_at_once_find_whole_modules():
    """A fresh server with several visitors: each thread asks for another room first."""
    code = """
import threading
asked = ["experiments.compare", "AsKLSClassifier", "papers.table", "figures.signed_heatmap", "datasets.load_sample",
         "solvers.gamma_path", "experiments.solver_race", "diagnostics.asymmetry", "kernels.KERNELS"]
start, failed = threading.Barrier(len(asked)), []
def open_page(name):
    start.wait()
    try:
        import askcore.ui
        found = askcore
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
threads = [threading.Thread(target=open_page, args=(name,)) for name in asked]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps(failed))"""
    assert printed(code) == []
