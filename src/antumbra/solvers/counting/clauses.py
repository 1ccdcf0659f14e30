"""A condition over bit-vectors, Booleans and floats as clauses (CNF), by Z3's tactics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from antumbra import terms as T
from antumbra.patterns import pattern
from antumbra.records import dataclass
from antumbra.solvers.answers import UnsupportedTerm
from antumbra.solvers.backends.z3_terms import Z3Terms, z
from antumbra.terms import Term
from antumbra.terms import floats as f

#: whatever keeps every model over the named bits: nothing here eliminates variables
_TACTICS: Final = ("simplify", "fpa2bv", "simplify", "bit-blast", "tseitin-cnf")
#: else Z3 leaves a function in the place of conversions that SMT-LIB leaves open; _defined asks for none of them
_SPECIFIED: Final = "rewriter.hi_fp_unspecified"
_CONSTANTS: Final = {"true": True, "false": False}
#: a bit of a variable that counts, a Boolean variable, what Z3 made up
_PROPOSITION: Final = pattern(r"bit![0-9]+![0-9]+|v[0-9]+|k![0-9]+")
_KINDS: Final = ("bv", "bool")


@dataclass(frozen=True, slots=True)
class Clauses:
    """``bits``: of the variables that count, least significant first, the number of each bit's variable; None where
    no clause speaks of it. Other variables are hidden: what they are does not count."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    bits: Mapping[Term, tuple[int | None, ...]]

    def allow(self, values: Mapping[Term, int]) -> bool | None:
        """Whether the clauses allow these values of the variables that count, as far as unit propagation can tell:
        if nothing is hidden in the condition, it always can."""
        truth: dict[int, bool] = {}
        for variable, bits in self.bits.items():
            value = values[variable]
            truth |= {bit: bool(value >> n & 1) for n, bit in enumerate(bits) if bit is not None}
        open_clauses = self.clauses
        while True:
            known = len(truth)
            left: list[tuple[int, ...]] = []
            for clause in open_clauses:
                if any(truth.get(abs(literal)) is (literal > 0) for literal in clause):
                    continue
                free = [literal for literal in clause if abs(literal) not in truth]
                if not free:
                    return False
                if len(free) == 1:
                    truth[abs(free[0])] = free[0] > 0
                else:
                    left.append(clause)
            if len(truth) == known:
                return None if left else True
            open_clauses = tuple(left)


def clauses_of(condition: Term, variables: Sequence[Term]) -> Clauses:
    """``variables`` are those that count. Raises UnsupportedTerm where a part has no bits."""
    # names of our own making, which can be told from Z3's
    ours = {
        v: T.var(f"v{n}", v.sort) for n, v in enumerate(sorted(T.free_variables(condition) | {*variables}, key=_name))
    }
    for variable in ours:
        if variable.sort.kind not in _KINDS:
            raise UnsupportedTerm(f"a variable of sort {variable.sort!r} has no bits to count")
    terms = Z3Terms()
    context = terms.context.handle
    goal = z.Goal(ctx=context)
    goal.add(terms.term(_defined(T.substitute(condition, ours))))
    names: dict[Term, list[str]] = {}
    for number, variable in enumerate(variables):
        handle = terms.term(ours[variable])
        names[variable] = [f"bit!{number}!{n}" for n in range(variable.width or 1)]
        for n, name in enumerate(names[variable]):
            bit = handle if variable.sort is T.BOOL else z.Extract(n, n, handle) == 1
            goal.add(z.Bool(name, context) == bit)
    try:
        # Z3 has it for the process only
        z.set_param(_SPECIFIED, True)
        results = z.Then(*_TACTICS, ctx=context)(goal)
    except z.Z3Exception as error:
        raise UnsupportedTerm(f"Z3 makes no clauses of it: {error}") from error
    finally:
        z.set_param(_SPECIFIED, False)
    if len(results) != 1:
        raise UnsupportedTerm("Z3 splits it into cases")
    return _read(results[0], names)


def _name(variable: Term) -> str:
    return str(variable.data)


def _read(goal: Any, names: Mapping[Term, Sequence[str]]) -> Clauses:
    """Clauses in DIMACS's form. What is named there must be a proposition, not a part that was left as it is."""
    if goal.inconsistent():
        return Clauses(0, ((),), {variable: (None,) * len(bits) for variable, bits in names.items()})
    named: dict[str, int] = {}
    clauses: list[tuple[int, ...]] = []
    for line in goal.dimacs().splitlines():
        first, _, rest = line.partition(" ")
        if first == "c":
            number, _, name = rest.partition(" ")
            if name in _CONSTANTS:
                # where nothing else is left, Z3 numbers it as if it were a proposition
                clauses.append((int(number) if _CONSTANTS[name] else -int(number),))
            elif not _PROPOSITION.fullmatch(name):
                raise UnsupportedTerm(f"Z3 leaves {name} in the clauses")
            named[name] = int(number)
        elif first != "p":
            clauses.append(tuple(int(literal) for literal in line.split()[:-1]))
    bits = {variable: tuple(named.get(name) for name in these) for variable, these in names.items()}
    return Clauses(max(named.values(), default=0), tuple(clauses), bits)


def _defined(condition: Term) -> Term:
    """The same, where conversions of floats to integers are asked only what SMT-LIB defines: else they are 0 with us,
    and anything with Z3."""
    guarded: dict[Term, Term] = {}
    for part in T.subterms(condition):
        if part.op not in (T.FP_TO_SBV, T.FP_TO_UBV):
            continue
        signed = part.op is T.FP_TO_SBV
        mode, number = part.args
        sort = number.sort
        integral = T.fp_round_to_integral(mode, number)
        low = -(1 << (part.width - 1)) if signed else 0
        high = 1 << (part.width - signed)
        fits = T.and_(
            T.not_(T.fp_is_infinite(number)),
            T.fp_le(_power(sort, low), integral),
            T.fp_lt(integral, _power(sort, high)),
        )
        guarded[part] = T.ite(fits, part, T.bv(0, part.width))
    for part, replacement in guarded.items():
        condition = _once(condition, part, replacement)
    return condition


def _once(condition: Term, part: Term, replacement: Term) -> Term:
    """``part`` occurs in its replacement: a variable of its own keeps the two apart."""
    name = T.var(f"conversion {part.id}", part.sort)
    return T.substitute(T.replace_parts(condition, {part: name}), {name: replacement})


def _power(sort: T.Sort, value: int) -> Term:
    """Zero or a power of two; an infinity where the format has no such number: nothing finite is beyond it."""
    return T.fp_const(f.from_fraction(sort, "RNE", Fraction(value)), sort)
