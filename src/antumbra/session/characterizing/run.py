"""A characterization: load → close in on what fails → replay → have the bounds checked → explain → write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from antumbra import terms as T
from antumbra.bounds.against import Comparison, against
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Failure, Side
from antumbra.bounds.counting import UNIFORM, Count, count, neighbours, parse_distribution
from antumbra.bounds.parameters import parameters
from antumbra.engines.contract import Engine
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.limits import uncollected
from antumbra.engines.options import chosen
from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.text.readable import condition_text
from antumbra.proofs import Refuted, Unchecked
from antumbra.report.bounds.c_source import c_source
from antumbra.report.bounds.clauses import readable_bounds
from antumbra.report.bounds.json_bounds import bounds_text
from antumbra.report.bounds.json_reading import read_bounds_file
from antumbra.report.bounds.picture.document import characterization_svg
from antumbra.report.bounds.picture.figures import figures_of
from antumbra.report.bounds.picture.page import characterization_html
from antumbra.report.bounds.smtlib import smtlib_bounds
from antumbra.report.characterization import Characterization, Clause, Neighbours, shown
from antumbra.report.result import Finding
from antumbra.session.characterizing.anytime import Anytime, Part
from antumbra.session.characterizing.checking import Opinion, SecondOpinion, agreed
from antumbra.session.characterizing.options import MAX_INPUTS, CharacterizeOptions
from antumbra.session.characterizing.runs_net import disagreement
from antumbra.session.characterizing.witnesses import Witnesses
from antumbra.session.control import Control, Observer
from antumbra.session.findings import finding_of, told
from antumbra.session.goals import prepare
from antumbra.session.net import net
from antumbra.session.options import RunOptions
from antumbra.session.parts import Folder, Native, Parts, WriteError
from antumbra.session.standard import told as told_engine
from antumbra.solvers.deadline import Deadline
from antumbra.solvers.runs import begin_run
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.definite import ENGINE, failure_of
from antumbra.strategies.characterize.possible import CHECKER, Prover
from antumbra.terms import Term

#: part of the time that is kept for checking and explaining what was found, and at most so many seconds
RESERVE_PART = 0.25
RESERVE = 15.0
#: seconds for counting, at most
COUNT_SECONDS = 10.0
#: steps of a first look at which inputs there are
FIRST_LOOK = 200_000
#: executions of one failure that are run again before it is given up
ATTEMPTS = 3
#: known failing executions that are looked through for one in a region
MOST_KNOWN = 200
#: pieces that are told as they are
MOST_CLAUSES = 50


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
    comparison: Comparison | None = None


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
        self.distribution = UNIFORM
        #: a failing execution of each failure, replayed
        self.tests: dict[Failure | None, Finding] = {}
        self.opinions: list[Opinion] = []
        self.explained = _Explained()
        self.tests_written = 0
        self.pictures: dict[str, str] = {}
        self.notes: list[str] = []
        self._anytime = Anytime(control)
        self.reasons = self._anytime.reasons
        #: files on disk
        self.written: set[str] = set()
        reserve = RESERVE_PART * (control.timeout or 0.0)
        self._reserve = min(reserve, RESERVE)

    def result(self) -> Characterization:
        try:
            explain = (self._compare, self._read, self._find_neighbours, self._count, self._draw)
            rest = map(Part, (self._check, self._compare_with_runs, *explain))
            self._anytime.run([Part(self._close_in), Part(self._confirm, always=True), *rest])
            self.control.claim()
            return self._told()
        finally:
            for opened in (self.native, self.folder):
                if opened is not None:
                    opened.close()

    def _told(self, reason: str | None = None) -> Characterization:
        """What is known, and on disk. ``reason``: why somebody else asks, who cannot wait for the run."""
        if reason is not None:
            self.reasons[reason] = None
        result = self._result()
        self._write(result)
        return result

    # ------------------------------------------------------------ the search

    def _close_in(self) -> None:
        self.observer.phase("reading")
        if self.wishes.against is not None:
            read_bounds_file(self.wishes.against)  # what is wrong with it is told now
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
        self.control.last_words = self._told
        self.observer.phase("exploring")
        if self.wishes.assume_inputs:
            self._assume()
        self.acf = self._strategy(self.domain)
        self.acf.run(self.observer.progress)
        if self._stopped():
            self.reasons["interrupted" if self.control.interrupted else "time limit"] = None

    def _strategy(self, domain: Term) -> Acf:
        given = self.wishes.max_inputs
        wishes = Wishes(
            self.options.load.properties.checks,
            domain,
            MAX_INPUTS if given is None else given,
            self.wishes.without,
            more_inputs=given is None,
        )
        prover = Prover(self._engine, self._solvers, lambda: self.control.remaining, self._interrupted)
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
        self.distribution = parse_distribution(self.wishes.assume_inputs, named)
        self.domain = self.distribution.domain

    def _engine(self, program: P.Program, checks: frozenset[str]) -> Engine:
        memory = self.options.limits.memory_mb
        limits = replace(self.options.limits, memory_mb=None if memory is None else memory // 2)
        load = replace(self.options.load, properties=replace(self.options.load.properties, checks=checks))
        options = replace(self.options, limits=limits, load=load)
        return self.parts.engine(replace(self._program, program=program), options, self._left)

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

    def _interrupted(self) -> bool:
        return self.control.interrupted

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

    def _not_done(self, cfc: Cfc) -> Iterator[str]:
        """A limit may come before all failures were run again, and before what was asked for."""
        if self.wishes.against is not None and self.explained.comparison is None:
            yield f"not compared with {self.wishes.against}: there was no time or memory left"
        for failure in cfc.failures:
            if failure not in self.tests:
                yield f"{failure.check} at {failure.location} was not run again: there was no time or memory left"

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
        self.control.replaying = True
        try:
            confirmation = self.native.replay(end)
        finally:
            self.control.replaying = False
        if confirmation.inputs:
            end = replace(end, inputs=confirmation.inputs)
        return told(finding_of(end, self._program, self.options, asked=True, test=None), confirmation)

    # ------------------------------------------------------------ second opinion

    def _check(self) -> None:
        """Have the bounds checked. What is refuted is an error of ours, and nothing is said of it."""
        acf = self.acf
        if acf is None:
            return
        self.opinions += [Opinion(what, answer) for what, answer in acf.ledger.answers]
        # true until the last piece was checked, whatever ends that
        rest = Opinion("the other pieces", Unchecked(CHECKER, "not all of them were looked at"))
        self.opinions.append(rest)
        if not self.options.check_proofs or self.control.interrupted:
            return
        self.observer.phase("checking")
        checks = self.options.load.properties.checks
        second = SecondOpinion(self._program.program, checks, self.domain, acf.prover, acf.certificate)
        for opinion in second.on(acf.known):
            self.opinions.insert(-1, opinion)
            if isinstance(opinion.answer, Refuted):
                acf.known.withdraw(opinion.pieces)
                self.reasons[f"internal error: a bound was refuted: {opinion.answer.reason}"] = None
            if self._late():
                return
        self.opinions.remove(rest)

    def _late(self) -> bool:
        """Is there just enough time left to say what is known?"""
        left = self.control.remaining
        return self.control.interrupted or (left is not None and left < self._reserve / 4)

    # ------------------------------------------------------------ the result

    def _compare_with_runs(self) -> None:
        """The last net below both bounds."""
        acf = self.acf
        if acf is None:
            return
        checks = self.options.load.properties.checks
        wrong = disagreement(self._program.program, checks, self._cfc, self.options.seed, self._late)
        if wrong is not None:
            acf.known.withdraw(acf.known.pieces)
            self.reasons[f"internal error: {wrong}"] = None

    def _read(self) -> None:
        """The bounds as people read them, with tests."""
        if self.acf is None:
            return
        self.observer.phase("explaining")
        read = readable_bounds(self._cfc, self._asker())
        self.explained.irrelevant = tuple(parameter.name for parameter in read.irrelevant)
        # should time end: each failure has been run again, though not each clause
        known = tuple(replace(clause, finding=self.tests.get(clause.failure)) for clause in read.clauses)
        self.explained.clauses = known
        self.explained.clauses = tuple(self._with_test(clause) for clause in known)

    def _find_neighbours(self) -> None:
        self.explained.neighbours = tuple(self._neighbours(self._cfc))

    def _count(self) -> None:
        if self.acf is not None and not self._late():
            deadline, memory = self._deadline(COUNT_SECONDS), self.options.limits.memory_mb
            self.explained.count = count(self._cfc, self.distribution, deadline=deadline, memory_mb=memory)

    def _compare(self) -> None:
        if self.wishes.against is not None:
            old = read_bounds_file(self.wishes.against).cfc
            self.explained.comparison = against(old, self._cfc, self._asker())

    def _neighbours(self, cfc: Cfc) -> Iterator[Neighbours]:
        """Pairs at the border, as executions confirm them."""
        safe = T.not_(cfc.upper)
        if self._late() or cfc.lower is T.FALSE or safe is T.FALSE:
            return
        witnesses = Witnesses(self._program.program, self._exploration, self._asker())
        inside, outside = T.and_(cfc.domain, cfc.lower), T.and_(cfc.domain, safe)
        for pair in neighbours(inside, outside, cfc.parameters, asker=self._asker()):
            end = witnesses.failing(pair.fails)
            if end is None or witnesses.failing(pair.passes) is not None:
                continue
            replayed = self._replay(end).replayed
            yield Neighbours(pair.parameter.name, shown(cfc, pair.fails), shown(cfc, pair.passes), replayed)

    def _deadline(self, most: float) -> Deadline:
        """A part of the time that is left."""
        left = 0.0 if self.control.interrupted else self.control.remaining
        return Deadline(most if left is None else min(most, left / 2))

    def _asker(self) -> Asker:
        """Who was interrupted gets what is known, in the form that it has."""
        return Asker(seconds=lambda: 0.0 if self.control.interrupted else self.control.remaining)

    def _with_test(self, clause: Clause) -> Clause:
        """The clause with an input in it that fails, run again; what does not fail then is told, not hidden."""
        acf = self.acf
        if clause.side is not Side.MUST or acf is None or self._late():
            return clause
        witnesses = Witnesses(self._program.program, self._exploration, self._asker())
        known = [end for end in acf.definite.failing if clause.failure in (None, failure_of(end))]
        end = witnesses.in_region(T.and_(self.domain, clause.condition), known[:MOST_KNOWN])
        if end is None:
            return clause
        finding = self._replay(end)
        if self.folder is not None and finding.replayed and self._program.language.tests:
            self.tests_written += 1
            finding = replace(finding, test=str(self.folder.write_test(end, self.tests_written)))
        return replace(clause, finding=finding)

    def _draw(self) -> None:
        if self.folder is not None and self.loaded is not None and not self._late():
            self.observer.phase("drawing")
            result = self._result()
            figures = figures_of(result, seconds=lambda: self.control.remaining)
            self.pictures = {
                "characterization.svg": characterization_svg(result, figures),
                "characterization.html": characterization_html(result, figures),
            }

    def _result(self) -> Characterization:
        acf, loaded = self.acf, self.loaded
        cfc = self._cfc
        reasons = [*self.reasons, *([] if acf is None else [*acf.ledger.errors, *acf.ledger.reasons])]
        return Characterization(
            file=str(self.path),
            property=self.options.load.properties.name,
            cfc=cfc,
            clauses=self.explained.clauses or self._pieces_as_clauses(cfc),
            reason=None if cfc.exact else next(iter(reasons), "the bounds do not meet"),
            irrelevant=self.explained.irrelevant,
            neighbours=self.explained.neighbours,
            counted=self.explained.count,
            comparison=self.explained.comparison,
            proof_checked=agreed(self.opinions),
            checks=tuple(str(opinion) for opinion in self.opinions),
            integers="" if loaded is None else _integers(loaded),
            assumptions=() if loaded is None else tuple(loaded.program.assumptions),
            notes=(*self.notes, *self._not_done(cfc)),
            log=() if acf is None else tuple(acf.ledger.log),
            stats=self._statistics(),
            tests_dir=None if self.folder is None else str(self.folder.path),
            crash=self._anytime.crash,
            sources={} if loaded is None else loaded.sources,
        )

    def _pieces_as_clauses(self, cfc: Cfc) -> tuple[Clause, ...]:
        """Where there was no time for more: the pieces as they are, each failure with its test."""
        names = {parameter.variable: parameter.name for parameter in cfc.parameters}

        def text(condition: Term) -> str:
            return condition_text(condition, lambda variable: names.get(variable, str(variable.data)))

        return tuple(
            Clause(p.side, p.condition, text(p.condition), failure=p.failure, finding=self.tests.get(p.failure))
            for p in cfc.pieces[:MOST_CLAUSES]
        )

    def _statistics(self) -> dict[str, float]:
        data: dict[str, float] = {"wall_seconds": round(self.control.elapsed, 4)}
        if self.acf is not None:
            explored = self.acf.definite.explorer.statistics
            data["paths"] = explored.paths
            data["steps"] = explored.steps + self.acf.prover.steps
            data["proofs"] = self.acf.prover.attempts
            data["pieces"] = len(self.acf.known.pieces)
            data["peak_memory_mb"] = explored.peak_memory_mb
        return data

    def _write(self, result: Characterization) -> None:
        if self.folder is None or self.loaded is None:
            return
        # the bounds themselves first: whoever waits no longer has them
        files: dict[str, Callable[[], str]] = {
            "bounds.json": lambda: bounds_text(result),
            "bounds.smt2": lambda: smtlib_bounds(result.cfc, integers=result.integers),
            "bounds.c": lambda: c_source(result.cfc, integers=result.integers, clauses=self.explained.clauses),
            **{name: partial(str, text) for name, text in self.pictures.items()},
        }
        if self._anytime.crash:
            files["crash.txt"] = partial(str, self._anytime.crash)
        for name, text in files.items():
            if name not in self.written:
                self._write_file(self.folder, name, text)

    def _write_file(self, folder: Folder, name: str, text: Callable[[], str]) -> None:
        try:
            folder.write(name, text())
            self.written.add(name)
        except WriteError as error:
            self.notes.append(f"results are not complete on disk: {error}")
        except Exception as error:  # noqa: BLE001 - an error of ours costs this file, not the others
            self._anytime.failed(error)


def _integers(loaded: Loaded) -> str:
    """Which integers are meant: the same condition has other solutions among others."""
    if loaded.language.axioms:
        return "mathematical integers, without a bound"
    return "integers of fixed width that wrap around, as compilers run them"
