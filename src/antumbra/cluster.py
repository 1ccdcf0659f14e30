"""Many machines: a scheduler of ``dask.distributed`` and its workers (``pip install antumbra[cluster]``).

What is sent to workers are functions of ours by name, and plain values; what comes back are plain values. Dask pickles
them: whoever can talk to a scheduler can run code on its workers, and results of a worker are unpickled here. So let
only those in whom you trust, or use TLS as Dask has it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from antumbra.program.errors import InputError
from antumbra.version import __version__

#: what must be the same everywhere
VERSION: Final = f"antumbra {__version__}, Python {sys.version_info[0]}.{sys.version_info[1]}"
#: seconds for a scheduler to answer
PATIENCE: Final = 10


class OtherVersionError(Exception):
    """A worker has another version than the one who sent it work."""


def connect(address: str) -> Any:
    """A client of the scheduler there. Raises InputError if there is none, or workers have another version."""
    try:
        distributed: Any = import_module("distributed")  # types are checked where it is not installed, too
    except ImportError as error:
        raise InputError("--scheduler needs dask.distributed: pip install 'antumbra[cluster]'") from error
    try:
        client: Any = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"no scheduler answers at {address}: {str(error) or type(error).__name__}") from error
    try:
        found: Mapping[str, str] = client.run(version)
    except Exception as error:
        client.close()
        raise InputError(f"a worker of {address} cannot run antumbra: {type(error).__name__}: {error}") from error
    problem = ""
    if not found:
        problem = f"the scheduler at {address} has no workers"
    for worker, has in found.items():
        if has != VERSION:
            problem = f"worker {worker} has {has}; expected {VERSION}"
    if problem:
        client.close()
        raise InputError(problem)
    return client


def version() -> str:
    return VERSION


def refuse_other(expected: str) -> None:
    """On a worker, which may have come later."""
    if expected != VERSION:
        raise OtherVersionError(f"this worker has {VERSION}; expected {expected}")


def workers(client: Any) -> int:
    """How many there are now."""
    return len(client.scheduler_info(n_workers=-1)["workers"])
