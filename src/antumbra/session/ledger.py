"""The book of a run: which ends were seen, what was found, and the verdict that follows from it.

The rules: ``unsafe`` if and only if a violation was confirmed by native replay; ``safe`` if and only if the search
was complete, nothing was cut and nothing is unconfirmed; else ``unknown`` with the weightiest reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.program.source import Location
from antumbra.report.result import Finding, Verdict

#: Reasons by weight. What no larger budget can repair comes before limits, except that a user who interrupted wants
#: to read that.
_WEIGHT = (
    Reason.INTERNAL,
    Reason.INTERRUPT,
    Reason.UNSUPPORTED,
    Reason.EXTERNAL,
    Reason.UNDEFINED,
    Reason.TIME,
    Reason.MEMORY,
    Reason.SOLVER,
    Reason.RESOLUTION,
    Reason.ADDRESS_SPACE,
    Reason.STACK,
    Reason.DEPTH,
    Reason.PATHS,
    Reason.FORKS,
)

#: violations at one place that are replayed before we give up confirming it
ATTEMPTS = 5

Place = tuple[str, Location | None]


@dataclass(slots=True)
class Cut:
    """All cuts for one reason: how many, and the first of them."""

    reason: Reason
    first: PathEnd
    count: int = 1


@dataclass(slots=True)
class Ledger:
    """Fill it with ``record`` and ``found``; read it with ``verdict``."""

    property_name: str
    unsupported: tuple[str, ...] = ()  #: parts of the property that no engine decides
    cuts: dict[Reason, Cut] = field(default_factory=dict[Reason, Cut])
    findings: dict[Place, Finding] = field(default_factory=dict[Place, Finding])
    attempts: dict[Place, int] = field(default_factory=dict[Place, int])
    complete: bool = False  #: set when the engine has nothing left to do

    def record(self, end: PathEnd) -> None:
        """Count how a path ended."""
        if end.reason.kind is Kind.CUT:
            cut = self.cuts.get(end.reason)
            if cut is None:
                self.cuts[end.reason] = Cut(end.reason, end)
            else:
                cut.count += 1

    def wants(self, end: PathEnd) -> bool:
        """Whether a finding at this place is news: none yet, or not confirmed and worth another try."""
        place = (end.check, end.location)
        known = self.findings.get(place)
        if known is None:
            return True
        return known.asked and known.replayed is False and self.attempts.get(place, 0) < ATTEMPTS

    def found(self, finding: Finding) -> None:
        """Keep a finding; a confirmed one replaces an unconfirmed one at the same place."""
        place = (finding.check, finding.location)
        self.attempts[place] = self.attempts.get(place, 0) + 1
        known = self.findings.get(place)
        if known is None or (finding.replayed is True and known.replayed is not True):
            self.findings[place] = finding

    @property
    def violation(self) -> Finding | None:
        """The first confirmed violation of the property."""
        return next((f for f in self.findings.values() if f.asked and f.replayed is True), None)

    @property
    def others(self) -> tuple[Finding, ...]:
        violation = self.violation
        return tuple(f for f in self.findings.values() if f is not violation)

    def verdict(self) -> tuple[Verdict, str | None]:
        if self.violation is not None:
            return Verdict.UNSAFE, None
        reason = next(self._reasons(), None)
        if reason is not None:
            return Verdict.UNKNOWN, reason
        if not self.complete:
            return Verdict.UNKNOWN, "the search is not complete"
        return Verdict.SAFE, None

    def notes(self) -> tuple[str, ...]:
        """What lowers the verdict, weightiest first; the first one is the reason of an ``unknown``."""
        return tuple(self._reasons())

    def _reasons(self) -> Iterator[str]:
        internal = self.cuts.get(Reason.INTERNAL)
        if internal is not None:
            yield self._cut_text(internal)
        for finding in self.findings.values():
            if finding.asked and finding.replayed is not True:
                yield f"violation not confirmed by native replay: {finding.message}{_at(finding.location)}"
        for part in self.unsupported:
            yield f"property {part} is not supported"
        for reason in _WEIGHT[1:]:
            cut = self.cuts.get(reason)
            if cut is not None:
                yield self._cut_text(cut)

    def _cut_text(self, cut: Cut) -> str:
        end, reason = cut.first, cut.reason
        match reason:
            case Reason.UNDEFINED:
                what = end.message or end.check
                text = f"undefined behaviour: {what}{_at(end.location)}"
                return f"{text}; property {self.property_name} not violated before"
            case Reason.UNSUPPORTED | Reason.EXTERNAL:
                word = "unsupported" if reason is Reason.UNSUPPORTED else "external function"
                return f"{word}: {end.message or reason.text}{_at(end.location)}"
            case Reason.INTERNAL:
                return f"internal error: {end.message}" if end.message else "internal error"
            case Reason.INTERRUPT | Reason.TIME | Reason.MEMORY | Reason.SOLVER | Reason.ADDRESS_SPACE:
                return f"{reason.text}: {end.message}" if end.message else reason.text
            case _:
                detail = f": {end.message}" if end.message else _at(end.location)
                return f"{reason.text}{detail}; no violation within it"


def _at(location: Location | None) -> str:
    return f" at {location}" if location else ""
