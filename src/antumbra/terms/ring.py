"""Bit-vector polynomials: a normal form for sums of products, modulo 2^width.

Solvers take products apart bit by bit, and do not see that x·(x+1) is x·x + x. Here arithmetic becomes a sum of
monomials: a factor, atoms (terms that are no sums or products), and conditions under which it counts (or it is zero).
Extensions of sums are opened, and what is carried is a condition: zext(a + b) = zext(a) + zext(b) − 2^w·[a + b < a].

``normalised`` means the same as what it is given. ``abstracted`` has unknowns in place of products and so has all
models that the original has, and more: what does not hold for it holds nowhere. It is for questions about closed forms
of loops, and not what terms are built by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from antumbra.terms import operators as O
from antumbra.terms.leaves import bv, var
from antumbra.terms.making import make
from antumbra.terms.simplify.bits import extract, zero_extend
from antumbra.terms.simplify.boolean import and_, eq, implies, ite, or_
from antumbra.terms.simplify.bv import bvadd, bvmul, bvsub
from antumbra.terms.simplify.compare import bvslt, bvult
from antumbra.terms.sorts import bv_sort
from antumbra.terms.term import Term
from antumbra.terms.traverse import subterms

#: atoms in order, each as often as it is a factor; and conditions in order
Monomial = tuple[tuple[Term, ...], tuple[Term, ...]]
#: monomial → factor, from 1 to 2^width − 1
Polynomial = Mapping[Monomial, int]

ONE: Final[Monomial] = ((), ())
#: monomials of a polynomial, and factors of one; what has more is an atom
MOST_MONOMIALS: Final = 80
MOST_FACTORS: Final = 8
#: products of a formula that are compared with each other
MOST_PRODUCTS: Final = 8


class Ring:
    """Polynomials of terms, kept for those that share parts."""

    def __init__(self) -> None:
        self._done: dict[Term, Polynomial] = {}
        self._normal: dict[Term, Term] = {}
        self._opens: dict[Term, int] = {}

    def polynomial(self, term: Term) -> Polynomial:
        """A bit-vector as a sum of monomials."""
        for part in subterms(term):
            if part.sort.kind == "bv" and part not in self._done:
                self._done[part] = self._of(part)
        return self._done[term]

    def lifted(self, term: Term, width: int) -> Term:
        """A wider term that is the same modulo 2^(the term's own width), as a sum of products of wider atoms."""
        self.polynomial(term)
        return total(self._lifted(term, width), width)

    def normalised(self, term: Term) -> Term:
        """The same term, with all arithmetic in it as sums of products. Binders are left as they are."""
        stack = [term]
        done = self._normal
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            if not top.args or top.op in O.BINDERS:
                done[top] = top
                continue
            opened = self._opened(top)
            inside = top.args if opened is None else [t for a, c in opened for t in (*a, *c)]
            if pending := [part for part in inside if part not in done]:
                stack += pending
            elif opened is None:
                done[top] = make(top.op, tuple(done[a] for a in top.args), top.data)
            else:
                done[top] = self._closed(top, opened)
        return done[term]

    def _opened(self, term: Term) -> Polynomial | None:
        """The sum that a term is, or (of an equation, of some bits) that it is about."""
        if term.sort.kind == "bv" and term.op in _ARITHMETIC:
            made = self.polynomial(term)
        elif term.op is O.EXTRACT:
            made = self._low(self.polynomial(term.args[0]), term.data[0] + 1)
        elif term.op is O.EQ and term.args[0].sort.kind == "bv":
            left, right = (self.polynomial(a) for a in term.args)
            if all(len(atoms) < 2 for atoms, _ in (*left, *right)):
                return None
            made = plus(left, right, -1, term.args[0].width)
        else:
            return None
        return None if any(term in atoms or term in conditions for atoms, conditions in made) else made

    def _closed(self, term: Term, opened: Polynomial) -> Term:
        width = term.data[0] + 1 if term.op is O.EXTRACT else term.args[0].width if term.op is O.EQ else term.width
        result: Polynomial = {}
        for (atoms, conditions), factor in opened.items():
            item: Polynomial = {ONE: factor}
            for condition in conditions:
                item = times(item, conditional(self._normal[condition], 1, width), width)
            for atom in atoms:
                normal = self._normal[atom]
                item = times(item, {((atom,), ()): 1} if normal is atom else self.polynomial(normal), width)
            result = plus(result, item, 1, width)
        whole = total(result, width)
        if term.op is O.EXTRACT:
            high, low = term.data
            return extract(high, low, whole)
        return eq(whole, bv(0, width)) if term.op is O.EQ else whole

    def concerns(self, terms: Iterable[Term]) -> bool:
        """Is there a product of sums: something that the normal form changes, and that solvers do not see?"""
        return self._most(terms) == _PRODUCT

    def multiplies(self, term: Term) -> bool:
        """Is anything multiplied, if only by a constant?"""
        return self._most((term,)) >= _MULTIPLE

    def _most(self, terms: Iterable[Term]) -> int:
        known = self._opens
        found = _NEITHER
        for term in terms:
            stack = [term]
            while stack:
                top = stack[-1]
                if top in known:
                    stack.pop()
                elif pending := [a for a in top.args if a not in known]:
                    stack += pending
                else:
                    known[top] = _opens(top, max((known[a] for a in top.args), default=_NEITHER))
            found = max(found, known[term])
        return found

    # ------------------------------------------------------------ polynomials

    def _of(self, term: Term) -> Polynomial:
        made = self._arithmetic(term)
        if made is None or len(made) > MOST_MONOMIALS or any(len(atoms) > MOST_FACTORS for atoms, _ in made):
            return {((term,), ()): 1}
        return made

    def _arithmetic(self, term: Term) -> Polynomial | None:
        width, op, args = term.width, term.op, term.args
        if op is O.CONST:
            return constant(term.data, width)
        if op is O.BVADD:
            return plus(self._done[args[0]], self._done[args[1]], 1, width)
        if op is O.BVSUB:
            return plus(self._done[args[0]], self._done[args[1]], -1, width)
        if op is O.BVNEG:
            return scaled(self._done[args[0]], -1, width)
        if op is O.BVNOT:
            return plus(constant(-1, width), self._done[args[0]], -1, width)
        if op is O.BVMUL:
            return times(self._done[args[0]], self._done[args[1]], width)
        if op is O.BVSHL and args[1].op is O.CONST:
            return scaled(self._done[args[0]], 1 << min(args[1].data, width), width)
        if op is O.ZERO_EXTEND:
            return self._zero_extended(args[0], width)
        if op is O.SIGN_EXTEND:
            inner = args[0]
            negative = conditional(bvslt(inner, bv(0, inner.width)), 1 << inner.width, width)
            return plus(self._zero_extended(inner, width), negative, -1, width)
        if op is O.CONCAT:
            # the high part's own carries are shifted out
            high, low = self._lifted(args[0], width), self._zero_extended(args[1], width)
            return plus(scaled(high, 1 << args[1].width, width), low, 1, width)
        if op is O.ITE and args[2].op is O.CONST:
            condition, then, otherwise = args
            counts = plus(self._done[then], constant(otherwise.data, width), -1, width)
            return plus(times({((), (condition,)): 1}, counts, width), constant(otherwise.data, width), 1, width)
        if op is O.EXTRACT and term.data[1] == 0:
            return self._low(self._done[args[0]], width)
        return None

    def _zero_extended(self, term: Term, width: int) -> Polynomial:
        """A narrower sum, with what is carried out of it. What is not a sum of plain parts is an atom."""
        narrow = term.width
        if narrow == width:
            return self._done[term]
        if term.op is O.CONCAT and term.args[1].op is O.CONST:
            # nothing is carried from what was shifted
            high, low = self._zero_extended(term.args[0], width), constant(term.args[1].data, width)
            return plus(scaled(high, 1 << term.args[1].width, width), low, 1, width)
        parts = self._done[term]
        if len(parts) < 2 and term.op is not O.CONST:
            return {((zero_extend(width - narrow, term),), ()): 1}
        top = 1 << narrow
        result: Polynomial = {}
        so_far = bv(0, narrow)
        for (atoms, conditions), factor in parts.items():
            minus = factor > top // 2
            amount = top - factor if minus else factor
            if conditions or (atoms and amount != 1):
                return self._apart(parts, narrow, width)
            item = product(atoms, narrow) if atoms else bv(amount, narrow)
            wide = {((zero_extend(width - narrow, item),), ()): 1} if atoms else constant(amount, width)
            following = (bvsub if minus else bvadd)(so_far, item)
            carried = bvult(so_far, item) if minus else bvult(following, so_far)
            result = plus(result, wide, -1 if minus else 1, width)
            result = plus(result, conditional(carried, top, width), 1 if minus else -1, width)
            so_far = following
        return result

    def _apart(self, parts: Polynomial, narrow: int, width: int) -> Polynomial:
        """A sum that is an atom, but for its constant."""
        number = parts.get(ONE, 0)
        base = total({monomial: factor for monomial, factor in parts.items() if monomial != ONE}, narrow)
        wide: Polynomial = {((zero_extend(width - narrow, base),), ()): 1}
        if not number:
            return wide
        top = 1 << narrow
        if number > top // 2:
            wide = plus(wide, conditional(bvult(base, bv(top - number, narrow)), top, width), 1, width)
            return plus(wide, constant(top - number, width), -1, width)
        carried = conditional(bvult(bvadd(base, bv(number, narrow)), base), top, width)
        return plus(plus(wide, constant(number, width), 1, width), carried, -1, width)

    def _lifted(self, term: Term, width: int) -> Polynomial:
        """Something wider that is the same modulo 2^(the term's own width)."""
        if term.op is O.EXTRACT and term.data[1] == 0:
            whole = term.args[0]
            return self._lifted(whole, width) if whole.width < width else self._low(self._done[whole], width)
        half = 1 << (term.width - 1)
        result: Polynomial = {}
        for (atoms, conditions), factor in self._done[term].items():
            number = factor - 2 * half if factor > half else factor
            item: Polynomial = {((), conditions): number % (1 << width)}
            for atom in atoms:
                item = times(item, {((_wider(atom, width),), ()): 1}, width)
            result = plus(result, item, 1, width)
        return result

    def _low(self, wide: Polynomial, width: int) -> Polynomial:
        """The low bits of a sum are the sum of the low bits."""
        result: Polynomial = {}
        for (atoms, conditions), factor in wide.items():
            item: Polynomial = {((), conditions): factor % (1 << width)}
            for atom in atoms:
                low = extract(width - 1, 0, atom)
                item = times(item, {((low,), ()): 1} if low.op is not O.CONST else constant(low.data, width), width)
            result = plus(result, item, 1, width)
        return result


_ARITHMETIC: Final = frozenset({O.BVADD, O.BVSUB, O.BVNEG, O.BVMUL, O.BVSHL, O.ZERO_EXTEND, O.SIGN_EXTEND, O.CONCAT})
_SUMS: Final = frozenset({O.BVADD, O.BVSUB})


def constant(number: int, width: int) -> Polynomial:
    number %= 1 << width
    return {ONE: number} if number else {}


def conditional(condition: Term, number: int, width: int) -> Polynomial:
    """The number where the condition holds, else nothing."""
    number %= 1 << width
    if condition.op is O.CONST:
        return constant(number if condition.data else 0, width)
    return {((), (condition,)): number} if number else {}


def plus(one: Polynomial, other: Polynomial, factor: int, width: int) -> Polynomial:
    """one + factor · other. Atoms in order, and the constant last."""
    found = dict(one)
    top = 1 << width
    for monomial, number in other.items():
        together = (found.get(monomial, 0) + factor * number) % top
        if together:
            found[monomial] = together
        else:
            found.pop(monomial, None)
    return dict(sorted(found.items(), key=_place))


def _place(item: tuple[Monomial, int]) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
    atoms, conditions = item[0]
    return not atoms and not conditions, tuple(a.id for a in atoms), tuple(c.id for c in conditions)


def scaled(one: Polynomial, factor: int, width: int) -> Polynomial:
    return plus({}, one, factor, width)


def times(one: Polynomial, other: Polynomial, width: int) -> Polynomial:
    found: dict[Monomial, int] = {}
    for (atoms, conditions), number in one.items():
        for (more, also), factor in other.items():
            key = (_sorted((*atoms, *more)), _sorted(dict.fromkeys((*conditions, *also))))
            found[key] = found.get(key, 0) + number * factor
    return plus({}, found, 1, width)


def _wider(atom: Term, width: int) -> Term:
    """Of low bits of something wide, more of them; else with zeros in front."""
    if atom.op is O.EXTRACT and atom.data[1] == 0 and atom.args[0].width >= width:
        return extract(width - 1, 0, atom.args[0])
    return zero_extend(width - atom.width, atom)


def difference(ring: Ring, equation: Term) -> Polynomial:
    """What is zero if an equation of bit-vectors holds."""
    left, right = equation.args
    return plus(ring.polynomial(left), ring.polynomial(right), -1, left.width)


def implied(ring: Ring, known: Iterable[Term], goal: Term) -> bool:
    """Is an equation a sum of multiples of known equations, with all monomials as unknowns?"""
    return not unexplained(ring, known, goal)


def unexplained(ring: Ring, known: Iterable[Term], goal: Term, never: Collection[Term] = ()) -> Polynomial:
    """What is left of an equation when multiples of known ones are taken off. Those about other widths say nothing.
    ``never``: conditions that are known to be false. Elimination is complete: of each row the entry that two divides
    least often is taken off the others."""
    sort = goal.args[0].sort
    width = sort.width
    rest = _possible(difference(ring, goal), never)
    rows: list[tuple[Monomial, Polynomial]] = []
    for equation in known:
        if not rest:
            break
        if equation.op is not O.EQ or equation.args[0].sort is not sort:
            continue
        row = _possible(difference(ring, equation), never)
        for pivot, other in rows:
            row = _taken_off(row, pivot, other, width)
        if row:
            pivot = min(row, key=lambda monomial: _twos(row[monomial]))
            rows.append((pivot, row))
            rest = _taken_off(rest, pivot, row, width)
    # a later row may have brought back what an earlier one takes off
    for pivot, row in rows:
        rest = _taken_off(rest, pivot, row, width)
    return rest


def _possible(parts: Polynomial, never: Collection[Term]) -> Polynomial:
    if not never:
        return parts
    return {m: factor for m, factor in parts.items() if not any(condition in never for condition in m[1])}


def _twos(number: int) -> int:
    return (number & -number).bit_length() - 1


def _taken_off(one: Polynomial, pivot: Monomial, row: Polynomial, width: int) -> Polynomial:
    wanted, factor = one.get(pivot, 0), row[pivot]
    twos = _twos(factor)
    if not wanted or wanted % (1 << twos):
        return one
    return plus(one, row, -(wanted >> twos) * pow(factor >> twos, -1, 1 << width), width)


def _sorted(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=lambda term: term.id))


