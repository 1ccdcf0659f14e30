"""``bounds.smt2``: both bounds as functions of SMT-LIB over constants that are named as the parameters are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Parameter
from antumbra.report.bounds.c_parameters import check_identifiers
from antumbra.report.bounds.c_source import clean
from antumbra.report.bounds.sharing import shared_parts
from antumbra.terms import Term, smtlib
from antumbra.terms.smtlib.write import sort_text

#: begins names of parts: no identifier of C has such a sign
PART: Final = "part!"


def smtlib_bounds(cfc: Cfc, *, integers: str = "") -> str:
    """The file. ``(assert (must_fail a b))`` asks for inputs that fail."""
    named = Identifiers(cfc.parameters)
    must, may = named.text(inside(cfc, cfc.lower)), named.text(T.or_(T.not_(cfc.domain), cfc.upper))
    lines = ["; Bounds on all failing inputs, written by Antumbra."]
    lines.append("; must_fail: every input for which it is true fails. may_fail: no input for which it is false fails.")
    lines.append(f"; The bounds are {'exact' if cfc.exact else 'not exact'}.")
    if integers:
        lines.append(f"; {clean(integers)}")
    lines += ["; A float is its bits.", "(set-logic ALL)", *named.declared((cfc.lower, cfc.upper, cfc.domain))]
    lines += [*_constants(cfc.parameters)]
    parameters = " ".join(f"({p.identifier} {sort_text(p.input.place.sort)})" for p in cfc.parameters)
    for name, text in (("must_fail", must), ("may_fail", may)):
        lines.append(f"(define-fun {name} ({parameters}) Bool {text})")
    return "\n".join(lines) + "\n"


def inside(cfc: Cfc, condition: Term) -> Term:
    return T.and_(cfc.domain, condition)


def _constants(parameters: Iterable[Parameter]) -> Iterator[str]:
    for parameter in parameters:
        place = parameter.input.place
        where = f", {place.location}" if place.location else ""
        told = clean(f"{parameter.name}, {parameter.type_name}{where}")
        yield f"(declare-const {parameter.identifier} {sort_text(place.sort)}) ; {told}"


class Identifiers:
    """Conditions as SMT-LIB text over identifiers of parameters."""

    def __init__(self, parameters: Iterable[Parameter]) -> None:
        parameters = tuple(parameters)
        check_identifiers(parameters)
        self.variables: Final[Mapping[Term, Term]] = {
            p.variable: T.var(p.identifier, p.input.place.sort) for p in parameters
        }
        self._renaming: Final = T.Substitution(self.variables)
        self._printer: Final = smtlib.Printer()
        #: parts that have a name, once they are defined
        self._defined: Final[dict[Term, Term]] = {}
        for variable in self.variables.values():
            self._printer.symbol(variable)

    def named(self, condition: Term) -> Term:
        return self._renaming.of(condition)

    def text(self, condition: Term) -> str:
        return self._printer.text(T.replace_parts(self.named(condition), self._defined))

    def define(self, conditions: Iterable[Term]) -> list[str]:
        """Names for what conditions have in common, which texts use from now on: their definitions, in order."""
        lines: list[str] = []
        for part in shared_parts(self.named(condition) for condition in conditions):
            name = T.var(f"{PART}{len(lines) + 1}", T.BOOL)
            text = self._printer.text(T.replace_parts(part, self._defined))
            lines.append(f"(define-fun {self._printer.symbol(name)} () Bool {text})")
            self._defined[part] = name
        return lines

    def declared(self, conditions: Iterable[Term]) -> list[str]:
        """What conditions need besides the parameters: sorts and functions."""
        lines = smtlib.declarations([self.named(condition) for condition in conditions], self._printer)
        return [line for line in lines if not line.startswith("(declare-const ")]
