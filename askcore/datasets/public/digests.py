"""Write digests and recorded orders from a folder of data: ``python -m askcore.datasets.public.digests``.

Reads the folder that ASKCORE_DATA names. To be run when a set is added to registry.json, by whoever
has checked the files in the folder.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import numpy as np

from askcore.datasets.public.content import ORDERS, digest_of, order_of
from askcore.datasets.public.fetching import read_set
from askcore.datasets.public.registry import REGISTRY, describe_public, list_public


def main() -> int:
    """Write both files; the status for the shell."""
    folder = os.environ.get("ASKCORE_DATA", "")
    if not folder:
        sys.stderr.write("Set ASKCORE_DATA to the folder with the checked data sets.\n")
        return 2
    entries, orders = json.loads(REGISTRY.read_text(encoding="utf-8")), {}
    for name in list_public():
        wanted = describe_public(name)
        data = read_set(Path(folder) / wanted.path, wanted)
        entries[name]["digest"] = digest_of(data)
        if wanted.order == "recorded":
            orders[name] = order_of(data).astype(np.uint16 if wanted.rows < 2**16 else np.uint32)
    REGISTRY.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    np.savez_compressed(ORDERS, allow_pickle=False, **orders)
    sys.stdout.write(f"{len(entries)} digests and {len(orders)} orders written\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
