"""Write digests and recorded orders from a folder of data: ``python -m askcore.datasets.public.digests``.

`datasets` floor. Reads the folder that ASKCORE_DATA names; with ``--check`` nothing is written, and a difference
is an error. To be run when a set is added to registry.json, by whoever has checked the files in the folder.
"""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import numpy as np

from askcore.datasets.public.content import ORDERS, digest_of, order_of
from askcore.datasets.public.fetching import read_set
from askcore.datasets.public.registry import REGISTRY, describe_public, list_public
from askcore.datasets.public.store import write_whole


def computed(folder: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """Digest of every set in a folder, and the order of those whose order is recorded."""
    digests, orders = {}, {}
    for name in list_public():
        wanted = describe_public(name)
        data = read_set(folder / wanted.path, wanted)
        digests[name] = digest_of(data)
        if wanted.order == "recorded":
            orders[name] = order_of(data).astype(np.uint16 if wanted.rows < 2**16 else np.uint32)
    return digests, orders


def main(arguments: list[str]) -> int:
    """Write the files, or check them; the status for the shell."""
    folder = os.environ.get("ASKCORE_DATA", "")
    if not folder:
        sys.stderr.write("Set ASKCORE_DATA to the folder with the checked data sets.\n")
        return 2
    digests, orders = computed(Path(folder))
    if "--check" in arguments:
        different = [name for name in list_public() if digests[name] != describe_public(name).digest]
        sys.stdout.write(f"{len(digests)} sets, different: {', '.join(different) or 'none'}\n")
        return 1 if different else 0
    entries = json.loads(REGISTRY.read_text(encoding="utf-8"))
    for name, digest in digests.items():
        entries[name]["digest"] = digest
    write_whole(REGISTRY, (json.dumps(entries, ensure_ascii=False, indent=1) + "\n").encode())
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **orders)
    write_whole(ORDERS, file.getvalue())
    sys.stdout.write(f"{len(digests)} digests and {len(orders)} orders written\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
