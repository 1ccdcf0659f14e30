"""A characterization: load → close in on what fails → replay → have the bounds checked → explain → write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Failure, Side
from antumbra.bounds.counting import UNIFORM
from antumbra.engines.limits import uncollected
from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.proofs import Refuted, Unchecked
from antumbra.records import replace
from antumbra.report.characterization import Characterization
from antumbra.report.result import Finding
from antumbra.session.characterizing import explaining, files
from antumbra.session.characterizing.anytime import Anytime, Part
from antumbra.session.characterizing.checking import Opinion, SecondOpinion, agreed
from antumbra.session.characterizing.explaining import Executions
from antumbra.session.characterizing.options import CharacterizeOptions
from antumbra.session.characterizing.replaying import Replays
from antumbra.session.characterizing.runs_net import disagreement
from antumbra.session.characterizing.searching import Searching
from antumbra.session.characterizing.timing import Timing
from antumbra.session.control import Control, Observer
from antumbra.session.goals import prepare
from antumbra.session.net import net
from antumbra.session.options import RunOptions
from antumbra.session.parts import Folder, Parts, WriteError
from antumbra.solvers.runs import begin_run
from antumbra.strategies.characterize.acf import Acf
from antumbra.strategies.characterize.possible import CHECKER
from antumbra.terms import Term

#: executions of one failure that are run again before it is given up
ATTEMPTS = 3


def characterize(
    path: Path, options: RunOptions, wishes: CharacterizeOptions, control: Control, observer: Observer, parts: Parts
) -> Characterization:
    """The whole run. Raises InputError when the input is wrong; everything else ends in a Characterization."""
    begin_run()
    with uncollected(), net(control):
        return _Run(path, options, wishes, control, observer, parts).result()


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
        self.replays: Replays | None = None
        self.executions: Executions | None = None
        self.folder: Folder | None = None
        self.domain: Term = T.TRUE
        self.distribution = UNIFORM
        #: a failing execution of each failure, replayed
        self.tests: dict[Failure | None, Finding] = {}
        self.opinions: list[Opinion] = []
        self.explained = explaining.Explained()
        self.pictures: dict[str, str] = {}
        self.notes: list[str] = []
        self._anytime = Anytime(control)
        self.reasons = self._anytime.reasons
        #: files on disk
        self.written: set[str] = set()
        self.timing = Timing(control)

    def result(self) -> Characterization:
        try:
            explain = (self._compare, self._read, self._find_neighbours, self._count, self._draw)
            rest = map(Part, (self._check, self._compare_with_runs, *explain))
            self._anytime.run([Part(self._close_in), Part(self._confirm, always=True), *rest])
            self.control.claim()
            return self._told()
        finally:
            for opened in (self.replays, self.folder):
                if opened is not None:
                    opened.close()

    def _told(self, reason: str | None = None) -> Characterization:
        """What is known, and on disk. ``reason``: why somebody else asks, who cannot wait for the run."""
        if reason is not None:
            self.reasons[reason] = None
        result = self._result()
        self.control.unwritten = replace(result, notes=(*result.notes, "not all files were written: no time was left"))
        self._write(result)
        return result

    # ------------------------------------------------------------ the search

    def _close_in(self) -> None:
        self.observer.phase("reading")
        if self.wishes.against is not None:
            explaining.earlier(self.wishes.against)  # what is wrong with it is told now
        self.loaded = self.parts.load(self.path, self.options)
        self.notes += self.loaded.notes
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
        self.replays = Replays(self.loaded, self.options, self.parts, self.control, self.observer)
        searching = Searching(self.loaded, self.options, self.wishes, self.parts, self.control)
        self.observer.phase("exploring")
        if self.wishes.assume_inputs:
            self.distribution = searching.distribution(self.observer)
            self.domain = self.distribution.domain
        self.acf = searching.strategy(self.domain)
        failing = self.acf.definite.failing
        explore = searching.exploration
        self.executions = Executions(self.loaded, explore, failing, self.replays, self.timing, self.folder)
        self.acf.run(self.observer.progress)
        if self.timing.search_is_over():
            self.reasons["interrupted" if self.control.interrupted else "time limit"] = None

    @property
    def _program(self) -> Loaded:
        if self.loaded is None:
            raise RuntimeError("no program was loaded")
        return self.loaded

    # ------------------------------------------------------------ what was found

    @property
    def _cfc(self) -> Cfc:
        acf = self.acf
        if acf is None:
            return Cfc((), (), exact=False)
        return Cfc(acf.parameters, acf.known.pieces, acf.known.exact, self.domain, acf.reading.more)

    def _confirm(self) -> None:
        """Of every failure one execution is run again. What does not fail then is not in MUST."""
        acf = self.acf
        if acf is None:
            return
        known = acf.definite.by_failure()
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
        if self.replays is None:
            return False
        for end in ends[:ATTEMPTS]:
            finding = self.replays.replay(end)
            self.tests.setdefault(failure, finding)
            if finding.replayed:
                self.tests[failure] = finding
                return True
        return False

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
            if isinstance(opinion.answer, Refuted):
                acf.known.withdraw(opinion.pieces)
                self.reasons[f"internal error: a bound was refuted: {opinion.answer.reason}"] = None
            self.opinions.insert(-1, opinion)
            if self.timing.late():
                return
        self.opinions.remove(rest)

    # ------------------------------------------------------------ the result

    def _compare_with_runs(self) -> None:
        """The last net below both bounds."""
        acf = self.acf
        if acf is None:
            return
        checks = self.options.load.properties.checks
        wrong = disagreement(self._program.program, checks, self._cfc, self.options.seed, self.timing.late)
        if wrong is not None:
            acf.known.withdraw(acf.known.pieces)
            self.reasons[f"internal error: {wrong}"] = None

    def _read(self) -> None:
        if self.executions is not None:
            self.observer.phase("explaining")
            explaining.read(self._cfc, self.timing, self.executions, self.explained, self.tests)

    def _find_neighbours(self) -> None:
        if self.executions is not None:
            self.explained.neighbours = tuple(self.executions.neighbours(self._cfc))

    def _count(self) -> None:
        if self.acf is not None and not self.timing.late():
            memory = self.options.limits.memory_mb
            self.explained.count = explaining.counted(self._cfc, self.distribution, self.timing, memory)

    def _compare(self) -> None:
        if self.wishes.against is not None:
            self.explained.comparison = explaining.compared(self.wishes.against, self._cfc, self.timing)

    def _draw(self) -> None:
        if self.folder is not None and self.loaded is not None and not self.timing.late():
            self.observer.phase("drawing")
            self.pictures = files.pictures(self._result(), self.timing.remaining)

    def _result(self) -> Characterization:
        acf, loaded = self.acf, self.loaded
        cfc = self._cfc
        reasons = [*self.reasons, *([] if acf is None else [*acf.ledger.errors, *acf.ledger.reasons])]
        return Characterization(
            file=str(self.path),
            property=self.options.load.properties.name,
            cfc=cfc,
            clauses=self.explained.clauses or explaining.pieces_as_clauses(cfc, self.tests),
            reason=None if cfc.exact else _weightiest(reasons),
            fixed=() if loaded is None else loaded.fixed,
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
        for name, text in files.texts(result, self.explained.clauses, self.pictures).items():
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


def _weightiest(reasons: Sequence[str]) -> str:
    """Errors of ours come first, whatever else ended the run."""
    ours = (reason for reason in reasons if reason.startswith("internal error"))
    return next(ours, None) or next(iter(reasons), "the bounds do not meet")


def _integers(loaded: Loaded) -> str:
    """Which integers are meant: the same condition has other solutions among others."""
    if loaded.language.axioms:
        return "mathematical integers, without a bound"
    return "integers of fixed width that wrap around, as compilers run them"
