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

#: reasons beside which others say nothing
_ALONE = frozenset({Reason.INTERNAL, Reason.INTERRUPT})

#: violations at one place that are replayed before we give up confirming it
ATTEMPTS = 5

#: what was violated and where; and the user's place, since a line of the library is reached by many calls
Place = tuple[str, Location | None, Location | None]


def _place(end: PathEnd) -> Place:
    return end.check, end.location, end.blamed[0]


@dataclass(frozen=True, slots=True)
class Lowering:
    """A reason why a verdict is no better, and its place in the user's text."""

    text: str
    location: Location | None = None
    kind: Reason | None = None  #: of what was cut


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
        place = _place(end)
        known = self.findings.get(place)
        if known is None:
            return True
        return known.asked and known.replayed is False and self.attempts[place] < ATTEMPTS

    def found(self, end: PathEnd, finding: Finding) -> None:
        """Keep a finding; a confirmed one replaces an unconfirmed one at the same place."""
        place = _place(end)
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
        told = self.told()
        if told:
            return Verdict.UNKNOWN, "; also: ".join(one.text for one in told)
        if not self.complete:
            return Verdict.UNKNOWN, "the search is not complete"
        if self.findings:
            return Verdict.UNKNOWN, "something was found that the property does not cover"
        return Verdict.SAFE, None

    def told(self) -> tuple[Lowering, ...]:
        """The weightiest reason, and the first of each other kind: what is done about one of them leaves the others.
        What an interrupt or an error of ours leaves open follows from it."""
        first: dict[Reason | None, Lowering] = {}
        for one in self.reasons():
            first.setdefault(one.kind, one)
            if one.kind in _ALONE:
                break
        return tuple(first.values())

    def reasons(self) -> Iterator[Lowering]:
        """What lowers the verdict, weightiest first."""
        yield from self._cut_texts(_WEIGHT[:1])
        for finding in self.findings.values():
            what = f"{finding.text}{_at(finding.location)}"
            if finding.asked and finding.condition:
                yield Lowering(f"{what} if {finding.condition}, which is not known", finding.location)
            elif finding.asked and finding.replayed is not True:
                how = finding.replay.value
                yield Lowering(f"violation not confirmed by {how}: {what}", finding.location)
        for part in self.unsupported:
            yield Lowering(f"property {part} is not supported")
        yield from self._cut_texts(_WEIGHT[1:])

    def _cut_texts(self, reasons: tuple[Reason, ...]) -> Iterator[Lowering]:
        told: set[str] = set()
        for reason in reasons:
            for cut in self.cuts:
                if cut.reason is reason and (text := self._text(cut)) not in told:
                    told.add(text)
                    yield Lowering(text, cut.location, reason)

    def _text(self, cut: Cut) -> str:
        where, reason = _at(cut.location), cut.reason
        within = f"{cut.called}: " if cut.called else ""
        match reason:
            case Reason.UNDEFINED:
                what = cut.detail or reason.text
                return f"undefined behaviour: {within}{what}{where}; property {self.property_name} not violated before"
            case Reason.UNSUPPORTED | Reason.EXTERNAL:
                word = "unsupported" if reason is Reason.UNSUPPORTED else "external function"
                return f"{word}: {within}{cut.detail or reason.text}{where}"
            case Reason.BOUND:
                return f"bound {cut.detail}: no violation"
            case _:
                detail = f": {within}{cut.detail}" if cut.detail or within else ""
                bound = "; no violation within it" if reason in _BOUNDS else ""
                return f"{reason.text}{detail}{where}{bound}"


def _at(location: Location | None) -> str:
    return f" at {location}" if location else ""
