"""The text of commands, within the function of a region.

Loads and stores look for a cell in the page; only what they do not find there is a call of the memory's functions.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.spacing import PAGE_BITS, overlap
from antumbra.program.widths import is_pointer
from antumbra.semantics.compiling.emit import Emitter
from antumbra.semantics.compiling.regions import Regions
from antumbra.semantics.memory.pages import WIDTHS
from antumbra.terms import Term, floats


class CommandWriter:
    """Writes commands of one region."""

    def __init__(self, regions: Regions, number: int) -> None:
        self.regions = regions
        self.entry = regions.entries[number]
        self.name = self.entry.procedure
        self.shape = regions.shape(self.name)
        self.emitter = Emitter(
            self._local,
            regions.global_index,
            lambda v: regions.is_symbolic(self.name, v),
            simplify=regions.simplify,
        )
        #: commands since ``n`` was last counted up
        self._pending = 0
        #: whether a condition that may be symbolic was written
        self._slow = False
        self._ignored: dict[Term, int] = {}

    def _local(self, variable: Term) -> str:
        number = self.shape.liveness.number.get(variable)
        if number is None:
            number = self._ignored.setdefault(variable, len(self.shape.liveness.variables) + len(self._ignored))
        return f"v{number}"

    def _trace(self, text: str) -> None:
        """Log a value, if the machine traces."""
        if self.regions.trace:
            self.emitter.line(f"L({text})")

    def _accessed(self, address: str, symbolic: bool) -> str:
        """Text of what is logged of an access: the address, and the object if it is a term."""
        return f"{address} if {address}.__class__ is int else ({address}, S.resolved)" if symbolic else address

    def _count(self) -> None:
        self.emitter.line(f"S.steps += n + {self._pending}")

    def _tuple(self, variables: tuple[Term, ...]) -> str:
        return "(" + "".join(f"{self._local(v)}, " for v in variables) + ")"

    # ------------------------------------------------------------ commands

    def _command(self, command: P.Command, label: str, index: int) -> bool:
        """Write one command; True if it ends the region (a call)."""
        e = self.emitter
        e.begin_command()
        match command:
            case P.Assign():
                if not self._bits_of_float(command, label, index):
                    self._assign(command)
                return False
            case P.Havoc() if command.target in self.shape.nans:
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

    def _bits_of_float(self, command: P.Assign, label: str, index: int) -> bool:
        """Write an assignment whose value depends on an unknown NaN only if there is a NaN. False if it is none."""
        before = self.shape.procedure.blocks[label].commands[index - 1] if index else None
        if not isinstance(before, P.Havoc) or before.target not in self.shape.nans:
            return False
        e = self.emitter
        (target,), (value,) = command.targets, command.values
        is_nan, _, otherwise = value.args
        result = e.variable(target)
        plain = e.expression(otherwise)
        if otherwise.op is T.FP_TO_IEEE_BV:  # a float that is concrete is its bits
            number = e.atom(otherwise.args[0])
            plain = f"{number} if {number}.__class__ is int else {plain}" if e.is_symbolic(otherwise) else number
        e.line(f"if {self._is_no_nan(is_nan)}: {result} = {plain}")
        e.line("else:")
        e.indent += 1
        e.line(f"{e.variable(before.target)} = havoc(S, {e.constant(before)})")
        e.line(f"{result} = {e.applied(value)}")
        if not self.regions.is_symbolic(self.name, target):
            following = self.regions.middle_entry(self.name, label, index + 1)
            arguments = self._tuple(self.regions.entries[following].parameters)
            e.line(f"if {result}.__class__ is not int:")
            e.line(f"    S.steps += n + {self._pending}")
            e.line(f"    return widened(S, {following}, {arguments}, {e.constant((self.name, target))})")
        e.indent -= 1
        return True

    def _is_no_nan(self, is_nan: Term) -> str:
        """Text that is true only if a float is no NaN."""
        e = self.emitter
        if is_nan.op is not T.FP_IS_NAN or is_nan.args[0].op is not T.VAR:
            return f"{e.atom(is_nan)} is False"
        number = is_nan.args[0]
        value = e.variable(number)
        test = f"{value} & {(1 << (number.width - 1)) - 1} <= {floats.infinity(number.sort, False)}"
        return (
            f"({test} if {value}.__class__ is int else {e.applied(is_nan)} is False)" if e.is_symbolic(number) else test
        )

    def _site_of(self, command: P.Command) -> int:
        return self.regions.site(command, self.name)

    def _load(self, command: P.Load, label: str, index: int) -> None:
        e = self.emitter
        width = command.width
        site = self._site_of(command)
        address = e.atom(command.address)
        symbolic_address = e.is_symbolic(command.address)
        target = e.variable(command.target)
        e.line(f"x = {self._cell(address, width, symbolic_address)}")
        may_be_term = self.regions.is_symbolic(self.name, command.target)
        e.line("if x is None:" if may_be_term else "if x.__class__ is not int:")
        e.indent += 1
        e.line(f"{'' if may_be_term else 'if x is None: '}x = load(S, {address}, {self._width(width)}, {site})")
        if symbolic_address:
            e.line(f"if x.__class__ is Several: {self._fork_by_object('x', label, index, site)}")
        if not may_be_term:
            # code was compiled for a memory that holds constants only
            number = self.regions.middle_entry(self.name, label, index + 1)
            arguments = self._tuple(self.regions.entries[number].parameters)
            e.line("if x.__class__ is not int:")
            logged = f"L({self._accessed(address, symbolic_address)}); " if self.regions.trace else ""
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
        apart = f"({left} ^ {right}) >> {self.regions.window_bits}"
        if command.name == "below":
            # far before its object a pointer may be more than one into it: addresses wrap around
            apart += f" or {left} >> {PAGE_BITS} not in M or {right} >> {PAGE_BITS} not in M"
        e.line(f"if {apart}:")
        e.indent += 1
        e.line(f"x = {slow}")
        if not self.regions.is_symbolic(self.name, command.targets[0]):
            number = self.regions.middle_entry(self.name, label, index + 1)
            arguments = self._tuple(self.regions.entries[number].parameters)
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
        if self.regions.trace:
            self._trace(text)
        elif any(e.is_symbolic(a) for a in command.arguments):
            e.line(text)
        else:
            e.line(f"if ({old} ^ {new}) >> {PAGE_BITS}: {text}")

    def _new_life(self, command: P.Builtin, label: str, index: int) -> None:
        """What lives on is looked through for pointers."""
        e = self.emitter
        (target,) = command.targets
        live = tuple(v for v in self.regions.saved(self.name, label, index + 1) if v is not target)
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
        number = self.regions.middle_entry(self.name, label, index)
        arguments = self._tuple(self.regions.entries[number].parameters)
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
        regions = self.regions
        site = self._site_of(command)
        arguments = "".join(f"{e.expression(a)}, " for a in command.arguments)
        saved = self._tuple(regions.saved(self.name, label, index + 1))
        if isinstance(command.callee, str):
            callee = regions.program.procedures[command.callee]
            back = regions.return_entry(self.name, label, index + 1, len(callee.results))
            self._count()
            number = regions.procedure_entry(command.callee)
            remembered = command.callee in regions.remembered
            if remembered:
                e.line(f"A = ({arguments})")
                e.line(f"R = recall({number}, A)")
                e.line(f"if R is not None: return {back}, {saved} + R")
            e.line("S.calls += 1")
            e.line(f"if S.calls > {regions.max_calls}: too_deep(S, {site})")
            e.line(f"S.frame = ({back}, {saved}, S.frame, S.locals, {site}); S.locals = None")
            if remembered:
                e.line(f"begin(S.frame, {number}, A)")
            e.line(f"return {number}, {'A' if remembered else f'({arguments})'}")
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
                if command.check not in self.regions.skipped_checks:
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
