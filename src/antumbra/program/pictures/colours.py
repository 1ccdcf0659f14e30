"""The colours of arrows, by what they stand for."""

from __future__ import annotations

from typing import Final

ARROWS: Final = {
    "true": "#1a7f37",
    "false": "#cf222e",
    "case": "#0550ae",
    "plain": "#57606a",
    "exact": "#1f2328",
    "inexact": "#9a6700",
    "start": "#0969da",
    "subsumed": "#8250df",
    "equal": "#bc4c00",
    "link": "#57606a",
    "path": "#cf222e",
    "trace": "#1a7f37",
    "frontier": "#cf222e",
    "lost": "#bf8700",
}
