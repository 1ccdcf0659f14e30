"""Static facts about a procedure: which variables are live where, and which may be symbolic.

Both analyses are flow-insensitive where that is enough: liveness is per block (bit sets), and
"may be symbolic" is one bit per variable for the whole program. The second assumes
that memory holds constants only, or that it may hold anything; the machine starts with the first
assumption and drops it once, the first time a load gives a symbolic value.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.inputs import InputPlace, asked_at_start, place_of
from antumbra.semantics.compiling.nans import made_when_needed
from antumbra.terms import Term

#: a variable in the whole program: a local with its procedure's name, or a global
Key = tuple[str, Term] | Term


def used_terms(command: P.Command | P.Terminator) -> tuple[Term, ...]:
    """The expressions a command reads."""
    match command:
        case P.Assign():
            return command.values
        case P.Assume() | P.Assert() | P.Branch():
            return (command.condition,)
        case P.Call():
            return command.arguments if isinstance(command.callee, str) else (*command.arguments, command.callee)
        case P.Load() | P.Free():
            return (command.address,)
        case P.Store():
            return (command.address, command.value)
        case P.Alloc():
            return (command.size,)
        case P.Copy():
            return (command.destination, command.source, command.size)
        case P.Fill():
            return (command.destination, command.byte, command.size)
        case P.Builtin():
            return command.arguments
        case P.Switch():
            return (command.value,)
        case P.Return():
            return command.values
        case P.Havoc() | P.Goto() | P.Stop():
            return ()


def defined(command: P.Command) -> tuple[Term, ...]:
    """The variables a command writes."""
    match command:
        case P.Assign() | P.Call() | P.Builtin():
            return command.targets
        case P.Load() | P.Havoc() | P.Alloc():
            return (command.target,)
        case _:
            return ()


def successors(terminator: P.Terminator) -> tuple[str, ...]:
    """Labels a terminator can go to, each once, in order."""
    match terminator:
        case P.Goto():
            return tuple(dict.fromkeys(terminator.targets))
        case P.Branch():
            return tuple(dict.fromkeys((terminator.then, terminator.otherwise)))
        case P.Switch():
            return tuple(dict.fromkeys((*(label for _, label in terminator.cases), terminator.default)))
        case P.Return() | P.Stop():
            return ()


class Liveness:
    """Live local variables of one procedure, as bit masks over ``variables``."""

    def __init__(self, procedure: P.Procedure, global_variables: frozenset[Term]) -> None:
        self._globals = global_variables
        self.number: dict[Term, int] = {}
        self.variables: list[Term] = []
        for parameter in procedure.parameters:
            self._add(parameter)
        self._gen: dict[str, int] = {}
        self._kill: dict[str, int] = {}
        for block in procedure.blocks.values():
            gen = kill = 0
            for command in block.commands:
                gen |= self.mask(used_terms(command)) & ~kill
                kill |= self._bits(defined(command))
            gen |= self.mask(used_terms(block.terminator)) & ~kill
            self._gen[block.label], self._kill[block.label] = gen, kill
        self.live_in: dict[str, int] = dict(self._gen)
        self._blocks = procedure.blocks
        self._before: dict[str, list[int]] = {}
        self._solve()

    def _add(self, variable: Term) -> int:
        number = self.number.get(variable)
        if number is None:
            number = self.number[variable] = len(self.variables)
            self.variables.append(variable)
        return number

    def _bits(self, variables: Iterable[Term]) -> int:
        result = 0
        for variable in variables:
            if variable not in self._globals:
                result |= 1 << self._add(variable)
        return result

    def mask(self, expressions: Iterable[Term]) -> int:
        """Local variables that occur in the expressions."""
        result = 0
        for expression in expressions:
            free = (expression,) if expression.op is T.VAR else sorted(T.free_variables(expression), key=lambda t: t.id)
            result |= self._bits(free)
        return result

    def _solve(self) -> None:
        predecessors: dict[str, list[str]] = {label: [] for label in self._blocks}
        for block in self._blocks.values():
            for label in successors(block.terminator):
                predecessors[label].append(block.label)
        work = list(self._blocks)
        queued = set(work)
        while work:
            label = work.pop()
            queued.discard(label)
            live = self._gen[label] | (self.live_out(label) & ~self._kill[label])
            if live != self.live_in[label]:
                self.live_in[label] = live
                for predecessor in predecessors[label]:
                    if predecessor not in queued:
                        queued.add(predecessor)
                        work.append(predecessor)

    def live_out(self, label: str) -> int:
        result = 0
        for target in successors(self._blocks[label].terminator):
            result |= self.live_in[target]
        return result

    def live_before(self, label: str, index: int) -> int:
        """Live variables before command ``index`` of a block (its length: before the terminator)."""
        if index == 0:
            return self.live_in[label]
        found = self._before.get(label)
        if found is None:
            found = self._before[label] = self._within(label)
        return found[index]

    def _within(self, label: str) -> list[int]:
        """Live variables before each command of a block and before its terminator: one pass for all calls in it."""
        block = self._blocks[label]
        live = self.live_out(label) | self.mask(used_terms(block.terminator))
        result = [live]
        for command in reversed(block.commands):
            live &= ~self._bits(defined(command))
            live |= self.mask(used_terms(command))
            result.append(live)
        result.reverse()
        return result

    def of(self, mask: int) -> list[Term]:
        """The variables of a mask, in order of their numbers."""
        result: list[Term] = []
        while mask:
            low = mask & -mask
            result.append(self.variables[low.bit_length() - 1])
            mask ^= low
        return result


def interpreted(term: Term) -> bool:
    """Does a term without symbolic variables always have a value that Python compares with ``==``?

    Not so with functions without meaning and binders; and maps are kept beside their terms.
    """
    if term.op is T.VAR:
        return term.sort.kind != "array"
    return all(
        (t.op.evaluate is not None or t.op is T.CONST or t.op is T.VAR) and t.sort.kind != "array"
        for t in T.subterms(term)
    )


def symbolic_variables(
    program: P.Program, *, memory: bool, also: Iterable[Key] = (), given: frozenset[InputPlace] = frozenset()
) -> set[Key]:
    """Variables that may hold a symbolic value: ``(procedure, local)`` pairs and global variables.

    ``memory``: whether loads may give symbolic values. ``also``: variables that someone made symbolic. ``given``:
    places whose inputs are never symbolic. Least fixpoint by a worklist over "value flows from one variable to
    another".
    """
    flows = _Flows(program, memory=memory)
    seeds = flows.seeds
    seeds.extend(also)
    if program.entry in program.procedures:
        for variable, place in asked_at_start(program):
            if place not in given:
                seeds.append(variable if variable in program.variables else (program.entry, variable))
    shared = frozenset(program.variables)
    for procedure in program.procedures.values():
        # code is compiled anew when a concrete number turns out to be NaN
        seldom = made_when_needed(procedure, shared)
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Havoc) and given and place_of(command) in given:
                    continue
                if not (isinstance(command, P.Havoc) and command.target in seldom):
                    flows.command(procedure.name, command)
            if isinstance(block.terminator, P.Return):
                for value, result in zip(block.terminator.values, procedure.results, strict=False):
                    flows.flow(procedure.name, value, (procedure.name, result))
    symbolic: set[Key] = set()
    while seeds:
        item = seeds.pop()
        if item not in symbolic:
            symbolic.add(item)
            seeds.extend(flows.targets.get(item, ()))
    return symbolic


class _Flows:
    """``targets``: variables that a variable's value flows to. ``seeds``: those that are symbolic by themselves."""

    def __init__(self, program: P.Program, *, memory: bool) -> None:
        self._program = program
        self._memory = memory
        self._address_taken = [
            program.procedures[name] for name in program.functions.values() if name in program.procedures
        ]
        self.targets: dict[Key, list[Key]] = {}
        self.seeds: list[Key] = []

    def _key(self, procedure: str, variable: Term) -> Key:
        return variable if variable in self._program.variables else (procedure, variable)

    def flow(self, procedure: str, expression: Term, target: Key) -> None:
        if expression.op is T.CONST:
            return
        if not interpreted(expression):
            self.seeds.append(target)
            return
        for variable in (expression,) if expression.op is T.VAR else T.free_variables(expression):
            self.targets.setdefault(self._key(procedure, variable), []).append(target)

    def command(self, name: str, command: P.Command) -> None:
        match command:
            case P.Assign():
                for target, value in zip(command.targets, command.values, strict=True):
                    self.flow(name, value, self._key(name, target))
            case P.Havoc():
                self.seeds.append(self._key(name, command.target))
            case P.Load():
                if self._memory:
                    self.seeds.append(self._key(name, command.target))
                # a symbolic address reads a symbolic value even from constant memory
                self.flow(name, command.address, self._key(name, command.target))
            case P.Alloc():
                self.flow(name, command.size, self._key(name, command.target))
            case P.Builtin() if command.name in P.RELATIONS | P.OVERLAPS:
                # of pointers that are not symbolic they seldom are, and code is compiled anew then
                for argument in command.arguments:
                    self.flow(name, argument, self._key(name, command.targets[0]))
            case P.Builtin(name="new_life"):
                self.flow(name, command.arguments[0], self._key(name, command.targets[0]))
            case P.Builtin():
                self.seeds.extend(self._key(name, target) for target in command.targets)
            case P.Call():
                self._call(name, command)
            case _:
                pass

    def _call(self, name: str, command: P.Call) -> None:
        known = command.callee if isinstance(command.callee, str) else None
        for callee in self._address_taken if known is None else [self._program.procedures[known]]:
            for parameter, argument in zip(callee.parameters, command.arguments, strict=False):
                self.flow(name, argument, (callee.name, parameter))
            for target, result in zip(command.targets, callee.results, strict=False):
                self.targets.setdefault((callee.name, result), []).append(self._key(name, target))
        if known is None:
            self.seeds.extend(self._key(name, target) for target in command.targets)
