"""Small programs with their proofs by regions, made by hand, and twins of the programs that are wrong."""

from __future__ import annotations

from dataclasses import dataclass

from antumbra.program.model import Program
from antumbra.proofs import result
from antumbra.proofs.claims.wellformed import variables_of
from antumbra.proofs.regions import Region, Unreachable, frozen
from antumbra.terms import Term
from support.program_text.reading import read_program
from support.program_text.term_reading import TermReader
from support.program_text.tokens import Tokens

HEAD = 'program "test" language "boogie";\nlayout pointer 64 page 12 free 0x20000;\nentry main;\n'
ASK = 'havoc input "c" "bool"'


@dataclass(frozen=True)
class Claim:
    """In text. A region is ``label:index predicate``; links are ``from>to``, by the position of regions.

    ``result`` is what is returned, ``the_x`` the frozen variable x of a caller (``the_the_x`` of its caller).
    """

    procedure: str
    regions: tuple[str, ...]
    links: str = ""
    goal: str = "false"
    errors: bool = True
    entry: str = "false"
    #: sorts of frozen variables are those of variables of this procedure
    caller: str = "main"
    frozen: tuple[str, ...] = ()

    def made(self, program: Program) -> Unreachable:
        procedure = program.procedures[self.procedure]
        held = {str(v.data): v for v in program.variables}
        outside = {str(v.data): v for v in variables_of(program, program.procedures[self.caller])}
        fixed = {f"the_{name}": frozen(outside[name]) for name in self.frozen}
        returned = {"result": result(0, procedure.results[0].sort)} if procedure.results else {}
        own = {str(v.data): v for v in variables_of(program, procedure)}
        regions = []
        for number, text in enumerate(self.regions):
            place, predicate = text.split(" ", 1)
            label, index = place.split(":")
            term = read(predicate, {**held, **fixed, **own})
            regions.append(Region(number, (self.procedure, label, int(index)), term))
        links = tuple((int(a), int(b)) for a, b in (link.split(">") for link in self.links.split()))
        goal, entry = (read(text, {**held, **fixed, **own, **returned}) for text in (self.goal, self.entry))
        return Unreachable(self.procedure, goal, self.errors, entry, tuple(fixed.values()), tuple(regions), links)


def read(text: str, scope: dict[str, Term]) -> Term:
    return TermReader(Tokens(text, "<term>"), scope).term()


@dataclass(frozen=True)
class Example:
    name: str
    text: str
    claims: tuple[Claim, ...]
    #: pieces of the text, and what makes the program wrong in their place
    twins: tuple[tuple[str, str], ...]
    #: blocks that must not be reached
    places: frozenset[tuple[str, str]] = frozenset()

    @property
    def program(self) -> Program:
        return read_program(HEAD + self.text)

    @property
    def proof(self) -> tuple[Unreachable, ...]:
        program = self.program
        return tuple(claim.made(program) for claim in self.claims)

    def twin(self, old: str, new: str) -> Program:
        assert self.text.count(old) == 1, old
        return read_program(HEAD + self.text.replace(old, new))


def main(body: str, variables: str = "x: bv4", before: str = "", after: str = "") -> str:
    declared = "".join(f"var {v.strip()}; " for v in variables.split(","))
    return f"{before}\nprocedure main() returns (r: bv4)\n{{ {declared}\n{body}\n}}\n{after}\n"


def shown(condition: str) -> str:
    return f'assert "assert" {condition}, "m";'


