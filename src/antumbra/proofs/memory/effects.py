"""Operations on the state that terms cannot express (``program.model.BUILTINS``)."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs.asking.judge import Judge, note
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.accesses import Memory
from antumbra.proofs.memory.addresses import Target, by_form, inside
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.state import Asked, Object, State
from antumbra.records import replace
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
            case "object_size" | "object_base":
                return [self._object(state, command, arguments[0])]
            case "is_symbolic":
                return [self._any(state, command, arguments[0], "which values are constants is up to an engine")]
            case "check_access":
                empty = T.eq(arguments[1], self._world.null)
                self._memory.targets(state, arguments[0], arguments[1], command.location, write=False, empty=empty)
            case "accessible":
                return [self._accessible(state, command, *arguments)]
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
            case "number_of" | "pointer_of":
                # addresses are unknown numbers here, so that there is nothing to convert
                self._unfixed(arguments, command)
                return [arguments[0]]
            case "same_address" | "below" | "distance":
                if not self._inside(state, arguments):
                    self._unfixed(arguments, command)
                return [_relation(command.name, *arguments)]
            case "overlap" | "overlap_in_part":
                return [self._overlap(state, command, *arguments)]
            case "stay":
                self._stay(state, command, *arguments)
            case "reused":
                self._reused(*arguments)
            case "stack_mark":
                return [self._world.mark(command.targets[0].sort)]
            case "stack_restore":
                self._restore(state, command, arguments[0])
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
        self._world.given.add(value)
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
        self._judge.demand(
            state, valid, "valid-deref", "the object of an invalid pointer", command.location, objects=True
        )
        result = self._world.null
        for target in good:
            if target.item is not None:
                value = target.item.size if command.name == "object_size" else target.item.base
                result = T.ite(target.guard, value, result)
        return result

    def _accessible(self, state: State, command: P.Builtin, address: Term, size: Term) -> Term:
        """1 if so many bytes there lie in an object that lives and may be accessed so, else 0."""
        formed = by_form(self._world, state, address)
        if formed is None:
            raise NotUnderstood("what lies behind an address that is a number", command.location)
        barred = (P.Region.CODE, P.Region.CONSTANT) if command.text == P.WRITTEN else (P.Region.CODE,)
        cases = [
            T.and_(t.guard, inside(t.item, t.offset, size))
            for t in formed
            if t.item is not None and t.item.region not in barred
        ]
        sort = command.targets[0].sort
        return T.ite(T.or_(T.FALSE, *cases), T.const(1, sort), T.const(0, sort))

    def _unfixed(self, arguments: Sequence[Term], command: P.Builtin) -> None:
        """What a number says must not come from the place that the program form gives to a static."""
        if self._world.fixed and any(self._world.speaks_of_statics(argument) for argument in arguments):
            raise NotUnderstood("where a static lies, as a number", command.location)

    def _inside(self, state: State, pointers: Sequence[Term]) -> bool:
        """Do all of them point into objects that live, whatever else they may be?"""
        for pointer in pointers:
            formed = by_form(self._world, state, pointer)
            if formed is None or any(not _strictly_inside(target) for target in formed):
                return False
        return True

    def _overlap(self, state: State, command: P.Builtin, one: Term, size: Term, other: Term, length: Term) -> Term:
        """Of ranges that were accessed: they share bytes only in one object."""
        first, second = by_form(self._world, state, one), by_form(self._world, state, other)
        if first is None or second is None:
            raise NotUnderstood("whether ranges at addresses that are numbers overlap", command.location)
        some = T.not_(T.or_(T.eq(size, self._world.null), T.eq(length, self._world.null)))
        found = T.FALSE
        for left in first:
            for right in second:
                if left.item is None or right.item is None or left.item.number != right.item.number:
                    continue
                ahead = T.bvsub(right.offset, left.offset)
                near = T.or_(T.bvult(ahead, size), T.bvult(T.bvsub(left.offset, right.offset), length))
                if command.name == "overlap_in_part":
                    near = T.and_(near, T.not_(T.eq(ahead, self._world.null)))
                found = T.or_(found, T.and_(left.guard, right.guard, near))
        return T.and_(some, found)

    def _stay(self, state: State, command: P.Builtin, old: Term, new: Term) -> None:
        """What addresses are made of says where they belong, but for statics that keep their numbers."""
        if not self._world.fixed:
            return
        before, after = by_form(self._world, state, old), by_form(self._world, state, new)
        if before is None or after is None:
            return
        bases = {target.item.number for target in before if target.item is not None}
        if any(target.item is not None and target.item.number not in bases for target in after):
            raise NotUnderstood("a pointer far outside its object", command.location)

    def _restore(self, state: State, command: P.Builtin, mark: Term) -> None:
        """Objects are numbered in the order in which they are made."""
        last = self._world.marks.get(mark)
        if last is None:
            raise NotUnderstood("a mark of the stack that is not one", command.location)
        for item in list(state.objects.values()):
            if item.depth == len(state.frames) and item.number > last:
                self._memory.end(state, item.number)

    def _reused(self, old: Term, new: Term) -> None:
        """The new object may lie where the old one was."""
        bases = [[v for v in T.free_variables(term) if v in self._world.of_base] for term in (old, new)]
        for one in bases[0]:
            for other in bases[1]:
                self._world.may_share(other, one)


def _strictly_inside(target: Target) -> bool:
    item, offset = target.item, target.offset
    if item is None:
        return offset.op is T.CONST and offset.data == 0
    known = item.alive is T.TRUE and item.size.op is T.CONST and offset.op is T.CONST
    return known and offset.data < item.size.data


def _relation(name: str, one: Term, other: Term) -> Term:
    match name:
        case "same_address":
            return T.eq(one, other)
        case "below":
            return T.bvult(one, other)
        case _:
            return T.bvsub(one, other)
