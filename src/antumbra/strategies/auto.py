"""``auto``: several engines in turn, each for longer and longer, until one of them decides.

Exploration finds violations sooner, and is all that small programs need; the others end where there are too many paths,
and close loops. Turns are counted in steps (engines.effort), so that the same program takes the same turns everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence

from antumbra.engines.contract import Decision, Engine, OnProgress
from antumbra.engines.coverage import Coverage
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.proofs.proof import Proof
from antumbra.records import dataclass, field, fields

#: steps of the first turn of each engine, and how much longer the next one is
FIRST_TURN = 400_000
GROWTH = 2
#: the same with axioms, where a question costs many times what is counted of it
FIRST_TURN_WITH_AXIOMS = 100_000
GROWTH_WITH_AXIOMS = 4

#: what exploration met in the program is there whatever another engine says of all executions
_FACTS = frozenset({Reason.UNDEFINED, Reason.UNSUPPORTED, Reason.EXTERNAL, Reason.INTERNAL})
#: the same, of an engine that merges states, which may not support what it would path by path
_FACTS_OF_TRIAL = _FACTS - {Reason.UNSUPPORTED}
#: steps of the turns in which merging is tried
PROBE = 60_000
#: share of states that became one, of those that met, above which an engine that merges goes on
MOST = 0.9
#: what a longer turn, or another engine, may still decide
_OPEN = frozenset({Reason.TIME, Reason.STEPS, Reason.MEMORY, Reason.INVARIANT, Reason.REFINEMENT, Reason.NOT_TAKEN})

#: makes an engine, told how many steps one query may take
Maker = Callable[[int | None], Engine]


@dataclass(slots=True)
class _Player:
    """One engine of the game; None before its first turn, and where it must begin anew."""

    make: Maker
    engine: Engine | None = None
    over: bool = False  #: another turn would not bring it further
    trial: bool = False  #: it merges states
    explores: bool = False  #: what it met in the program counts whoever decides
    late: bool = False  #: it takes no part in the first round
    facts: list[Cut] = field(default_factory=list[Cut])


class Alternation:
    """An engine made of several. The first one explores: what it has met in the program counts whoever decides.

    ``trial``: the first one merges states, the second explores the same path by path. Both begin with a short turn, and
    the first goes on if nearly all states that met became one. ``late``: numbers of engines that take no part in the
    first round, since no step counts what it takes to make them. ``short``: those that have a short turn before, and
    ``rounds``: the order of all in each round; where nothing is said these are both that explore, and merging last.
    """

    def __init__(
        self,
        makers: Sequence[Maker],
        *,
        axioms: bool = False,
        trial: bool = False,
        late: Container[int] = (),
        short: Sequence[int] = (),
        rounds: Sequence[int] = (),
    ) -> None:
        self._first_turn, self._growth = (
            (FIRST_TURN_WITH_AXIOMS, GROWTH_WITH_AXIOMS) if axioms else (FIRST_TURN, GROWTH)
        )
        self._players = [
            _Player(make, explores=number <= trial, late=number in late) for number, make in enumerate(makers)
        ]
        self._players[0].trial = trial
        everybody = range(len(makers))
        # from the first round on merging comes last
        self._rounds = tuple(rounds) or ((*everybody[1:], 0) if trial else tuple(everybody))
        self._short = tuple(short) or ((0, 1) if trial else ())
        #: who is in turn, one after the other; short turns come first
        self._order = self._short or self._rounds
        self._probing = bool(self._short)
        self._interrupted = False
        self._closed: list[tuple[str, Location | None]] = []
        #: work of engines that have begun anew since
        self._begun_anew: list[Statistics] = []
        #: whose turn is next, and how long it is
        self._next, self._length = 0, PROBE if self._probing else self._first_turn
        self._active = self._engine(self._players[self._order[0]], self._length)

    def _engine(self, player: _Player, steps: int | None) -> Engine:
        if player.engine is None:
            player.engine = player.make(steps)
            for check, location in self._closed:
                player.engine.close(check, location)
        if self._interrupted:
            player.engine.interrupt()
        return player.engine

    # ------------------------------------------------------------ the run

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """Turns of the engines, until one decides; with ``steps``, until the turn in which so many have been spent.
        These are for all engines: turns that would leave no steps for the last one are shorter."""
        begun = self.statistics.steps
        if steps is not None and self._next == 0:
            self._length = min(self._length, max(1, steps // (2 * len(self._players))))
        while not self._interrupted:
            player = self._players[self._order[self._next]]
            if not player.over and not player.late:
                yield from self._turn(player, self._length, on_progress)
                if self._active.complete or self._decided:
                    return
            self._next += 1
            if self._next == len(self._order):
                self._next = 0
                for one in self._players:
                    one.late = one.late and self._probing
                self._length = self._first_turn if self._probing else self._length * self._growth
                self._order, self._probing = self._rounds, False
                if all(player.over for player in self._players):
                    return
            if steps is not None and self.statistics.steps - begun >= steps:
                return

    def _turn(self, player: _Player, steps: int, on_progress: OnProgress | None) -> Iterator[PathEnd]:
        alone = all(other.over for other in self._players if other is not player)
        share = None if alone else steps
        self._active = engine = self._engine(player, share)
        yield from engine.run(on_progress, steps=share)
        goes_on = engine.complete or self._goes_on(player)
        if goes_on and (engine.complete or engine.unfinished):
            return
        if goes_on and not alone and any(cut.reason is Reason.STEPS for cut in engine.cuts):
            self._note_facts(player)
            self._begun_anew.append(engine.statistics)
            player.engine = None  # a query needed more than this turn had
        else:
            player.over = True

    def _goes_on(self, player: _Player) -> bool:
        """Is an engine worth another turn? One that merges states is if it pays."""
        if not player.trial or player.engine is None:
            return True
        statistics = player.engine.statistics
        met, merged = (statistics.extra.get(name, 0) for name in ("met", "merged"))
        return merged >= MOST * met if met else not statistics.forks

    @property
    def _decided(self) -> bool:
        """Has the engine at work come to an end that no other engine changes?"""
        if self._interrupted:
            return True
        player = next((player for player in self._players if player.engine is self._active), None)
        if player is None or not player.over:
            return False
        if player.trial and (self._active.cuts or self._active.unfinished):
            return False
        # without a cut it has found what is violated, and all of it
        return not self._active.cuts or any(cut.reason not in _OPEN for cut in self._active.cuts)

    def _note_facts(self, player: _Player) -> None:
        if player.engine is not None and player.explores:
            kept = _FACTS_OF_TRIAL if player.trial else _FACTS
            player.facts = [cut for cut in player.engine.cuts if cut.reason in kept]

    def interrupt(self) -> None:
        self._interrupted = True
        for player in self._players:
            if player.engine is not None:
                player.engine.interrupt()

    def close(self, check: str, location: Location | None) -> None:
        self._closed.append((check, location))
        for player in self._players:
            if player.engine is not None:
                player.engine.close(check, location)

    # ------------------------------------------------------------ results: those of the engine at work

    @property
    def name(self) -> str:
        return self._active.name

    @property
    def unfinished(self) -> bool:
        return not self.complete and any(not player.over for player in self._players)

    @property
    def complete(self) -> bool:
        return self._active.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        """Of the engine at work; and what exploration, which leaves nothing out, has met before."""
        cuts = list(self._active.cuts)
        known = {(cut.reason, cut.detail, cut.location) for cut in cuts}
        for player in self._players:
            if player.explores and player.engine is not self._active:
                self._note_facts(player)
                for cut in player.facts:
                    key = (cut.reason, cut.detail, cut.location)
                    if key not in known:
                        known.add(key)
                        cuts.append(cut)
        return cuts

    def certificate(self) -> Certificate | None:
        return self._active.certificate()

    @property
    def proof(self) -> Proof | None:
        return self._active.proof

    def resting(self, assumptions: Sequence[Assumption]) -> Sequence[Assumption]:
        return self._active.resting(assumptions)

    @property
    def notes(self) -> Sequence[str]:
        return self._active.notes

    @property
    def decided(self) -> Sequence[Decision] | None:
        return self._active.decided

    @property
    def coverage(self) -> Coverage | None:
        """That of exploration, which leaves nothing out."""
        engines = {player.trial: player.engine for player in self._players if player.explores and player.engine}
        return (engines.get(False) or engines.get(True) or self._active).coverage

    @property
    def statistics(self) -> Statistics:
        """Of all engines together; the states left are those of the engine at work."""
        engines = [player.engine for player in self._players if player.engine is not None]
        result = Statistics()
        for one in (*self._begun_anew, *(engine.statistics for engine in engines)):
            for each in fields(Statistics):
                if each.name in _LARGEST:
                    setattr(result, each.name, max(getattr(result, each.name), getattr(one, each.name)))
                elif each.name != "extra":
                    setattr(result, each.name, getattr(result, each.name) + getattr(one, each.name))
            result.extra.update(one.extra)
        result.states = self._active.statistics.states
        return result


#: counters of the process or the program, which engines share
_LARGEST = frozenset({"wall_seconds", "peak_memory_mb", "covered_blocks", "total_blocks", "errors"})
