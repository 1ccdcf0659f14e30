"""Runs one generated program every way we have and says where they differ from native code.

(a) the reference interpreter of Programs, (b) the executor with all inputs fixed, (c) the executor on
unknown inputs, each finished path compared with the native run on that path's inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antumbra import terms as T
from antumbra.engines.explore.explorer import ExploreOptions, Explorer
from antumbra.engines.explore.recording import input_values
from antumbra.engines.outcome import Reason
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import CHECKS, Havoc, Program, Source
from antumbra.program.printing import program_text
from antumbra.program.reading import read_program
from antumbra.program.validate import validate
from antumbra.terms import Term
from differential.generator import Generated
from differential.native import Native
from support.concrete import Interpreter

#: everything that a generated program never does
ALL_CHECKS = frozenset(CHECKS) - {"no-overflow", "valid-memtrack", "valid-memcleanup"}


@dataclass(slots=True)
class Report:
    """Differences of one program, and how much was compared."""

    seed: int
    differences: list[str] = field(default_factory=list[str])
    compared: int = 0
    paths: int = 0
    #: why exploration did not finish; not a difference
    cuts: list[str] = field(default_factory=list[str])


def signed(value: int) -> str:
    """An int's bits as native code prints it."""
    return str(value - (1 << 32) if value >> 31 else value)


def load_program(source: Path) -> Program:
    return load(source, LoadOptions()).program


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
    if outcome.kind != "returned":
        place = f" at {outcome.location}" if outcome.location else ""
        return f"{outcome.kind} {outcome.check or outcome.end} {outcome.message}{place}"
    return signed(outcome.values[0])


def execute(program: Program, vector: Sequence[int]) -> str:
    """(b) The executor with fixed inputs: one path."""
    explorer = Explorer(program, ExploreOptions(ALL_CHECKS, fixed_inputs=tuple(vector), timeout=60))
    _only_inputs(explorer)
    ends = list(explorer.run())
    if len(ends) != 1:
        return f"{len(ends)} paths with fixed inputs; cuts: {explorer.cuts}"
    if ends[0].reason is not Reason.RETURN:
        return f"{ends[0].reason.text} {ends[0].check} {ends[0].message} at {ends[0].location}"
    value = explorer.recording.last_values[0]
    return f"an unknown result {value!r}" if isinstance(value, Term) else signed(value)


def _only_inputs(explorer: Explorer) -> None:
    """Fixed values are for inputs; what the program never really reads (padding, say) is zero."""
    fresh = explorer.machine.fresh

    def of_source(state: Any, sort: Any, source: Source, *rest: Any, **named: Any) -> Any:
        kept = state.fixed
        state.fixed = kept if source is Source.INPUT else []
        try:
            return fresh(state, sort, source, *rest, **named)
        finally:
            state.fixed = kept

    explorer.machine.fresh = of_source


def explore(program: Program, *, max_paths: int, timeout: float, report: Report) -> list[tuple[tuple[int, ...], str]]:
    """(c) The executor on unknown inputs: (inputs, result) of each finished path."""
    explorer = Explorer(program, ExploreOptions(ALL_CHECKS, timeout=timeout, max_paths=max_paths, solver_timeout=5))
    recording = explorer.recording
    found: list[tuple[tuple[int, ...], str]] = []
    finished = recording.finished

    def watch(state: Any, values: tuple[Any, ...]) -> None:
        value = values[0]
        if isinstance(value, Term):
            value = T.evaluate(value, state.path.model)
        inputs = tuple(one.value for one in input_values(state, state.path) if one.source is Source.INPUT)
        found.append((inputs, signed(value)))
        finished(state, values)

    recording.finished = watch
    for end in explorer.run():
        report.paths += 1
        if end.reason is Reason.VIOLATION:
            values = [f"{one.name}={one.value:#x}" for one in end.inputs]
            report.differences.append(
                f"symbolic: {end.check} {end.message} at {end.location} with {' '.join(values)}; natively there is none"
            )
        elif end.reason is not Reason.RETURN:
            report.cuts.append(f"{end.reason.text} {end.message} at {end.location}")
    report.cuts.extend(f"{cut.reason.text} {cut.detail} at {cut.location}" for cut in explorer.cuts)
    return found


def compare(
    generated: Generated,
    natives: Sequence[Native],
    directory: Path,
    *,
    vectors: int = 3,
    max_paths: int = 0,
    timeout: float = 20.0,
    interpreter: bool = True,
) -> Report:
    """Run everything. ``max_paths`` of 0 leaves out exploration on unknown inputs."""
    report = Report(generated.seed)
    source = directory / f"p{generated.seed}.c"
    source.write_text(generated.source)
    program = load_program(source)
    check_form(program, report)
    inputs = [generated.vector(number) for number in range(vectors)]
    explored = explore(program, max_paths=max_paths, timeout=timeout, report=report) if max_paths else []
    asked = [*inputs, *(values for values, _ in explored)]
    first: list[str] = []
    for native in natives:
        binary = native.compile(f"n{generated.seed}", generated.source)
        answers = native.run(binary, asked)
        binary.unlink()
        if not first:
            first = answers
        elif answers != first:
            report.differences.append(f"{native.compiler} says {answers}, {natives[0].compiler} {first}")
    for vector, expected in zip(inputs, first, strict=False):
        ways = [("executor", execute(program, vector))]
        if interpreter:
            ways.append(("interpreter", interpret(program, vector)))
        for name, answer in ways:
            report.compared += 1
            if answer != expected:
                report.differences.append(f"{name}: {answer}, natively {expected}, inputs {[hex(v) for v in vector]}")
    for (values, answer), expected in zip(explored, first[len(inputs) :], strict=True):
        report.compared += 1
        if answer != expected:
            report.differences.append(f"symbolic: {answer}, natively {expected}, inputs {[hex(v) for v in values]}")
    return report
