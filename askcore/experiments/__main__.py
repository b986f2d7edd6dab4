"""``python -m askcore.experiments papers``: the old call of ``python -m askcore.papers``."""

import sys

from askcore.papers.command import main

if __name__ == "__main__":
    sys.exit(main())
