"""A characterization: load → close in on what fails → replay → have the bounds checked → explain → write."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Failure, Piece, Side
from antumbra.engines.contract import Engine
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.limits import uncollected
from antumbra.engines.options import chosen
from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.report.characterization import Characterization
from antumbra.report.result import Finding
from antumbra.session.characterizing.options import CharacterizeOptions
from antumbra.session.characterizing.witnesses import Witnesses
from antumbra.session.control import Control, Observer, OutOfMemory, OutOfTime
from antumbra.session.findings import finding_of, told
from antumbra.session.goals import prepare
from antumbra.session.net import net
from antumbra.session.options import RunOptions
from antumbra.session.parts import Native, Parts
from antumbra.session.standard import told as told_engine
from antumbra.solvers.runs import begin_run
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.definite import ENGINE, failure_of
from antumbra.strategies.characterize.possible import Prover
from antumbra.terms import Term

#: part of the time that is kept for checking and explaining what was found, and at most so many seconds
RESERVE_PART = 0.25
RESERVE = 15.0


def characterize(
    path: Path, options: RunOptions, wishes: CharacterizeOptions, control: Control, observer: Observer, parts: Parts
) -> Characterization:
    """The whole run. Raises InputError when the input is wrong; everything else ends in a Characterization."""
    begin_run()
    with uncollected(), net(control):
        return _Run(path, options, wishes, control, observer, parts).result()


@dataclass(slots=True)
class _Explained:
    """What helps to understand the bounds; more of it the more time there is."""

    clauses: tuple[Clause, ...] = ()
    irrelevant: tuple[str, ...] = ()
    neighbours: tuple[Neighbours, ...] = ()
    count: Count | None = None


class _Run:
    """The state of one run; nothing in it outlives ``result``."""

    def __init__(
        self,
        path: Path,
        options: RunOptions,
        wishes: CharacterizeOptions,
        control: Control,
        observer: Observer,
        parts: Parts,
    ) -> None:
        self.path = path
        self.options = options
        self.wishes = wishes
        self.control = control
        self.observer = observer
        self.parts = parts
        self.loaded: Loaded | None = None
        self.acf: Acf | None = None
        self.native: Native | None = None
        self.folder: Folder | None = None
        self.domain: Term = T.TRUE
        self.distribution: Distribution | None = None
        #: a failing execution of each failure, replayed
        self.tests: dict[Failure, Finding] = {}
        self.opinions: list[Opinion] = []
        self.explained = _Explained()
        self.notes: list[str] = []
        self.reasons: dict[str, None] = {}
        self.crash: str | None = None
        reserve = RESERVE_PART * (control.timeout or 0.0)
        self._reserve = min(reserve, RESERVE)

    def result(self) -> Characterization:
        try:
            # each part uses what is there; what a limit ends is missing, never wrong
            for part in (self._close_in, self._confirm, self._check, self._explain):
                self._guarded(part)
            self.control.finishing = True
            return self._finish()
        finally:
            for opened in (self.native, self.folder):
                if opened is not None:
                    opened.close()

    def _guarded(self, part: Callable[[], None]) -> None:
        try:
            part()
        except InputError:
            raise
        except KeyboardInterrupt:
            self.reasons["interrupted"] = None
        except OutOfTime:
            self.reasons["time limit"] = None
        except (OutOfMemory, MemoryError):
            self.reasons["memory limit"] = None
        except Exception as error:  # noqa: BLE001 - our own bugs cost what is not known yet, never a wrong bound
            self.reasons[f"internal error: {type(error).__name__}: {error}"] = None
            self.crash = "".join(traceback.format_exception(error))

    # ------------------------------------------------------------ the search

    def _close_in(self) -> None:
        self.observer.phase("reading")
        self.loaded = self.parts.load(self.path, self.options)
        if self.options.out is not None:
            try:
                self.folder = self.parts.folder(self.loaded, self.options)
            except WriteError as error:
                raise InputError(str(error)) from error
        properties = self.options.load.properties
        if properties.unsupported:
            raise InputError(f"no engine decides {', '.join(properties.unsupported)}")
        if self.loaded.language.named_properties:
            raise InputError("guarded programs have no inputs to characterize; expected C, LLVM or Boogie")
        self.loaded, self.options = prepare(self.loaded, self.options)
        self.observer.phase("exploring")
        if self.wishes.assume_inputs:
            self._assume()
        self.acf = self._strategy(self.domain)
        self.acf.run(self.observer.progress)
        if self._stopped():
            self.reasons["interrupted" if self.control.interrupted else "time limit"] = None

    def _strategy(self, domain: Term) -> Acf:
        wishes = Wishes(self.options.load.properties.checks, domain, self.wishes.max_inputs, self.wishes.without)
        prover = Prover(wishes.checks, self._engine, self._solvers, self._left, self._stopped)
        acf = Acf(self._program.program, wishes, self._exploration, prover, self._stopped)

        def stop() -> None:
            acf.definite.explorer.interrupt()
            if prover.active is not None:
                prover.active.interrupt()

        self.control.stop = stop
        return acf

    def _assume(self) -> None:
        """What the user says of inputs, by their names: a short exploration tells which there are."""
        first = self._strategy(T.TRUE)
        first.definite.run(FIRST_LOOK, self.observer.progress)
        named = parameters(first.reading.inputs, self._program.program)
        self.distribution = distribution(self.wishes.assume_inputs, named)
        self.domain = self.distribution.domain

    def _engine(self, program: P.Program) -> Engine:
        loaded = replace(self._program, program=program)
        memory = self.options.limits.memory_mb
        limits = replace(self.options.limits, memory_mb=None if memory is None else memory // 2)
        return self.parts.engine(loaded, replace(self.options, limits=limits), self._left)

    def _exploration(self) -> ExploreOptions:
        given = {**told_engine(self._program, self.options, ENGINE, self._left()), "path_conditions": True}
        return chosen(ExploreOptions, given)

    @property
    def _solvers(self) -> tuple[str, ...]:
        """Who checks proofs: first the solver that engines ask last."""
        return ("z3 alone", "z3") if self._program.language.axioms else ("z3", "bitwuzla")

    @property
    def _program(self) -> Loaded:
        if self.loaded is None:
            raise RuntimeError("no program was loaded")
        return self.loaded

    def _left(self) -> float | None:
        """Seconds for the search."""
        left = self.control.remaining
        return None if left is None else max(0.0, left - self._reserve)

    def _stopped(self) -> bool:
        return self.control.interrupted or self._left() == 0.0

    # ------------------------------------------------------------ what was found

    @property
    def _cfc(self) -> Cfc:
        acf = self.acf
        if acf is None or self.loaded is None:
            return Cfc((), (), exact=False)
        named = parameters(acf.reading.inputs, self.loaded.program)
        return Cfc(named, acf.known.pieces, acf.known.exact, self.domain, acf.reading.more)

    def _confirm(self) -> None:
        """Of every failure one execution is run again. What does not fail then is not in MUST."""
        acf = self.acf
        if acf is None:
            return
        known: dict[Failure, list[PathEnd]] = {}
        for end in acf.definite.failing:
            known.setdefault(failure_of(end), []).append(end)
        for failure in dict.fromkeys(piece.failure for piece in acf.known.of(Side.MUST)):
            if failure is not None and not self._confirmed(failure, known.get(failure, ())):
                acf.known.withdraw([p for p in acf.known.of(Side.MUST) if p.failure == failure])
                self.reasons[f"{failure.check} at {failure.location} was not confirmed by a run"] = None

    def _confirmed(self, failure: Failure, ends: Sequence[PathEnd]) -> bool:
        for end in ends[:ATTEMPTS]:
            finding = self._replay(end)
            self.tests.setdefault(failure, finding)
            if finding.replayed:
                self.tests[failure] = finding
                return True
        return False

    def _replay(self, end: PathEnd) -> Finding:
        if self.native is None:
            self.native = self.parts.native(self._program, self.options, self.control)
        self.observer.phase("replaying")
        confirmation = self.native.replay(end)
        if confirmation.inputs:
            end = replace(end, inputs=confirmation.inputs)
        return told(finding_of(end, self._program, self.options, asked=True, test=None), confirmation)
