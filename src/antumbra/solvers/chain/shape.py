"""What the chain remembers about a condition and about a variable, kept in the term's ``note``.

None of it depends on a path: numbers for the persistent maps, the set of values that make a
condition over one variable true, and the splits of domains by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from antumbra import terms as T
from antumbra.solvers.chain.domains import (
    EMPTY,
    Bounds,
    Domain,
    complement,
    difference,
    domain,
    intersection,
    of_values,
)
from antumbra.solvers.chain.preimage import Inexact, Preimage, direct_truth
from antumbra.terms import operators as o
from antumbra.terms.evaluate import evaluate
from antumbra.terms.partial import surely
from antumbra.terms.substitution import substitute
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables
from antumbra.terms.values import default_value

#: domains up to this size are split by trying every value
ENUMERATION_LIMIT: Final = 3000
#: a variable of at most this many bits is always enumerated
ENUMERATED_BITS: Final = 8
#: evaluations times size of the term: what an enumeration may cost, a few milliseconds
ENUMERATION_COST: Final = 30_000
#: a larger term over one variable shares the values of its parts with the terms that grow out of it
SHARED_SIZE: Final = 400
#: values of parts that one variable keeps
SHARED_LIMIT: Final = 200_000
#: a domain in more pieces than this grows no more: every node of a path would copy it
PIECES_LIMIT: Final = 1024
#: entries of a split cache before it is emptied
SPLIT_LIMIT: Final = 2048


class VariableNote:
    """A variable: its place in persistent maps, and its full domain if it has one."""

    __slots__ = ("condition", "default", "full", "is_bool", "literals", "number", "parts", "pseudo", "term")

    def __init__(self, term: Term, number: int, *, pseudo: bool = False) -> None:
        sort = term.sort
        #: stands for an uninterpreted function or a closed formula, only to relate conditions
        self.pseudo: Final = pseudo
        #: the note of a Boolean variable as a condition
        self.condition: Condition | None = None
        self.term: Final = term
        self.number: Final = number
        self.is_bool: Final = sort.kind == "bool"
        self.full: Final = domain((0, 1 << (sort.width or 1))) if sort.mask or self.is_bool else None
        self.default: Final = default_value(sort)
        self.literals: dict[Domain, Term] = {}
        #: for values of this variable, what parts of large terms over it are
        self.parts: dict[int, dict[Term, Any]] = {}

    def literal(self, values: Domain) -> Term:
        """The term that says the variable lies in ``values``."""
        term = self.literals.get(values)
        if term is None:
            if len(self.literals) >= SPLIT_LIMIT:
                self.literals.clear()
            term = self.literals[values] = _membership(self.term, values)
        return term

    def witness(self, values: Domain) -> Any:
        """An element as a value of the variable's sort."""
        return bool(values.witness) if self.is_bool else values.witness

    def making_true(self, term: Term, values: Domain) -> Bounds:
        """The values that make a large term over this variable alone true.

        A loop over digits gives one such term after another, each a few parts larger than the one before.
        """
        if sum(map(len, self.parts.values())) > SHARED_LIMIT:
            self.parts.clear()
        return of_values(
            value for value in values if evaluate(term, {self.term: value}, None, self.parts.setdefault(value, {}))
        )


def _membership(variable: Term, values: Domain) -> Term:
    if variable.sort.kind == "bool":
        return variable if values.low else T.not_(variable)
    width = variable.width
    top = 1 << width
    outside = complement(values.bounds, top)
    negative = len(outside) < len(values.bounds)
    bounds = outside if negative else values.bounds
    parts: list[Term] = []
    for i in range(0, len(bounds), 2):
        low, high = bounds[i], bounds[i + 1] - 1
        if low == high:
            parts.append(T.eq(variable, T.bv(low, width)))
        elif low == 0:
            parts.append(T.bvule(variable, T.bv(high, width)))
        elif high == top - 1:
            parts.append(T.bvule(T.bv(low, width), variable))
        else:
            parts.append(T.bvule(T.bvsub(variable, T.bv(low, width)), T.bv(high - low, width)))
    inside = T.or_(*parts)
    return T.not_(inside) if negative else inside


#: (functions that occur, whether there is a function or a binder), kept in the notes of inner terms
_Traits = tuple[tuple[Any, ...], bool]
_PLAIN: Final[_Traits] = ((), False)


