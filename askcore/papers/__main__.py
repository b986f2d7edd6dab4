"""``python -m askcore.papers``: the papers' tables from the command line.

Papers floor.
"""

import sys

from askcore.papers.command import main

if __name__ == "__main__":
    sys.exit(main())
