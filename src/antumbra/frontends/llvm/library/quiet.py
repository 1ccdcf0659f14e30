"""Assembly that does nothing to a single thread."""

from __future__ import annotations

import re
from typing import Final

_QUIET: Final = frozenset({"", "mfence", "sfence", "lfence", "nop", "pause"})


def is_quiet(text: str) -> bool:
    """Whether the instructions change neither registers nor memory."""
    text = re.sub(r"\brep\s*;\s*nop\b", "pause", text)
    return all(part.strip() in _QUIET for part in re.split(r"[;\n]", text))
