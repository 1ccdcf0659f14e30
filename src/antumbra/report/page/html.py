"""A page: fixed styles and scripts, whose digests are its policy, and values that the script makes text of."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, cast

from antumbra.report.json_values import Json
from antumbra.report.sanitize import one_line

_ASSETS: Final = Path(__file__).parent / "assets"
_STYLES: Final = ("base.css", "run.css", "suite.css")
#: by the kind of page; ``start.js`` comes last and calls what the others define
_SCRIPTS: Final = {
    "run": ("base.js", "source.js", "steps.js", "proof.js", "run.js", "start.js"),
    "suite": ("base.js", "plots.js", "suite.js", "start.js"),
}
#: what could end the element that holds the values, or a line of a script
_UNSAFE: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def run_page(data: Json) -> str:
    """Of what ``reading`` or ``suites`` made."""
    result = cast("Json", data.get("result") or {})
    name = one_line(str(result.get("file") or data.get("title") or "a run"))
    verdict = str(result.get("verdict", "")).upper()
    title = f"{verdict + ': ' if verdict else ''}{name}"
    return _page(str(data["kind"]), title, data, live="")


def live_page(kind: str, address: str) -> str:
    """The same, of values that the script asks ``address`` for until the run has ended."""
    return _page(kind, "antumbra serve", {"kind": kind, "live": address}, live="connect-src 'self'; ")


def _page(kind: str, title: str, data: Json, *, live: str) -> str:
    style, script = _style(), _script(kind)
    policy = (
        f"default-src 'none'; {live}img-src data:; style-src 'sha256-{_digest(style)}'; "
        f"script-src 'sha256-{_digest(script)}'; base-uri 'none'; form-action 'none'"
    )
    values = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>\n"
        '<div id="page"><noscript><p class="noscript">This page shows its values by a script, and scripts are off. '
        f"{escape(title)}.</p></noscript></div>\n"
        f'<script type="application/json" id="values">{values}</script>\n'
        f"<script>{script}</script>\n</body></html>\n"
    )


@cache
def _style() -> str:
    return "".join((_ASSETS / name).read_text("utf-8") for name in _STYLES)


@cache
def _script(kind: str) -> str:
    return "".join((_ASSETS / name).read_text("utf-8") for name in _SCRIPTS[kind])


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
