"""The function of a region, as text.

It takes in the blocks that follow the first as long as control flow is surely concrete: branches on concrete values
become ``if``, their join follows, a jump back to the region's own head becomes ``continue``. It ends at a branch that
may be symbolic, at a call or return, and at blocks that are other regions' heads.

The function has the signature ``f(S, *live variables)`` and returns the next region's number with its arguments; paths
end by exception. Forking is free for registers: they are immutable tuples.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.semantics.compiling.commands import CommandWriter
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.compiling.regions import Regions

#: deepest nesting of generated ``if`` statements (Python allows 100 levels of indentation)
DEEPEST = 24
#: most commands in one generated function
LONGEST = 600
#: entries of a region where a loop begins until its cost is looked at
LOOK = 64
#: rounds of a generated loop, in commands, before control returns to the driver
LOOP_BUDGET = 4_000
#: the same where a round may ask a solver: the driver looks at the clock
SLOW_LOOP_BUDGET = 40


class RegionWriter(CommandWriter):
    """Writes one region: control flow between its blocks."""

    def __init__(self, regions: Regions, number: int) -> None:
        super().__init__(regions, number)
        self.blocks = self.shape.procedure.blocks
        self._inlined: set[str] = set()
        self._commands = 0
        self._loops = self.entry.index == 0

    def write(self) -> str:
        e = self.emitter
        e.indent = 2
        self._inlined.add(self.entry.label)
        self._block(self.entry.label, self.entry.index, None, 2)
        parameters = "".join(f", {self._local(p)}" for p in self.entry.parameters)
        head = [
            f"def region(S{parameters}):",
            "    M = S.pages; T = S.token; G = S.variables; n = 0",
            "    while True:",
        ]
        for parameter in self.entry.parameters:
            if parameter in self.regions.global_index:  # a result of a call
                head.insert(2, f"    {self.emitter.variable(parameter)} = {self._local(parameter)}")
        if self.regions.trace:
            head.insert(2, "    L = S.log.append")
        if self._warms():
            number = self.regions.block_entry(self.name, self.entry.label)
            self.regions.heat.setdefault(number, LOOK)
            head.insert(2, f"    heat[{number}] -= 1")
            head.insert(3, f"    if not heat[{number}]: return rounds(S, {self._target(self.entry.label)})")
        return "\n".join(head + e.lines) + "\n"

    # ------------------------------------------------------------ control flow

    def _block(self, label: str, index: int, stop: str | None, depth: int) -> bool:
        """Write blocks from here on; True if control falls through to ``stop``."""
        e = self.emitter
        while True:
            block = self.blocks[label]
            if index == 0:
                number = self.regions.block_numbers[self.name, label]
                e.line(f"cov[{number}] or cover(S, {number})")
                if self.regions.profile:
                    e.line(f"hot[{number}] += 1")
                self._trace(str(number))
            for i in range(index, len(block.commands)):
                self._pending += 1
                self._commands += 1
                if self._command(block.commands[i], label, i):
                    return False
            self._pending += 1
            e.begin_command()
            terminator = block.terminator
            match terminator:
                case P.Goto(targets=(target,)):
                    following = target
                case P.Branch(condition=condition) if condition.op is T.CONST:
                    following = terminator.then if condition.data else terminator.otherwise
                case P.Branch(then=then, otherwise=otherwise) if then == otherwise:
                    following = then
                case P.Branch(condition=condition) if not e.is_symbolic(condition):
                    text = e.expression(condition)
                    arms = [(f"if {text}:", terminator.then), ("else:", terminator.otherwise)]
                    joined = self._arms(arms, label, stop, depth)
                    if joined is None or joined == stop:
                        return joined is not None
                    # the join was kept for this place
                    label, index = joined, 0
                    continue
                case P.Switch(value=value) if not e.is_symbolic(value):
                    self._switch(e.atom(value), terminator)
                    return False
                case _:
                    self._leave(terminator, label)
                    return False
            outcome = self._jump(following, stop, depth)
            if outcome is not None:
                return outcome
            label, index = following, 0

    def _arms(self, arms: list[tuple[str, str]], label: str, stop: str | None, depth: int) -> str | None:
        """Write an ``if`` with its arms; the label where they join and where writing goes on, if any."""
        e = self.emitter
        join = self.shape.join.get(label)
        if join is None or not (join == stop or self._can_inline(join, depth)):
            join = stop
        elif join != stop:
            self._inlined.add(join)
        if self._pending:
            e.line(f"n += {self._pending}")
        falls = False
        for head, target in arms:
            self._pending = 0
            e.line(head)
            e.indent += 1
            if target == join:
                e.line("pass")
                falls = True
            else:
                outcome = self._jump(target, join, depth + 1)
                if outcome is None:
                    outcome = self._block(target, 0, join, depth + 1)
                    if outcome:
                        e.line(f"n += {self._pending}")
                falls = falls or outcome
            e.indent -= 1
        self._pending = 0
        return join if falls else None

    def _jump(self, target: str, stop: str | None, depth: int) -> bool | None:
        """Go to a block: True falls through to ``stop``, False left the region, None write it here."""
        e = self.emitter
        if target == stop:
            return True
        if target == self.entry.label and self._loops and self._is_own_head() and not self.regions.rounds:
            e.line(f"n += {self._pending}")
            budget = SLOW_LOOP_BUDGET if self._slow else LOOP_BUDGET
            again = self._target(target)
            if self._warms():
                again = f"round_(S, n, {again})"
            e.line(f"if n > {budget}: S.steps += n; return {again}")
            e.line("continue")
            return False
        if self.shape.predecessors[target] == 1 and self._can_inline(target, depth):
            self._inlined.add(target)
            return None
        self._count()
        e.line(f"return {self._target(target)}")
        return False

    def _warms(self) -> bool:
        """Does the region begin a loop that may become machine code?"""
        is_head = self.entry.index == 0 and self.entry.label in self.shape.loop_heads and self._is_own_head()
        return self.regions.warms and is_head

    def _is_own_head(self) -> bool:
        """Are this region's parameters what a jump to its label needs? (Not so at a procedure's entry.)"""
        return self.entry.parameters == self.shape.live_in[self.entry.label]

    def _can_inline(self, label: str, depth: int) -> bool:
        return (
            label not in self._inlined
            and label not in self.shape.loop_heads
            and not (self.regions.joins and self.regions.is_join(self.name, label))
            and depth < DEEPEST
            and self._commands + len(self.blocks[label].commands) < LONGEST
        )

    def _target(self, label: str) -> str:
        """``number, (arguments)`` of a block's region."""
        return f"{self.regions.block_entry(self.name, label)}, {self._tuple(self.shape.live_in[label])}"

    def _switch(self, value: str, terminator: P.Switch) -> None:
        """A concrete switch: binary search over the cases, each a jump to another region."""
        e = self.emitter
        self._count()
        ordered = sorted(dict(reversed(terminator.cases)).items())

        def search(low: int, high: int) -> None:
            if high - low <= 3:
                for case, label in ordered[low:high]:
                    e.line(f"if {value} == {case}: return {self._target(label)}")
                return
            middle = (low + high) // 2
            e.line(f"if {value} < {ordered[middle][0]}:")
            e.indent += 1
            search(low, middle)
            e.indent -= 1
            e.line("else:")
            e.indent += 1
            search(middle, high)
            e.indent -= 1

        search(0, len(ordered))
        e.line(f"return {self._target(terminator.default)}")

    def _leave(self, terminator: P.Terminator, label: str) -> None:
        """Terminators that end the region."""
        e = self.emitter
        site = self.regions.site(terminator, self.name)
        match terminator:
            case P.Branch():
                condition = e.atom(terminator.condition)
                self._count()
                then, otherwise = self._target(terminator.then), self._target(terminator.otherwise)
                e.line(f"if {condition} is True: return {then}")
                e.line(f"if {condition} is False: return {otherwise}")
                e.line(f"return fork{self._meets(label)}{condition}, {then}, {otherwise}, {site})")
            case P.Switch():
                value = e.atom(terminator.value)
                e.line(f"if {value}.__class__ is int:")
                e.indent += 1
                self._switch(value, terminator)
                e.indent -= 1
                self._count()
                labels = successors(terminator)
                groups = {label: tuple(c for c, to in terminator.cases if to == label) for label in labels}
                cases = tuple(groups[label] if label != terminator.default else None for label in labels)
                targets = "".join(f"({self._target(label)}), " for label in labels)
                e.line(f"return switch{self._meets(label)}{value}, {e.constant(cases)}, ({targets}), {site})")
            case P.Goto():
                labels = successors(terminator)
                conditions = [self._first_assumption(label) for label in labels]
                self._count()
                targets = "".join(
                    f"({self._target(label)}, {text}), " for label, text in zip(labels, conditions, strict=True)
                )
                e.line(f"return choose(S, ({targets}), {site})")
            case P.Return():
                values = "".join(f"{e.expression(v)}, " for v in terminator.values)
                self._count()
                e.line(f"return leave(S, ({values}))")
            case P.Stop():
                self._count()
                e.line(f"stop(S, {e.constant(terminator)}, {site})")

    def _meets(self, label: str) -> str:
        """The rest of the name of a function that forks, and its first arguments."""
        meeting = self.regions.meeting(self.name, label) if self.regions.joins else None
        return "(S, " if meeting is None else f"_and_meet(S, {self.emitter.constant(meeting)}, "

    def _first_assumption(self, label: str) -> str:
        """What the block assumes first: a goto looks ahead, and does not fork for what cannot be."""
        commands = self.blocks[label].commands
        if not self.regions.look_ahead or not commands or not isinstance(commands[0], P.Assume):
            return "True"
        return self.emitter.atom(commands[0].condition)
