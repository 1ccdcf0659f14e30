"""Our verdict about one implementation, beside Boogie's."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking.check import check
from antumbra.frontends.boogie.options import BoogieOptions
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.nesting import deep_recursion
from antumbra.frontends.boogie.reading.parser import parse
from antumbra.frontends.boogie.translating.whole import whole_program
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.languages import BOOGIE
from antumbra.program.properties import UNREACH_CALL
from antumbra.report.result import Result
from antumbra.session.control import Control, Silent
from antumbra.session.options import Limits, RunOptions
from antumbra.session.run import run
from antumbra.session.standard import Standard
from boogie_suite.expectations import Expectation
from boogie_suite.modular import Unit, alone, calls_inlined, has_loop, units

#: options under which Boogie answers another question than ours
OTHER_QUESTIONS = (
    "noVerify", "contractInfer", "loopUnroll", "soundLoopUnrolling", "stratifiedInline", "extractLoops", "smoke",
    "kInductionDepth", "noResolve", "noTypecheck", "runDiagnosticsOnTimeout", "verifySnapshots", "errorLimit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """``kind`` is one of KINDS."""

    unit: str
    kind: str
    detail: str = ""


#: kind → what it means
KINDS = {
    "both prove": "no error expected, ours safe",
    "both refute": "errors expected, ours unsafe at one of their places",
    "undecided": "ours unknown",
    "loop": "errors expected, ours safe, and a loop: Boogie forgets what a loop does unless an invariant says it",
    "inlined": "errors and verdicts differ, and there are calls that Boogie expands to a bounded depth",
    "where": "there is a loop and a where clause, which Boogie assumes again at the head of every loop",
    "quantifiers": "errors expected, ours safe, and quantifiers that Boogie uses only where a trigger matches",
    "WRONG PROOF": "errors expected, ours safe",
    "WRONG ERROR": "no error expected, ours unsafe",
    "OTHER PLACE": "errors expected, ours unsafe elsewhere",
}


class _One(Standard):
    """The parts of a run of a program that was arranged already."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def load(self, path: Path, options: RunOptions) -> Loaded:
        del path, options
        return self._loaded


def compare(path: Path, text: str, expected: Expectation, timeout: float, *, loops: bool = True) -> list[Compared]:
    """Every implementation of a file that Boogie accepts. ``text``: with the libraries and files of the same run.

    Without ``loops`` only implementations that have none.
    """
    file = parse(text, Diagnostics(path.name))
    own_lines = path.read_text("utf-8-sig", errors="replace").count("\n") + 1
    only, without = expected.option("proc"), expected.option("noProc")
    result: list[Compared] = []
    for number, unit in enumerate(units(file)):
        if unit.lines.start > own_lines or (only is not None and not fnmatch(unit.name, only)):
            continue
        if (without is not None and fnmatch(unit.name, without)) or (not loops and has_loop(unit.body)):
            continue
        result.append(_compare(path, text, number, unit, expected, timeout))
    return result


def _compare(path: Path, text: str, number: int, unit: Unit, expected: Expectation, timeout: float) -> Compared:
    # a fresh tree for each: the checker writes into it
    file = parse(text, Diagnostics(path.name))
    if expected.option("inferModifies") is not None:
        _write_modifies(file, text)
    own = units(file)[number]
    try:
        answer = _run(path, alone(file, own), own, timeout)
    except InputError as error:
        return Compared(unit.name, "undecided", f"not read alone: {error}")
    # termination is no question of ours
    errors = [e for e in expected.errors if "measure" not in e.message]
    lines = [e for e in errors if e.file == path.name and e.line in unit.lines]
    verdict = answer.verdict.value
    if verdict == "unknown":
        return Compared(unit.name, "undecided", answer.reason or "")
    inlined = calls_inlined(file, own.body)
    excuse = "inlined" if inlined else ""
    if not lines:
        if verdict == "safe":
            return Compared(unit.name, "both prove")
        if not excuse and has_loop(own.body) and _where(own):
            excuse = "where"
        return Compared(unit.name, excuse or "WRONG ERROR", str(answer.location))
    wanted = {place for e in lines for place in (e.line, *e.related)}
    if verdict == "safe":
        if has_loop(own.body):
            excuse = "loop"
        elif not excuse and _quantified(file, own, expected):
            excuse = "quantifiers"
        return Compared(unit.name, excuse or "WRONG PROOF", f"expected at {sorted(wanted)}")
    findings = [answer.finding, *answer.others]
    found = {f.location.line for f in findings if f is not None and f.location is not None and f.replayed}
    if found & wanted:
        return Compared(unit.name, "both refute")
    if not excuse and has_loop(own.body) and _where(own):
        excuse = "where"
    return Compared(unit.name, excuse or "OTHER PLACE", f"expected at {sorted(wanted)}, found {sorted(found)}")


def _where(unit: Unit) -> bool:
    bounds = [*unit.body.locals, *unit.procedure.parameters, *unit.procedure.results]
    return any(b.where is not None for b in bounds)


def _quantified(file: s.File, unit: Unit, expected: Expectation) -> bool:
    """Are there quantifiers, which Boogie's solver uses only where a trigger matches, or axioms that it prunes away?"""
    roots = [d.condition for d in file.declarations if isinstance(d, s.AxiomDeclaration)]
    if roots and expected.option("prune") is not None:
        return True
    roots += [d.body for d in file.declarations if isinstance(d, s.FunctionDeclaration) and d.body is not None]
    roots += [c.condition for c in unit.procedure.contracts]
    roots += [e for c in s.statements_in(unit.body.statements) for e in s.expressions_in(c)]
    return any(isinstance(e, s.Quantifier) for root in roots for e in s.walk(root))


def _write_modifies(file: s.File, text: str) -> None:
    """Modifies clauses as the bodies of all procedures need them, before bodies are taken away."""
    whole = parse(text, Diagnostics(file.name))
    procedures = check(whole, Diagnostics(file.name), infer_modifies=True).procedures
    for d in file.declarations:
        if isinstance(d, s.ProcedureDeclaration):
            d.modifies = [s.Identifier(d.place, m.name) for m in procedures[d.name].modifies]


def _run(path: Path, file: s.File, unit: Unit, timeout: float) -> Result:
    diagnostics = Diagnostics(str(path))
    symbols = check(file, diagnostics)
    diagnostics.finish()
    with deep_recursion():
        program = whole_program(file, symbols, BoogieOptions(entry=unit.name))
    load = LoadOptions(properties=UNREACH_CALL)
    options = RunOptions(
        engine="explore", load=load, limits=Limits(timeout=timeout), collect=True, solver_timeout=timeout
    )
    loaded = Loaded(program, BOOGIE, path, sources=program.sources)
    return run(path, options, Control(timeout), Silent(), _One(loaded))
