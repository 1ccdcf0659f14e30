"""Pages by HTTP: only for who knows the token and asks for this machine, and never more than the page."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from antumbra.cli.pages import read
from antumbra.engines.outcome import Statistics
from antumbra.report.page.serving import PageServer
from antumbra.session.control import Silent
from antumbra.session.writing import telling
from antumbra.session.writing.telling import Telling
from report.page.test_pages import values, written
from report.results import UNSAFE
from support.browser import MISSING, PROGRAM, browser


@contextmanager
def served(where: Path, kind: str = "run") -> Iterator[PageServer]:
    with PageServer(kind, lambda: read(where, None)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def asked(server: PageServer, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_who_may_ask(tmp_path: Path) -> None:
    folder = written(UNSAFE, tmp_path / "out")
    with served(folder) as server:
        assert server.server_address[0] == "127.0.0.1"
        page = f"/{server.token}/"
        status, headers, body = asked(server, page)
        assert status == 200
        assert values(body.decode())["live"] == "values"
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        for host in ("evil.example", f"evil.example:{server.server_port}", "127.0.0.1", ""):
            assert asked(server, page, Host=host)[0] == 421, host
            assert asked(server, f"{page}values", Host=host)[0] == 421, host
        assert asked(server, page, Host=f"localhost:{server.server_port}")[0] == 200
        for path in ("/", "/values", f"/{server.token[:-1]}x/values", f"/{server.token}", "/%00/", "//"):
            wanted = 200 if path == f"/{server.token}" else 404
            assert asked(server, path)[0] == wanted, path
        for path in ("result.json", "../result.json", "%2e%2e/result.json", "values/..", "values?x"):
            assert asked(server, page + path)[0] == 404, path
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert asked(server, page, method)[0] == 501, method
        assert [path.name for path in folder.iterdir() if "page" in path.name] == []


def test_values_come_when_there_are_newer_ones(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with served(folder) as server:
        address = f"/{server.token}/values"
        _, _, body = asked(server, address)
        assert json.loads(body)["running"] is True
        written(UNSAFE, folder)
        status, headers, body = asked(server, address)
        assert (status, json.loads(body)["result"]["verdict"]) == (200, "unsafe")
        assert asked(server, address, If_None_Match=headers["ETag"])[0] == 304


class _Folder:
    path = Path()

    def __init__(self) -> None:
        self.lines: list[str] = []

    def append(self, _name: str, text: str) -> None:
        self.lines.append(text)


def test_a_run_tells_now_and_then(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = [100.0]
    monkeypatch.setattr(telling.time, "monotonic", lambda: clock[0])
    folder = _Folder()
    told = Telling(Silent(), folder, "a.c")  # pyright: ignore[reportArgumentType]
    for at in (0.1, 0.4, 0.6, 0.9, 1.7, 1.8):
        clock[0] = 100 + at
        told.progress(Statistics(paths=int(10 * at)))
    assert [json.loads(line)["paths"] for line in folder.lines] == [6, 17]
    (tmp_path / "progress.jsonl").write_text("".join(folder.lines) + '{"torn', "utf-8")
    progress = read(tmp_path, None)["progress"]
    assert (progress["file"], progress["paths"], len(progress["history"])) == ("a.c", 17, 2)


@pytest.mark.skipif(PROGRAM is None, reason=MISSING)
def test_live_in_a_browser(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    lines = [{"file": "<b>a.c", "phase": "exploring", "paths": n, "wall_seconds": n} for n in (1, 2, 3)]
    (folder / "progress.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with served(folder) as server, browser() as shown:
        shown.call("Page.navigate", url=server.address)
        shown.wait('document.documentElement?.dataset.ready === "live"')
        assert shown.run("document.querySelector('h1').innerText") == "RUNNING: exploring"
        assert "<b>a.c" in shown.run("document.body.innerText")
        written(UNSAFE, folder)
        shown.wait('document.documentElement.dataset.ready === "yes"')
        assert shown.run("document.querySelector('h1').innerText").startswith("UNSAFE")
        assert [problem for problem in shown.problems if "favicon" not in problem] == []
