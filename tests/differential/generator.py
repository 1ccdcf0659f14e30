"""Random C programs, a function of the seed alone, without undefined or unspecified behaviour.

Each program reads inputs by ``__VERIFIER_nondet_*``, computes, and returns a checksum of everything it
has seen. ``symbolic`` flavour: few decisions depend on inputs, so that all paths can be explored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

from differential import templates, templates_rare
from differential.ctypes_model import (
    DECLARED,
    INPUTS,
    INT,
    INTEGERS,
    LONG,
    UCHAR,
    UINT,
    ULLONG,
    ULONG,
    USHORT,
    Int,
    Real,
    Scalar,
)
from differential.expressions import Budget
from differential.scope import Array, Field, Place, Pointer, Record, Scopes, Shape, Variable, declare
from differential.statements import Context, Function, Statements, mixed

PRELUDE = """\
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern void klee_make_symbolic(void *, __SIZE_TYPE__, const char *);
static unsigned long checksum = 1469598103934665603UL;

static void mix(unsigned long value) {
  checksum = ((checksum << 7) | (checksum >> 57)) ^ (value + 0x9e3779b97f4a7c15UL);
}
"""

FLOAT_HELPERS = """\
static int to_int(double x) { return x > -2147483648.0 && x < 2147483647.0 ? (int)x : 77; }
static long to_long(double x) { return x > -9.0e18 && x < 9.0e18 ? (long)x : -5; }
static unsigned to_uchar(double x) { return x > -0.9 && x < 255.5 ? (unsigned char)x : 9; }
static unsigned long to_ulong(double x) { return x > -0.9 && x < 1.8e19 ? (unsigned long)x : 4; }
static unsigned long float_bits(float x) {
  unsigned bits;
  if (x != x) return 0x7fc00000u;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static unsigned long double_bits(double x) {
  unsigned long bits;
  if (x != x) return 0x7ff8000000000000uL;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
"""


@dataclass(frozen=True, slots=True)
class Flavour:
    """What to generate. ``decisions``: how many branches on inputs a run may take, about."""

    functions: int = 4
    statements: int = 6
    depth: int = 3
    inputs: int = 5
    steps: int = 3_000
    decisions: int = 1_000_000
    floats: bool = True
    raw_overflow: bool = False
    #: decisions on inputs that main begins with
    spine: int = 0
    #: hand-written functions
    templates: int = 3
    #: inputs that may be read in the middle of the program
    later_inputs: int = 6
    #: for a target whose long and pointers have 32 bits
    ilp32: bool = False
    #: arrays that klee_make_symbolic fills
    blobs: int = 0
    #: error calls and the like, for some inputs
    faults: int = 0


CONCRETE = Flavour()
SYMBOLIC = Flavour(
    functions=2,
    statements=5,
    depth=2,
    inputs=3,
    steps=300,
    decisions=20,
    floats=False,
    spine=4,
    templates=2,
    later_inputs=2,
)
BLOBS = replace(SYMBOLIC, blobs=2, inputs=1, later_inputs=1)
FAULTS = replace(SYMBOLIC, faults=6, spine=1, templates=1, statements=8)
SYMBOLIC_FLOATS = Flavour(
    functions=1, statements=3, depth=2, inputs=2, steps=120, decisions=8, spine=3, templates=1, later_inputs=1
)


@dataclass(frozen=True, slots=True)
class Generated:
    seed: int
    source: str
    #: types of the inputs, in the order they are read; those read later are truncated to their types
    inputs: tuple[Scalar, ...]

    def vector(self, number: int) -> tuple[int, ...]:
        """The ``number``-th test vector: unsigned values of the inputs' widths."""
        random = Random(f"{self.seed}/{number}")
        return tuple(_value(random, kind) for kind in self.inputs)


def generate(seed: int, flavour: Flavour = CONCRETE) -> Generated:
    made = _Program(Random(seed), flavour).program(seed)
    return replace(made, source=_narrow(made.source)) if flavour.ilp32 else made


def _narrow(source: str) -> str:
    """For 32-bit targets: what is long in the text has 64 bits there too, except what the nondet functions return."""
    lines: list[str] = []
    for line in source.split("\n"):
        if not line.startswith("extern"):
            line = re.sub(r"\blong( long)?\b", "long long", line)
            line = re.sub(r"\b([0-9]+|0x[0-9a-f]+)([uU]?)L\b", r"\1\2LL", line)
        lines.append(line)
    return "\n".join(lines)


def _value(random: Random, kind: Scalar) -> int:
    if isinstance(kind, Real):
        import struct

        value = random.choice((0.0, -0.0, 1.0, -1.5, 0.1, 1e10, -3e-20, 1e38, float("inf"), random.uniform(-100, 100)))
        if kind.width == 32:
            return int.from_bytes(struct.pack("<f", value), "little")
        return int.from_bytes(struct.pack("<d", value), "little")
    pick = random.random()
    if pick < 0.4:
        value = random.randint(-4, 12)
    elif pick < 0.7:
        value = random.choice((kind.lowest, kind.highest, kind.lowest + 1, kind.highest - 1, 127, 128, 255, 65535))
    else:
        value = random.getrandbits(kind.width)
    return value & ((1 << kind.width) - 1)


class _Program:
    def __init__(self, random: Random, flavour: Flavour) -> None:
        self.random = random
        self.flavour = flavour
        self.context = Context(
            random, Budget(flavour.decisions), flavour.steps, raw_overflow=flavour.raw_overflow, floats=flavour.floats
        )
        self.context.faults = flavour.faults
        self.globals = Scopes()
        self.records: list[Record] = []
        self.parts: list[str] = []

    def program(self, seed: int) -> Generated:
        names = self.random.choices(
            [name for name in INPUTS if self.flavour.floats or not isinstance(INPUTS[name], Real)],
            k=self.flavour.inputs,
        )
        self.parts.append(f"// seed {seed}")
        self.parts.append(PRELUDE)
        if self.flavour.floats:
            self.parts.append(FLOAT_HELPERS)
        self.parts.extend(
            f"extern {DECLARED.get(name, INPUTS[name].spelling)} __VERIFIER_nondet_{name}(void);" for name in INPUTS
        )
        for _ in range(self.random.randint(1, 3)):
            self._record()
        for _ in range(self.random.randint(3, 7)):
            self._global()
        self._recursion()
        for number in range(self.flavour.templates):
            self._template(number)
        for number in range(self.flavour.functions):
            self._function(number)
        self._table()
        words = self._main(names)
        inputs = [INPUTS[name] for name in names] + [ULONG] * (words + self.flavour.later_inputs)
        return Generated(seed, "\n".join(self.parts) + "\n", tuple(inputs))

    # ------------------------------------------------------------ types and globals

    def _kind(self) -> Scalar:
        kinds: list[Scalar] = list(INTEGERS)
        if self.flavour.floats:
            kinds += [INPUTS["float"], INPUTS["double"]]
        return self.random.choice(kinds)

    def _record(self) -> None:
        number = len(self.records)
        if self.random.random() < 0.3:
            word = self.random.choice((UINT, ULLONG, USHORT))
            fields = (
                Field("whole", word),
                Field("bytes", Array(UCHAR, word.width // 8)),
                Field("part", self.random.choice((UCHAR, USHORT, UINT)) if word is ULLONG else UCHAR),
            )
            record = Record(f"union u{number}", fields)
        else:
            members = [self._field(f"f{position}") for position in range(self.random.randint(1, 5))]
            record = Record(f"struct s{number}", tuple(members))
        body = " ".join(
            f"{declare(member.name, member.shape)}{f' : {member.bits}' if member.bits else ''};"
            for member in record.fields
        )
        self.parts.append(f"{record.tag} {{ {body} }};")
        self.records.append(record)

    def _field(self, name: str) -> Field:
        pick = self.random.random()
        if pick < 0.3:
            kind = self.random.choice((INT, UINT, ULLONG))
            return Field(name, kind, self.random.randint(1, min(kind.width, 40)))
        if pick < 0.45:
            return Field(name, Array(self._kind(), self.random.randint(1, 4)))
        if pick < 0.55 and self.records:
            return Field(name, self.random.choice(self.records))
        return Field(name, self._kind())

    def _shape(self) -> Shape:
        pick = self.random.random()
        if pick < 0.4:
            return self._kind()
        if pick < 0.6:
            return Array(self._kind(), self.random.choice((2, 3, 4, 7, 8)))
        if pick < 0.7:
            return Array(Array(self._kind(), self.random.randint(2, 3)), self.random.randint(2, 4))
        if pick < 0.8:
            return Array(self.random.choice(self.records), self.random.randint(2, 3))
        return self.random.choice(self.records)

    def _global(self) -> None:
        shape = self._shape()
        name = self.context.fresh("g")
        linkage = self.random.choice(("static ", "", "static volatile ")) if isinstance(shape, Int) else "static "
        value = "" if self.random.random() < 0.3 else f" = {self._initialiser(shape)}"
        tainted = self.random.random() < 0.5
        self.parts.append(f"{linkage}{declare(name, shape)}{value};")
        if "volatile" in linkage:
            self.globals.add(Variable(name, shape, tainted, writable=True))
            return
        self.globals.add(Variable(name, shape, tainted))
        if self.random.random() < 0.3 and not isinstance(shape, Array):
            pointer = self.context.fresh("gp")
            self.parts.append(f"static {declare(pointer, Pointer(shape, 1))} = &{name};")
            self.globals.add(Variable(pointer, Pointer(shape, 1), tainted))

    def _initialiser(self, shape: Shape) -> str:
        match shape:
            case Array():
                return "{" + ", ".join(self._initialiser(shape.element) for _ in range(shape.count)) + "}"
            case Record():
                members = shape.fields[:1] if shape.tag.startswith("union") else shape.fields
                return "{" + ", ".join(self._initialiser(member.shape) for member in members) + "}"
            case Real():
                return self.random.choice(("0.5", "1.0", "-2.25", "1e10", "3.0e-5", "-0.0", "0.1"))
            case Int():
                return str(self.random.choice((0, 1, 2, -1, 7, 100, 127, -128, self.random.randint(-30000, 30000))))
            case Pointer():
                raise TypeError(shape)

    # ------------------------------------------------------------ functions

    def _recursion(self) -> None:
        """A function whose depth is bounded by its first argument."""
        kind = self.random.choice((UINT, USHORT, ULLONG))
        step = self.random.choice(("* 3u + d", "^ (x << 1)", "+ x / 3u", "- d * x"))
        twice = self.random.random() < 0.4
        call = f"recurse(d - 1, x {step})"
        if twice:
            call = f"{call} ^ recurse(d - 2, x + 1u)"
        name = kind.spelling
        self.parts.append(
            f"static {name} recurse(unsigned d, {name} x) {{\n  if (d == 0 || d > 6) return x;\n  return {call};\n}}"
        )
        depth = Variable("d", UINT, tainted=False)
        self.context.functions.append(
            Function("recurse", kind, (depth, Variable("x", kind, tainted=True)), 40, 0, tainted=True)
        )

    def _template(self, number: int) -> None:
        """A piece of hand-written C; in symbolic flavours its arguments are inputs for a calm one only."""
        choices = templates.PLAIN + templates_rare.RARE + (templates.REAL if self.flavour.floats else ())
        few = self.flavour.decisions < 1000
        tainted = not few or self.random.random() < 0.5
        if few and tainted:
            choices = templates.CALM + templates_rare.CALM
        if self.flavour.ilp32:
            choices = tuple(c for c in choices if c not in (templates.numbers, templates_rare.library))
        chosen = self.random.choice(choices)
        name = f"{chosen.__name__}{number}"
        self.parts.append(chosen(self.random, name).strip("\n"))
        parameters = (Variable("x", LONG, tainted=tainted), Variable("y", UINT, tainted=tainted))
        decisions = 4 if few and tainted else 0
        self.context.functions.append(Function(name, ULONG, parameters, 60, decisions, tainted=True))

    def _parameter(self, name: str) -> Variable:
        pick = self.random.random()
        tainted = self.random.random() < 0.6
        if pick < 0.6:
            return Variable(name, self._kind(), tainted)
        if pick < 0.75:
            return Variable(name, self.random.choice(self.records), tainted)
        shapes: list[Shape] = [v.shape for v in self.globals.variables() if not isinstance(v.shape, Pointer | Array)]
        if pick < 0.9 and shapes:
            return Variable(name, Pointer(self.random.choice(shapes), 1), tainted)
        return Variable(name, Pointer(self._kind(), self.random.randint(1, 3)), tainted)

    def _function(self, number: int) -> None:
        name = f"fn{number}"
        parameters = tuple(self._parameter(f"x{i}") for i in range(self.random.randint(0, 4)))
        result: Shape | None = self._kind()
        pick = self.random.random()
        if pick < 0.15:
            result = None
        elif pick < 0.35:
            result = self.random.choice(self.records)
        self._define(name, result, parameters, static=self.random.random() < 0.7)

    def _define(self, name: str, result: Shape | None, parameters: tuple[Variable, ...], *, static: bool) -> Function:
        scopes = Scopes([list(self.globals.levels[0]), list(parameters)])
        body = Statements(self.context, scopes, result=result)
        spent = self.context.budget.spent
        steps = self.context.steps
        self.context.steps = max(20, steps // 8)
        scopes.push()
        body.block(self.random.randint(1, self.flavour.statements), self.flavour.depth - 1)
        if isinstance(result, Record):
            local = self.context.fresh("r")
            body.emit(f"{result.tag} {local};")
            body.emit(f"memset(&{local}, 0, sizeof {local});")
            scopes.add(Variable(local, result, tainted=True))
            for member in result.fields:
                if isinstance(member.shape, Int | Real):
                    body.emit(f"{local}.{member.name} = {body.make.of(member.shape, 2).text};")
            body.emit(f"return {local};")
        elif isinstance(result, Int | Real):
            body.emit(f"return {body.make.of(result, 3).text};")
        self.context.steps = steps
        head = ", ".join(declare(p.name, p.shape) for p in parameters) or "void"
        returned = "void" if result is None else declare("", result).strip()
        linkage = "static " if static else ""
        self.parts.append(f"{linkage}{returned} {name}({head}) {{")
        self.parts.extend(body.lines)
        self.parts.append("}")
        decisions = self.context.budget.spent - spent
        function = Function(name, result, parameters, body.cost + 1, decisions, tainted=True)
        self.context.functions.append(function)
        return function

    def _table(self) -> None:
        """Functions of one signature, called through pointers."""
        parameters = (Variable("x0", INT, tainted=True), Variable("x1", UCHAR, tainted=True))
        entries = [self._define(f"entry{i}", INT, parameters, static=True) for i in range(self.random.randint(2, 4))]
        names = ", ".join(entry.name for entry in entries)
        const = self.random.choice(("const ", ""))
        self.parts.append(f"static int (*{const}table[{len(entries)}])(int, unsigned char) = {{{names}}};")
        self.context.tables.append(("table", entries))

    # ------------------------------------------------------------ main

    def _blob(self, body: Statements, scopes: Scopes) -> int:
        """An array of inputs; its size in 64-bit words."""
        element = self.random.choice((UCHAR, UCHAR, USHORT, UINT, ULONG, INT))
        count = self.random.randint(1, 16 * 8 // element.width)
        name = self.context.fresh("b")
        body.emit(f"{element.spelling} {name}[{count}];")
        body.emit(f'klee_make_symbolic({name}, sizeof {name}, "{name}");')
        scopes.add(Variable(name, Array(element, count), tainted=True))
        return (count * element.width + 63) // 64

    def _main(self, names: list[str]) -> int:
        """Returns how many words the arrays of inputs take."""
        scopes = Scopes([list(self.globals.levels[0])])
        body = Statements(self.context, scopes, result=INT)
        scopes.push()
        for number, name in enumerate(names):
            kind = INPUTS[name]
            body.emit(f"{kind.spelling} in{number} = __VERIFIER_nondet_{name}();")
            scopes.add(Variable(f"in{number}", kind, tainted=True))
        words = sum(self._blob(body, scopes) for _ in range(self.flavour.blobs))
        body.later_inputs = self.flavour.later_inputs
        body.spine(self.flavour.spine, 1)
        body.block(self.flavour.statements + self.random.randint(0, 4), self.flavour.depth)
        for variable in scopes.variables():
            for place in _all_places(variable):
                body.emit(mixed(place))
        body.emit("return (int)((checksum ^ (checksum >> 32)) & 0x7fffffff);")
        self.parts.append("int main(void) {")
        self.parts.extend(body.lines)
        self.parts.append("}")
        return words


def _all_places(variable: Variable) -> list[Place]:
    """Every scalar of a variable, so that nothing goes unseen."""
    found: list[Place] = []
    work: list[tuple[str, Shape, int]] = [(variable.name, variable.shape, 0)]
    while work:
        text, shape, bits = work.pop()
        match shape:
            case Array():
                work.extend((f"{text}[{i}]", shape.element, 0) for i in range(shape.count))
            case Record():
                work.extend((f"{text}.{member.name}", member.shape, member.bits) for member in shape.fields)
            case Pointer():
                work.append((f"(*{text})", shape.target, 0))
            case _:
                found.append(Place(text, shape, bits, tainted=True))
    return found