class Condition:
    """A Boolean term: its variables, its negation, its place in persistent maps, its splits."""

    __slots__ = (
        "_bits",
        "_constants",
        "_holds",
        "_hopeless",
        "_negation",
        "_reduced",
        "_size",
        "_truth",
        "conjuncts",
        "number",
        "only",
        "opaque",
        "splits",
        "term",
        "traits",
        "variables",
    )

    def __init__(self, term: Term, number: int) -> None:
        self.term: Final = term
        self.number: Final = number
        self.variables, self.traits = _dependencies(term)
        #: our evaluator cannot decide it, so that only a solver vouches for a model of it
        self.opaque: Final = self.traits[1]
        single = self.variables[0] if len(self.variables) == 1 and not self.opaque else None
        #: the one variable, when it has a domain
        self.only: Final = None if single is None or single.pseudo or single.full is None else single
        self.conjuncts: Final = _conjuncts(term)
        self._holds: Callable[[Any], Any] | None = None
        self.splits: dict[Domain, tuple[Domain, Domain] | None] = {}
        self._truth: Bounds | None = None
        #: its structure has no exact preimage, whatever the domain
        self._hopeless = False
        self._negation: Condition | None = None
        self._constants: tuple[Term, ...] | None = None
        self._bits: dict[Term, tuple[list[tuple[int, int]], list[int]]] = {}
        self._reduced: dict[tuple[Any, ...], Term] = {}
        self._size = 0

    @property
    def size(self) -> int:
        """How many different terms it has."""
        if not self._size:
            self._size = sum(1 for _ in _nodes(self.term))
        return self._size

    @property
    def holds(self) -> Callable[[Any], Any]:
        """Its value as a function of a dictionary of values."""
        found = self._holds
        if found is None:
            found = self._holds = T.compiled(self.term)
        return found

    def true_in(self, values: Any) -> bool | None:
        """Its value, where the variables decide it: functions and quantifiers may leave it open."""
        return surely(self.term, values) if self.opaque else bool(self.holds(values))

    @property
    def negation(self) -> Condition:
        """The note of the negated term."""
        found = self._negation
        if found is None:
            found = self._negation = condition_note(T.not_(self.term))
        return found

    @property
    def constants(self) -> tuple[Term, ...]:
        """The constants that occur in it."""
        found = self._constants
        if found is None:
            found = self._constants = tuple(node for node in _nodes(self.term) if node.op is o.CONST)
        return found

    def bits(self, variable: Term) -> tuple[list[tuple[int, int]], list[int]]:
        """Slices of a variable that occur in it, as (lowest bit, width), and masks of single bits that it looks at."""
        found = self._bits.get(variable)
        if found is None:
            found = self._bits[variable] = _bits(self.term, variable)
        return found

    def split(self, values: Domain) -> tuple[Domain, Domain] | None:
        """The values that make it true and those that make it false; None if that takes a solver."""
        splits = self.splits
        if values in splits:
            return splits[values]
        if len(splits) >= SPLIT_LIMIT:
            splits.clear()
        answer = splits[values] = self._split(values)
        return answer

    def _split(self, values: Domain) -> tuple[Domain, Domain] | None:
        truth = self._truth
        if truth is None:
            variable = self.only
            if variable is None:
                return None
            truth = self._solve(variable, values)
            if truth is None:
                return None
        true = intersection(values.bounds, truth)
        if not true:
            return (EMPTY, values)
        if true == values.bounds:
            return (values, EMPTY)
        false = difference(values.bounds, true)
        if len(true) > 2 * PIECES_LIMIT or len(false) > 2 * PIECES_LIMIT:
            return None
        return (domain(true), domain(false))

    def _solve(self, variable: VariableNote, values: Domain) -> Bounds | None:
        full = variable.full
        if full is None:
            return None
        direct = direct_truth(self.term, variable.term)
        if direct is not None:
            self._truth = direct
            return direct
        if not values.single and not self._hopeless:
            search = Preimage(variable.term, (values.low, values.high), {})
            try:
                truth = search.truth(self.term)
            except Inexact:
                self._hopeless = not search.used_hull
            else:
                if not search.used_hull:
                    self._truth = truth
                return truth
        if full.size <= 1 << ENUMERATED_BITS:
            if self.size > SHARED_SIZE:
                return variable.making_true(self.term, values)
            truth = self._truth = self._enumerate(variable, full)
            return truth
        if values.size > ENUMERATION_LIMIT or values.size * T.size(self.term) > ENUMERATION_COST:
            return None
        return self._enumerate(variable, values)

    def _enumerate(self, variable: VariableNote, values: Domain) -> Bounds:
        holds = self.holds
        term = variable.term
        if variable.is_bool:
            return of_values(value for value in values if holds({term: bool(value)}))
        environment: dict[Term, Any] = {}
        chosen: list[int] = []
        for value in values:
            environment[term] = value
            if holds(environment):
                chosen.append(value)
        return of_values(chosen)

    def reduced(self, fixed: tuple[Any, ...]) -> Term:
        """The condition with some variables replaced by constants; None in ``fixed`` keeps one."""
        term = self._reduced.get(fixed)
        if term is None:
            if len(self._reduced) >= SPLIT_LIMIT:
                self._reduced.clear()
            values = {
                note.term: T.const(value, note.term.sort)
                for note, value in zip(self.variables, fixed, strict=True)
                if value is not None
            }
            term = self._reduced[fixed] = substitute(self.term, values)
        return term


