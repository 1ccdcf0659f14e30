"""``python -m antumbra``."""

from __future__ import annotations

import sys

from antumbra.cli import main

if __name__ == "__main__":
    sys.exit(main())
