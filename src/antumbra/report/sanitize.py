"""Text of the analysed program must not steer the user's terminal.

File names, messages and source lines may hold escape sequences or characters that reorder text; they are shown by
their code instead.
"""

from __future__ import annotations

import re

from antumbra.patterns import pattern

# C0 and C1 controls, line and paragraph separators, directional marks and overrides, the byte order mark, and lone
# surrogates (a file name that is not UTF-8).
_UNSAFE = pattern("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def one_line(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would obey."""
    return _UNSAFE.sub(_escape, text.replace("\t", "    "))


def as_file(path: str) -> str:
    """A path that no command takes for an option."""
    return f"./{path}" if path.startswith("-") else path