LOCK = main(
    f"""e: l := false; n := {ASK}; goto h;
h: {shown("!l")} l := true; old := n; c := {ASK}; if c goto b else j;
b: {shown("l")} l := false; n := !n; goto j;
j: if n == old goto d else h;
d: {shown("l")} l := false; return 0bv4;""",
    "l: bool, n: bool, old: bool, c: bool",
)
EVEN = main(
    f"e: x := 0bv4; goto h; h: c := {ASK}; if c goto b else d; b: x := x + 2bv4; goto h;"
    f"d: {shown('x != 9bv4')} return 0bv4;",
    "x: bv4, c: bool",
)
INC = "procedure inc(a: bv4) returns (b: bv4) { e: return a + 1bv4; }"
SET = "procedure set(a: bv4) returns () { e: g := a; return; }"
FIB = """procedure fib(a: bv4) returns (b: bv4) { var x: bv4; var y: bv4;
e: if a <u 2bv4 goto z else n; z: return a; n: x := call fib(a - 1bv4); y := call fib(a - 2bv4); return x + y; }"""
EXAMPLES = [
    Example(
        "lock",
        LOCK,
        (
            Claim(
                "main",
                ("e:0 true", "h:0 !l", "j:0 !l && n != old", "j:0 l && n == old"),
                "0>1 1>2 1>3 2>1",
            ),
        ),
        (("n := !n", "n := n"), ("old := n", "old := !n"), ("e: l := false", "e: l := true")),
    ),
    Example(
        "absolute value",
        main(
            f"""e: x := {ASK}; if x <s 0bv4 goto n else p; n: y := 0bv4 - x; goto j; p: y := x; goto j;
j: {shown("0bv4 <=s y || y == 8bv4")} return y;""",
            "x: bv4, y: bv4",
        ),
        (Claim("main", ("e:0 true", "j:0 0bv4 <=s y || y == 8bv4"), "0>1"),),
        ((" || y == 8bv4", " || y == 9bv4"), ("0bv4 - x", "0bv4 + x")),
    ),
    Example("even", EVEN, (Claim("main", ("e:0 true", "h:0 (x & 1bv4) == 0bv4"), "0>1 1>1"),), (("9bv4", "10bv4"),)),
    Example(
        "count",
        main(
            f"e: x := 0bv4; goto h; h: if x <u 5bv4 goto b else d; b: x := x + 1bv4; goto h;"
            f"d: {shown('x == 5bv4')} return 0bv4;"
        ),
        (Claim("main", ("e:0 true", "h:0 x <u 5bv4", "h:0 x == 5bv4"), "0>1 1>1 1>2"),),
        (("x := 0bv4", "x := 6bv4"), ("x + 1bv4", "x + 2bv4")),
    ),
    Example(
        "two regions in turn",
        main(
            f"""e: x := 3bv4; goto h; h: c := {ASK}; x := 8bv4 - x; if c goto h else d;
d: {shown("x == 3bv4 || x == 5bv4")} return x;""",
            "x: bv4, c: bool",
        ),
        (Claim("main", ("e:0 true", "h:0 x == 3bv4", "h:0 x == 5bv4"), "0>1 1>2 2>1"),),
        (("8bv4 - x", "9bv4 - x"), ("x := 3bv4", "x := 4bv4")),
    ),
    Example(
        "a call",
        main(
            f"e: x := {ASK}; assume x != 15bv4; y := call inc(x); {shown('y != 0bv4')} return y;",
            "x: bv4, y: bv4",
            after=INC,
        ),
        (
            Claim("main", ("e:0 true", "e:3 y != 0bv4"), "0>1"),
            Claim("inc", ("e:0 a != 15bv4",), goal="result == 0bv4", errors=False, entry="a == 15bv4"),
        ),
        (("a + 1bv4", "a + 2bv4"), ("x != 15bv4", "x != 14bv4")),
    ),
    Example(
        "a call, by the caller's value",
        main(f"e: x := {ASK}; y := call inc(x); {shown('y == x + 1bv4')} return y;", "x: bv4, y: bv4", after=INC),
        (
            Claim("main", ("e:0 true",)),
            Claim("inc", ("e:0 a == the_x",), goal="result != the_x + 1bv4", entry="a != the_x", frozen=("x",)),
        ),
        (("return a + 1bv4", "return a + 2bv4"), ("inc(x)", "inc(x + 1bv4)")),
    ),
    Example(
        "recursion",
        main(
            f"e: x := {ASK}; y := call f(x); {shown('y == 0bv4')} return y;",
            "x: bv4, y: bv4",
            after="""procedure f(a: bv4) returns (b: bv4) { var x: bv4;
e: if a == 0bv4 goto z else n; z: return a; n: x := call f(a - 1bv4); return x; }""",
        ),
        (
            Claim("main", ("e:0 true", "e:2 y == 0bv4"), "0>1"),
            Claim("f", ("e:0 true", "n:1 x == 0bv4"), "0>1", goal="result != 0bv4", errors=False),
        ),
        (("return x", "return x + a"), ("a == 0bv4", "a == 1bv4")),
    ),
    Example(
        "fibonacci of zero",
        main(f"e: x := 0bv4; y := call fib(x); {shown('y == 0bv4')} return y;", "x: bv4, y: bv4", after=FIB),
        (
            Claim("main", ("e:0 true", "e:1 x == 0bv4"), "0>1"),
            Claim("fib", ("e:0 a == 0bv4",), goal="result != 0bv4", entry="a != 0bv4"),
        ),
        (("x := 0bv4", "x := 1bv4"), ("return a", "return a + 1bv4")),
    ),
    Example(
        "even and odd call each other",
        main(
            f"e: x := {ASK}; y := call even(x); {shown('y == 1bv4 - (x & 1bv4)')} return y;",
            "x: bv4, y: bv4",
            after="""procedure even(a: bv4) returns (b: bv4) { var d: bv4; var y: bv4;
e: if a == 0bv4 goto z else n; z: return 1bv4; n: d := a - 1bv4; y := call odd(d); return y; }
procedure odd(a: bv4) returns (b: bv4) { var d: bv4; var y: bv4;
e: if a == 0bv4 goto z else n; z: return 0bv4; n: d := a - 1bv4; y := call even(d); return y; }""",
        ),
        (
            Claim("main", ("e:0 true",)),
            Claim(
                "even", ("e:0 a == the_x",), goal="result != 1bv4 - (the_x & 1bv4)", entry="a != the_x", frozen=("x",)
            ),
            Claim(
                "even",
                ("e:0 a == the_d",),
                goal="result != 1bv4 - (the_d & 1bv4)",
                entry="a != the_d",
                caller="odd",
                frozen=("d",),
            ),
            Claim(
                "odd",
                ("e:0 a == the_d",),
                goal="result != (the_d & 1bv4)",
                entry="a != the_d",
                caller="even",
                frozen=("d",),
            ),
        ),
        (("return 1bv4", "return 0bv4"), ("call even(d)", "call odd(d)")),
    ),
    Example(
        "global variables",
        main(
            f"e: call set(3bv4); call set(1bv4); {shown('g == 1bv4 && h == 2bv4')} return g;",
            "x: bv4",
            before="var g: bv4 := 0bv4; var h: bv4 := 2bv4;",
            after=SET,
        ),
        (
            Claim("main", ("e:0 h == 2bv4", "e:2 g == 1bv4 && h == 2bv4"), "0>1", entry="h != 2bv4"),
            Claim("set", ("e:0 a == 1bv4",), goal="g != 1bv4", entry="a != 1bv4"),
        ),
        (("set(1bv4)", "set(2bv4)"), ("h: bv4 := 2bv4", "h: bv4 := 1bv4"), ("g := a;", "h := a;")),
    ),
    Example(
        "errors in a callee",
        main(
            f"e: goto h; h: x := {ASK}; assume x != 3bv4; call look(x); goto h;",
            after=f"procedure look(a: bv4) returns () {{ e: {shown('a != 3bv4')} return; }}",
        ),
        (
            Claim("main", ("e:0 true", "h:0 true"), "0>1 1>1"),
            Claim("look", ("e:0 a != 3bv4",), entry="a == 3bv4"),
        ),
        (("x != 3bv4", "x != 4bv4"), ("a != 3bv4", "a != 4bv4")),
    ),
    Example(
        "integers",
        main(
            f"e: n := {ASK}; assume 0 <= n; i := 0; goto h; h: if i < n goto b else d; b: i := i + 1; goto h;"
            f"d: {shown('i == n')} return 0bv4;",
            "i: int, n: int",
        ),
        (Claim("main", ("e:0 true", "h:0 i <= n"), "0>1 1>1"),),
        (("assume 0 <= n", "assume true"), ("i := i + 1", "i := i + 2")),
    ),
    Example(
        "guarded commands",
        main(
            f"""e: s := 0bv2; x := 0bv4; goto h; h: goto t, u, v, d;
t: assume s == 0bv2; s := 1bv2; x := x + 1bv4; goto h; u: assume s == 1bv2; s := 2bv2; x := x + 1bv4; goto h;
v: assume s == 2bv2; s := 0bv2; x := 0bv4; goto h; d: {shown("x <u 3bv4")} goto h;""",
            "s: bv2, x: bv4",
        ),
        (
            Claim(
                "main",
                ("e:0 true", "h:0 s == 0bv2 && x == 0bv4", "h:0 s == 1bv2 && x == 1bv4", "h:0 s == 2bv2 && x == 2bv4"),
                "0>1 1>2 2>3 3>1 1>1 2>2 3>3",
            ),
        ),
        (("s := 2bv2;", "s := 0bv2;"), ("s := 0bv2; x := 0bv4; goto h; d", "s := 0bv2; goto h; d")),
    ),
    Example(
        "axioms",
        main(
            f"e: goto h; h: {shown('k <u 5bv4')} x := k; goto b; b: {shown('x != 7bv4 && z == 3bv4')} goto h;",
            "x: bv4",
            before="var k: bv4; var z: bv4 := 3bv4; axiom k <u 5bv4;",
        ),
        (Claim("main", ("e:0 true", "h:0 true"), "0>1 1>1"),),
        (("axiom k <u 5bv4", "axiom k <u 6bv4"), ("z: bv4 := 3bv4", "z: bv4 := 4bv4")),
    ),
    Example(
        "ends",
        main(
            f"""e: x := {ASK}; switch x {{ 1: a, 2: b, 3: a, else: d }}; a: stop exit; b: y := 1bv4; goto c;
c: if y == 1bv4 goto a else u; d: y := 2bv4; goto k; k: if y == 2bv4 goto s else w; s: stop silent;
u: stop undefined; w: stop unsupported;""",
            "x: bv4, y: bv4",
        ),
        (Claim("main", ("e:0 true", "c:0 y == 1bv4", "k:0 y == 2bv4"), "0>1 0>2"),),
        (("y := 1bv4", "y := 3bv4"), ("y := 2bv4", "y := x"), ("else: d", "else: c")),
    ),
    Example(
        "a place out of reach",
        main(
            f"""e: x := {ASK}; goto h; h: if x <u 4bv4 goto b else d; b: x := x + 1bv4; y := x; goto c;
c: if 4bv4 <u y goto bad else h; bad: goto h; d: return x;""",
            "x: bv4, y: bv4",
        ),
        (Claim("main", ("e:0 true", "h:0 true", "c:0 y <=u 4bv4"), "0>1 1>2 2>1"),),
        (("4bv4 <u y", "3bv4 <u y"), ("x <u 4bv4", "x <u 5bv4")),
        frozenset({("main", "bad")}),
    ),
]
