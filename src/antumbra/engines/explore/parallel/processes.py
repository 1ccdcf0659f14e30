"""Hands that are processes of this machine: forks of this one, which have the program already."""

from __future__ import annotations

import ctypes
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from typing import Final, NoReturn

from antumbra.engines.explore.parallel.crew import Gone, Order
from antumbra.engines.explore.parallel.pieces import Explored, PieceExplorer

_PR_SET_PDEATHSIG: Final = 1
_system: Final = ctypes.CDLL(None)


class Processes:
    """So many processes. One that ends is replaced when the next piece is given to its place."""

    def __init__(self, make: Callable[[], PieceExplorer], count: int) -> None:
        self._make = make
        self.places: Final = count
        self._children: dict[int, tuple[int, Connection]] = {}

    def give(self, place: int, order: Order) -> None:
        if place not in self._children:
            self._children[place] = self._start()
        with suppress(OSError):  # it is gone: whoever asks for results hears of it
            self._children[place][1].send(order)

    def results(self, seconds: float) -> Sequence[tuple[int, Explored | Gone]]:
        places = {connection: place for place, (_, connection) in self._children.items()}
        ready = [each for each in wait(list(places), seconds) if isinstance(each, Connection)]
        return [(places[each], self._received(places[each], each)) for each in ready]

    def _received(self, place: int, connection: Connection) -> Explored | Gone:
        try:
            result: object = connection.recv()
        except (EOFError, OSError):
            return Gone(self._end(place))
        if isinstance(result, Explored):
            return result
        self._end(place)
        return Gone(str(result))

    def interrupt(self) -> None:
        for pid, _ in self._children.values():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def close(self) -> None:
        for place in list(self._children):
            self._end(place)

    def _end(self, place: int) -> str:
        """Kill it, if it is there; how it ended."""
        pid, connection = self._children.pop(place)
        connection.close()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            return f"a process ended with signal {-status}" if status < 0 else f"a process ended with status {status}"
        return "a process ended"

    # ------------------------------------------------------------ processes

    def _start(self) -> tuple[int, Connection]:
        ours, theirs = Pipe()
        others = [connection for _, connection in self._children.values()]
        with warnings.catch_warnings():
            # threads of ours only watch: none of them holds a lock that a child would wait for
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if not pid:
            for each in (ours, *others):  # else nobody sees that the other side is gone
                each.close()
            _work(self._make, theirs)
        theirs.close()
        return pid, ours


def _work(make: Callable[[], PieceExplorer], connection: Connection) -> NoReturn:
    """In a child, which never returns: piece after piece."""
    try:
        _system.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number in (signal.SIGINT, signal.SIGTERM):  # who is at the terminal means the parent
            signal.signal(number, signal.SIG_IGN)
        explorer = make()
        signal.signal(signal.SIGTERM, lambda _number, _frame: explorer.interrupt())
        while True:
            order: object = connection.recv()
            if not isinstance(order, Order):
                break
            connection.send(explorer.explore(order.prefixes, order.steps))
    except (EOFError, OSError):
        pass
    except BaseException as error:  # noqa: BLE001 - the parent tells it
        with suppress(Exception):
            connection.send(f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)
