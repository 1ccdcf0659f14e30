"""Random C statements: bounded loops, every kind of jump, calls, memory functions, heap blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from differential.ctypes_model import BOOL, CHAR, DOUBLE, FLOAT, INT, INTEGERS, LONG, UINT, USHORT, Int, Scalar
from differential.expressions import Budget, Expressions
from differential.scope import Array, Place, Pointer, Record, Scopes, Shape, Variable, declare, subobjects


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    result: Shape | None
    parameters: tuple[Variable, ...]
    #: what one call costs: statements run, decisions on inputs taken
    cost: int
    decisions: int
    #: the result depends on inputs, or the body writes such data
    tainted: bool


@dataclass(slots=True)
class Context:
    """What the whole program shares."""

    random: Random
    budget: Budget
    #: statements that one run may execute, about
    steps: int
    raw_overflow: bool
    floats: bool
    functions: list[Function] = field(default_factory=list[Function])
    #: tables of functions with one signature: (table name, entries)
    tables: list[tuple[str, list[Function]]] = field(default_factory=list[tuple[str, list[Function]]])
    #: faults (error calls, divisions by zero, null pointers, aborts) that may still be planted
    faults: int = 0
    names: int = 0

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"


class Statements:
    """Writes the body of one function."""

    def __init__(self, context: Context, scopes: Scopes, *, result: Shape | None) -> None:
        self.context = context
        self.random = context.random
        self.scopes = scopes
        self.result = result
        self.lines: list[str] = []
        self.indent = 1
        self.weight = 1
        self.cost = 0
        self.loops = 0
        #: how many times the body may still read an input
        self.later_inputs = 0
        self.make = Expressions(
            context.random, scopes, context.budget, raw_overflow=context.raw_overflow, floats=context.floats
        )

    # ------------------------------------------------------------ text

    def emit(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def _open(self, text: str) -> None:
        self.emit(text + " {")
        self.indent += 1
        self.scopes.push()

    def _close(self, text: str = "") -> None:
        self.scopes.pop()
        self.indent -= 1
        self.emit("}" + text)

    # ------------------------------------------------------------ blocks

    def block(self, count: int, depth: int) -> None:
        """Some declarations, then ``count`` statements; the caller has opened the scope."""
        for _ in range(self.random.randint(0, 2)):
            self.local()
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        self.cost += self.weight
        if self.context.faults and self.random.random() < 0.2:
            self.context.faults -= 1
            self._fault()
        pick = self.random.random()
        if depth <= 0 or pick < 0.34:
            self._assignment()
        elif pick < 0.47:
            self._if(depth)
        elif pick < 0.60:
            self._loop(depth)
        elif pick < 0.66:
            self._switch(depth)
        elif pick < 0.72:
            self._forward_goto(depth)
        elif pick < 0.75:
            self._backward_goto(depth)
        elif pick < 0.85:
            self._call()
        elif pick < 0.91:
            self._memory_function()
        elif pick < 0.94:
            self._heap(depth)
        elif pick < 0.96:
            self._mix()
        elif pick < 0.98:
            self._input()
        else:
            self._early_exit()

    def _test(self) -> str:
        """A condition; on inputs only while the budget lasts."""
        test = self.make.condition(2, clean=self.random.random() < 0.3)
        if not test.tainted and self.random.random() < 0.5:
            test = self.make.input_condition() or test
        if test.tainted and not self.context.budget.take():
            test = self.make.condition(2, clean=True)
        return test.text

    # ------------------------------------------------------------ declarations

    def local(self) -> None:
        pick = self.random.random()
        tainted = self.random.random() < 0.6
        if pick < 0.5:
            kind = self._kind()
            name = self.context.fresh("v")
            self.emit(f"{kind.spelling} {name} = {self.make.of(kind, 2, clean=not tainted).text};")
            self.scopes.add(Variable(name, kind, tainted))
        elif pick < 0.7:
            element = self._kind()
            array = Array(element, self.random.choice((2, 3, 4, 5, 8)))
            name = self.context.fresh("a")
            values = ", ".join(self.make.of(element, 1, clean=not tainted).text for _ in range(array.count))
            self.emit(f"{declare(name, array)} = {{{values}}};")
            self.scopes.add(Variable(name, array, tainted))
        else:
            self._pointer()

    def _kind(self) -> Scalar:
        kinds: list[Scalar] = [*INTEGERS, INT, UINT, BOOL]
        if self.context.floats:
            kinds += [FLOAT, DOUBLE]
        return self.random.choice(kinds)

    def _pointer(self) -> None:
        """A pointer into something visible: it never outlives its target."""
        targets = [v for v in self.scopes.variables(writable=True) if not isinstance(v.shape, Pointer)]
        if not targets:
            return
        variable = self.random.choice(targets)
        text, shape, count = self.random.choice(subobjects(variable.name, variable.shape, self.random))
        name = self.context.fresh("p")
        pointer = Pointer(shape, count)
        self.emit(f"{declare(name, pointer)} = &{text};")
        self.scopes.add(Variable(name, pointer, variable.tainted))

    # ------------------------------------------------------------ assignments

    def _target(self) -> Place | None:
        return self.make.place(writable=True)

    def _assignment(self) -> None:
        place = self._target()
        if place is None:
            return
        pick = self.random.random()
        clean = not place.tainted
        if isinstance(place.kind, Int) and place.kind.width > 1 and pick < 0.3:
            self._compound(place, clean)
        elif isinstance(place.kind, Int) and self._may_count(place.kind) and pick < 0.4:
            self.emit(self.random.choice((f"{place.text}++;", f"--{place.text};", f"++{place.text};")))
        elif pick < 0.5:
            first = self.make.integer(1, clean=clean)
            self.emit(f"{place.text} = (({first.text}), ({self.make.of(place.kind, 2, clean=clean).text}));")
        else:
            self.emit(f"{place.text} = {self.make.of(place.kind, 3, clean=clean).text};")

    def _may_count(self, kind: Int) -> bool:
        """++ and -- are promoted: only int and long can overflow."""
        return kind.width < 32 or not kind.signed

    def _compound(self, place: Place, clean: bool) -> None:
        """``x op= e`` in the cases that cannot overflow a signed type."""
        value = self.make.integer(2, clean=clean)
        operators = "^|&"
        if isinstance(place.kind, Int):
            if place.kind.width < 16 or (not place.kind.signed and place.kind.width >= 32):
                operators = "+-*^|&"
            elif place.kind.width == 16:
                operators = "+-^|&"
        operator = self.random.choice(operators)
        self.emit(f"{place.text} {operator}= ({place.kind.spelling})({value.text});")

    def _mix(self) -> None:
        place = self.make.place()
        if place is not None:
            self.emit(mixed(place))

    def _input(self) -> None:
        """Read an input in the middle, perhaps only on some paths."""
        names = self._plain_names()
        if self.later_inputs < self.weight or not names:
            self._mix()
            return
        self.later_inputs -= self.weight
        kind = self.random.choice(("int", "uchar", "short", "ulong", "bool"))
        self.emit(f"{self.random.choice(names)} = __VERIFIER_nondet_{kind}();")

    # ------------------------------------------------------------ control

    def _if(self, depth: int) -> None:
        self._open(f"if ({self._test()})")
        self.block(self.random.randint(1, 2), depth - 1)
        if self.random.random() < 0.5:
            self._close(" else {")
            self.indent += 1
            self.scopes.push()
            self.block(self.random.randint(1, 2), depth - 1)
        self._close()

    def spine(self, count: int, depth: int) -> None:
        """Decisions on inputs, one after another: paths to explore."""
        for _ in range(count):
            test = self.make.input_condition()
            if test is None or not self.context.budget.take():
                return
            self._open(f"if ({test.text})")
            self.block(self.random.randint(1, 2), depth)
            self._close(" else {")
            self.indent += 1
            self.scopes.push()
            self.block(self.random.randint(0, 2), depth)
            self._close()

    def _loop(self, depth: int) -> None:
        bound = self.random.randint(1, 6)
        if (self.cost + self.weight * bound * 8) > self.context.steps:
            self._assignment()
            return
        name = self.context.fresh("i")
        shape = self.random.choice((INT, UINT, LONG, CHAR, USHORT))
        kind = shape.spelling
        form = self.random.randrange(3)
        self._enter_loop(bound)
        if form == 0:
            self._open(f"for ({kind} {name} = 0; {name} < {bound}; {name}++)")
        else:
            self.emit("{")
            self.indent += 1
            self.emit(f"{kind} {name} = {bound};")
            self._open(f"while ({name}-- > 0)" if form == 1 else "do")
        self.scopes.add(Variable(name, shape, tainted=False, writable=False))
        self.block(self.random.randint(1, 3), depth - 1)
        if self.random.random() < 0.3:
            self.emit(f"if ({self._test()}) {self.random.choice(('break', 'continue'))};")
            self._assignment()
        self._close(f" while (--{name} > 0);" if form == 2 else "")
        if form:
            self.indent -= 1
            self.emit("}")
        self._leave_loop(bound)

    def _enter_loop(self, bound: int) -> None:
        self.weight *= bound
        self.context.budget.weight *= bound
        self.loops += 1

    def _leave_loop(self, bound: int) -> None:
        self.weight //= bound
        self.context.budget.weight //= bound
        self.loops -= 1

    def _switch(self, depth: int) -> None:
        width = self.random.choice((3, 4, 8))
        value = self.make.integer(2)
        if value.tainted and not self.context.budget.take(width):
            value = self.make.integer(2, clean=True)
        labels = self.random.sample(range(width), self.random.randint(1, width - 1))
        self._open(f"switch ((unsigned)({value.text}) % {width}u)")
        for label in labels:
            self.emit(f"case {label}:")
            if self.random.random() < 0.2:
                continue  # falls into the next one
            self.emit("{")
            self.indent += 1
            self.scopes.push()
            self.block(self.random.randint(0, 2), depth - 1)
            self._close()
            if self.random.random() < 0.7:
                self.emit("break;")
        self.emit("default:")
        self._assignment()
        self.emit(";")
        self._close()

    def _forward_goto(self, depth: int) -> None:
        label = self.context.fresh("L")
        self.emit(f"if ({self._test()}) goto {label};")
        for _ in range(self.random.randint(1, 2)):
            self.statement(depth - 1)
        self.emit(f"{label}: ;")

    def _backward_goto(self, depth: int) -> None:
        bound = self.random.randint(2, 3)
        if (self.cost + self.weight * bound * 8) > self.context.steps:
            return
        label, counter = self.context.fresh("L"), self.context.fresh("n")
        self.emit("{")
        self.indent += 1
        self.emit(f"int {counter} = 0;")
        self.emit(f"{label}: ;")
        self._enter_loop(bound)
        for _ in range(self.random.randint(1, 2)):
            self.statement(depth - 1)
        self.emit(f"if (++{counter} < {bound} && ({self._test()})) goto {label};")
        self._leave_loop(bound)
        self.indent -= 1
        self.emit("}")

    def _early_exit(self) -> None:
        """Rarely taken, so that the rest of the body is not dead."""
        if self.result is not None and isinstance(self.result, Int) and self.random.random() < 0.4:
            test = self.make.condition(3, clean=True)
            value = self.make.integer(1, clean=True)
            self.emit(f"if (({test.text}) & ({self.make.condition(2, clean=True).text})) return {value.text};")
        else:
            self._mix()

    def _fault(self) -> None:
        """Something that ends the program, for some inputs."""
        pick = self.random.random()
        if pick < 0.4:
            self.emit(f"if ({self._test()}) reach_error();")
        elif pick < 0.5:
            self.emit(f"if ({self._test()}) abort();")
        elif pick < 0.6:
            self.emit(f"if ({self._test()}) exit({self.random.randint(1, 9)});")
        elif pick < 0.8:
            divisor = self.make.integer(1)
            if divisor.tainted and not self.context.budget.take():
                divisor = self.make.integer(1, clean=True)
            value = self.make.integer(1)
            self.emit(
                f"mix((unsigned)({value.text}) / ((unsigned)({divisor.text}) & {self.random.choice((1, 3, 7))}));"
            )
        else:
            name = self.context.fresh("p")
            pointer = f"*volatile {name} = {self._test()} ? 0 : &{name}_v"
            self.emit(f"{{ int {name}_v = 1, {pointer}; mix((unsigned long)*{name}); }}")

    # ------------------------------------------------------------ calls

    def _affordable(self, function: Function) -> bool:
        return (self.cost + self.weight * function.cost) <= self.context.steps and (
            function.decisions == 0 or self.context.budget.decisions >= self.weight * function.decisions
        )

    def _call(self) -> None:
        """A call is a statement of its own: nothing else is evaluated in an unspecified order with it."""
        tables = [t for t in self.context.tables if all(self._affordable(f) for f in t[1])]
        functions = [f for f in self.context.functions if self._affordable(f)]
        if tables and self.random.random() < 0.3:
            table, entries = self.random.choice(tables)
            index = self.make.index(len(entries), clean=True)
            self.context.budget.take(max(f.decisions for f in entries))
            self._emit_call(f"{table}[{index.text}]", entries[0], max(f.cost for f in entries))
        elif functions:
            function = self.random.choice(functions)
            self.context.budget.take(function.decisions)
            self._emit_call(function.name, function, function.cost)
        else:
            self._assignment()

    def _emit_call(self, callee: str, function: Function, cost: int) -> None:
        arguments: list[str] = []
        for parameter in function.parameters:
            argument = self._argument(parameter)
            if argument is None:
                self._assignment()
                return
            arguments.append(argument)
        call = f"{callee}({', '.join(arguments)})"
        self.cost += self.weight * cost
        match function.result:
            case None:
                self.emit(f"{call};")
            case Record():
                name = self.context.fresh("r")
                self.emit("{")
                self.emit(f"  {function.result.tag} {name} = {call};")
                self.scopes.push()
                self.scopes.add(Variable(name, function.result, tainted=True))
                self.indent += 1
                for _ in range(2):
                    self._mix_of(name, function.result)
                self.indent -= 1
                self.scopes.pop()
                self.emit("}")
            case Pointer():
                self.emit(f"mix((unsigned long)*{call});")
            case _:
                name = self._plain_local(function.result)
                if name is None:
                    self.emit(
                        f"mix((unsigned long)({'to_int(' if not isinstance(function.result, Int) else '('}{call})));"
                    )
                else:
                    self.emit(f"{name} = {call};")

    def _plain_local(self, kind: Shape) -> str | None:
        """A scalar variable (no index, no pointer) that may take a tainted value of this kind."""
        fitting = self._plain_names() if isinstance(kind, Int) else []
        return self.random.choice(fitting) if fitting else None

    def _plain_names(self) -> list[str]:
        return [v.name for v in self.scopes.variables(writable=True) if v.tainted and isinstance(v.shape, Int)]

    def _mix_of(self, name: str, record: Record) -> None:
        member = self.random.choice(record.fields)
        if isinstance(member.shape, Array | Record | Pointer):
            return
        self.emit(mixed(Place(f"{name}.{member.name}", member.shape, member.bits, tainted=True)))

    def _argument(self, parameter: Variable) -> str | None:
        clean = not parameter.tainted
        shape = parameter.shape
        if isinstance(shape, Pointer):
            fitting: list[str] = []
            for variable in self.scopes.variables(writable=True, clean=clean):
                if variable.tainted != parameter.tainted:
                    continue
                if isinstance(variable.shape, Pointer):
                    if variable.shape.target == shape.target and variable.shape.count >= shape.count:
                        fitting.append(variable.name)
                    continue
                for text, inner, count in subobjects(variable.name, variable.shape, self.random):
                    if inner == shape.target and count >= shape.count:
                        fitting.append(f"&{text}")
            return self.random.choice(fitting) if fitting else None
        if isinstance(shape, Record):
            records = [v.name for v in self.scopes.variables(clean=clean) if v.shape == shape]
            return self.random.choice(records) if records else None
        if isinstance(shape, Array):
            raise TypeError(shape)
        return self.make.of(shape, 2, clean=clean).text

    # ------------------------------------------------------------ memory functions and heap

    def _byte_ranges(self) -> list[tuple[str, int, bool]]:
        """Integer arrays to copy bytes between: (name, bytes, tainted)."""
        return [
            (v.name, v.shape.count * v.shape.element.width // 8, v.tainted)
            for v in self.scopes.variables(writable=True)
            if isinstance(v.shape, Array) and isinstance(v.shape.element, Int) and v.shape.element.width >= 8
        ]

    def _memory_function(self) -> None:
        ranges = self._byte_ranges()
        if not ranges:
            self._assignment()
            return
        name, size, tainted = self.random.choice(ranges)
        pick = self.random.random()
        if pick < 0.35:
            byte = self.make.integer(1, clean=not tainted)
            start = self.random.randrange(size)
            self.emit(f"memset((char *){name} + {start}, (int)({byte.text}), {self.random.randint(0, size - start)});")
        elif pick < 0.7:
            source, other, dirty = self.random.choice(ranges)
            if dirty and not tainted:
                return
            count = self.random.randint(0, min(size, other))
            function = "memmove" if source == name else "memcpy"
            at, to = self.random.randint(0, other - count), self.random.randint(0, size - count)
            self.emit(f"{function}((char *){name} + {to}, (char *){source} + {at}, {count});")
        else:
            self._string()

    def _string(self) -> None:
        name = self.context.fresh("s")
        text = "".join(self.random.choice("abcxyz019 _") for _ in range(self.random.randint(0, 9)))
        self.emit("{")
        self.indent += 1
        self.emit(f'char {name}[16] = "{text}";')
        at = self.random.randrange(12)
        byte = self.make.integer(1, clean=True)
        self.emit(f"{name}[{at}] = (char)({byte.text});")
        self.emit(f"mix(strlen({name}) + (unsigned char){name}[{self.random.randrange(16)}]);")
        if self.random.random() < 0.5:
            self.emit(f'mix((unsigned long)(strcmp({name}, "{text}") > 0));')
        self.indent -= 1
        self.emit("}")

    def _heap(self, depth: int) -> None:
        kind = self._kind()
        count = self.random.randint(1, 5)
        name = self.context.fresh("h")
        zeroed = self.random.random() < 0.4
        tainted = self.random.random() < 0.5
        self.emit("{")
        self.indent += 1
        self.scopes.push()
        allocation = f"calloc({count}, sizeof *{name})" if zeroed else f"malloc({count} * sizeof *{name})"
        self.emit(f"{kind.spelling} *{name} = {allocation};")
        self.emit(f"if (!{name}) abort();")
        if not zeroed:
            index = self.context.fresh("i")
            value = self.make.of(kind, 1, clean=not tainted).text
            self.emit(f"for (int {index} = 0; {index} < {count}; {index}++) {name}[{index}] = {value};")
        self.cost += self.weight * count
        self.scopes.add(Variable(name, Pointer(kind, count), tainted))
        self.block(self.random.randint(1, 2), depth - 1)
        self.emit(mixed(Place(f"{name}[{self.random.randrange(count)}]", kind, 0, tainted=tainted)))
        self.emit(f"free({name});")
        self.scopes.pop()
        self.indent -= 1
        self.emit("}")


def mixed(place: Place) -> str:
    """Add a scalar to the checksum."""
    if isinstance(place.kind, Int):
        return f"mix((unsigned long){place.read});"
    return f"mix({'float_bits' if place.kind.width == 32 else 'double_bits'}({place.text}));"
