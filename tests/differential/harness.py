"""Runs one generated program every way we have and says where they differ from native code.

(a) the reference interpreter of Programs, (b) the executor with all inputs fixed, (c) the executor on
unknown inputs: the native run on a path's inputs gives the path's result, and every vector of inputs takes exactly one
path, whose result as a function of the inputs is what native code returns.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.inputs import input_values
from antumbra.engines.outcome import InputValue, PathEnd, Reason
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import CHECKS, End, Havoc, Program, Source
from antumbra.program.text.printing import program_text
from antumbra.program.validity.validate import validate
from antumbra.terms import Term
from differential.generator import Generated
from differential.native import FLAGS, Native
from support.clang import ZIG
from support.concrete import Interpreter
from support.program_text.reading import read_program

#: everything that a generated program never does
ALL_CHECKS = frozenset(CHECKS) - {"no-overflow", "valid-memtrack", "valid-memcleanup"}


#: faults that generated programs may have; natively they end the run in a way of their own
FAULTS = frozenset(("unreach-call", "division-by-zero", "valid-deref"))


def searching(max_paths: int, timeout: float = 20.0, **more: Any) -> ExploreOptions:
    """Options for exploration on unknown inputs."""
    return ExploreOptions(ALL_CHECKS, timeout=timeout, max_paths=max_paths, solver_timeout=5, **more)


@dataclass(slots=True)
class Report:
    """Differences of one program, and how much was compared."""

    seed: int
    differences: list[str] = field(default_factory=list[str])
    compared: int = 0
    paths: int = 0
    #: why exploration did not finish; not a difference
    cuts: list[str] = field(default_factory=list[str])
    violations: list[PathEnd] = field(default_factory=list[PathEnd])
    #: every path was followed to its end
    complete: bool = False


def words_of(width: int) -> int:
    """How many words of 64 bits the driver reads for an input."""
    return max(1, (width + 63) // 64)


def words(inputs: Sequence[InputValue]) -> tuple[int, ...]:
    """The inputs of a path as the driver takes them."""
    return tuple(
        one.value >> (64 * word) & (1 << 64) - 1
        for one in inputs
        if one.source is Source.INPUT
        for word in range(words_of(one.width))
    )


def signed(value: int) -> str:
    """An int's bits as native code prints it."""
    return str(value - (1 << 32) if value >> 31 else value)


def check_form(program: Program, report: Report) -> None:
    """The program is valid and its text reads back."""
    report.differences.extend(f"invalid program: {problem}" for problem in validate(program)[:5])
    if read_program(program_text(program)) != program:
        report.differences.append("the program's text does not read back to the program")


def interpret(program: Program, vector: Sequence[int]) -> str:
    """(a) The reference interpreter."""
    pending = list(vector)

    def choose(havoc: Havoc) -> Any:
        if havoc.source is not Source.INPUT or not pending:
            # what a program never reads may be anything; odd bits make a wrong read visible
            value = 0xA5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5
        else:
            value = pending.pop(0)
        sort = havoc.target.sort
        if sort is T.BOOL:
            return value != 0
        return value & ((1 << sort.width) - 1)

    outcome = Interpreter(program, choose, fill=0xA5, limit=3_000_000).run()
    if outcome.kind == "stopped" and outcome.end in (End.ABORT, End.EXIT):
        return str(outcome.end.value)
    if outcome.kind == "violation" and outcome.check in FAULTS:
        return outcome.check
    if outcome.kind != "returned":
        place = f" at {outcome.location}" if outcome.location else ""
        return f"{outcome.kind} {outcome.check or outcome.end} {outcome.message}{place}"
    return signed(outcome.values[0])


def execute(program: Program, vector: Sequence[int]) -> str:
    """(b) The executor with fixed inputs: one path."""
    explorer = Explorer(program, ExploreOptions(ALL_CHECKS, fixed_inputs=tuple(vector), timeout=60))
    ends = list(explorer.run())
    if len(ends) != 1:
        return f"{len(ends)} paths with fixed inputs; cuts: {explorer.cuts}"
    if ends[0].reason in (Reason.ABORT, Reason.EXIT):
        return ends[0].reason.name.lower()
    if ends[0].reason is Reason.VIOLATION and ends[0].check in FAULTS:
        return ends[0].check
    if ends[0].reason is not Reason.RETURN:
        return f"{ends[0].reason.text} {ends[0].check} {ends[0].message} at {ends[0].location}"
    value = explorer.recording.last_values[0]
    return f"an unknown result {value!r}" if isinstance(value, Term) else signed(value)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished path: which inputs take it, and what it returns as a function of them."""

    conditions: tuple[Term, ...]
    unknowns: tuple[Any, ...]
    result: Any
    #: one vector of inputs that takes it
    inputs: tuple[int, ...]
    expected: str

    def environment(self, vector: Sequence[int]) -> dict[Term, Any]:
        """The path's variables under a vector of inputs; those of other sources stay at zero."""
        env: dict[Term, Any] = {}
        given: dict[int, int] = {}
        position = 0
        for number, unknown in enumerate(self.unknowns):
            value = 0
            if unknown.group >= 0 and unknown.variable is not None:
                value = given.get(unknown.group, 0) >> (8 * unknown.offset)
            elif unknown.source is Source.INPUT:
                for word in range(words_of(unknown.width)):
                    part = vector[position] if position < len(vector) else 0
                    value |= part << (64 * word)
                    position += 1
                given[number] = value
            if unknown.variable is not None and unknown.variable.sort.kind != "array":
                env[unknown.variable] = (
                    value != 0 if unknown.variable.sort is T.BOOL else value & unknown.variable.sort.mask
                )
            elif unknown.variable is not None and unknown.variable.sort.element is not None:
                step = unknown.variable.sort.element.width // 8
                cells = {at: value >> (8 * at) & unknown.variable.sort.element.mask for at in range(0, 64, step)}
                env[unknown.variable] = T.array_value(unknown.variable.sort, 0, cells).data
        return env

    def takes(self, env: dict[Term, Any]) -> bool:
        return all(T.evaluate(condition, env) for condition in self.conditions)

    def value(self, env: dict[Term, Any]) -> str:
        return signed(T.evaluate(self.result, env) if isinstance(self.result, Term) else self.result)


