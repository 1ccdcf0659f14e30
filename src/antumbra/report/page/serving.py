"""Pages by HTTP, while a run goes on: for this machine only, read-only, at an address that nobody can guess.

A page of any site can ask the user's browser to ask us. It does not know the token; and a name of its own that leads
to this machine (DNS rebinding) is not the host that we answer to. Nothing is written, and nothing is read but what the
command names.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import Final

from antumbra.program.errors import InputError
from antumbra.report.json_values import Json
from antumbra.report.page.html import live_page

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PageServer(ThreadingHTTPServer):
    """``read`` gives the values of the page; while it raises InputError there are none yet."""

    daemon_threads = True

    def __init__(self, kind: str, read: Callable[[], Json], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.kind = kind
        self.read = read
        self.token = token_urlsafe(18)

    @property
    def hosts(self) -> tuple[str, ...]:
        return (f"127.0.0.1:{self.server_port}", f"localhost:{self.server_port}")

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/{self.token}/"

    def values(self) -> Json:
        try:
            found = self.read()
        except InputError as error:
            return {"kind": self.kind, "running": True, "progress": {"phase": "waiting", "about": str(error)}}
        return {**found, "running": True} if self.kind == "suite" else found


class _Handler(BaseHTTPRequestHandler):
    server: PageServer  # pyright: ignore[reportIncompatibleVariableOverride]
    server_version = "antumbra"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, b"", "text/plain")
            return
        token, _, what = self.path.removeprefix("/").partition("/")
        if not compare_digest(token.encode("utf-8", "replace"), self.server.token.encode()):
            self._answer(HTTPStatus.NOT_FOUND, b"", "text/plain")
        elif what == "":
            page = live_page(self.server.kind, "values")
            self._answer(HTTPStatus.OK, page.encode(), "text/html; charset=utf-8")
        elif what == "values":
            self._values()
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"", "text/plain")

    def _values(self) -> None:
        body = json.dumps(self.server.values(), ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode()
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        if self.headers.get("If-None-Match") == tag:
            self._answer(HTTPStatus.NOT_MODIFIED, b"", "application/json", tag)
        else:
            self._answer(HTTPStatus.OK, body, "application/json", tag)

    def _answer(self, status: HTTPStatus, body: bytes, kind: str, tag: str = "") -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if tag:
            self.send_header("ETag", tag)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called
        """Nothing: what a browser asks is nobody's business."""
