"""Repeat a test as native code and say whether the expected violation was seen.

``Replayer(modules, options).run(test)`` compiles the analysed modules once, at the first run, and then starts
one confined process a test. A violation counts as confirmed only if the run shows the expected check, at the
expected line where one is known (in any frame of the stack: an analysis may blame the caller of a library
function). Anything that hinders the run is a reason not to confirm, never an exception.

How a test feeds the run: inputs of source ``INPUT`` are taken in order by ``__VERIFIER_nondet_*``,
``klee_make_symbolic`` and the parameters of an entry other than ``main``; ``EXTERNAL`` ones by functions without a body
(and by memory they wrote), found by the name of the function or variable; ``UNINITIALISED`` ones by
``__antumbra_unknown_*`` and by the first read of unwritten bytes: one value when all bytes of the load are
unwritten, else one a byte. A value as large as its object stands for all its unwritten bytes, and one whose type is
``N bytes at K`` for those at offset K. What is missing is zero.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Self

from antumbra.engines.outcome import Kind, Reason
from antumbra.evidence.native.build import BuildError, Built, build
from antumbra.evidence.native.child import (
    MALLOC_MAY_FAIL,
    SCAN_LEAKS,
    STOP_ON_OVERFLOW,
    Ending,
    Limits,
    Record,
    request,
    run,
)
from antumbra.evidence.native.functions import Sites
from antumbra.evidence.native.instrument import Wishes
from antumbra.evidence.native.irtext import Refused
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.errors import InputError
from antumbra.program.source import Location

#: ending of a native run → the checks it violates, the most exact first
CHECKS_OF: dict[Ending, tuple[str, ...]] = {
    Ending.ERROR_CALL: ("unreach-call",),
    Ending.ASSERT: ("assert", "unreach-call"),
    Ending.NULL: ("valid-deref",),
    Ending.BOUNDS: ("valid-deref",),
    Ending.FREED: ("valid-deref",),
    Ending.READ_ONLY: ("valid-deref", "def-behavior"),
    Ending.CALLEE: ("valid-deref", "def-behavior"),
    Ending.DOUBLE_FREE: ("valid-free",),
    Ending.INVALID_FREE: ("valid-free",),
    Ending.OVERFLOW: ("no-overflow",),
    Ending.SHIFT: ("def-behavior", "no-overflow"),
    Ending.DIVISION: ("division-by-zero", "def-behavior"),
    Ending.UNDEFINED: ("def-behavior",),
}

_TEXTS: dict[Ending, str] = {
    Ending.RETURN: "the program returned",
    Ending.EXIT: "the program called exit",
    Ending.ABORT: "the program called abort",
    Ending.ASSUMPTION: "an assumption was false",
    Ending.SILENT: "the program ended silently",
    Ending.ERROR_CALL: "an error function was called",
    Ending.ASSERT: "an assertion failed",
    Ending.NULL: "access through a null pointer",
    Ending.BOUNDS: "access outside of an object",
    Ending.FREED: "access to an object that is no longer alive",
    Ending.READ_ONLY: "write to a constant object",
    Ending.DOUBLE_FREE: "an object was freed twice",
    Ending.INVALID_FREE: "free of something that is not the start of a heap object",
    Ending.OVERFLOW: "signed integer overflow",
    Ending.SHIFT: "shift out of range",
    Ending.DIVISION: "division by zero",
    Ending.UNDEFINED: "undefined behaviour (unreachable code was reached)",
    Ending.CALLEE: "call through a pointer that is not a function",
    Ending.STACK: "the call stack is too deep",
    Ending.MEMORY: "the memory limit was reached",
    Ending.SIGNAL: "the run was stopped by a signal",
    Ending.TROUBLE: "the replay harness could not start",
    Ending.TIMEOUT: "the time limit was reached",
    Ending.VANISHED: "the run ended without a report",
}

#: ends without a violation, and how a native run shows them
_ENDINGS: dict[Reason, Ending] = {
    Reason.RETURN: Ending.RETURN,
    Reason.EXIT: Ending.EXIT,
    Reason.ABORT: Ending.ABORT,
    Reason.ASSUMPTION: Ending.ASSUMPTION,
    Reason.SILENT: Ending.SILENT,
}


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """``writing_externals``: functions without a body whose pointer arguments become unknown memory (policy havoc)."""

    entry: str = "main"
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"})
    writing_externals: frozenset[str] = frozenset()
    data_model: str = "LP64"
    malloc_may_fail: bool = False
    entry_pointer_size: int = 64
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Replayed:
    """``agrees``: the run ended as the test says; ``confirmed``: and that end is the violation of a property.

    ``observed`` is the check the run violated, or empty; ``ending`` says how it ended.

    ``stack`` is where that was, innermost first. ``detail`` is one sentence for people.
    """

    confirmed: bool
    agrees: bool
    ending: Ending
    observed: str
    location: Location | None
    stack: tuple[Location, ...]
    detail: str
    #: the test gave fewer values than the run took, or values of other sizes
    missing_inputs: int = 0
    mismatched_inputs: int = 0
    #: the kernel allowed the program nothing but to compute (else: only the instrumentation held it)
    confined: bool = False


class Replayer:
    """Replays tests of one program. Use as a context manager, or ``close`` it: it keeps a temporary folder."""

    def __init__(self, modules: Sequence[str], options: ReplayOptions | None = None) -> None:
        self._modules = tuple(modules)
        self._options = options or ReplayOptions()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._built: Built | None = None
        self._failure: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
        self._folder, self._built = None, None

    def build(self) -> str | None:
        """Compile now; the reason why there can be no replay, or none."""
        if self._built is None and self._failure is None:
            options = self._options
            bits = 32 if options.data_model == "ILP32" else 64
            wishes = Wishes(
                options.entry,
                options.error_functions,
                options.writing_externals,
                bits,
                entry_pointer_size=options.entry_pointer_size,
            )
            self._folder = tempfile.TemporaryDirectory(prefix="antumbra-replay-")
            try:
                self._built = build(self._modules, wishes, Path(self._folder.name))
            except (Refused, BuildError, InputError, OSError) as error:
                self._failure = str(error)
        return self._failure

    def run(self, test: TestCase) -> Replayed:
        failure = self.build()
        if failure is not None or self._built is None:
            return Replayed(False, False, Ending.TROUBLE, "", None, (), f"not replayed: {failure}")
        built, limits = self._built, self._options.limits
        flags = (STOP_ON_OVERFLOW if test.check == "no-overflow" else 0) | SCAN_LEAKS
        flags |= MALLOC_MAY_FAIL if self._options.malloc_may_fail else 0
        try:
            record = run(built.executable, request(test.inputs, flags, limits, built.tags), limits)
        except OSError as error:
            return Replayed(False, False, Ending.TROUBLE, "", None, (), f"not replayed: {error}")
        return _judge(test, record, built.sites)


def _judge(test: TestCase, record: Record, sites: Sites) -> Replayed:
    stack = tuple(
        place for site in record.sites if 0 < site < len(sites.places) and (place := sites.places[site]) is not None
    )
    location = stack[0] if stack else None
    checks = CHECKS_OF.get(record.ending, ())
    if record.ending in (Ending.RETURN, Ending.EXIT):
        checks = (("valid-memcleanup",) if record.unfreed else ()) + (("valid-memtrack",) if record.lost else ())
    has_place = record.ending in CHECKS_OF
    expected = test.check in checks
    same_place = not has_place or _matches(test.location, stack)
    detail = _TEXTS[record.ending]
    if location is not None and has_place:
        detail += f" at {location}"
    if record.unfreed:
        detail += f"; {record.unfreed} heap objects not freed, {record.lost} of them lost"
    if expected and not same_place:
        detail += f"; expected at {test.location}"
    if record.missing:
        detail += f"; {record.missing} inputs were not in the test"
    if record.mismatched:
        detail += f"; {record.mismatched} inputs have another size than the test says"
    observed = test.check if expected else checks[0] if checks and has_place else ""
    seen = expected and same_place
    return Replayed(
        test.is_error and seen,
        _agrees(test.end, record.ending, seen),
        record.ending,
        observed,
        location,
        stack,
        detail,
        record.missing,
        record.mismatched,
        record.confined,
    )


def _agrees(end: Reason, ending: Ending, seen: bool) -> bool:
    if end in (Reason.VIOLATION, Reason.UNDEFINED):
        return seen
    # where the analysis stopped early it says nothing about the end
    return end.kind is Kind.CUT or ending is _ENDINGS[end]


def _matches(expected: Location | None, stack: Sequence[Location]) -> bool:
    """Same file (by its last part: tools differ in how they write folders) and line in any frame."""
    if expected is None or not expected.line or not stack:
        return True
    name = PurePath(expected.file).name
    return any(place.line == expected.line and PurePath(place.file).name == name for place in stack)