def explore(program: Program, options: ExploreOptions, report: Report) -> list[Finished]:
    """(c) The executor on unknown inputs: every finished path."""
    explorer = Explorer(program, options)
    recording = explorer.recording
    found: list[Finished] = []
    finished = recording.finished

    def watch(state: Any, values: tuple[Any, ...]) -> None:
        value = values[0]
        number = T.evaluate(value, state.path.model) if isinstance(value, Term) else value
        inputs = words(input_values(state, state.path))
        conditions = tuple(state.path.conditions())
        found.append(Finished(conditions, tuple(state.unknowns()), value, inputs, signed(number)))
        finished(state, values)

    recording.finished = watch
    for end in explorer.run():
        report.paths += 1
        if end.reason is Reason.VIOLATION:
            report.violations.append(end)
        elif end.reason not in (Reason.RETURN, Reason.ABORT, Reason.EXIT):
            report.cuts.append(f"{end.reason.text} {end.message} at {end.location}")
    report.cuts.extend(f"{cut.reason.text} {cut.detail} at {cut.location}" for cut in explorer.cuts)
    report.complete = explorer.complete
    return found


def check_paths(
    paths: Sequence[Finished], vectors: Sequence[Sequence[int]], answers: Sequence[str], report: Report
) -> None:
    """Every vector takes exactly one path (none if the search was cut), which returns what native code does."""
    for vector, expected in zip(vectors, answers, strict=True):
        taken = 0
        for path in paths:
            env = path.environment(vector)
            if not path.takes(env):
                continue
            taken += 1
            report.compared += 1
            answer = path.value(env)
            if answer != expected:
                report.differences.append(
                    f"path's result is {answer}, natively {expected}, inputs {[hex(v) for v in vector]}"
                )
        ended = expected in FAULTS or expected in ("abort", "exit")
        found = any(end.check == expected for end in report.violations)
        if report.complete and expected in FAULTS and not found:
            report.differences.append(f"{expected} is not found; inputs {[hex(v) for v in vector]}")
        if taken > 1 or (report.complete and not taken and not ended):
            report.differences.append(f"{taken} paths take the inputs {[hex(v) for v in vector]}")


def optimised(source: Path, flags: Sequence[str]) -> Path:
    """LLVM IR as a user's own compiler run would give it."""
    out = source.with_suffix(".ll")
    fixed = [str(ZIG), "cc", "-fno-sanitize=undefined", "-S", "-emit-llvm", *FLAGS]
    subprocess.run([*fixed, *flags, str(source), "-o", str(out)], check=True, capture_output=True, timeout=120)
    return out


def compare(
    generated: Generated,
    natives: Sequence[Native],
    directory: Path,
    *,
    vectors: int = 3,
    options: LoadOptions | None = None,
    search: ExploreOptions | None = None,
    interpreter: bool = True,
    concrete: bool = True,
    ir: Sequence[str] | None = None,
) -> Report:
    """Run everything; without ``search`` no unknown inputs, without ``concrete`` no fixed ones.

    With ``ir`` we read the LLVM IR that these compiler flags give, not the C file. Without native code the
    interpreter says what is right.
    """
    report = Report(generated.seed)
    source = directory / f"p{generated.seed}.c"
    source.write_text(generated.source)
    read = source if ir is None else optimised(source, ir)
    program = load(read, options or LoadOptions()).program
    check_form(program, report)
    inputs = [generated.vector(number) for number in range(vectors)]
    paths = [] if search is None else explore(program, search, report)
    faulty = [words(end.inputs) for end in report.violations]
    asked = [*inputs, *(path.inputs for path in paths), *faulty]
    first = [] if natives else [interpret(program, vector) for vector in asked]
    for native in natives:
        binary = native.compile(f"n{generated.seed}", generated.source)
        answers = native.run(binary, asked)
        binary.unlink()
        if not first:
            first = answers
        elif answers != first:
            report.differences.append(f"{native.compiler} says {answers}, {natives[0].compiler} {first}")
    for vector, expected in zip(inputs[:3] if concrete else (), first, strict=False):
        ways = [("executor", execute(program, vector))]
        if interpreter:
            ways.append(("interpreter", interpret(program, vector)))
        for name, answer in ways:
            if ir is not None and "def-behavior" in answer:
                # computed ahead of the branch that needs it, poison is harmless; our checks stop there all the same
                report.cuts.append(f"{name}: {answer}")
                continue
            report.compared += 1
            if answer != expected:
                report.differences.append(f"{name}: {answer}, natively {expected}, inputs {[hex(v) for v in vector]}")
    for end, vector, expected in zip(report.violations, faulty, first[len(inputs) + len(paths) :], strict=True):
        report.compared += 1
        if end.check != expected:
            what = f"{end.check} {end.message} at {end.location}"
            report.differences.append(f"symbolic: {what}, natively {expected}, inputs {[hex(v) for v in vector]}")
    for path, expected in zip(paths, first[len(inputs) :], strict=False):
        report.compared += 1
        if path.expected != expected:
            report.differences.append(
                f"symbolic: {path.expected}, natively {expected}, inputs {[hex(v) for v in path.inputs]}"
            )
    if search is not None:
        check_paths(paths, inputs, first[: len(inputs)], report)
    return report
