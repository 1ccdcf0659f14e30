"""One run of ``antumbra characterize`` as a process of its own, and its bounds compared with what inputs really do."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from benchmarks.interpolation.measure import answer  # noqa: E402

from support.characterize.generator import LIMIT, Generated  # noqa: E402
from support.characterize.native import Bounds, Counts, build  # noqa: E402
from support.characterize.program import Program, Slot  # noqa: E402
from support.characterize.vectors import compared, constants  # noqa: E402

#: on the clock a run may take this many times its processor time: the machine has other work
PATIENCE = 4.0


@dataclass(slots=True)
class Outcome:
    """``kind``: the folder of a program. ``gap``: of the inputs in the domain, the part between the bounds."""

    name: str
    kind: str
    exact: bool = False
    must: int = 0  #: pieces
    safe: int = 0
    clauses: int = 0  #: of MUST, as people read them
    more_inputs: bool = False
    verdict: str = "unknown"
    reason: str = ""
    proof_checked: bool | None = None
    cpu_seconds: float = 0.0
    hard: bool = False
    compared: int = 0  #: vectors
    failing: int = 0  #: of those
    late_must: int = 0
    gap: float | None = None
    count: str = "none"  #: the number of failing inputs against enumeration: right, wrong, or there is none
    wrong: list[str] = field(default_factory=list[str])
    stats: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def upper_true(self) -> bool:
        """Nothing is known to be safe, and not because everything fails."""
        return not self.exact and not self.safe


def characterize(
    outcome: Outcome,
    file: Path,
    options: Sequence[str],
    seconds: float,
    out: Path,
    patience: float = PATIENCE,
    *,
    forked: bool = False,
) -> Bounds | None:
    """The run; None where it leaves no bounds. ``forked``: without start-up."""
    words = ("characterize", str(file), *options)
    if forked:
        from forked import answer as forked_answer  # loads the package

        told, outcome.cpu_seconds, status = forked_answer(words, seconds, out, patience)
    else:
        told, outcome.cpu_seconds, status = answer(words, seconds, out, patience=patience)
    written = out / "bounds.json"
    if told is None or not written.is_file():
        outcome.reason = f"no bounds (status {status}): {told and told.get('reason')}"
        outcome.wrong += [outcome.reason] if told is None or "internal error" in outcome.reason else []
        return None
    bounds: dict[str, Any] = json.loads(written.read_text("utf-8"))
    outcome.exact, outcome.more_inputs = bounds["exact"], bounds["more_inputs"]
    outcome.must, outcome.safe = len(bounds["must"]), len(bounds["safe"])
    outcome.clauses = sum(clause["side"] == "must" for clause in bounds["clauses"])
    outcome.verdict, outcome.reason = told["verdict"], told["reason"] or ""
    outcome.proof_checked, outcome.stats = told["proof_checked"], told["stats"]
    if "internal error" in outcome.reason:
        outcome.wrong.append(outcome.reason)
    outcome.stats["counted"] = bounds["count"]
    if not (out / "bounds.c").is_file():
        outcome.wrong.append(f"no bounds.c: {told['notes']}")
        return None
    return Bounds(out / "bounds.c", tuple(_slot(one) for one in bounds["inputs"]))


def _slot(one: dict[str, Any]) -> Slot:
    type_name: str = one["type"]
    type_name = {"unsigned int": "unsigned", "bool": "_Bool"}.get(type_name, type_name)
    where = one["location"]
    return Slot(where["line"] if where else 0, one["number"], type_name, one["name"])


def own(name: str, text: str, seconds: float, folder: Path, more: Sequence[str] = ()) -> Outcome:
    """A program of ours: special, random and border inputs are compared."""
    program = Program(name, text)
    outcome = Outcome(name, name.partition("/")[0], hard=program.hard)
    file = folder / "program_of_ours.c"
    file.write_text(text, "utf-8")
    bounds = characterize(outcome, file, (*program.options, *more), seconds, folder / "out")
    if bounds is not None:
        native = folder / "native"
        native.mkdir()
        executable = build(program, native, bounds)
        known = constants(text, bounds.file.read_text("utf-8"))[:200]
        for vector, told in compared(executable, known, Random(name)):
            outcome.compared += 1
            outcome.failing += bool(told.fails)
            if told.disagreement is not None and len(outcome.wrong) < 3:
                outcome.wrong.append(f"{told.disagreement}: {vector}")
            elif outcome.exact and told.must != told.may and len(outcome.wrong) < 3:
                outcome.wrong.append(f"exact, and between the bounds: {vector}")
    return outcome


def random(made: Generated, seconds: float, folder: Path, more: Sequence[str] = (), *, forked: bool = False) -> Outcome:
    """A generated program: all inputs are compared."""
    program = made.program
    outcome = Outcome(program.name, program.asked)
    file = folder / "random_program.c"
    file.write_text(program.text, "utf-8")
    bounds = characterize(outcome, file, (*program.options, *more), seconds, folder / "out", forked=forked)
    if bounds is None:
        return outcome
    native = folder / "native"
    native.mkdir()
    counts = build(program, native, bounds, LIMIT).enumerate(made.ranges)
    outcome.compared, outcome.failing, outcome.late_must = counts.vectors, counts.fails, counts.late_must
    outcome.gap = counts.may / counts.vectors
    outcome.wrong += counts.examples if counts.wrong else []
    if outcome.exact and counts.may:
        outcome.wrong.append(f"exact, and {counts.may} vectors between the bounds")
    outcome.count = _count_is(outcome.stats["counted"], bounds, counts)
    outcome.wrong += [f"counted {outcome.stats['counted']}, {counts.fails} fail"] if outcome.count == "wrong" else []
    return outcome


def _count_is(counted: dict[str, Any] | None, bounds: Bounds, counts: Counts) -> str:
    """Only where all inputs there are were enumerated."""
    all_of_them = counts.vectors == 1 << sum(slot.width for slot in bounds.parameters)
    if counted is None or counted["least"] is None or counted["most"] is None or not all_of_them or counts.late:
        return "none"
    return "right" if int(counted["least"]) <= counts.fails <= int(counted["most"]) else "wrong"
