"""Operations on the state that terms cannot express (``program.model.BUILTINS``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.proofs.addresses import by_form
from antumbra.proofs.contents import Content
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.judge import Judge, note
from antumbra.proofs.memory import Memory
from antumbra.proofs.pointers import pointers_of
from antumbra.proofs.state import Asked, Object, State
from antumbra.terms import Term

#: bytes that become one input
MOST_BYTES = 1 << 12


class Effects:
    """Executes builtins."""

    def __init__(self, judge: Judge, memory: Memory) -> None:
        self._judge = judge
        self._world = judge.world
        self._memory = memory

    def builtin(self, state: State, command: P.Builtin, arguments: Sequence[Term]) -> list[Term]:
        """Values for its targets."""
        match command.name:
            case "make_symbolic":
                self._make_symbolic(state, command, *arguments)
            case "havoc_memory":
                self._havoc(state, command, arguments[0])
            case "object_size" | "object_base":
                return [self._object(state, command, arguments[0])]
            case "is_symbolic":
                return [self._any(state, command, arguments[0], "which values are constants is up to an engine")]
            case "value_of":
                return [self._any(state, command, arguments[0], "which value is taken is up to an engine")]
            case "check_access":
                empty = T.eq(arguments[1], self._world.null)
                self._memory.targets(state, arguments[0], arguments[1], command.location, write=False, empty=empty)
            case "begin_life" | "new_life":
                # in one place for all lives: a use of a pointer to a former one is not seen here
                item = self._scoped(state, command, arguments[0])
                fresh = self._world.unknown("bytes", item.content.default.sort)
                state.objects[item.number] = replace(item, alive=T.TRUE, content=Content(fresh))
                return [item.base] if command.targets else []
            case "end_life":
                item = self._scoped(state, command, arguments[0])
                # nobody reads it before a new life brings unknown bytes: any content will do
                nothing = Content(T.array_value(item.content.default.sort, 0, {}))
                state.objects[item.number] = replace(item, alive=T.FALSE, content=nothing)
            case "print":
                pass
            case _:
                raise NotUnderstood(f"the operation {command.name}", command.location)
        return []

    def _any(self, state: State, command: P.Builtin, value: Term, why: str) -> Term:
        """A result that depends on how a program is executed: any value covers it."""
        target = command.targets[0]
        if value.op is T.CONST:
            return T.const(0, target.sort) if command.name == "is_symbolic" else value
        state.abstract = state.abstract or why
        result = self._world.unknown("any", target.sort)
        if command.name == "is_symbolic":
            state.assume(T.bvule(result, T.const(1, target.sort)))
        return result

    def _make_symbolic(self, state: State, command: P.Builtin, address: Term, size: Term) -> None:
        if size.op is not T.CONST or size.data > MOST_BYTES:
            raise NotUnderstood("input of unknown size, or a very large one", command.location)
        if size.data == 0:
            return
        value = self._world.unknown("unknown", T.bv_sort(8 * size.data))
        note(state, Asked(value, command.text, "bytes", P.Source.INPUT, command.location))
        self._memory.store(state, address, value, command.location)

    def _scoped(self, state: State, command: P.Builtin, address: Term) -> Object:
        """The one object whose life a command begins or ends."""
        formed = by_form(self._world, state, address)
        item = formed[0].item if formed is not None and len(formed) == 1 else None
        if formed is None or item is None or not item.scoped or formed[0].offset is not self._world.null:
            raise NotUnderstood("the scope of something that is no local object", command.location)
        return item

    def _object(self, state: State, command: P.Builtin, address: Term) -> Term:
        formed = by_form(self._world, state, address)
        if formed is None:
            raise NotUnderstood("the object of an address that is a number", command.location)
        good = [t for t in formed if t.item is not None]
        valid = T.or_(*(T.and_(t.guard, t.item.alive) for t in good if t.item is not None)) if good else T.FALSE
        self._judge.demand(state, valid, "valid-deref", "the object of an invalid pointer", command.location)
        result = self._world.null
        for target in good:
            if target.item is not None:
                value = target.item.size if command.name == "object_size" else target.item.base
                result = T.ite(target.guard, value, result)
        return result

    def _havoc(self, state: State, command: P.Builtin, address: Term) -> None:
        """A function without a body may have changed whatever the pointer leads to."""
        seen: dict[int, None] = {}
        work: list[Term] = [address]
        while work:
            for item in self._pointees(state, work.pop(), command):
                if item.region is Region.CODE:
                    raise NotUnderstood(f"an external function that may call {item.name}", command.location)
                if item.number in seen:
                    continue
                seen[item.number] = None
                work += [value for value, _ in pointers_of(item, self._world)]
        for number in seen:
            item = state.objects[number]
            if item.region is Region.CONSTANT:
                continue
            # of an object that it need not reach this is more than can happen
            state.abstract = state.abstract or "what an external function may have changed"
            fresh = self._world.unknown("external", item.content.default.sort)
            state.objects[number] = replace(item, content=Content(fresh))

    def _pointees(self, state: State, value: Term, command: P.Builtin) -> list[Object]:
        formed = by_form(self._world, state, value)
        if formed is not None:
            return [t.item for t in formed if t.item is not None]
        if any(v in self._world.of_base for v in T.free_variables(value)):
            raise NotUnderstood("an external function with a pointer of unknown form", command.location)
        return []
