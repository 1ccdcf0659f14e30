"""Programs to Python functions, one per region, compiled when first reached.

A region starts at a block (or in the middle of one, after a call) and takes in the blocks that
follow as long as control flow is surely concrete: branches on concrete values become ``if``, their join
follows, a jump back to the region's own head becomes ``continue``. It ends at a branch that may be
symbolic, at a call or return, and at blocks that are other regions' heads.

A generated function has the signature ``f(S, *live variables)`` and returns the next region's number with its
arguments; paths end by exception. Forking is free for registers: they are immutable tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.spacing import PAGE_BITS, overlap
from antumbra.program.widths import is_pointer
from antumbra.semantics.emit import Emitter
from antumbra.semantics.flow import successors, symbolic_variables
from antumbra.semantics.pages import WIDTHS
from antumbra.semantics.shapes import Shape
from antumbra.terms import Term

#: deepest nesting of generated ``if`` statements (Python allows 100 levels of indentation)
DEEPEST = 24
#: most commands in one generated function
LONGEST = 600
#: rounds of a generated loop, in commands, before control returns to the driver
LOOP_BUDGET = 4_000
#: the same where a round may ask a solver: the driver looks at the clock
SLOW_LOOP_BUDGET = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a region starts, and the variables it takes."""

    procedure: str
    label: str
    index: int
    parameters: tuple[Term, ...]


class Compiler:
    """Numbers regions and turns them into functions. Knows nothing of states or solvers."""

    def __init__(
        self,
        program: P.Program,
        environment: dict[str, Any],
        site: Callable[[P.Command | P.Terminator, str], int],
        *,
        skipped_checks: frozenset[str],
        max_calls: int,
        look_ahead: bool = True,
        simplify: bool = True,
        trace: bool = False,
        rounds: bool = False,
        window_bits: int = PAGE_BITS,
    ) -> None:
        """With ``rounds``, loops return to the driver every round. So they do with ``trace``, and code then appends
        to the state's log: the number of each block it enters, and for commands that memory or the path decide, what
        they did (see engines that read it)."""
        self.program = program
        # a side that was left out by looking ahead would be missing from the log
        self.look_ahead = look_ahead and not trace
        self.simplify = simplify
        self.memory_symbolic = False
        #: pointers that agree above so many bits relate as their places do
        self.window_bits = window_bits
        self.trace = trace
        self.rounds = rounds or trace
        self._environment = environment
        self.site = site
        self.skipped_checks = skipped_checks
        self.max_calls = max_calls
        self._globals = frozenset(program.variables)
        self.global_index = {variable: i for i, variable in enumerate(program.variables)}
        self._shapes: dict[str, Shape] = {}
        self._numbers: dict[tuple[str, str, int, int], int] = {}
        self.entries: list[Entry] = []
        self._made_symbolic: set[Any] = set()
        self._symbolic: set[Any] = symbolic_variables(program, memory=False)
        #: regions that make a call through a pointer: they start before the call, not after it
        self.indirect: set[int] = set()
        self.block_numbers: dict[tuple[str, str], int] = {}
        for name, procedure in program.procedures.items():
            for label in procedure.blocks:
                self.block_numbers[name, label] = len(self.block_numbers)

    def bind(self, name: str, value: Any) -> None:
        """Give generated code another name."""
        self._environment[name] = value

    def memory_becomes_symbolic(self) -> None:
        """Loads may give terms from now on: code compiled before is no longer valid."""
        self.memory_symbolic = True
        self._symbolic = symbolic_variables(self.program, memory=True, also=self._made_symbolic)

    def make_symbolic(self, variables: Iterable[tuple[str, Term]]) -> bool:
        """These variables (procedure, variable) may hold terms from now on; True if code was compiled otherwise."""
        keys = {v if v in self._globals else (procedure, v) for procedure, v in variables}
        if keys <= self._symbolic:
            return False
        self._made_symbolic |= keys
        self._symbolic = symbolic_variables(self.program, memory=self.memory_symbolic, also=self._made_symbolic)
        return True

    def shape(self, name: str) -> Shape:
        shape = self._shapes.get(name)
        if shape is None:
            shape = self._shapes[name] = Shape(self.program.procedures[name], self._globals)
        return shape

    def is_symbolic(self, procedure: str, variable: Term) -> bool:
        return (variable if variable in self._globals else (procedure, variable)) in self._symbolic

    # ------------------------------------------------------------ region numbers

    def procedure_entry(self, name: str) -> int:
        """The region that a call enters; takes the procedure's parameters."""
        procedure = self.program.procedures[name]
        return self._number(name, next(iter(procedure.blocks)), 0, -1, lambda: procedure.parameters)

    def block_entry(self, name: str, label: str) -> int:
        return self._number(name, label, 0, 0, lambda: self.shape(name).live_in[label])

    def middle_entry(self, name: str, label: str, index: int) -> int:
        liveness = self.shape(name).liveness
        return self._number(name, label, index, 0, lambda: tuple(liveness.of(liveness.live_before(label, index))))

    def return_entry(self, name: str, label: str, index: int, results: int) -> int:
        """Where a call returns to: saved variables, then as many results as the callee gives."""

        def parameters() -> tuple[Term, ...]:
            command = self.program.procedures[name].blocks[label].commands[index - 1]
            targets = command.targets if isinstance(command, P.Call) else ()
            given = list(targets[:results])
            # results that the caller ignores still arrive
            given += [T.var(f"ignored {i}", T.BOOL) for i in range(results - len(given))]
            return (*self.saved(name, label, index), *given)

        return self._number(name, label, index, results + 1, parameters)

    def indirect_entry(self, place: tuple[str, str, int, tuple[Any, ...]]) -> int:
        """A number for "make the call at this place to a known address"; the machine supplies the function."""
        number = self._number(place[0], place[1], place[2], -2, lambda: ())
        self.indirect.add(number)
        return number

    def saved(self, name: str, label: str, index: int) -> tuple[Term, ...]:
        """Variables that live across the call just before ``index``."""
        liveness = self.shape(name).liveness
        command = self.program.procedures[name].blocks[label].commands[index - 1]
        targets = command.targets if isinstance(command, P.Call) else ()
        return tuple(v for v in liveness.of(liveness.live_before(label, index)) if v not in targets)

    def _number(self, name: str, label: str, index: int, kind: int, parameters: Callable[[], tuple[Term, ...]]) -> int:
        key = (name, label, index, kind)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.entries)
            self.entries.append(Entry(name, label, index, parameters()))
        return number

    # ------------------------------------------------------------ compilation

    def compile(self, number: int) -> Callable[..., tuple[int, tuple[Any, ...]]]:
        writer = _RegionWriter(self, number)
        text = writer.write()
        environment = {**self._environment, **writer.emitter.constants}
        # the text holds only integers and names of our own making
        exec(compile(text, f"<region {number}>", "exec"), environment)  # noqa: S102
        return environment["region"]

    def text(self, number: int) -> str:
        """The source of a region, to look at."""
        return _RegionWriter(self, number).write()


