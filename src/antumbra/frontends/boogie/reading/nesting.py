"""How deep programs may nest."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

#: deepest nesting that is read. Frames of Python functions live on the heap, so the limit is memory, not the C stack
DEEPEST = 20_000


@contextmanager
def deep_recursion() -> Generator[None]:
    """Let functions of ours recurse as deep as programs may nest.

    Frames of Python functions are on the heap: the interpreter's limit guards against endless
    recursion, and here nesting is bounded by the parser.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 12 * DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
