"""``python -m askcore``: the same as the command ``askcore``."""

import sys

from askcore.commands import main

if __name__ == "__main__":
    sys.exit(main())
