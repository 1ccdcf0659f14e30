"""Repeat a test as native code and say whether the expected violation was seen, or the expected place reached.

``Replayer(modules, options).run(test)`` compiles the analysed modules once, at the first run, and then starts
one confined process a test. A violation counts as confirmed only if the run shows the expected check, at the
expected line where one is known (in any frame of the stack: an analysis may blame the caller of a library
function). A test that ends at a target is confirmed if the run comes to an instruction of that place (or enters the
function whose line it is), where it stops. Anything that hinders the run is a reason not to confirm, never an
exception.

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
from pathlib import Path
from typing import Self

from antumbra.engines.outcome import InputValue, Kind, Reason
from antumbra.evidence.native.build import BuildError, Built, build
from antumbra.evidence.native.child import (
    MALLOC_MAY_FAIL,
    SCAN_LEAKS,
    STOP_ON_OVERFLOW,
    TELL_STEPS,
    Ending,
    Limits,
    Record,
    request,
    run,
)
from antumbra.evidence.native.instrument import Wishes
from antumbra.evidence.native.irtext import Refused
from antumbra.evidence.native.targets import Targets, same_file
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.errors import InputError
from antumbra.program.model import OTHERWISE, UNCHOSEN, Source
from antumbra.program.pointers import Meanings
from antumbra.program.source import Location, blamed
from antumbra.program.steps import Walk
from antumbra.records import dataclass, field, replace

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
    Ending.UNDEFINED: ("def-behavior", "alignment"),
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
    Ending.TARGET: "the target was reached",
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
    Reason.TARGET: Ending.TARGET,
}


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """``writing_externals``: functions without a body that write whatever they know (policy havoc); of globals, those
    of ``outside_objects`` and, as the analysis has them as variables, ``outside_variables``. They call back ``hooks``.

    ``targets``: the places that tests may be said to reach, column 0 for any column of the line. A test of another
    place needs a build of its own.
    """

    entry: str = "main"
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"})
    writing_externals: frozenset[str] = frozenset()
    data_model: str = "LP64"
    malloc_may_fail: bool = False
    entry_pointers: Meanings = Meanings()
    outside_pointers: int = 0  #: bytes of what these functions give, if it is not null
    pointers_given: frozenset[str] = frozenset()
    outside_objects: frozenset[str] = frozenset()
    outside_variables: frozenset[str] = frozenset()
    hooks: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    targets: tuple[Location, ...] = ()
    branches: bool = False  #: runs can be compared by the ways they went (``uninitialized``)
    steps: bool = False  #: runs tell their steps


@dataclass(frozen=True, slots=True)
class Replayed:
    """``agrees``: the run ended as the test says; ``confirmed``: and that end is a violation or a target.

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
    walk: Walk = field(default_factory=Walk, repr=False, compare=False)  #: its steps, if they were asked for


class _Program:
    """The program built for some targets, in a temporary folder of its own; ``failure`` says why there is none."""

    def __init__(self, modules: Sequence[str], options: ReplayOptions, places: Sequence[Location]) -> None:
        self.targets = Targets(places)
        self.built: Built | None = None
        self.failure = ""
        self.folder = tempfile.TemporaryDirectory(prefix="antumbra-replay-")
        wishes = Wishes(
            options.entry,
            options.error_functions,
            options.writing_externals,
            32 if options.data_model == "ILP32" else 64,
            entry_pointers=options.entry_pointers,
            outside_pointers=options.outside_pointers,
            pointers_given=options.pointers_given,
            outside_objects=options.outside_objects,
            outside_variables=options.outside_variables,
            hooks=options.hooks,
            branches=options.branches,
            steps=options.steps,
            targets=self.targets,
        )
        try:
            self.built = build(modules, wishes, Path(self.folder.name))
        except (Refused, BuildError, InputError, OSError) as error:
            self.failure = str(error)


