"""Random terms and programs for tests of the program form: a function of the given Random alone."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.assumptions import assume
from antumbra.program.source import Location
from antumbra.program.widths import POINTER_8
from antumbra.terms import Sort, Term
from antumbra.terms import operators as O
from antumbra.terms.term import intern

BV8, BV16, BV32, BV64 = (T.bv_sort(width) for width in (8, 16, 32, 64))
MAP = T.array_sort((T.INT, T.BOOL), T.REAL)
MEMORY = T.array_sort(BV64, BV8)
THING = T.uninterpreted_sort("odd `sort`")
SORTS = (
    T.BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    T.bv_sort(3),
    T.INT,
    T.REAL,
    T.RM,
    T.FLOAT32,
    T.FLOAT64,
    T.FLOAT80,
    MEMORY,
    MAP,
    THING,
)
NAMES = (
    "x",
    "y",
    "x.addr",
    "%5",
    "if",
    "f",
    "two words",
    "quo`te",
    'q"',
    "back\\slash",
    "new\nline",
    "é",
    "",
    "add",
    "entry",
    "1",
    "\u2028",
    "#3",
)


def value(random: Random, sort: Sort) -> Term:
    """A constant."""
    match sort.kind:
        case "bool":
            return T.boolean(random.random() < 0.5)
        case "bv":
            return T.bv(
                random.choice((0, 1, 255, 65536, 1 << 40, -1, -5000, random.getrandbits(sort.width))), sort.width
            )
        case "int":
            return T.integer(random.choice((0, 1, -1, 12, -(10**30))))
        case "real":
            return T.real(
                random.choice((Fraction(0), Fraction(1, 3), Fraction(-5, 4), Fraction(10**20), Fraction(-1, 7)))
            )
        case "rm":
            return T.rm(random.choice(("RNE", "RTZ", "RTN")))
        case "fp":
            return T.fp_const(
                random.choice((0, 1 << (sort.width - 1), random.getrandbits(sort.width), 1, (1 << sort.width) - 1)),
                sort,
            )
        case "array":
            element = sort.element
            assert element is not None
            table: dict[object, object] = {}
            for _ in range(random.randint(0, 3)):
                key = [value(random, s).data for s in sort.index]
                table[tuple(key) if len(key) > 1 else key[0]] = value(random, element).data
            return T.array_value(sort, value(random, element).data, table)
        case _:
            return T.const(random.randint(0, 3), sort)


def term(random: Random, sort: Sort, depth: int) -> Term:
    """A term of this sort, exactly as built: nothing is simplified."""
    if depth <= 0:
        name = random.choice(NAMES)
        return value(random, sort) if random.random() < 0.4 else T.var(name, sort)
    make = [node for node in _SHAPES if node(random, sort, 0) is not None]
    built = random.choice(make)(random, sort, depth)
    assert built is not None
    return built


def _core(random: Random, sort: Sort, depth: int) -> Term | None:
    if random.random() < 0.2:
        f = T.function(random.choice(("f", "a b", "zero_extend")), (BV8, T.INT), sort)
        return intern(O.APPLY, (term(random, BV8, depth - 1), term(random, T.INT, depth - 1)), f)
    if random.random() < 0.2:
        array = T.array_sort((T.INT,), sort)
        return intern(O.SELECT, (term(random, array, depth - 1), term(random, T.INT, depth - 1)))
    parts = (term(random, T.BOOL, depth - 1), term(random, sort, depth - 1), term(random, sort, depth - 1))
    return intern(O.ITE, parts)


def _boolean(random: Random, sort: Sort, depth: int) -> Term | None:
    if sort is not T.BOOL:
        return None
    pick = random.randrange(7)
    if pick == 0:
        return intern(O.NOT, (term(random, T.BOOL, depth - 1),))
    if pick == 1:
        op = random.choice((O.AND, O.OR))
        return intern(op, tuple(term(random, T.BOOL, depth - 1) for _ in range(random.randint(1, 4))))
    if pick == 2:
        other = random.choice(SORTS)
        equal = intern(O.EQ, (term(random, other, depth - 1), term(random, other, depth - 1)))
        return equal if random.random() < 0.5 else intern(O.NOT, (equal,))
    if pick == 3:
        op = random.choice((O.BVULT, O.BVULE, O.BVSLT, O.BVSLE, O.BVSADDO, O.BVUMULO))
        return intern(op, (term(random, BV16, depth - 1), term(random, BV16, depth - 1)))
    if pick == 4:
        number = random.choice((T.INT, T.REAL))
        return intern(random.choice((O.LT, O.LE)), (term(random, number, depth - 1), term(random, number, depth - 1)))
    if pick == 5:
        op = random.choice((O.FP_EQ, O.FP_LT, O.FP_LE))
        return intern(op, (term(random, T.FLOAT32, depth - 1), term(random, T.FLOAT32, depth - 1)))
    variables = (T.var("x", random.choice(SORTS)), T.var("i", T.INT))
    body = (term(random, T.BOOL, depth - 1), term(random, BV8, depth - 1), term(random, T.INT, 0))
    return intern(random.choice((O.FORALL, O.EXISTS)), body, (variables, (1, 1)))


def _bits(random: Random, sort: Sort, depth: int) -> Term | None:
    if sort.kind != "bv":
        return None
    pick = random.randrange(6)
    if pick == 0 and sort is BV32:
        return intern(O.ZERO_EXTEND, (term(random, BV8, depth - 1),), 24)
    if pick == 1 and sort is BV16:
        return intern(O.CONCAT, (term(random, BV8, depth - 1), term(random, BV8, depth - 1)))
    if pick == 2 and sort is BV8:
        return intern(O.EXTRACT, (term(random, BV64, depth - 1),), (15, 8))
    if pick == 3 and sort is BV64:
        return intern(O.FP_TO_SBV, (term(random, T.RM, depth - 1), term(random, T.FLOAT64, depth - 1)), 64)
    if pick == 4:
        return intern(random.choice((O.BVNEG, O.BVNOT)), (term(random, sort, depth - 1),))
    ops = (O.BVADD, O.BVSUB, O.BVMUL, O.BVUDIV, O.BVSREM, O.BVAND, O.BVOR, O.BVXOR, O.BVSHL, O.BVLSHR, O.BVASHR)
    return intern(random.choice(ops), (term(random, sort, depth - 1), term(random, sort, depth - 1)))


def _numbers(random: Random, sort: Sort, depth: int) -> Term | None:
    if sort not in (T.INT, T.REAL):
        return None
    if random.random() < 0.3:
        return intern(O.NEG, (term(random, sort, depth - 1),))
    ops = (O.ADD, O.SUB, O.MUL, O.DIV if sort is T.INT else O.REAL_DIV)
    return intern(random.choice(ops), (term(random, sort, depth - 1), term(random, sort, depth - 1)))


def _floats(random: Random, sort: Sort, depth: int) -> Term | None:
    if sort.kind != "fp":
        return None
    pick = random.randrange(3)
    if pick == 0:
        return intern(O.FP_NEG, (term(random, sort, depth - 1),))
    if pick == 1:
        return intern(O.FP_TO_FP, (term(random, T.RM, 0), term(random, T.FLOAT80, depth - 1)), sort)
    mode = T.rm("RNE") if random.random() < 0.7 else term(random, T.RM, 0)
    op = random.choice((O.FP_ADD, O.FP_SUB, O.FP_MUL, O.FP_DIV))
    return intern(op, (mode, term(random, sort, depth - 1), term(random, sort, depth - 1)))


def _arrays(random: Random, sort: Sort, depth: int) -> Term | None:
    if sort.kind != "array" or sort.element is None:
        return None
    if random.random() < 0.3:
        return intern(O.CONST_ARRAY, (term(random, sort.element, depth - 1),), sort)
    if random.random() < 0.3:
        variables = tuple(T.var(name, s) for name, s in zip(("x", "k"), sort.index, strict=False))
        return intern(O.LAMBDA, (term(random, sort.element, depth - 1),), variables)
    index = tuple(term(random, s, depth - 1) for s in sort.index)
    return intern(O.STORE, (term(random, sort, depth - 1), *index, term(random, sort.element, depth - 1)))


_SHAPES = (_core, _boolean, _bits, _numbers, _floats, _arrays)


def location(random: Random) -> Location | None:
    if random.random() < 0.3:
        return None
    file = random.choice(("a.c", "dir/b.c", "with space.c", 'quo"te.c', "3", "c:d.c", "new\nline", "a in b"))
    return Location(file, random.choice((0, 1, 300)), random.choice((0, 7)), random.choice(("", "main", 'odd "f"')))


def commands(random: Random) -> list[P.Command]:
    """One of each, in random order."""

    def t(sort: Sort) -> Term:
        return term(random, sort, random.randint(0, 3))

    def v(sort: Sort) -> Term:
        return T.var(random.choice(NAMES), sort)

    def text() -> str:
        return random.choice(NAMES)

    made: list[P.Command] = [
        P.Assign((v(BV32), T.var("other", T.BOOL)), (t(BV32), t(T.BOOL)), location(random)),
        P.Assign((), (), location(random)),
        P.Assume(t(T.BOOL), location(random)),
        P.Assert(t(T.BOOL), "assert", text(), location(random)),
        P.Havoc(v(BV8), random.choice(list(P.Source)), text(), text(), location(random)),
        P.Call((), "main", (), location(random)),
        P.Call((v(BV32),), "odd name", (t(BV64),), location(random)),
        P.Call((v(BV32),), t(BV64), (t(BV64), t(T.INT)), location(random), "pn/n"),
        P.Load(v(BV16), t(BV64), location(random)),
        P.Store(t(BV64), t(BV16), location(random)),
        P.Load(v(BV64), t(BV64), location(random), pointer=True),
        P.Store(t(BV64), t(BV64), location(random), pointer=True),
        P.Alloc(v(BV64), t(BV64), P.Region.STACK, False, text(), location(random), 16),
        P.Builtin((v(BV64),), "number_of", (t(BV64),), "", location(random)),
        P.Builtin((v(T.BOOL),), "same_address", (t(BV64), t(BV64)), "", location(random)),
        P.Builtin((v(T.BOOL),), "overlap", (t(BV64), t(BV64), t(BV64), t(BV64)), "", location(random)),
        P.Alloc(v(BV64), t(BV64), P.Region.HEAP, random.random() < 0.5, text(), location(random)),
        P.Free(t(BV64), location(random)),
        P.Copy(t(BV64), t(BV64), t(BV64), location(random)),
        P.Fill(t(BV64), t(BV8), t(BV64), location(random)),
        P.Builtin((v(BV64),), "object_size", (t(BV64),), "", location(random)),
        P.Builtin((), "make_symbolic", (t(BV64), t(BV64)), text(), location(random)),
    ]
    random.shuffle(made)
    return made


def program(random: Random) -> P.Program:
    """A program with something of everything; not a valid one: it prints and reads all the same."""
    labels = ("entry", "goto", "a b", "exit", "x")
    terminators: list[P.Terminator] = [
        P.Goto(labels[:3], location(random)),
        P.Branch(term(random, T.BOOL, 2), "goto", "a b", location(random)),
        P.Switch(term(random, BV8, 1), ((1, "x"), (255, "entry")), "exit", location(random)),
        P.Return((term(random, BV32, 1),), location(random)),
        P.Stop(P.End.ABORT, random.choice(("", "why")), location(random)),
    ]
    random.shuffle(terminators)
    blocks = {
        label: P.Block(label, commands(random) if random.random() < 0.5 else [], terminator)
        for label, terminator in zip(labels, terminators, strict=True)
    }
    main = P.Procedure("main", (), (), {"exit": P.Block("exit", [], P.Return())}, location(random))
    odd = P.Procedure(
        "odd name", (T.var("x", BV64),), (T.var("r", BV32),), blocks, location(random), {"x": "the `x`"}, "p/n"
    )
    result = P.Program("a program", "c", {"main": main, "odd name": odd}, "main", P.Layout(64, 12, 0x20000))
    result.variables = {T.var("y", BV32): T.bv(7, 32), T.var("x", T.BOOL): None}
    result.axioms = [term(random, T.BOOL, 2)]
    result.objects = [
        P.StaticObject(
            "table", 0x1000, 24, P.Region.CONSTANT, ((0, 4, 99), (8, 8, 1 << 63), (16, POINTER_8, 4096)), align=8
        ),
        P.StaticObject("main()", 0x3000, 0, P.Region.CODE),
        P.StaticObject("extern", 0x5000, 4, P.Region.GLOBAL, (), unknown=True),
    ]
    result.functions = {0x3000: "main"}
    result.externals = {"puts": "havoc"}
    result.assumptions = [assume("heap"), assume("external-pure", ['a "b"\n', "c"])]
    result.sources = {"a.c": 'int main(void) {\n\treturn 0; // "x"\n}\n', "odd": "\r\nlast | line\x00", "empty": ""}
    return result
