"""Checks that are forked from one process in which everything is loaded: start-up is not measured."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent)]

from benchmarks.interpolation.measure import PATIENCE, Run, cpu_seconds  # noqa: E402

import antumbra  # noqa: E402

#: what runs load when they first need it
for _module in ("proofs.check", "session.boogie", "solvers.backends.z3_backend", "solvers.backends.bitwuzla_backend"):
    import_module(f"antumbra.{_module}")
for _engine in ("dash.engine", "explore.explorer", "interpolate.dsei", "houdini.engine", "abstract.engine"):
    import_module(f"antumbra.engines.{_engine}")


def check(file: Path, engine: str, seconds: float) -> Run:
    """As ``measure.check``; what needs more than so many seconds of the processor is ended and has no answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _answer(file, engine, seconds, writing)
    os.close(writing)
    usage = _waited(child, seconds)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    cpu = usage.ru_utime + usage.ru_stime
    if not text:
        return Run("unknown", "time limit", cpu, {}, [])
    verdict, reason, stats, confirmed = json.loads(text)
    return Run(verdict, reason or "", cpu, stats, [], confirmed)


def _answer(file: Path, engine: str, seconds: float, pipe: int) -> None:
    result = antumbra.check(file, engine=engine, timeout=PATIENCE * seconds)
    told = (result.verdict.value, result.reason, dict(result.stats), bool(result.proof_checked))
    os.write(pipe, json.dumps(told).encode())
    os._exit(0)


def _waited(child: int, seconds: float) -> resource.struct_rusage:
    while True:
        pid, _, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return usage
        if cpu_seconds(child) > seconds:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)