class _RegionWriter:
    def __init__(self, compiler: Compiler, number: int) -> None:
        self.compiler = compiler
        self.number = number
        self.entry = compiler.entries[number]
        self.name = self.entry.procedure
        self.shape = compiler.shape(self.name)
        self.blocks = self.shape.procedure.blocks
        self.emitter = Emitter(
            self._local,
            compiler.global_index,
            lambda v: compiler.is_symbolic(self.name, v),
            simplify=compiler.simplify,
        )
        self._inlined: set[str] = set()
        self._commands = 0
        self._pending = 0
        #: whether a condition that may be symbolic was written
        self._slow = False
        self._loops = self.entry.index == 0
        self._ignored: dict[Term, int] = {}

    def _local(self, variable: Term) -> str:
        number = self.shape.liveness.number.get(variable)
        if number is None:
            number = self._ignored.setdefault(variable, len(self.shape.liveness.variables) + len(self._ignored))
        return f"v{number}"

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
            if parameter in self.compiler.global_index:  # a result of a call
                head.insert(2, f"    {self.emitter.variable(parameter)} = {self._local(parameter)}")
        if self.compiler.trace:
            head.insert(2, "    L = S.log.append")
        return "\n".join(head + e.lines) + "\n"

    # ------------------------------------------------------------ control flow

    def _block(self, label: str, index: int, stop: str | None, depth: int) -> bool:
        """Write blocks from here on; True if control falls through to ``stop``."""
        e = self.emitter
        while True:
            block = self.blocks[label]
            if index == 0:
                number = self.compiler.block_numbers[self.name, label]
                e.line(f"cov[{number}] or cover(S, {number})")
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
                    self._leave(terminator)
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
        if target == self.entry.label and self._loops and self._is_own_head() and not self.compiler.rounds:
            e.line(f"n += {self._pending}")
            budget = SLOW_LOOP_BUDGET if self._slow else LOOP_BUDGET
            e.line(f"if n > {budget}: S.steps += n; return {self._target(target)}")
            e.line("continue")
            return False
        if self.shape.predecessors[target] == 1 and self._can_inline(target, depth):
            self._inlined.add(target)
            return None
        self._count()
        e.line(f"return {self._target(target)}")
        return False

    def _is_own_head(self) -> bool:
        """Are this region's parameters what a jump to its label needs? (Not so at a procedure's entry.)"""
        return self.entry.parameters == self.shape.live_in[self.entry.label]

    def _can_inline(self, label: str, depth: int) -> bool:
        return (
            label not in self._inlined
            and label not in self.shape.loop_heads
            and depth < DEEPEST
            and self._commands + len(self.blocks[label].commands) < LONGEST
        )

    def _trace(self, text: str) -> None:
        """Log a value, if the machine traces."""
        if self.compiler.trace:
            self.emitter.line(f"L({text})")

    def _accessed(self, address: str, symbolic: bool) -> str:
        """Text of what is logged of an access: the address, and the object if it is a term."""
        return f"{address} if {address}.__class__ is int else ({address}, S.resolved)" if symbolic else address

    def _count(self) -> None:
        self.emitter.line(f"S.steps += n + {self._pending}")

    def _tuple(self, variables: tuple[Term, ...]) -> str:
        return "(" + "".join(f"{self._local(v)}, " for v in variables) + ")"

    def _target(self, label: str) -> str:
        """``number, (arguments)`` of a block's region."""
        return f"{self.compiler.block_entry(self.name, label)}, {self._tuple(self.shape.live_in[label])}"

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

    def _leave(self, terminator: P.Terminator) -> None:
        """Terminators that end the region."""
        e = self.emitter
        site = self.compiler.site(terminator, self.name)
        match terminator:
            case P.Branch():
                condition = e.atom(terminator.condition)
                self._count()
                then, otherwise = self._target(terminator.then), self._target(terminator.otherwise)
                e.line(f"if {condition} is True: return {then}")
                e.line(f"if {condition} is False: return {otherwise}")
                e.line(f"return fork(S, {condition}, {then}, {otherwise}, {site})")
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
                e.line(f"return switch(S, {value}, {e.constant(cases)}, ({targets}), {site})")
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

    def _first_assumption(self, label: str) -> str:
        """What the block assumes first: a goto looks ahead, and does not fork for what cannot be."""
        commands = self.blocks[label].commands
        if not self.compiler.look_ahead or not commands or not isinstance(commands[0], P.Assume):
            return "True"
        return self.emitter.atom(commands[0].condition)

    # ------------------------------------------------------------ commands

    def _command(self, command: P.Command, label: str, index: int) -> bool:
        """Write one command; True if it ends the region (a call)."""
        e = self.emitter
        e.begin_command()
        match command:
            case P.Assign():
                self._assign(command)
                return False
            case P.Call():
                self._call(command, label, index)
                return True
            case P.Load():
                self._load(command, label, index)
                return False
            case P.Store():
                self._store(command, label, index)
                return False
            case P.Free():
                self._free(command, label, index)
                return False
            case P.Builtin() if command.name in P.RELATIONS:
                self._relation(command, label, index)
                return False
            case P.Builtin() if command.name in P.OVERLAPS:
                value = overlap(command.name, *command.arguments)
                self._assign(P.Assign(command.targets, (value,), command.location))
                self._trace("None")
                return False
            case P.Builtin(name="stay"):
                self._stay(command)
                return False
            case P.Builtin(name="new_life"):
                self._new_life(command, label, index)
                return False
            case _:
                self._other(command)
                return False

    def _assign(self, command: P.Assign) -> None:
        e = self.emitter
        values = [e.expression(v) for v in command.values]
        e.line(f"{', '.join(e.variable(t) for t in command.targets)} = {', '.join(values)}")

    def _site_of(self, command: P.Command) -> int:
        return self.compiler.site(command, self.name)

    def _load(self, command: P.Load, label: str, index: int) -> None:
        e = self.emitter
        width = command.width
        site = self._site_of(command)
        address = e.atom(command.address)
        symbolic_address = e.is_symbolic(command.address)
        target = e.variable(command.target)
        e.line(f"x = {self._cell(address, width, symbolic_address)}")
        may_be_term = self.compiler.is_symbolic(self.name, command.target)
        e.line("if x is None:" if may_be_term else "if x.__class__ is not int:")
        e.indent += 1
        e.line(f"{'' if may_be_term else 'if x is None: '}x = load(S, {address}, {self._width(width)}, {site})")
        if symbolic_address:
            e.line(f"if x.__class__ is Several: {self._fork_by_object('x', label, index, site)}")
        if not may_be_term:
            # code was compiled for a memory that holds constants only
            number = self.compiler.middle_entry(self.name, label, index + 1)
            arguments = self._tuple(self.compiler.entries[number].parameters)
            e.line("if x.__class__ is not int:")
            logged = f"L({self._accessed(address, symbolic_address)}); " if self.compiler.trace else ""
            e.line(
                f"    {logged}{target} = x; S.steps += n + {self._pending}; return recompile(S, {number}, {arguments})"
            )
        e.indent -= 1
        e.line(f"{target} = x")
        self._trace(self._accessed(address, symbolic_address))

    def _width(self, width: int) -> str:
        """Text of a width: a constant of ours if it is a pointer's."""
        return self.emitter.constant(width) if is_pointer(width) else str(width)

    def _relation(self, command: P.Builtin, label: str, index: int) -> None:
        """Pointers into one object relate as their places do; the rest is looked at."""
        e = self.emitter
        left, right = (e.atom(a) for a in command.arguments)
        target = e.variable(command.targets[0])
        slow = f"{command.name}(S, {left}, {right}, {self._site_of(command)})"
        if any(e.is_symbolic(a) for a in command.arguments):
            e.line(f"{target} = {slow}")
            return
        e.line(f"if ({left} ^ {right}) >> {self.compiler.window_bits}:")
        e.indent += 1
        e.line(f"x = {slow}")
        if not self.compiler.is_symbolic(self.name, command.targets[0]):
            number = self.compiler.middle_entry(self.name, label, index + 1)
            arguments = self._tuple(self.compiler.entries[number].parameters)
            variable = e.constant((self.name, command.targets[0]))
            e.line("if x.__class__ is not int and x.__class__ is not bool:")
            e.line(f"    {target} = x; S.steps += n + {self._pending}")
            e.line(f"    return widened(S, {number}, {arguments}, {variable})")
        e.line(f"{target} = x")
        e.indent -= 1
        e.line("else:")
        e.indent += 1
        match command.name:
            case "same_address":
                value = f"{left} == {right}"
            case "below":
                value = f"{left} < {right}"
            case _:
                value = f"{left} - {right} & {(1 << command.targets[0].width) - 1}"
        e.line(f"{target} = {value}")
        self._trace(f"({left}, {right})")
        e.indent -= 1

    def _stay(self, command: P.Builtin) -> None:
        """Within a page nothing can have gone wrong."""
        e = self.emitter
        old, new = (e.atom(a) for a in command.arguments)
        text = f"stay(S, {old}, {new}, {self._site_of(command)})"
        if self.compiler.trace:
            self._trace(text)
        elif any(e.is_symbolic(a) for a in command.arguments):
            e.line(text)
        else:
            e.line(f"if ({old} ^ {new}) >> {PAGE_BITS}: {text}")

    def _new_life(self, command: P.Builtin, label: str, index: int) -> None:
        """What lives on is looked through for pointers."""
        e = self.emitter
        (target,) = command.targets
        live = tuple(v for v in self.compiler.saved(self.name, label, index + 1) if v is not target)
        address = e.atom(command.arguments[0])
        e.line(f"{e.variable(target)} = new_life(S, {address}, {self._tuple(live)}, {self._site_of(command)})")

    def _cell(self, address: str, width: int, symbolic: bool) -> str:
        """Text that finds the cell at an address, None if there is none."""
        if width not in WIDTHS:
            return "None"
        page = str(int(address) >> 12) if address.isdigit() else f"{address} >> 12"
        found = f"M[{page}].{_cells(width)}.get({address})"
        return f"{found} if {address}.__class__ is int else None" if symbolic else found

    def _fork_by_object(self, several: str, label: str, index: int, site: int) -> str:
        """Text that leaves the region to do this command again in one state per object."""
        number = self.compiler.middle_entry(self.name, label, index)
        arguments = self._tuple(self.compiler.entries[number].parameters)
        return f"S.steps += n + {self._pending}; return part(S, {several}, {number}, {arguments}, {site})"

    def _free(self, command: P.Free, label: str, index: int) -> None:
        e = self.emitter
        site = self._site_of(command)
        address = e.atom(command.address)
        if e.is_symbolic(command.address):
            e.line(f"x = free(S, {address}, {site})")
            e.line(f"if x is not None: {self._fork_by_object('x', label, index, site)}")
        else:
            e.line(f"free(S, {address}, {site})")
        self._trace(address)

    def _call(self, command: P.Call, label: str, index: int) -> None:
        e = self.emitter
        compiler = self.compiler
        site = self._site_of(command)
        arguments = "".join(f"{e.expression(a)}, " for a in command.arguments)
        saved = self._tuple(compiler.saved(self.name, label, index + 1))
        if isinstance(command.callee, str):
            callee = compiler.program.procedures[command.callee]
            back = compiler.return_entry(self.name, label, index + 1, len(callee.results))
            self._count()
            e.line("S.calls += 1")
            e.line(f"if S.calls > {compiler.max_calls}: too_deep(S, {site})")
            e.line(f"S.frame = ({back}, {saved}, S.frame, S.locals, {site}); S.locals = None")
            e.line(f"return {compiler.procedure_entry(command.callee)}, ({arguments})")
            return
        place = e.constant((self.name, label, index + 1, tuple(a.sort for a in command.arguments)))
        callee = e.expression(command.callee)
        callee = callee if callee.isidentifier() or callee.isdigit() else e.temporary(callee)
        self._trace(callee)
        self._count()
        e.line(f"return call_address(S, {callee}, ({arguments}), {place}, {saved}, {site})")

    def _other(self, command: P.Command) -> None:
        e = self.emitter
        site = self._site_of(command)
        match command:
            case P.Havoc():
                e.line(f"{e.variable(command.target)} = havoc(S, {e.constant(command)})")
            case P.Assume():
                self._condition(command.condition, f"assume(S, {{}}, {site})")
                self._trace("True")
            case P.Assert():
                if command.check not in self.compiler.skipped_checks:
                    self._condition(command.condition, f"check(S, {{}}, {e.constant(command)}, {site})")
                self._trace("True")
            case P.Alloc():
                size = e.atom(command.size)
                target = e.variable(command.target)
                e.line(f"{target} = alloc(S, {size}, {e.constant(command)}, {site})")
                self._trace(f"({size}, {target})")
            case P.Copy():
                parts = ", ".join(e.atom(t) for t in (command.destination, command.source, command.size))
                e.line(f"copy(S, {parts}, {site})")
                self._trace(f"({parts})")
            case P.Fill():
                parts = ", ".join(e.atom(t) for t in (command.destination, command.byte, command.size))
                e.line(f"fill(S, {parts}, {site})")
                self._trace(f"({parts})")
            case P.Builtin():
                arguments = "".join(f"{e.atom(a)}, " for a in command.arguments)
                text = f"builtin(S, {e.constant(command)}, ({arguments}), {site})"
                e.line(f"{e.variable(command.targets[0])} = {text}" if command.targets else text)
                if command.name not in P.LIFE:  # these note what they change
                    self._trace(f"({arguments})")
            case _:
                raise TypeError(f"unknown command {command!r}")

    def _condition(self, condition: Term, otherwise: str) -> None:
        """Do something unless a condition is certainly true."""
        e = self.emitter
        if condition is T.TRUE:
            return
        if e.is_symbolic(condition):
            self._slow = True
            text = e.atom(condition)
            e.line(f"if {text} is not True: {otherwise.format(text)}")
        else:
            text = e.expression(condition)
            e.line(f"if not {text}: {otherwise.format('False')}")

    def _store(self, command: P.Store, label: str, index: int) -> None:
        e = self.emitter
        site = self._site_of(command)
        width = command.width
        value = e.expression(command.value)
        if not value.isdigit() and not value.isidentifier():
            value = e.temporary(value)
        address = e.atom(command.address)
        symbolic = e.is_symbolic(command.address)
        slow = f"store(S, {address}, {value}, {self._width(width)}, {site})"
        if width in WIDTHS:
            cells = f"p.{_cells(width)}"
            page = f"M[{int(address) >> 12 if address.isdigit() else f'{address} >> 12'}]"
            e.line(f"p = {page} if {address}.__class__ is int else EMPTY" if symbolic else f"p = {page}")
            e.line(f"if p.owner is T and {address} in {cells}: {cells}[{address}] = {value}")
            e.line("else:")
        else:
            e.line("if True:")
        e.indent += 1
        if symbolic:
            e.line(f"x = {slow}")
            e.line(f"if x is not None: {self._fork_by_object('x', label, index, site)}")
        else:
            e.line(slow)
        e.indent -= 1
        self._trace(self._accessed(address, symbolic))


def _cells(width: int) -> str:
    """The dictionary of a page that has the cells of a width."""
    return f"{'p' if is_pointer(width) else 'c'}{width}"
