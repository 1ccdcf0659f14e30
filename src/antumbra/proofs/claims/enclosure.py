"""Is control enclosed in blocks that violate nothing? Shown by their closure alone: no value is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import targets_of
from antumbra.proofs.answer import Answer, Confirmed, Refuted
from antumbra.proofs.certificate import Enclosure
from antumbra.proofs.question import Question

#: procedure, label
Block = tuple[str, str]

CHECKER: Final = "closure of the control flow"
#: checks that nothing but a command of their own violates
EXPLICIT: Final = frozenset({"unreach-call", "assert"})
#: ends after which a real execution goes on in a way that is not in the program
_OPEN: Final = frozenset({P.End.UNSUPPORTED, P.End.BOUND})


def check_enclosure(program: P.Program, question: Question, enclosure: Enclosure) -> Answer:
    """Begins every execution in one of the blocks, does it stay in them, and does nothing there violate a check?

    It is no question of undefined behaviour, which is assumed to call nothing (``undefined-calls``).
    """
    if not question.checks <= EXPLICIT or question.places or question.only is not None or question.quiet:
        return Refuted(CHECKER, "not only calls of error functions and assertions are asked for")
    blocks = frozenset(enclosure.blocks)
    if _first(program, program.entry) not in blocks:
        return Refuted(CHECKER, "executions begin elsewhere")
    for procedure, label in enclosure.blocks:
        block = program.procedures[procedure].blocks[label]
        for problem in _problems(program, question, procedure, block, blocks):
            return Refuted(CHECKER, f"{problem} in {procedure}")
    return Confirmed(CHECKER, f"no command that violates anything, in {len(blocks)} blocks that control stays in")


def _first(program: P.Program, name: str) -> Block:
    return name, next(iter(program.procedures[name].blocks))


def _problems(
    program: P.Program, question: Question, procedure: str, block: P.Block, blocks: frozenset[Block]
) -> Iterator[str]:
    for command in block.commands:
        match command:
            case P.Assert(condition, check):
                if check in question.checks and condition is not T.TRUE:
                    yield "something may be violated"
            case P.Call(_, callee):
                called = [callee] if isinstance(callee, str) else program.functions.values()
                if not all(_first(program, name) in blocks for name in called):
                    yield "a call leads elsewhere"
            case (
                P.Assign() | P.Assume() | P.Havoc() | P.Load() | P.Store() | P.Alloc() | P.Free() | P.Copy() | P.Fill()
            ):
                pass
            case P.Builtin():  # none of them moves control: what the outside calls back is called by commands
                pass
    end = block.terminator
    if isinstance(end, P.Stop) and end.end in _OPEN:
        yield "something is not executed"
    if not all((procedure, label) in blocks for label in targets_of(end)):
        yield "control leads elsewhere"