def _bits(term: Term, variable: Term) -> tuple[list[tuple[int, int]], list[int]]:
    nodes = _nodes(term)
    #: where the lowest bit of a term lies in the variable
    lowest: dict[Term, int] = {variable: 0}
    slices: list[tuple[int, int]] = []
    masks: list[int] = []
    for node in reversed(nodes):
        if node.op is o.EXTRACT and node.args[0] is variable:
            high, low = node.data
            lowest[node] = low
            if high > low:
                slices.append((low, high - low + 1))
            else:
                masks.append(1 << low)
        elif node.op is o.ZERO_EXTEND and node.args[0] in lowest:
            lowest[node] = lowest[node.args[0]]
    for node in nodes:
        if node.op is o.BVAND:
            masks.extend(
                mask.data << lowest[part]
                for part, mask in (node.args, node.args[::-1])
                if part in lowest and mask.op is o.CONST
            )
    return slices, masks


def _conjuncts(term: Term) -> tuple[Term, ...]:
    if term.op is o.AND:
        return term.args
    if term.op is o.NOT and term.args[0].op is o.OR:
        return tuple(T.not_(part) for part in term.args[0].args)
    return ()


_counters: Final[dict[str, int]] = {"variable": 0, "condition": 0}
_pseudo: Final[dict[Any, VariableNote]] = {}


def _next(what: str) -> int:
    number = _counters[what]
    _counters[what] = number + 1
    return number


def variable_note(term: Term) -> VariableNote:
    """The note of a variable."""
    note = term.note
    if note is None:
        note = term.note = VariableNote(term, _next("variable"))
    return note


def condition_note(term: Term) -> Condition:
    """The note of a Boolean term."""
    note = term.note
    if type(note) is Condition:
        return note
    if term.op is o.VAR:
        variable = variable_note(term)
        found = variable.condition
        if found is None:
            found = variable.condition = Condition(term, _next("condition"))
        return found
    note = term.note = Condition(term, _next("condition"))
    return note


def _pseudo_note(key: Any) -> VariableNote:
    note = _pseudo.get(key)
    if note is None:
        note = _pseudo[key] = VariableNote(T.TRUE, _next("variable"), pseudo=True)
    return note


def _dependencies(term: Term) -> tuple[tuple[VariableNote, ...], _Traits]:
    """The variables, and a stand-in for each uninterpreted function; whether our evaluator cannot decide it."""
    free = free_variables(term)
    notes = [variable_note(v) for v in (free if len(free) == 1 else sorted(free, key=_by_id))]
    traits = _traits(term)
    notes.extend(_pseudo_note(function) for function in traits[0])
    if not notes:
        notes.append(_pseudo_note("closed"))
    return tuple(notes), traits


def _traits(term: Term) -> _Traits:
    """Of a term from those of its arguments: conditions share large parts, and each part is walked once."""
    stack = [term]
    while stack:
        top = stack[-1]
        pending = [a for a in top.args if a.note is None and a.args]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        if top.note is None and top is not term:
            top.note = _combined(top)
    return _combined(term)


def _combined(term: Term) -> _Traits:
    functions: dict[Any, None] = {}
    opaque = term.op in o.BINDERS
    if term.op is o.APPLY:
        functions[term.data] = None
        opaque = True
    for arg in term.args:
        note = arg.note
        if note is None or note is _PLAIN or type(note) is VariableNote:
            continue
        inner, inside = note.traits if type(note) is Condition else note
        functions.update(dict.fromkeys(inner))
        opaque = opaque or inside
    return (tuple(functions), True) if opaque else _PLAIN


def _by_id(term: Term) -> int:
    return term.id


def _nodes(term: Term) -> list[Term]:
    seen = {term}
    order = [term]
    for node in order:
        for arg in node.args:
            if arg not in seen:
                seen.add(arg)
                order.append(arg)
    return order
