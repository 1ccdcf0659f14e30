"""Small random C programs, each written twice: as C, and as Python that is run on all inputs (``truth.py``).

Scalars of several widths, arrays, a struct, pointers, loops of every kind, calls and recursion. All values are small,
because what is stored is masked, and every type is one that C widens to ``int``, so that both languages compute the
same. No behaviour is undefined. ``ERROR`` compares with a value ``K`` that is put in when it is known what can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

#: what is compared with K has values below this
VALUES = 16
ERROR = f"if ((H & {VALUES - 1}) == K) reach_error();"
TYPES = ("unsigned char", "signed char", "short", "unsigned short", "int")
CELLS = 4

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\n"


@dataclass(frozen=True)
class Small:
    """``segments``: the parts of ``main`` in turn, each a Python function and whether it is run any number of times."""

    text: str  #: C, with K
    python: str  #: functions ``(G, nd, seen)``: variables, a source of inputs, values that are compared with K
    segments: tuple[tuple[str, bool], ...]
    start: tuple[int, ...]  #: the variables at first


@dataclass(frozen=True)
class Expr:
    c: str
    python: str


@dataclass(frozen=True)
class Scalar:
    """A variable, what is stored in it being ``mask`` bits less ``less``."""

    c: str
    python: str
    mask: int
    less: int = 0


@dataclass
class Lines:
    """Both programs, line by line."""

    c: list[str] = field(default_factory=list[str])
    python: list[str] = field(default_factory=list[str])
    depth: int = 1

    def both(self, c: str, python: str) -> None:
        self.c.append("  " * self.depth + c)
        self.python.append("  " * self.depth + python)

    def close(self, c: str = "}") -> None:
        self.depth -= 1
        self.c.append("  " * self.depth + c)


@dataclass
class Maker:
    """Makes one program. Variables that outlive a function are cells of one list in Python: ``G``."""

    chance: Random
    start: list[int] = field(default_factory=list[int])
    lines: Lines = field(default_factory=Lines)
    names: int = 0
    functions: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])  #: name, parameters
    procedures: list[str] = field(default_factory=list[str])
    scope: list[Scalar] = field(default_factory=list[Scalar])
    loops: int = 0  #: loops that are open, which can be left
    probed: bool = False

    def new(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def cell(self, c: str, value: int) -> Scalar:
        self.start.append(value)
        less = self.chance.choice((0, 0, 1, 3)) if value == 0 else 0
        return Scalar(c, f"G[{len(self.start) - 1}]", self.chance.choice((1, 3, 7)), less)

    # expressions

    def expr(self, depth: int = 2) -> Expr:
        roll = self.chance.random()
        if depth == 0 or roll < 0.3:
            return self.leaf()
        left, right = self.expr(depth - 1), self.expr(depth - 1)
        if roll < 0.65:
            op = self.chance.choice(["+", "-", "*", "&", "|", "^"])
            return Expr(f"({left.c} {op} {right.c})", f"({left.python} {op} {right.python})")
        if roll < 0.75:
            by, op = self.chance.randint(2, 5), self.chance.choice("/%")
            python = {"/": "//", "%": "%"}[op]
            return Expr(f"(({left.c} & 15) {op} {by})", f"(({left.python} & 15) {python} {by})")
        if roll < 0.85:
            by = self.chance.randint(1, 3)
            return Expr(f"({left.c} >> {by})", f"({left.python} >> {by})")
        if roll < 0.92:
            asked = self.condition(0)
            return Expr(f"({asked.c} ? {left.c} : {right.c})", f"({left.python} if {asked.python} else {right.python})")
        asked = self.condition(0)
        return Expr(f"({asked.c})", f"int({asked.python})")

    def leaf(self) -> Expr:
        if self.scope and self.chance.random() < 0.7:
            scalar = self.chance.choice(self.scope)
            return Expr(scalar.c, scalar.python)
        number = str(self.chance.randint(0, 7))
        return Expr(number, number)

    def condition(self, depth: int = 1) -> Expr:
        if depth and self.chance.random() < 0.3:
            left, right = self.condition(0), self.condition(0)
            c, python = self.chance.choice((("&&", "and"), ("||", "or")))
            return Expr(f"({left.c} {c} {right.c})", f"({left.python} {python} {right.python})")
        left, right = self.leaf() if depth == 0 else self.expr(1), self.leaf()
        op = self.chance.choice(["<", "<=", ">", ">=", "==", "!="])
        return Expr(f"{left.c} {op} {right.c}", f"{left.python} {op} {right.python}")

    def index(self) -> Expr:
        made = self.expr(1)
        return Expr(f"{made.c} & {CELLS - 1}", f"({made.python}) & {CELLS - 1}")

    def masked(self, scalar: Scalar, value: Expr) -> Expr:
        less = f" - {scalar.less}" if scalar.less else ""
        return Expr(f"({value.c} & {scalar.mask}){less}", f"(({value.python}) & {scalar.mask}){less}")

    # statements

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        kinds: list[Callable[[], None]] = [self.assign, self.assign, self.input, self.array, self.pointer]
        if depth:
            nested = (self.branch, self.branch, self.switch, self.counted)
            kinds += [partial(kind, depth - 1) for kind in nested]
        if self.functions:
            kinds += [self.call, self.call]
        if self.procedures:
            kinds.append(self.perform)
        if self.loops:
            kinds.append(self.leave)
        self.chance.choice(kinds)()

    def store(self, scalar: Scalar, value: Expr) -> None:
        value = self.masked(scalar, value)
        self.lines.both(f"{scalar.c} = {value.c};", f"{scalar.python} = {value.python}")

    def assign(self) -> None:
        self.store(self.target(), self.expr())

    def target(self) -> Scalar:
        return self.chance.choice([s for s in self.scope if s.mask])

    def input(self) -> None:
        scalar = self.target()
        values = self.chance.choice((1, 1, 3))
        self.store(scalar, Expr(f"(__VERIFIER_nondet_int() & {values})", f"nd({values + 1})"))

    def array(self) -> None:
        index, value = self.index(), self.expr()
        self.lines.both(f"cells[{index.c}] = {value.c} & 7;", f"G[{index.python}] = ({value.python}) & 7")

    def pointer(self) -> None:
        """A store through a pointer to one of several objects."""
        name, asked, index, value = self.new("p"), self.condition(), self.index(), self.expr()
        c, python = self.chance.choice((("&pair.left", CELLS), ("&pair.right", CELLS + 1)))
        self.lines.both(
            f"unsigned char *{name} = {asked.c} ? {c} : &cells[{index.c}];",
            f"{name} = {python} if {asked.python} else {index.python}",
        )
        self.lines.both(f"*{name} = {value.c} & 3;", f"G[{name}] = ({value.python}) & 3")

    def block(self, c: str, python: str, depth: int, most: int = 2) -> None:
        self.lines.both(f"{c} {{", f"{python}:")
        self.lines.depth += 1
        self.statements(self.chance.randint(1, most), depth)
        self.lines.close()

    def branch(self, depth: int) -> None:
        asked = self.condition()
        self.block(f"if ({asked.c})", f"if {asked.python}", depth)
        if self.chance.random() < 0.5:
            self.block("else", "else", depth)

    def switch(self, depth: int) -> None:
        """The loops that can be left are not known inside: ``break`` would leave the switch."""
        loops, self.loops = self.loops, 0
        asked, name = self.expr(1), self.new("w")
        self.lines.both(f"switch ({asked.c} & 3) {{", f"{name} = ({asked.python}) & 3")
        for case in self.chance.sample(range(4), self.chance.randint(1, 3)):
            self.block(f"case {case}:", f"if {name} == {case}", depth, 1)
            self.lines.c.append("  " * self.lines.depth + "break;")
        self.lines.c.append("  " * self.lines.depth + "}")
        self.loops = loops

    def counted(self, depth: int) -> None:
        name, most = self.new("i"), self.chance.randint(1, 3)
        bound = Expr(str(most), str(most))
        if self.chance.random() < 0.5:
            made = self.leaf()
            bound = Expr(f"({made.c} & 3)", f"({made.python} & 3)")
        limit = self.new("n")
        self.lines.both(f"int {limit} = {bound.c};", f"{limit} = {bound.python}")
        self.scope.append(Scalar(name, name, 0))
        self.loops += 1
        self.block(f"for (int {name} = 0; {name} < {limit}; {name}++)", f"for {name} in range({limit})", depth)
        self.loops -= 1
        self.scope.pop()

    def leave(self) -> None:
        asked, word = self.condition(), self.chance.choice(("break", "continue"))
        self.lines.both(f"if ({asked.c}) {word};", f"if {asked.python}: {word}")

    def call(self) -> None:
        (name, parameters), scalar = self.chance.choice(self.functions), self.target()
        given = [self.expr(1) for _ in range(parameters)]
        c = ", ".join(f"{e.c} & 3" for e in given)
        python = ", ".join(f"({e.python}) & 3" for e in given)
        self.store(scalar, Expr(f"{name}({c})", f"{name}(G, nd, seen, {python})"))

    def perform(self) -> None:
        name = self.chance.choice(self.procedures)
        self.lines.both(f"{name}();", f"{name}(G, nd, seen)")

    def probe(self) -> None:
        value = self.expr(2)
        self.lines.both(ERROR.replace("H", f"({value.c})"), f"seen.add(({value.python}) & {VALUES - 1})")
        self.probed = True

    # functions

    def function(self, world: list[Scalar]) -> None:
        """With a result; a recursive one calls itself with one less."""
        name, parameters = self.new("f"), [self.new("a") for _ in range(self.chance.randint(1, 2))]
        kinds = [self.chance.choice(TYPES) for _ in parameters]
        local = Scalar(self.new("t"), f"t{self.names}", 7)
        self.lines = Lines()
        self.scope = [*world, *(Scalar(p, p, 0) for p in parameters), local]
        head = ", ".join(f"{kind} {p}" for kind, p in zip(kinds, parameters, strict=True))
        self.lines.depth = 0
        self.lines.both(
            f"static {self.chance.choice(TYPES)} {name}({head}) {{",
            f"def {name}(G, nd, seen, {', '.join(parameters)}):",
        )
        self.lines.depth = 1
        self.lines.both(f"int {local.c} = 0;", f"{local.python} = 0")
        recursive = self.chance.random() < 0.4
        if recursive:
            first, end = parameters[0], self.leaf()
            self.lines.both(f"if ({first} <= 0) return {end.c} & 7;", f"if {first} <= 0: return ({end.python}) & 7")
        self.statements(self.chance.randint(1, 3), 1)
        if recursive:
            rest = ", ".join(["{0} - 1", *parameters[1:]]).format(parameters[0])
            self.lines.both(f"{local.c} += {name}({rest});", f"{local.python} += {name}(G, nd, seen, {rest})")
        result = self.expr()
        self.lines.both(f"return {result.c} & 7;", f"return ({result.python}) & 7")
        self.lines.close()
        self.functions.append((name, len(parameters)))

    def procedure(self, world: list[Scalar], probe: bool) -> None:
        """Without a result; the error may be in here."""
        name = self.new("h")
        self.lines = Lines(depth=0)
        self.scope = list(world)
        self.lines.both(f"static void {name}(void) {{", f"def {name}(G, nd, seen):")
        self.lines.depth = 1
        self.statements(self.chance.randint(1, 2), 1)
        if probe:
            self.probe()
        self.lines.close()
        self.procedures.append(name)


def generate(seed: int) -> Small:
    """A function of the seed."""
    chance = Random(f"small {seed}")
    maker = Maker(chance)
    maker.start = [0] * CELLS + [0, 0]
    world = [Scalar("pair.left", f"G[{CELLS}]", 3), Scalar("pair.right", f"G[{CELLS + 1}]", 3)]
    declared = [f"static unsigned char cells[{CELLS}];", "static struct {\n  unsigned char left, right;\n} pair;"]
    for number in range(chance.randint(1, 2)):
        value = chance.choice((0, 0, 1))
        world.append(maker.cell(f"g{number}", value))
        kind = "int" if world[-1].less else chance.choice(TYPES)
        declared.append(f"static {kind} g{number} = {value};")
    c, python = list[str](), list[str]()
    place = chance.choice(("main", "main", "body", "procedure"))
    for _ in range(chance.randint(0, 2)):
        maker.function(world)
        c += maker.lines.c
        python += maker.lines.python
    if place == "procedure" or chance.random() < 0.3:
        maker.procedure(world, place == "procedure")
        c += maker.lines.c
        python += maker.lines.python
    c += ["", "int main(void) {"]
    local = maker.cell("x", 0)
    c.append(f"  int {local.c} = 0;")
    segments: list[tuple[str, bool]] = []
    for number in range(chance.randint(1, 2)):
        again = chance.random() < 0.5
        maker.lines = Lines(depth=2 if again else 1)
        maker.scope = [*world, local, *(Scalar(f"cells[{i}]", f"G[{i}]", 7) for i in (0, CELLS - 1))]
        maker.statements(chance.randint(2, 4), 2)
        if maker.procedures and number == 0:
            maker.perform()
        if place == "body" and number == 0:
            maker.probe()
        segments.append((f"segment{number}", again))
        c += ["  while (__VERIFIER_nondet_int()) {", *maker.lines.c, "  }"] if again else maker.lines.c
        python += [f"def segment{number}(G, nd, seen):", *maker.lines.python]
    maker.lines = Lines()
    if not maker.probed:
        maker.probe()
        python += ["def end(G, nd, seen):", *maker.lines.python]
        c += maker.lines.c
        segments.append(("end", False))
    text = HEAD + "\n".join([*declared, "", *c, "  return 0;", "}"]) + "\n"
    return Small(text, "\n".join(python) + "\n", tuple(segments), tuple(maker.start))
