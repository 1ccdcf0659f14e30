"""Words of the language."""

from __future__ import annotations

ROUNDING = {
    "RNE": "RNE",
    "RNA": "RNA",
    "RTP": "RTP",
    "RTN": "RTN",
    "RTZ": "RTZ",
    "roundNearestTiesToEven": "RNE",
    "roundNearestTiesToAway": "RNA",
    "roundTowardPositive": "RTP",
    "roundTowardNegative": "RTN",
    "roundTowardZero": "RTZ",
}
#: words that cannot be names unless a backslash stands before them
KEYWORDS = frozenset(
    [
        "true",
        "false",
        "old",
        "if",
        "then",
        "else",
        "forall",
        "exists",
        "lambda",
        "div",
        "mod",
        "assert",
        "assume",
        "havoc",
        "call",
        "goto",
        "return",
        "while",
        "break",
        "var",
        "const",
        "function",
        "axiom",
        "procedure",
        "implementation",
        "type",
        "returns",
        "requires",
        "ensures",
        "modifies",
        "free",
        "unique",
        "where",
    ]
)
#: words and rounding modes: what cannot be declared
RESERVED = KEYWORDS | ROUNDING.keys()
