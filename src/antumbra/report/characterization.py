"""The result of ``antumbra characterize``, as a value: bounds on all failing inputs, and what explains them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.bounds.against import Comparison
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Failure, Parameter, Side
from antumbra.bounds.counting import Count, count, parse_distribution, sample
from antumbra.bounds.counting.sampling import value_in
from antumbra.program.assumptions import Assumption
from antumbra.program.errors import InputError
from antumbra.records import dataclass, field
from antumbra.report.result import Finding, Input, Verdict, no_stats
from antumbra.report.values import present
from antumbra.terms import Term
from antumbra.terms.values import value_text


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of a bound as people read it: clauses of one side may overlap, and together are that side.

    ``text``: in the program's own names. ``expression``: the same as C, where C has one.
    """

    side: Side
    condition: Term
    text: str
    expression: str | None = None
    failure: Failure | None = None
    finding: Finding | None = None  #: of MUST: an input in it that fails, replayed


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two inputs that differ by one step in one parameter: the first fails, the second does not. ``replayed``: the
    first was run again as native code, and failed."""

    parameter: str
    fails: tuple[Input, ...]
    passes: tuple[Input, ...]
    replayed: bool | None = None


@dataclass(frozen=True, slots=True)
class Characterization:
    """What is known of all inputs. ``reason``: why there is a gap; None where the bounds are exact."""

    file: str
    property: str
    cfc: Cfc
    clauses: tuple[Clause, ...] = ()
    reason: str | None = None
    fixed: tuple[str, ...] = ()  #: what is fixed of the program's arguments, variables and files
    irrelevant: tuple[str, ...] = ()  #: names of parameters that do not matter
    neighbours: tuple[Neighbours, ...] = ()
    counted: Count | None = None
    comparison: Comparison | None = None  #: with the bounds of an earlier program
    proof_checked: bool | None = None
    checks: tuple[str, ...] = ()  #: what the second solver said of each bound
    integers: str = ""  #: which integers are meant: of C, 32-bit int that wraps around; of Boogie, mathematical ones
    assumptions: tuple[Assumption, ...] = ()
    notes: tuple[str, ...] = ()
    log: tuple[str, ...] = ()  #: the run, phase by phase
    stats: Mapping[str, float] = field(default_factory=no_stats)
    tests_dir: str | None = None
    crash: str | None = field(default=None, repr=False, compare=False)
    sources: Mapping[str, str] = field(default_factory=dict[str, str], repr=False, compare=False)

    @builtins.property
    def exact(self) -> bool:
        return self.cfc.exact

    @builtins.property
    def lower(self) -> Term:
        """Every input of the domain for which it holds fails. Over canonical variables: ``cfc.parameters``."""
        return self.cfc.lower

    @builtins.property
    def upper(self) -> Term:
        """No input of the domain for which it does not hold fails."""
        return self.cfc.upper

    def contains(self, inputs: Mapping[str, int] | Sequence[int]) -> Side | None:
        """The side that an input is on; None where that is not known. Values by names of parameters, or in their order;
        floats as their bits. What is not given must not matter. Raises InputError."""
        values = self._values(inputs)
        for side, region in ((Side.MUST, self.cfc.lower), (Side.SAFE, T.not_(self.cfc.upper))):
            region = T.substitute(T.and_(self.cfc.domain, region), values)
            missing = [p.name for p in self.cfc.parameters if p.variable in T.free_variables(region)]
            if missing:
                raise InputError(f"expected values for all inputs that matter: {', '.join(missing)}")
            # what is left may be a quantifier's to say
            if Asker().impossible(T.not_(region)):
                return side
        return None

    def _values(self, inputs: Mapping[str, int] | Sequence[int]) -> dict[Term, Term]:
        known = {name: p for p in self.cfc.parameters for name in (p.name, p.identifier)}
        if not isinstance(inputs, Mapping):
            inputs = {p.name: value for p, value in zip(self.cfc.parameters, inputs, strict=False)}
        unknown = [name for name in inputs if name not in known]
        if unknown:
            names = ", ".join(p.name for p in self.cfc.parameters)
            raise InputError(f"no input is called {unknown[0]!r}; expected some of {names}")
        return {
            (variable := known[name].variable): T.const(_fitted(value, variable), variable.sort)
            for name, value in inputs.items()
        }

    def count(self, assume_inputs: Sequence[str] = ()) -> Count:
        """How many inputs fail; ``assume_inputs`` as for ``characterize``."""
        if not assume_inputs and self.counted is not None:
            return self.counted
        return count(self.cfc, parse_distribution(assume_inputs, self.cfc.parameters))

    def sample(self, number: int = 10, side: Side = Side.MUST, seed: int = 0) -> list[dict[str, int | float | str]]:
        """Some inputs of one side, by the names of parameters."""
        region = self.cfc.lower if side is Side.MUST else T.not_(self.cfc.upper)
        found = sample(T.and_(self.cfc.domain, region), self.cfc.parameters, number, seed)
        return [{value.name: value.value for value in shown(self.cfc, one)} for one in found]

    @builtins.property
    def verdict(self) -> Verdict:
        """As ``check`` would say it: safe if nothing fails, unsafe if something does, replayed."""
        if self.exact and not self.cfc.of(Side.MUST):
            return Verdict.SAFE
        replayed = any(clause.finding is not None and clause.finding.replayed for clause in self.clauses)
        return Verdict.UNSAFE if replayed else Verdict.UNKNOWN

    @builtins.property
    def exit_status(self) -> int:
        """0 nothing fails, 1 something fails and the bounds are exact, 2 everything else."""
        if not self.exact:
            return Verdict.UNKNOWN.exit_status
        return self.verdict.exit_status

    @builtins.property
    def result_line(self) -> str:
        """``RESULT: …``, in line with the exit status."""
        if self.exact and self.verdict is not Verdict.UNKNOWN:
            return "RESULT: true" if self.verdict is Verdict.SAFE else f"RESULT: false({self.property})"
        return f"RESULT: unknown({self.reason or 'gap between the bounds'})"


def shown(cfc: Cfc, values: Mapping[Term, Any]) -> tuple[Input, ...]:
    """An input vector in the words of reports."""
    return tuple(
        Input(p.name, p.type_name, _value(p, value_in(values, p.variable)), p.input.place.location)
        for p in cfc.parameters
    )


def _value(parameter: Parameter, value: Any) -> int | float | str:
    sort = parameter.variable.sort
    if sort.kind == "bv":
        return present(parameter.type_name, sort.width, value)
    return value if isinstance(value, int) else value_text(value)


def _fitted(value: int, variable: Term) -> int:
    """Negative numbers as the bits that they are."""
    return value & variable.sort.mask if variable.sort.kind == "bv" else value
