"""Hands that are workers of a cluster (antumbra.cluster). The program is sent by content, once to each process."""

from __future__ import annotations

import hashlib
import marshal
import queue
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from antumbra.cluster import VERSION, refuse_other, workers
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel.crew import Gone, Order
from antumbra.engines.explore.parallel.pieces import Explored, PieceExplorer
from antumbra.engines.explore.parallel.prefixes import Prefix
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.packed.packing import NotPackableError, pack
from antumbra.program.packed.unpacking import unpack

#: a worker's answer that it has not seen the program yet
UNSEEN: Final = "unseen"


class Cluster:
    """As many places as there are workers."""

    def __init__(self, client: Any, program: P.Program, options: ExploreOptions) -> None:
        try:
            self._program = marshal.dumps(pack(program))
        except NotPackableError as error:
            raise InputError(f"the program cannot be sent to workers: {error}") from error
        self._client = client
        self._options = options
        self._digest = hashlib.sha256(self._program + repr(options).encode()).hexdigest()
        self._done: queue.SimpleQueue[tuple[int, Order, Any]] = queue.SimpleQueue()
        self._futures: dict[int, Any] = {}
        self.bytes_sent = 0
        self._known = 1
        self._closed = False

    @property
    def places(self) -> int:
        if not self._closed:
            self._known = max(1, workers(self._client), *(place + 1 for place in self._futures))
        return self._known

    def give(self, place: int, order: Order) -> None:
        self._submit(place, order, None)

    def _submit(self, place: int, order: Order, program: bytes | None) -> None:
        prefixes = [(prefix.way, prefix.news) for prefix in order.prefixes]
        self.bytes_sent += sum(len(way) for way, _ in prefixes) + len(program or b"")
        future = self._client.submit(
            piece, VERSION, self._digest, program, self._options, prefixes, order.steps, pure=False
        )
        self._futures[place] = future
        future.add_done_callback(partial(self._note, place, order))

    def _note(self, place: int, order: Order, future: Any) -> None:
        self._done.put((place, order, future))

    def results(self, seconds: float) -> Sequence[tuple[int, Explored | Gone]]:
        found: list[tuple[int, Explored | Gone]] = []
        with suppress(queue.Empty):
            while True:
                place, order, future = self._done.get(timeout=0 if found else seconds)
                if self._futures.get(place) is not future:
                    continue
                del self._futures[place]
                result = _result(future)
                if result == UNSEEN:
                    self._submit(place, order, self._program)
                else:
                    found.append((place, result if isinstance(result, Explored) else Gone(str(result))))
        return found

    def interrupt(self) -> None:
        """Pieces are short; what is under way is not waited for."""

    def close(self) -> None:
        futures, self._futures = list(self._futures.values()), {}
        self._closed = True
        with suppress(Exception):
            self._client.cancel(futures)
        with suppress(Exception):
            self._client.close()


def _result(future: Any) -> Any:
    """What came of it; the words of an error where one did."""
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001 - whatever happened on a worker
        return f"{type(error).__name__}: {error}"


# ---------------------------------------------------------------- on a worker


class _Bench:
    """The last program of this process, with the explorer that knows it. Engines are not made for two threads."""

    lock = threading.Lock()
    digest = ""
    explorer: PieceExplorer | None = None


def piece(
    version: str,
    digest: str,
    program: bytes | None,
    options: ExploreOptions,
    prefixes: Sequence[tuple[bytes, tuple[int, ...]]],
    steps: int,
) -> Explored | str:
    """Explore below prefixes for so many steps."""
    refuse_other(version)
    with _Bench.lock:
        if _Bench.digest != digest or _Bench.explorer is None:
            if program is None:
                return UNSEEN
            _Bench.explorer = PieceExplorer(unpack(marshal.loads(program)), options)  # noqa: S302 - from who sent us here
            _Bench.digest = digest
        try:
            return _Bench.explorer.explore([Prefix(way, news) for way, news in prefixes], steps)
        except BaseException:
            _Bench.explorer = None  # who knows what state it is in
            raise
