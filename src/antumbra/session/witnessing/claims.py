"""What a correctness witness says, put into the program: each invariant is checked where it is said to hold.

The compiler gives conditions their meaning. A check calls a function that must never be called, whose name has the
number of the claim.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from antumbra.frontends.c.contracts.expressions import RESULT, Scope
from antumbra.frontends.c.contracts.wrapper import CALCULATING
from antumbra.frontends.c.structure.conditions import condition, typedefs_of
from antumbra.frontends.c.structure.finding import Places
from antumbra.frontends.c.structure.inserting import Insertions, elsewhere
from antumbra.frontends.c.structure.statements import Function
from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.session.witnessing.expanding import Expanded
from antumbra.session.witnessing.fitting import is_own_file, place
from antumbra.witnesses.values import Expression, FunctionContract, InvariantAt, Witness

WRONG: Final = "__antumbra_wrong_claim_"
_NUMBER: Final = pattern(rf"{WRONG}(\d+)")


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is said, in words."""

    text: str
    location: Location


@dataclass(slots=True)
class Checked:
    """The program with checks. ``problems``: what of the witness was not put into it, and why."""

    text: bytes = b""
    claims: list[Claim] = field(default_factory=list[Claim])
    contracts: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  #: claims before and after
    problems: list[str] = field(default_factory=list[str])

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(f"{WRONG}{number}" for number in range(len(self.claims)))

    def check_expanded(self, found: Expanded, typedefs: frozenset[str]) -> None:
        """Is each claim checked where it is said to hold, and does it change nothing there? Raises InputError."""
        found.check(typedefs)
        for number, claim in enumerate(self.claims):
            if not found.is_there(f"{WRONG}{number}"):
                raise InputError(f"{claim.text}: the preprocessor leaves out its place", claim.location)
        for before, after in self.contracts:
            missed = found.unseen_return(f"{WRONG}{before}", f"{WRONG}{after}")
            if missed is not None:
                raise InputError(f"{self.claims[after].text}: a macro returns from the function", missed.place)

    def wrong(self, message: str) -> Claim | None:
        """The claim that a violation is about."""
        match = _NUMBER.search(message)
        return self.claims[int(match[1])] if match and int(match[1]) < len(self.claims) else None


def with_checks(witness: Witness, places: Places, path: Path) -> Checked:
    """The program's text with a check for each claim."""
    writer = _Writer(witness, places, path)
    for claim in (*witness.invariants, *witness.contracts):
        writer.put(claim)
    return writer.done()


class _Writer:
    def __init__(self, witness: Witness, places: Places, path: Path) -> None:
        self._witness = witness
        self._places = places
        self._path = path
        self._insertions = Insertions(places.text)
        self._typedefs = typedefs_of(places.text.content)
        self._checked = Checked()
        self._counting = False  #: some of ACSL's operators are functions of ours

    def put(self, claim: InvariantAt | FunctionContract) -> None:
        """What is not understood is a problem, and not the end."""
        file = claim.location.file
        if not is_own_file(file, self._witness, self._path):
            self._checked.problems.append(f"{file} is not the program's file")
            return
        try:
            self._invariant(claim) if isinstance(claim, InvariantAt) else self._contract(claim)
        except InputError as error:
            self._checked.problems.append(str(error))

    def _invariant(self, invariant: InvariantAt) -> None:
        where, expression = invariant.location, invariant.expression
        if invariant.loop:
            found = self._places.loop(where.line, where.column, where.function)
            if found is None:
                raise InputError(f"there is no loop at {place(where)}{_of(where)}", expression.place)
            check = self._check(self._condition(expression), expression, where, "loop invariant")
            self._insertions.condition(found.statement, f"({check}, (", "))")
            return
        found = self._places.statement(where.line, where.column, where.function)
        if found is None:
            raise InputError(f"there is no statement at {place(where)}{_of(where)}", expression.place)
        check = self._check(self._condition(expression), expression, where, "invariant")
        self._insertions.before(found.statement, f"{check};")

    def _contract(self, contract: FunctionContract) -> None:
        where = contract.location
        function = self._places.function_at(where.line, where.column, where.function)
        if function is None and where.function:
            function = self._places.function(where.function)
        if function is None:
            raise InputError(f"there is no function at {place(where)}{_of(where)}", contract.requires.place)
        requires = self._condition(contract.requires)
        scope = Scope(())
        ensures = condition(
            contract.ensures.text, contract.ensures.format, contract.ensures.place, self._typedefs, scope
        )
        number = len(self._checked.claims)
        self._checked.contracts.append((number, number + 1))
        before = self._check(requires, contract.requires, where, f"precondition of {function.name}")
        after = self._check(ensures, contract.ensures, where, f"postcondition of {function.name}")
        olds = "".join(f"__auto_type {name} = ({_at(text, contract.ensures)});" for name, text in scope.olds.items())
        self._insertions.at_start(function, f"{before}; {olds}")
        self._returns(function, after, uses_result=RESULT in ensures)

    def _returns(self, function: Function, check: str, *, uses_result: bool) -> None:
        own = f"__typeof__({function.name}({self._arguments(function)}))"
        for statement in function.body.all():
            if statement.kind != "return":
                continue
            first, behind = statement.first + 1, statement.behind - 1
            if first == behind:
                if uses_result:
                    raise InputError("a postcondition about a result, and a return without one", None)
                self._insertions.before(statement, f"{check};")
            else:
                opening = f"({{ {own} {RESULT} = ("
                self._insertions.tokens(first, behind, opening, f"); {check}; {RESULT}; }})")
        # a function without a result may end here, and main, whose result is 0 then
        if not uses_result:
            self._insertions.at_end(function, f"{check};")
        elif function.name == "main":
            self._insertions.at_end(function, f"{{ int {RESULT} = 0; {check}; }}")

    def _arguments(self, function: Function) -> str:
        """Parameters by their names, as arguments of a call that is not made."""
        text = self._places.text
        first, close = function.parameters[0] + 1, function.parameters[1]
        names: list[str] = []
        last = ""
        number = first
        while number < close:
            word = text.word(number)
            if word == ",":
                names.append(last)
                last = ""
            elif word in ("(", "[", "{"):
                if word != "[":
                    raise InputError(f"the parameters of {function.name} are not understood", None)
                number = text.partners.get(number, number)
            elif text.tokens[number].kind == "id":
                last = word
            number += 1
        if last and last != "void":
            names.append(last)
        return ", ".join(names)

    def _condition(self, expression: Expression) -> str:
        return condition(expression.text, expression.format, expression.place, self._typedefs)

    def _check(self, text: str, expression: Expression, where: Location, kind: str) -> str:
        number = len(self._checked.claims)
        self._counting |= "__antumbra_" in text.replace(RESULT, "")
        self._checked.claims.append(Claim(f"the {kind} {expression.text}", where))
        code = f"(({text}) ? (void)0 : {WRONG}{number}())"
        return _at(code, expression)

    def done(self) -> Checked:
        declared = "".join(f"extern void {name}(void); " for name in self._checked.functions)
        if declared:
            self._insertions.in_front(CALCULATING + declared if self._counting else declared)
        self._checked.text = self._insertions.result()
        return self._checked


def _at(code: str, expression: Expression) -> str:
    """The compiler takes it for text of the witness."""
    return elsewhere(code, expression.place) if expression.place is not None else code


def _of(location: Location) -> str:
    return f" of {location.function}" if location.function else ""
