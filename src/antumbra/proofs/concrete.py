"""Calls with constants of procedures that do nothing but compute: executed once for the same constants."""

from __future__ import annotations

from typing import Any, assert_never

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.program.graphs.pure import repeating
from antumbra.proofs.memory.world import World
from antumbra.proofs.question import Budget, Question
from antumbra.records import dataclass
from antumbra.terms import Term

#: sorts of values that are told as constants
_KINDS = ("bool", "bv", "int")

_Key = tuple[str, tuple[Any, ...]]


class _Ends(Exception):  # noqa: N818 - not an error
    """Such a call does not return, or it is not known what it does."""


@dataclass(slots=True)
class _Call:
    """A call under way, before a command of a block."""

    key: _Key
    procedure: P.Procedure
    label: str
    values: dict[Term, Any]
    index: int = 0


class Concrete:
    """Results of such calls. What does not return normally is for others to look at."""

    def __init__(self, program: P.Program, question: Question, budget: Budget, world: World) -> None:
        self._procedures = program.procedures
        self._question = question
        self._budget = budget
        self._world = world
        self._repeating = repeating(program)
        #: procedures in which no number stands for the address of a static, which is unknown here
        self._plain: dict[str, bool] = {}
        self._results: dict[_Key, tuple[Any, ...]] = {}
        #: calls that were given up
        self._given_up: set[_Key] = set()

    def results(self, callee: P.Procedure, arguments: list[Term]) -> list[Term] | None:
        """What a call returns, as constants; None if it does not, or nothing is known of it."""
        if callee.name not in self._repeating or any(a.op is not T.CONST for a in arguments):
            return None
        if any(v.sort.kind not in _KINDS for v in (*callee.parameters, *callee.results)):
            return None
        key = (callee.name, tuple(a.data for a in arguments))
        if key in self._given_up:
            return None
        try:
            found = self._called(key)
        except (_Ends, T.EvaluationError):
            self._given_up.add(key)
            return None
        return [T.const(value, r.sort) for value, r in zip(found, callee.results, strict=True)]

    def _called(self, key: _Key) -> tuple[Any, ...]:
        stack = [self._begun(key)]
        while key not in self._results:
            call = stack[-1]
            block = call.procedure.blocks[call.label]
            self._budget.step()
            if (call.procedure.name, call.label) in self._question.places:
                raise _Ends  # others have to see who comes there
            if call.index < len(block.commands):
                inner = self._command(call, block.commands[call.index])
                if inner is not None:
                    stack.append(inner)
                else:
                    call.index += 1
            elif isinstance(block.terminator, P.Return):
                self._results[call.key] = tuple(_value(v, call.values) for v in block.terminator.values)
                stack.pop()  # the caller asks again, and is answered
            else:
                call.label, call.index = _next(block.terminator, call.values), 0
        return self._results[key]

    def _begun(self, key: _Key) -> _Call:
        procedure = self._procedures[key[0]]
        if not self._is_plain(procedure):
            raise _Ends
        values = dict(zip(procedure.parameters, key[1], strict=True))
        return _Call(key, procedure, next(iter(procedure.blocks)), values)

    def _is_plain(self, procedure: P.Procedure) -> bool:
        known = self._plain.get(procedure.name)
        if known is None:
            nodes = (node for block in procedure.blocks.values() for node in (*block.commands, block.terminator))
            terms = (term for node in nodes for term in operands(node))
            known = self._plain[procedure.name] = all(self._world.relocated(term) is term for term in terms)
        return known

    def _command(self, call: _Call, command: P.Command) -> _Call | None:
        """Execute it; or the call that has to return before."""
        match command:
            case P.Assign():
                values = [_value(v, call.values) for v in command.values]
                call.values.update(zip(command.targets, values, strict=True))
            case P.Assume():
                if _value(command.condition, call.values) is not True:
                    raise _Ends
            case P.Assert():
                if not self._question.defined(command.check) and _value(command.condition, call.values) is not True:
                    raise _Ends
            case P.Call(callee=str(name)):
                key = (name, tuple(_value(a, call.values) for a in command.arguments))
                if key not in self._results:
                    return self._begun(key)
                call.values.update(zip(command.targets, self._results[key], strict=False))
            case _:
                raise _Ends
        return None


def _next(terminator: P.Terminator, values: dict[Term, Any]) -> str:
    match terminator:
        case P.Goto(targets=(target,)):
            return target
        case P.Branch():
            return terminator.then if _value(terminator.condition, values) else terminator.otherwise
        case P.Switch():
            value = _value(terminator.value, values)
            return next((label for constant, label in terminator.cases if constant == value), terminator.default)
        case P.Goto() | P.Stop() | P.Return():
            raise _Ends
        case _:
            assert_never(terminator)


def _value(term: Term, values: dict[Term, Any]) -> Any:
    if not T.free_variables(term) <= values.keys():
        raise _Ends  # read before it is written
    return T.evaluate(term, values)
