"""Random programs without memory, of procedures that call each other, over values of several sorts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.terms import Term
from antumbra.terms.sorts import FLOAT32

SORTS = (T.BOOL, T.bv_sort(3), T.bv_sort(8), T.bv_sort(32), T.bv_sort(64), T.bv_sort(100), FLOAT32)
ARRAY = T.array_sort((T.bv_sort(3),), T.bv_sort(8))
_BINARY = (
    *(T.bvadd, T.bvsub, T.bvmul, T.bvand, T.bvor, T.bvxor, T.bvshl, T.bvlshr, T.bvashr),
    *(T.bvudiv, T.bvurem, T.bvsdiv, T.bvsrem),
)
_COMPARE = (T.bvult, T.bvule, T.bvslt, T.bvsle, T.eq)


class Generator:
    """``arrays``: one procedure has a global array, and nothing of it is machine code."""

    def __init__(self, seed: int, *, arrays: bool = False) -> None:
        self.random = Random(seed)
        self.arrays = arrays
        self.globals = [T.var(f"g{i}", sort) for i, sort in enumerate((T.bv_sort(8), T.bv_sort(32), T.BOOL))]
        self.array = T.var("table", ARRAY)

    def program(self) -> P.Program:
        names = ("main", "f", "h")
        signatures = {
            "main": ((), ()),
            "f": ((T.bv_sort(8), FLOAT32), (T.bv_sort(8),)),
            "h": ((T.bv_sort(100),), (T.bv_sort(32), T.BOOL)),
        }
        procedures = {name: self._procedure(name, signatures) for name in names}
        values: dict[Term, Term | None] = dict.fromkeys(self.globals)
        values[self.globals[0]] = T.bv(7, 8)
        if self.arrays:
            values[self.array] = T.array_value(ARRAY, 0, {})
        return P.Program("random", "c", procedures, "main", P.Layout(64), values)

    def _procedure(self, name: str, signatures: dict[str, tuple[Sequence[T.Sort], Sequence[T.Sort]]]) -> P.Procedure:
        random = self.random
        taken, given = signatures[name]
        parameters = tuple(T.var(f"{name} p{i}", sort) for i, sort in enumerate(taken))
        mine = [T.var(f"{name} v{i}", random.choice(SORTS)) for i in range(random.randrange(2, 6))]
        counter = T.var(f"{name} n", T.bv_sort(32))
        scope = [*self.globals, *parameters, *mine, counter]
        count = random.randrange(3, 8)
        labels = [f"b{i}" for i in range(count)]
        blocks: dict[str, P.Block] = {}
        for i, label in enumerate(labels):
            commands: list[P.Command] = []
            if i == 0:
                # what is left out is read without a value
                first = [v for v in (*mine, counter) if random.random() < 0.8]
                commands.append(P.Assign(tuple(first), tuple(T.const(_zero(v.sort), v.sort) for v in first)))
            commands.append(P.Assign((counter,), (T.bvadd(counter, T.bv(1, 32)),)))
            commands += [self._command(name, scope, signatures) for _ in range(random.randrange(1, 4))]
            blocks[label] = P.Block(label, commands, self._end(name, scope, labels, i, given, counter))
        return P.Procedure(name, parameters, tuple(T.var(f"{name} r{i}", s) for i, s in enumerate(given)), blocks)

    def _command(
        self, name: str, scope: list[Term], signatures: dict[str, tuple[Sequence[T.Sort], Sequence[T.Sort]]]
    ) -> P.Command:
        random = self.random
        kind = random.random()
        if self.arrays and name == "h" and kind < 0.5:
            return P.Assign(
                (self.array,), (T.store(self.array, self._term(scope, T.bv_sort(3)), self._term(scope, T.bv_sort(8))),)
            )
        if kind < 0.55:
            targets = random.sample(scope[:-1], random.randrange(1, 3))
            return P.Assign(tuple(targets), tuple(self._term(scope, t.sort) for t in targets))
        if kind < 0.65:
            return P.Havoc(random.choice(scope[:-1]), P.Source.INPUT, "input", "int")
        if kind < 0.72:
            return P.Assume(T.or_(self._term(scope, T.BOOL), self._term(scope, T.BOOL), self._term(scope, T.BOOL)))
        if kind < 0.8:
            some = [self._term(scope, T.BOOL) for _ in range(4)]
            return P.Assert(T.or_(*some), "assert", "wrong")
        callee = random.choice(("f", "h"))
        taken, given = signatures[callee]
        arguments = tuple(self._term(scope, sort) for sort in taken)
        fitting = [[v for v in scope[:-1] if v.sort is sort] for sort in given]
        chosen = [random.choice(options) for options in fitting if options]
        return P.Call(tuple(chosen) if all(fitting) and len(set(chosen)) == len(given) else (), callee, arguments)

    def _end(
        self, name: str, scope: list[Term], labels: list[str], i: int, given: Sequence[T.Sort], counter: Term
    ) -> P.Terminator:
        random = self.random
        if i == len(labels) - 1 or random.random() < 0.1:
            return P.Return(tuple(self._term(scope, sort) for sort in given))
        kind = random.random()
        some = [random.choice(labels[1:]) for _ in range(2)]
        if kind < 0.4:
            # a loop that ends
            limit = random.choice((3, 10, 50))
            return P.Branch(T.bvult(counter, T.bv(limit, 32)), some[0], labels[i + 1])
        if kind < 0.6:
            return P.Goto((labels[i + 1], some[0]))
        if kind < 0.7:
            return P.Switch(self._term(scope, T.bv_sort(3)), ((0, some[0]), (3, some[1])), labels[i + 1])
        return P.Branch(self._term(scope, T.BOOL), some[0], labels[i + 1])

    def predicate(self, scope: list[Term]) -> Term:
        return self._term(scope, T.BOOL)

    def _term(self, scope: list[Term], sort: T.Sort, depth: int = 2) -> Term:
        random = self.random
        mine = [v for v in scope if v.sort is sort]
        if not depth or random.random() < 0.2:
            if mine and random.random() < 0.8:
                return random.choice(mine)
            return T.const(_some(random, sort), sort)
        if sort is T.BOOL:
            if random.random() < 0.3:
                return T.not_(self._term(scope, T.BOOL, depth - 1))
            other = random.choice(SORTS[1:])
            x, y = self._term(scope, other, depth - 1), self._term(scope, other, depth - 1)
            if other is FLOAT32:
                return random.choice((T.fp_lt, T.fp_eq))(x, y)
            return random.choice(_COMPARE)(x, y)
        if random.random() < 0.2:
            return T.ite(
                self._term(scope, T.BOOL, depth - 1),
                self._term(scope, sort, depth - 1),
                self._term(scope, sort, depth - 1),
            )
        x = self._term(scope, sort, depth - 1)
        if sort is FLOAT32:
            y = self._term(scope, sort, depth - 1)
            return random.choice((T.fp_add, T.fp_mul, T.fp_div))(T.const("RNE", T.RM), x, y)
        if random.random() < 0.3:
            other = random.choice(SORTS[1:-1])
            y = self._term(scope, other, depth - 1)
            if other.width > sort.width:
                return T.extract(sort.width - 1, 0, y)
            return T.zero_extend(sort.width - other.width, y)
        return random.choice(_BINARY)(x, self._term(scope, sort, depth - 1))


def _zero(sort: T.Sort) -> object:
    return False if sort is T.BOOL else 0


def _some(random: Random, sort: T.Sort) -> object:
    if sort is T.BOOL:
        return bool(random.getrandbits(1))
    if sort is FLOAT32:
        return random.choice((0, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 1))
    return random.choice((0, 1, 2, 5, (1 << sort.width) - 1))
