"""Random programs whose loops run over numbers and memory: objects of every kind, cells of every width, most of them
concrete, and now and then a byte that is not, an access outside, a check that fails late."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.widths import pointer_width
from antumbra.terms import Term

SMALL, LARGE = 64, 4100
ZEROS, CONSTANT, TABLE, BIG, CODE = (n << 36 for n in (3, 5, 7, 9, 11))
WIDTHS = (8, 16, 32, 64)
POINTER = 64
_BINARY = (
    T.BVADD, T.BVSUB, T.BVMUL, T.BVUDIV, T.BVUREM, T.BVSDIV, T.BVSREM,
    T.BVAND, T.BVOR, T.BVXOR, T.BVSHL, T.BVLSHR, T.BVASHR,
)  # fmt: skip
_COMPARED = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.EQ)
CHECKS = frozenset(P.CHECKS) - {"valid-memtrack", "valid-memcleanup", "uninitialized"}


def place(number: int | Term) -> Term:
    return number if isinstance(number, Term) else T.bv(number, POINTER)


def resized(term: Term, width: int) -> Term:
    if term.width > width:
        return T.extract(width - 1, 0, term)
    return T.zero_extend(width - term.width, term) if term.width < width else term


class LoopProgram:
    """``program``: the entry procedure has one outer loop, and what is in it is random."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.numbers = {w: [T.var(f"n{w}.{k}", T.bv_sort(w)) for k in range(2)] for w in (*WIDTHS, 37)}
        self.truth = T.var("truth", T.BOOL)
        self.counter, self.inner = (T.var(name, T.bv_sort(32)) for name in ("i", "j"))
        self.heap, self.freed, self.pointer = (T.var(name, T.bv_sort(POINTER)) for name in ("h", "f", "p"))
        self.rounds = random.randrange(6, 30)
        self.blocks: dict[str, P.Block] = {}
        self.labels = 0
        self.program = self._program()

    # ------------------------------------------------------------ values

    def variable(self, width: int) -> Term:
        return self.random.choice(self.numbers[width])

    def number(self, width: int, depth: int = 2) -> Term:
        random = self.random
        kind = random.randrange(8) if depth else random.randrange(3)
        if kind == 0:
            return T.bv(random.choice((0, 1, 3, (1 << width) - 1, 1 << (width - 1), random.getrandbits(width))), width)
        if kind == 1:
            return resized(self.counter, width)
        if kind == 2:
            return self.variable(width)
        if kind == 3:
            other = random.choice((*WIDTHS, 37))
            value = self.number(other, depth - 1)
            if other < width and random.randrange(2):
                return T.sign_extend(width - other, value)
            return resized(value, width)
        if kind == 4:
            return T.ite(self.condition(depth - 1), self.number(width, depth - 1), self.number(width, depth - 1))
        op = random.choice(_BINARY)
        return T.make(op, (self.number(width, depth - 1), self.number(width, depth - 1)))

    def condition(self, depth: int = 2) -> Term:
        random = self.random
        if not depth or random.randrange(6) == 0:
            return self.truth
        width = random.choice(WIDTHS)
        found = T.make(random.choice(_COMPARED), (self.number(width, depth - 1), self.number(width, depth - 1)))
        return T.not_(found) if random.randrange(4) == 0 else found

    def address(self, width: int) -> Term:
        """Mostly within an object."""
        random = self.random
        base, size = random.choice(
            [(place(ZEROS), SMALL), (place(ZEROS), SMALL), (self.heap, SMALL), (place(BIG), LARGE)]
        )
        steps = size // width
        kind = random.randrange(8)
        if kind == 0:
            return T.bvadd(base, place(random.randrange(size - width + 1)))
        index = resized(self.counter, POINTER)
        if kind == 1:
            index = T.bvmul(index, place(random.choice((1, 3, 257))))
        elif kind == 2:
            index = resized(self.number(32, 1), POINTER)
        elif kind == 3 and random.randrange(3) == 0:
            return T.bvadd(base, T.bvmul(index, place(width)))  # outside, if there are enough rounds
        offset = T.bvmul(T.bvurem(index, place(steps)), place(width))
        return T.bvadd(base, offset)

    # ------------------------------------------------------------ commands

    def commands(self, count: int) -> list[P.Command]:
        return [command for _ in range(count) for command in self.some()]

    def some(self) -> list[P.Command]:
        random = self.random
        kind = random.randrange(12)
        if kind < 3:
            width = random.choice((*WIDTHS, 37))
            return [P.Assign((self.variable(width),), (self.number(width),))]
        if kind == 3:
            one, other = self.numbers[32]
            return [P.Assign((one, other, self.truth), (self.number(32), one, self.condition()))]
        if kind == 4:
            return [
                P.Assert(
                    T.or_(self.condition(), T.bvult(self.counter, T.bv(random.randrange(40), 32))), "assert", "late"
                )
            ]
        if kind in (5, 6, 7):
            width = random.choice(WIDTHS)
            return [P.Load(self.variable(width), self.address(width // 8))]
        if kind == 8 and random.randrange(2):
            slot = T.bvadd(place(TABLE), T.bvmul(resized(T.extract(1, 0, self.counter), POINTER), place(8)))
            word = self.variable(16)
            loaded = P.Load(self.pointer, slot, pointer=True)
            return [loaded, P.Load(word, T.bvadd(self.pointer, place(random.randrange(0, 12, 2))))]
        if kind == 9:
            first, second = (
                random.choice((self.pointer, place(ZEROS + 8), T.bvadd(self.heap, resized(self.counter, POINTER))))
                for _ in range(2)
            )
            name = random.choice(("same_address", "below", "distance"))
            target = self.variable(64) if name == "distance" else self.truth
            return [P.Builtin((target,), name, (first, second))]
        width = random.choice(WIDTHS)
        return [P.Store(self.address(width // 8), self.number(width))]

    def seldom(self) -> list[P.Command]:
        """What ends or changes a path."""
        random = self.random
        match random.randrange(8):
            case 0:
                return [P.Store(place(CONSTANT), T.bv(1, 8))]
            case 1:
                return [P.Load(self.variable(8), self.freed)]
            case 2:
                return [P.Load(self.variable(16), T.bvadd(self.heap, place(SMALL - 1)))]
            case 3:
                return [P.Assert(T.FALSE, "assert", "seldom")]
            case 4:
                return [P.Load(self.variable(32), place(16))]
            case 5:
                return [P.Assume(self.condition())]
            case 6:
                return [P.Havoc(self.variable(8), P.Source.INPUT, "late", "char")]
            case _:
                target = self.variable(8)
                return [
                    P.Havoc(target, P.Source.INPUT, "late", "char"),
                    P.Store(T.bvadd(place(ZEROS), place(random.randrange(SMALL))), target),
                ]

    # ------------------------------------------------------------ blocks

    def label(self) -> str:
        self.labels += 1
        return f"b{self.labels}"

    def block(self, label: str, commands: list[P.Command], terminator: P.Terminator) -> None:
        self.blocks[label] = P.Block(label, commands, terminator)

    def body(self, label: str, after: str, depth: int) -> None:
        """Blocks from one label to another."""
        random = self.random
        kind = random.randrange(6) if depth else 0
        first = self.commands(random.randrange(1, 5))
        if kind < 2:
            self.block(label, first, P.Goto((after,)))
        elif kind == 2:
            then, join = self.label(), self.label()
            self.block(label, first, P.Branch(self.condition(), then, join))
            self.body(then, join, depth - 1)
            self.body(join, after, depth - 1)
        elif kind == 3:
            then = self.label()
            now = T.eq(self.counter, T.bv(random.randrange(self.rounds), 32))
            self.block(label, first, P.Branch(now, then, after))
            self.block(then, [*self.commands(1), *self.seldom()], P.Goto((after,)))
        elif kind == 4:
            one, other = self.label(), self.label()
            value = T.extract(3, 0, self.number(32))
            cases = ((0, one), (3, other), (15, one))
            self.block(label, first, P.Switch(value, cases, after))
            self.body(one, after, depth - 1)
            self.body(other, after, depth - 1)
        else:
            head, inside, step = self.label(), self.label(), self.label()
            self.block(label, [*first, P.Assign((self.inner,), (T.bv(0, 32),))], P.Goto((head,)))
            count = T.bv(random.randrange(1, 6), 32)
            self.block(head, [], P.Branch(T.bvult(self.inner, count), inside, after))
            self.body(inside, step, 0)
            more = T.bvadd(self.inner, T.bv(1, 32))
            self.block(step, [P.Assign((self.inner,), (more,))], P.Goto((head,)))

    def _program(self) -> P.Program:
        random = self.random
        numbers = [v for w in self.numbers for v in self.numbers[w]]
        begin: list[P.Command] = [
            P.Assign(tuple(numbers), tuple(T.bv(random.getrandbits(v.width), v.width) for v in numbers)),
            P.Assign((self.truth, self.counter, self.inner, self.pointer),
                     (T.TRUE, T.bv(0, 32), T.bv(0, 32), place(ZEROS))),
            P.Alloc(self.heap, place(SMALL), P.Region.HEAP, name="h"),
            P.Alloc(self.freed, place(8), P.Region.HEAP, zeroed=True, name="f"),
            P.Free(self.freed),
        ]  # fmt: skip
        if random.randrange(2):  # half of the heap object is written before
            begin += [P.Store(T.bvadd(self.heap, place(at)), T.bv(at, 64)) for at in range(0, SMALL, 8)]
        if random.randrange(3) == 0:
            unknown = T.var("unknown", T.bv_sort(8))
            begin.append(P.Havoc(unknown, P.Source.INPUT, "unknown", "char"))
            begin.append(P.Store(T.bvadd(place(ZEROS), place(random.randrange(SMALL))), unknown))
        self.block("begin", begin, P.Goto(("head",)))
        self.block("head", [], P.Branch(T.bvult(self.counter, T.bv(self.rounds, 32)), "round", "end"))
        self.body("round", "next", 3)
        more = T.bvadd(self.counter, T.bv(1, 32))
        self.block("next", [P.Assign((self.counter,), (more,))], P.Goto(("head",)))
        seen = [T.var(f"seen {k}", T.bv_sort(8)) for k in range(SMALL)]
        reads: list[P.Command] = [P.Load(v, T.bvadd(place(ZEROS), place(k))) for k, v in enumerate(seen)]
        more_seen = [T.var(f"more {k}", T.bv_sort(16)) for k in range(SMALL // 2)]
        reads += [P.Load(v, T.bvadd(self.heap, place(2 * k))) for k, v in enumerate(more_seen)]
        values = (*numbers, *seen, *more_seen)
        self.block("end", reads, P.Return((*values, T.ite(self.truth, T.bv(1, 8), T.bv(0, 8)))))
        results = (*(T.var(f"r{k}", v.sort) for k, v in enumerate(values)), T.var("rt", T.bv_sort(8)))
        main = P.Procedure("main", (), results, self.blocks)
        pointers = tuple((8 * k, pointer_width(8), at) for k, at in enumerate((ZEROS, CONSTANT, BIG, ZEROS + 4)))
        objects = [
            P.StaticObject("zeros", ZEROS, SMALL, P.Region.GLOBAL, ((8, 4, 77), (40, 2, 513))),
            P.StaticObject("constant", CONSTANT, SMALL, P.Region.CONSTANT, ((0, 2, 9), (2, 2, 8), (4, 4, 7))),
            P.StaticObject("table", TABLE, SMALL, P.Region.GLOBAL, pointers),
            P.StaticObject("big", BIG, LARGE, P.Region.GLOBAL),
        ]
        layout = P.Layout(POINTER, first_free=CODE)
        return P.Program("random loops", "llvm", {"main": main}, "main", layout, objects=objects)