class Replayer:
    """Replays tests of one program. Use as a context manager, or ``close`` it: it keeps temporary folders."""

    def __init__(self, modules: Sequence[str], options: ReplayOptions | None = None) -> None:
        self._modules = tuple(modules)
        self._options = options or ReplayOptions()
        self._targets = Targets(self._options.targets)
        self._program: _Program | None = None
        #: built for the one target of the last test that asked for another than the options name
        self._other: _Program | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for program in (self._program, self._other):
            if program is not None:
                program.folder.cleanup()
        self._program = self._other = None

    def build(self) -> str | None:
        """Compile now; the reason why there can be no replay, or none."""
        return self._main().failure or None

    def run(self, test: TestCase) -> Replayed:
        target = test.location if test.end is Reason.TARGET else None
        if test.end is Reason.TARGET and (target is None or not target.line):
            return _not_replayed("the test does not say which line it reaches")
        program = self._main() if target is None or self._targets.number(target) else self._built_for(target)
        if program.built is None:
            return _not_replayed(program.failure)
        built, limits = program.built, self._options.limits
        number = program.targets.number(target) if target else 0
        flags = (STOP_ON_OVERFLOW if test.check == "no-overflow" else 0) | SCAN_LEAKS
        flags |= MALLOC_MAY_FAIL if self._options.malloc_may_fail else 0
        flags |= TELL_STEPS if self._options.steps else 0
        try:
            record = run(built.executable, request(test.inputs, flags, limits, built.tags, number), limits)
        except OSError as error:
            return _not_replayed(str(error))
        if test.check == "uninitialized":
            return self._compared(test, record, built, flags)
        return replace(_judge(test, record, program.targets, built), walk=_walk(record, built))

    def _compared(self, test: TestCase, record: Record, built: Built, flags: int) -> Replayed:
        """The same run with other values of what was never written: does it go another way?"""
        others = iter([item for item in test.inputs if item.source is Source.MACHINE and item.name.endswith(OTHERWISE)])
        inputs = [next(others, item) if _is_unwritten(item) else item for item in test.inputs]
        inputs = [replace(new, source=old.source, name=old.name) for new, old in zip(inputs, test.inputs, strict=True)]
        try:
            limits = self._options.limits
            again = run(built.executable, request(inputs, flags, limits, built.tags), limits)
        except OSError as error:
            return _not_replayed(str(error))
        differ = self._options.branches and record.ways != again.ways and bool(record.ways) and bool(again.ways)
        how = "goes another way" if differ else "goes the same way"
        detail = f"native code {how} if what was never written has other values"
        observed, location = (test.check, test.location) if differ else ("", None)
        stack = () if location is None else (location,)
        return Replayed(differ, differ, record.ending, observed, location, stack, detail, confined=record.confined)

    def _main(self) -> _Program:
        if self._program is None:
            self._program = _Program(self._modules, self._options, self._options.targets)
        return self._program

    def _built_for(self, target: Location) -> _Program:
        if self._other is None or not self._other.targets.number(target):
            if self._other is not None:
                self._other.folder.cleanup()
            self._other = _Program(self._modules, self._options, (target,))
        return self._other


def _walk(record: Record, built: Built) -> Walk:
    if not record.steps:
        return Walk()
    from antumbra.evidence.native.steps import walk
    from antumbra.evidence.native.variables import Variables
    from antumbra.frontends.llvm.reading.module import Module

    return walk(record.steps, built.sites.places, built.told, Variables(Module(built.text).debug))


def _is_unwritten(item: InputValue) -> bool:
    return item.source is Source.UNINITIALISED and item.name not in UNCHOSEN


def _not_replayed(why: str) -> Replayed:
    return Replayed(False, False, Ending.TROUBLE, "", None, (), f"not replayed: {why}")


def _judge(test: TestCase, record: Record, targets: Targets, built: Built) -> Replayed:
    places = built.sites.places
    stack = tuple(place for site in record.sites if 0 < site < len(places) and (place := places[site]) is not None)
    location = stack[0] if stack else None
    checks = CHECKS_OF.get(record.ending, ())
    if record.ending is Ending.ABORT and test.check == "abort":
        checks = ("abort",)  # nobody's error but KLEE's
    if record.ending in (Ending.RETURN, Ending.EXIT):
        checks = (("valid-memcleanup",) if record.unfreed else ()) + (("valid-memtrack",) if record.lost else ())
    has_place = record.ending in CHECKS_OF or "abort" in checks
    expected = test.check in checks
    same_place = not has_place or _matches(test.location, stack)
    detail = _TEXTS[record.ending]
    if location is not None and has_place:
        detail += f" at {blamed(location, stack)[0]}"
    if test.end is Reason.TARGET and test.location is not None:
        detail = _about_target(test.location, record.ending, detail, targets)
    if record.unfreed:
        detail += f"; {record.unfreed} heap objects not freed, {record.lost} of them lost"
    if expected and not same_place:
        detail += f"; expected at {test.blamed[0]}"
    if record.missing:
        detail += f"; {record.missing} inputs were not in the test"
    if record.mismatched:
        detail += f"; {record.mismatched} inputs have another size than the test says"
    observed = test.check if expected else checks[0] if checks and has_place else ""
    seen = expected and same_place
    agrees = _agrees(test.end, record.ending, seen)
    return Replayed(
        agrees and (test.is_error or test.end is Reason.TARGET),
        agrees,
        record.ending,
        observed,
        location,
        stack,
        detail,
        record.missing,
        record.mismatched,
        record.confined,
    )


def _about_target(target: Location, ending: Ending, ended: str, targets: Targets) -> str:
    if ending is Ending.TARGET:
        return f"reached {target}"
    missing = "" if targets.number(target) in targets.found else ": the native program has no code there"
    return f"{ended}; {target} was not reached{missing}"


def _agrees(end: Reason, ending: Ending, seen: bool) -> bool:
    if end in (Reason.VIOLATION, Reason.UNDEFINED):
        return seen
    # where the analysis stopped early it says nothing about the end
    return end.kind is Kind.CUT or ending is _ENDINGS[end]


def _matches(expected: Location | None, stack: Sequence[Location]) -> bool:
    """Same file and line in any frame."""
    if expected is None or not expected.line or not stack:
        return True
    return any(place.line == expected.line and same_file(place.file, expected.file) for place in stack)
