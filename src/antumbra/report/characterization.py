"""The result of ``antumbra characterize``, as a value: bounds on all failing inputs, and what explains them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field

from antumbra.bounds.against import Comparison
from antumbra.bounds.cfc import Cfc, Failure, Side
from antumbra.bounds.counting.counts import Count
from antumbra.program.assumptions import Assumption
from antumbra.report.result import Finding, Input, Verdict, no_stats
from antumbra.terms import Term


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
    """Two inputs that differ by one step in one parameter: the first fails, the second does not. ``replayed``: both
    were run again and did so."""

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
