"""``python -m askcore.papers``: the same as ``askcore papers``.

Papers floor.
"""

import sys

from askcore.papers.command import main

if __name__ == "__main__":
    sys.exit(main())
