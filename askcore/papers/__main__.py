"""``python -m askcore.papers``: the same as ``askcore papers``."""

import sys

from askcore.papers.command import main

if __name__ == "__main__":
    sys.exit(main())
