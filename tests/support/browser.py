"""A real browser without a window: Debian's Chromium, driven through two pipes (the DevTools protocol).

Where it is not at hand tests say so and are skipped. ``ANTUMBRA_BROWSER`` names another program.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
PROGRAM = os.environ.get("ANTUMBRA_BROWSER") or next((found for n in NAMES if (found := shutil.which(n))), None)
MISSING = "no Chromium at hand (Debian: apt-get install chromium)"
#: seconds that a busy machine may need for an answer
PATIENCE = 120.0


class Browser:
    """One page. ``problems``: what its console complained about, and requests that left it."""

    def __init__(self, process: subprocess.Popen[bytes], send: int, receive: int) -> None:
        self._process = process
        self._send = send
        self._receive = receive
        self._rest = b""
        self._number = 0
        self._events: list[dict[str, Any]] = []
        self._session = ""
        self.problems: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Performance.enable", timeDomain="threadTicks")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self._noted(answer)

    def _read(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._receive], [], [], max(0.0, end - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._receive, 1 << 20)
            assert data, "the browser is gone"
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _noted(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        about = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.problems.append(str(about["exceptionDetails"].get("exception", about["exceptionDetails"])))
            case "Runtime.consoleAPICalled" if about["type"] in ("error", "warning"):
                self.problems.append(str(about["args"]))
            case "Log.entryAdded" if about["entry"]["level"] in ("error", "warning"):
                self.problems.append(about["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(about["request"]["url"])
            case _:
                pass

    def open(self, address: str) -> None:
        """Open a page, and wait until it has shown its values."""
        self._events.clear()
        self.problems.clear()
        self.requests.clear()
        self.call("Page.navigate", url=address)
        self.wait('document.documentElement?.dataset.ready === "yes"')

    def wait(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.run(condition):
            assert time.monotonic() < end, f"never: {condition}; {self.problems}"
            time.sleep(0.02)

    def run(self, expression: str) -> Any:
        """The value of a script's expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def processor(self) -> float:
        """Seconds of the processor that the page has had."""
        metrics = {one["name"]: one["value"] for one in self.call("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]

    def key(self, name: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def media(self, *, kind: str = "", scheme: str = "light") -> None:
        self.call(
            "Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700
        )

    def screenshot(self, path: Path) -> None:
        from base64 import b64decode

        path.write_bytes(b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def printed(self) -> bytes:
        from base64 import b64decode

        return b64decode(self.call("Page.printToPDF", printBackground=True)["data"])


@contextmanager
def browser() -> Iterator[Browser]:
    assert PROGRAM is not None, MISSING
    with tempfile.TemporaryDirectory(prefix="antumbra-browser-", ignore_cleanup_errors=True) as profile:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()

        def pipes() -> None:  # the protocol's numbers; first out of the way of each other
            one, other = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(one, 3)
            os.dup2(other, 4)

        words = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        words += ["--disable-background-networking", "--disable-extensions", "--remote-debugging-pipe"]
        process = subprocess.Popen(
            [PROGRAM, *words, f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=pipes,  # noqa: PLW1509 - no threads here
            pass_fds=(3, 4, theirs_in, theirs_out),
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Browser(process, ours_out, ours_in)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
            os.close(ours_out)
            os.close(ours_in)