def product(atoms: Sequence[Term], width: int) -> Term:
    result = bv(1, width)
    for atom in atoms:
        result = bvmul(result, atom)
    return result


def total(parts: Polynomial, width: int) -> Term:
    """The term of a polynomial."""
    result = bv(0, width)
    for (atoms, conditions), factor in parts.items():
        item = bvmul(product(atoms, width), bv(factor, width)) if atoms else bv(factor, width)
        if conditions:
            item = ite(and_(*conditions), item, bv(0, width))
        result = bvadd(result, item)
    return result


#: what a term has in it
_NEITHER, _SUM, _MULTIPLE, _PRODUCT = range(4)


def _opens(term: Term, inside: int) -> int:
    if inside == _PRODUCT or (inside >= _SUM and _is_product(term)):
        return _PRODUCT
    if inside == _MULTIPLE or term.op is O.BVMUL:
        return _MULTIPLE
    return _SUM if inside == _SUM or term.op in _SUMS else _NEITHER


def _is_product(term: Term) -> bool:
    return term.op is O.BVMUL and all(a.op is not O.CONST for a in term.args)


def abstracted(terms: Sequence[Term]) -> list[Term]:
    """Formulas with unknowns in place of products; and of these, what is known: the same factors make the same
    product, and zero makes zero."""
    known: dict[Term, Term] = {}
    done: dict[Term, Term] = {}
    for term in subterms(*terms):
        if not term.args or term.op in O.BINDERS:
            done[term] = term
        elif _is_product(term):
            made = make(term.op, tuple(done[a] for a in term.args))
            fresh = known.setdefault(made, var(f"product {len(known)}", bv_sort(term.width)))
            done[term] = fresh if _is_product(made) else made
        else:
            done[term] = make(term.op, tuple(done[a] for a in term.args), term.data)
    return [*(done[term] for term in terms), *_of_products(list(known.items())[:MOST_PRODUCTS])]


def _of_products(products: Sequence[tuple[Term, Term]]) -> Iterator[Term]:
    for number, (made, name) in enumerate(products):
        if not _is_product(made):
            continue
        zero = bv(0, name.width)
        yield implies(or_(*(eq(a, zero) for a in made.args)), eq(name, zero))
        for other, same in products[:number]:
            if other.sort is made.sort and _is_product(other):
                (a, b), (c, d) = made.args, other.args
                alike = or_(and_(eq(a, c), eq(b, d)), and_(eq(a, d), eq(b, c)))
                yield implies(alike, eq(name, same))
