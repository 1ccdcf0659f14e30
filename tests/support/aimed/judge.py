"""What Antumbra says about a program, against the truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import antumbra
from support.aimed import syntax as S
from support.aimed.interpreter import Truth
from support.aimed.printer import Printed, printed

Mode = Literal[
    "explore", "interpolate", "auto", "dash", "abstract", "targets", "explore --prune", "explore --all",
    "explore --targets",
]  # fmt: skip
MODES: tuple[Mode, ...] = (
    "explore", "interpolate", "auto", "dash", "abstract", "targets", "explore --prune", "explore --all",
    "explore --targets",
)  # fmt: skip
#: property → the events that violate it
PROPERTIES: dict[str, frozenset[str]] = {
    "unreach-call": frozenset({"unreach-call", "assert"}),
    "valid-deref,valid-free": frozenset({"valid-deref", "valid-free"}),
    "valid-deref": frozenset({"valid-deref"}),
    "valid-free": frozenset({"valid-free"}),
    "division-by-zero": frozenset({"division-by-zero"}),
}
#: behaviour that is undefined whatever the property: it forbids ``safe``
UNDEFINED = frozenset({"valid-deref", "valid-free", "division-by-zero"})

#: seconds beyond the limit of a check: other processes share the machine
SLACK = 3

Kind = Literal["right", "unknown", "wrong safe", "wrong unsafe", "wrong place", "missed", "crash", "slow"]
#: ``slow`` depends on what else the machine does: it is counted, and is no wrong answer
WRONG: frozenset[Kind] = frozenset({"wrong safe", "wrong unsafe", "wrong place", "missed", "crash"})


@dataclass(frozen=True)
class Answer:
    mode: Mode
    property: str
    kind: Kind
    told: str  #: the verdict and what goes with it
    truth: str


def judge(
    program: S.Program,
    true: Truth,
    path: Path,
    modes: Iterable[Mode],
    properties: Iterable[str],
    timeout: float = 10,
    **settings: object,
) -> list[Answer]:
    """Write the program to ``path`` and check it every way that is asked for."""
    text = printed(program)
    path.write_text(text.text)
    answers: list[Answer] = []
    for mode in modes:
        if mode in ("targets", "explore --targets"):
            answers.append(targets(text, true, path, mode, timeout, settings))
        elif mode in ("explore --prune", "explore --all"):
            answers.append(collected(text, true, path, mode, timeout, settings))
        else:
            answers += [verdict(true, path, mode, p, timeout, settings) for p in properties]
    return answers


def worth_asking(true: Truth, undefined: bool = False) -> list[str]:
    """Properties of which something is to be said: those that are violated, else both of the usual ones.

    ``undefined``: also those that undefined behaviour of another kind forbids to call safe.
    """
    if undefined and true.events & UNDEFINED:
        return ["unreach-call", "valid-deref,valid-free"]
    names = [p for p in ("unreach-call", "valid-deref,valid-free", "division-by-zero") if true.events & PROPERTIES[p]]
    return names or ["unreach-call", "valid-deref,valid-free"]


def broken(result: antumbra.Result) -> str | None:
    text = result.reason or ""
    if result.crash or "internal" in text:
        return f"{text}\n{result.crash or ''}"
    return None


def verdict(true: Truth, path: Path, mode: Mode, asked: str, timeout: float, settings: dict[str, object]) -> Answer:
    events = true.events
    violated = sorted(events & PROPERTIES[asked])
    undefined = sorted(events & UNDEFINED)
    fact = f"violates {violated}" if violated else f"undefined {undefined}" if undefined else "safe"
    result = antumbra.check(path, engine=mode, property=asked, timeout=timeout, **settings)  # type: ignore[arg-type]
    told = f"{result.verdict.value} {result.violated or result.reason or ''}"
    kind: Kind
    crashed = broken(result)
    if crashed:
        kind, told = "crash", crashed
    elif result.stats.get("wall_seconds", 0) > 1.1 * timeout + SLACK:
        kind = "slow"
    elif result.verdict.value == "unknown":
        kind = "unknown"
    elif result.verdict.value == "safe":
        kind = "wrong safe" if violated or undefined else "right"
    elif not violated:
        kind = "wrong unsafe"
    else:
        # a failed assertion is reported as a call that must not be reached
        kind = "right" if asked == "unreach-call" or result.violated in violated else "wrong place"
    return Answer(mode, asked, kind, told, fact)


def targets(text: Printed, true: Truth, path: Path, mode: Mode, timeout: float, settings: dict[str, object]) -> Answer:
    """Each mark and each error call in one run."""
    reached = {text.marks[number] for number in true.marks}
    reached |= {text.lines[s] for event, s in true.places if event == "unreach-call"}
    asked = {*text.marks.values(), *(line for s, line in text.lines.items() if isinstance(s, S.Error))}
    fact = f"reached {sorted(reached)} of {sorted(asked)}"
    if not asked:
        return Answer(mode, "targets", "unknown", "no targets", fact)
    engine = "interpolate" if mode == "targets" else "explore"
    wanted = ",".join(map(str, sorted(asked)))
    result = antumbra.check(path, engine=engine, targets=wanted, timeout=timeout, **settings)  # type: ignore[arg-type]
    told = " ".join(f"{t.line}:{t.verdict}" for t in result.targets)
    kind: Kind = "right"
    crashed = broken(result)
    if crashed:
        return Answer(mode, "targets", "crash", crashed, fact)
    for target in result.targets:
        if target.verdict == "reachable" and target.line not in reached:
            kind = "wrong unsafe"
        elif target.verdict == "unreachable" and target.line in reached:
            kind = "wrong safe"
        elif target.verdict == "unknown" and kind == "right":
            kind = "unknown"
    return Answer(mode, "targets", kind, told, fact)


def collected(
    text: Printed, true: Truth, path: Path, mode: Mode, timeout: float, settings: dict[str, object]
) -> Answer:
    """Every error in one run: what is reported is real, and a complete search reports every kind at every line."""
    # a failed assertion is reported as a call that must not be reached
    facts = {("unreach-call" if event == "assert" else event, text.lines[s]) for event, s in true.places}
    result = antumbra.explore(path, prune=mode == "explore --prune", timeout=timeout, **settings)  # type: ignore[arg-type]
    findings = [f for f in (result.finding, *result.others) if f is not None]
    told = {(f.check, f.location.line if f.location else 0) for f in findings if f.replayed is not False}
    inside = {(check, line) for check, line in told if _inside(line, text)}
    words = f"{result.verdict.value} {sorted(told)} {result.reason or ''} {result.notes or ''}"
    fact = f"{sorted(facts)}"
    crashed = broken(result)
    kind: Kind = "right"
    if crashed:
        kind, words = "crash", crashed
    elif result.verdict.value == "safe" and facts:
        kind = "wrong safe"
    elif inside - facts:
        kind = "wrong unsafe"
    elif result.verdict.value == "unknown" or result.reason or result.stats.get("states"):
        kind = "unknown"
    elif facts - told and inside == told:
        kind = "missed"
    return Answer(mode, "klee", kind, words, fact)


def _inside(line: int, text: Printed) -> bool:
    return line in text.lines.values()
