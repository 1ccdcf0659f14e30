"""The book of a run: what was found, what was cut, and the verdict that follows from it.

The rules: ``unsafe`` if and only if a violation was confirmed by a replay; ``safe`` if and only if the search
was complete, nothing was cut and nothing is unconfirmed; else ``unknown`` with the weightiest reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.engines.outcome import Cut, PathEnd, Reason
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.report.result import Finding, Verdict

#: Reasons by weight. What no larger budget can repair comes before limits, except that a user who interrupted wants
#: to read that.
_WEIGHT = (
    Reason.INTERNAL,
    Reason.INTERRUPT,
    Reason.UNSUPPORTED,
    Reason.NOT_TAKEN,
    Reason.EXTERNAL,
    Reason.UNDEFINED,
    Reason.TIME,
    Reason.STEPS,
    Reason.MEMORY,
    Reason.SOLVER,
    Reason.REFINEMENT,
    Reason.INVARIANT,
    Reason.RESOLUTION,
    Reason.ADDRESS_SPACE,
    Reason.STACK,
    Reason.DEPTH,
    Reason.BOUND,
    Reason.PATHS,
    Reason.FORKS,
    Reason.ITERATIONS,
)
#: reasons that are bounds of the search: what was not found is not there up to the bound
_BOUNDS = frozenset({Reason.STACK, Reason.DEPTH, Reason.PATHS, Reason.FORKS, Reason.ITERATIONS})

#: violations at one place that are replayed before we give up confirming it
ATTEMPTS = 5

Place = tuple[str, Location | None]


@dataclass(slots=True)
class Ledger:
    """Fill it with ``found`` and ``cuts``; read it with ``verdict``."""

    property_name: str
    unsupported: tuple[str, ...] = ()  #: parts of the property that no engine decides
    complete: bool = False  #: every path was followed to its end
    cuts: list[Cut] = field(default_factory=list[Cut])
    findings: dict[Place, Finding] = field(default_factory=dict[Place, Finding])
    attempts: dict[Place, int] = field(default_factory=dict[Place, int])

    def wants(self, end: PathEnd) -> bool:
        """Whether a finding at this place is news: none yet, or not confirmed and worth another try."""
        place = (end.check, end.location)
        known = self.findings.get(place)
        if known is None:
            return True
        return known.asked and known.replayed is False and self.attempts[place] < ATTEMPTS

    def found(self, end: PathEnd, finding: Finding) -> None:
        """Keep a finding; a confirmed one replaces an unconfirmed one at the same place."""
        place = (end.check, end.location)
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
        reason = next(self.reasons(), None)
        if reason is not None:
            return Verdict.UNKNOWN, reason
        if not self.complete:
            return Verdict.UNKNOWN, "the search is not complete"
        if self.findings:
            return Verdict.UNKNOWN, "something was found that the property does not cover"
        return Verdict.SAFE, None

    def reasons(self) -> Iterator[str]:
        """What lowers the verdict, weightiest first."""
        yield from self._cut_texts(_WEIGHT[:1])
        for finding in self.findings.values():
            if finding.asked and finding.condition:
                yield f"{finding.message}{_at(finding.location)} if {finding.condition}, which is not known"
            elif finding.asked and finding.replayed is not True:
                yield (f"violation not confirmed by {finding.replay.value}: {finding.message}{_at(finding.location)}")
        for part in self.unsupported:
            yield f"property {part} is not supported"
        yield from self._cut_texts(_WEIGHT[1:])

    def _cut_texts(self, reasons: tuple[Reason, ...]) -> Iterator[str]:
        told: set[str] = set()
        for reason in reasons:
            for cut in self.cuts:
                if cut.reason is reason and (text := self._text(cut)) not in told:
                    told.add(text)
                    yield text

    def _text(self, cut: Cut) -> str:
        where, reason = _at(cut.location), cut.reason
        match reason:
            case Reason.UNDEFINED:
                what = cut.detail or reason.text
                return f"undefined behaviour: {what}{where}; property {self.property_name} not violated before"
            case Reason.UNSUPPORTED | Reason.EXTERNAL:
                word = "unsupported" if reason is Reason.UNSUPPORTED else "external function"
                return f"{word}: {cut.detail or reason.text}{where}"
            case Reason.BOUND:
                return f"bound {cut.detail}: no violation"
            case _:
                detail = f": {cut.detail}" if cut.detail else ""
                bound = "; no violation within it" if reason in _BOUNDS else ""
                return f"{reason.text}{detail}{where}{bound}"


def _at(location: Location | None) -> str:
    return f" at {location}" if location else ""
