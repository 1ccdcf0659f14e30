"""A run: load → search → replay every violation → write tests → decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from antumbra.engines.contract import Engine
from antumbra.engines.limits import uncollected
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.engines.registry import EXPLORING
from antumbra.frontends.environment import NO_SUITE
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.proofs import Answer, Confirmed, Refuted, Unchecked
from antumbra.proofs.proof import Proof
from antumbra.records import replace, values
from antumbra.report.coverage.values import Coverage
from antumbra.report.coverage.values import summary as coverage_summary
from antumbra.report.result import Finding, Result, Target, Verdict
from antumbra.session.checking import CHECKER, ProofCheck, for_others, path_of, summary
from antumbra.session.control import Control, Observer, OutOfMemory, OutOfTime
from antumbra.session.coverage import Measured, check_patterns, hot_spots, of_program
from antumbra.session.findings import at_calls, check_rows, finding_of, null_hints, rests_on, told, witnessed
from antumbra.session.goals import TargetBook, prepare
from antumbra.session.ledger import Ledger
from antumbra.session.net import net
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation, Folder, Native, Parts, WriteError
from antumbra.session.repeating import reading_words
from antumbra.session.writing.sources import texts
from antumbra.solvers.deadline import Deadline
from antumbra.solvers.runs import begin_run

#: what is known of a part of the property
_VERDICTS = {True: Verdict.UNSAFE, False: Verdict.SAFE, None: Verdict.UNKNOWN}
#: for one question, where nobody says how long it may take
ASSUMPTION_STEPS = 30_000_000


def run(path: Path, options: RunOptions, control: Control, observer: Observer, parts: Parts) -> Result:
    """The whole run. Raises InputError when the input is wrong; everything else ends in a Result."""
    begin_run()
    with uncollected(), net(control):
        return _Run(path, options, control, observer, parts).result()


class _Run:
    """The state of one run; nothing in it outlives ``result``."""

    def __init__(self, path: Path, options: RunOptions, control: Control, observer: Observer, parts: Parts) -> None:
        self.path = path
        self.options = options
        self.control = control
        self.observer = observer
        self.parts = parts
        properties = options.load.properties
        self.ledger = Ledger(properties.name, properties.unsupported)
        self.loaded: Loaded | None = None
        self.engine: Engine | None = None
        self.native: Native | None = None
        self.folder: Folder | None = None
        self.book = TargetBook(options.goals)
        self.writing = options.write
        self.tests_written = 0
        self.notes: list[str] = []
        self.crash: str | None = None
        self.checked: Answer | None = None
        self.measured: Measured | None = None  #: what the engine covered

    def result(self) -> Result:
        # Whatever goes wrong from here on, what was found so far is kept and the verdict cannot be safe.
        try:
            self._search()
            self.control.finishing = True  # in here, so that nothing is thrown behind the last handler
        except InputError:
            raise
        except KeyboardInterrupt:
            self.ledger.cuts.append(Cut(Reason.INTERRUPT))
        except OutOfTime:
            self.ledger.cuts.append(Cut(Reason.TIME, self._how_far))
        except OutOfMemory:
            self.ledger.cuts.append(Cut(Reason.MEMORY, self._how_far))
        except MemoryError as error:
            self.ledger.cuts.append(Cut(Reason.MEMORY, "the system has none left"))
            error.__traceback__ = None  # its frames hold what has filled the memory
        except Exception as error:  # noqa: BLE001 - our own bugs end as unknown, never as a verdict
            self.ledger.cuts.append(Cut(Reason.INTERNAL, f"{type(error).__name__}: {error}"))
            from traceback import format_exception

            self.crash = "".join(format_exception(error))
        self.control.finishing = True
        try:
            return self._finish()
        finally:
            for part in (self.native, self.folder):
                if part is not None:
                    part.close()

    def _search(self) -> None:
        self.observer.phase("reading")
        self.loaded = self.parts.load(self.path, self.options)
        self.notes += self.loaded.notes
        check_patterns(self.options.coverage_of, self.loaded)
        if self.writing and self.options.out is not None:
            try:
                self.folder = self.parts.folder(self.loaded, self.options)
            except WriteError as error:
                raise InputError(str(error)) from error
            from antumbra.session.writing.pages import telling

            self.observer = telling(self.observer, self.folder, self.path)
        properties = self.options.load.properties
        if not properties.checks and properties.unsupported:
            return
        self.loaded, self.options = prepare(self.loaded, self.options)
        if self.options.assume_inputs is not None:
            self.notes.append("only executions whose inputs satisfy the given condition were looked at")
        self.book = TargetBook(self.options.goals)
        if self.options.check_assumptions and (problem := self._vacuous(self.loaded)) is not None:
            self.ledger.cuts.append(Cut(Reason.UNSUPPORTED, problem))
            return
        self.engine = engine = self.parts.engine(self.loaded, self.options, lambda: self.control.remaining)
        if self.loaded.language.memory and "uninitialized" in properties.checks and engine.name != EXPLORING:
            self.ledger.unsupported += (f"uninitialized (by the engine {engine.name})",)
        self.control.stop = engine.interrupt
        if self.control.interrupted:
            engine.interrupt()
        self.observer.phase("exploring")
        for end in engine.run(self.observer.progress):
            self._ended(end)
            go_on = self.options.collect or self.options.one_by_one or engine.decided is not None
            if self.ledger.violation is not None and not go_on:
                return
            if self.book.decided and not self.options.load.properties.checks:
                return  # every place that was asked for is reached, and nothing else was asked
        self.ledger.complete = engine.complete

    def _vacuous(self, loaded: Loaded) -> str | None:
        """What is wrong with the assumptions of the whole program."""
        from antumbra.evidence.assumptions import assumptions_problem  # loads a solver that few runs need

        limits = [s for s in (self.options.solver_timeout, self.control.remaining) if s is not None]
        program = loaded.program if loaded.whole is None else loaded.whole()
        return assumptions_problem(
            program, Deadline(min(limits, default=None), ASSUMPTION_STEPS, stop=lambda: self.control.interrupted)
        )

    def _ended(self, end: PathEnd) -> None:
        match end.reason:
            case Reason.VIOLATION | Reason.UNDEFINED if not self.ledger.wants(end):
                if end.new_coverage:
                    self._collect(end)
            case Reason.VIOLATION:
                self._violation(end) if self._is_asked(end) else self._aside(end)
            case Reason.UNDEFINED:
                self.ledger.found(end, self._finding(end, asked=False, test=self._test(end)))
            case Reason.ASSUMPTION | Reason.SILENT:
                pass
            case Reason.TARGET:
                self._target(end)
            case _:
                self._collect(end)

    def _collect(self, end: PathEnd) -> None:
        """A test of what no other test does, however it ends."""
        if self.options.collect and (end.new_coverage or self.options.all_tests):
            self._test(end)

    # ---------------------------------------------------------------- findings

    def _is_asked(self, end: PathEnd) -> bool:
        """Whether it is one of the checks that were named; without names, all are meant."""
        wanted = self.options.goals.only
        return not wanted or (end.location is not None and (end.check, end.location) in wanted)

    def _aside(self, end: PathEnd) -> None:
        """A check of the same kind elsewhere is violated: executions end there, so that nothing is safe."""
        self.ledger.found(end, self._finding(end, asked=False, test=self._test(end)))
        if self.engine is not None:
            self.engine.close(end.check, end.location)

    def _violation(self, end: PathEnd) -> None:
        """Replay a violation before anyone hears of it."""
        try:
            confirmation = self._replay(end)
        except (OutOfTime, OutOfMemory, KeyboardInterrupt):
            unfinished = replace(self._finding(end, asked=True, test=None), replayed=False)
            self.ledger.found(end, replace(unfinished, notes=("the replay was not finished",)))
            raise
        if confirmation.inputs:
            end = replace(end, inputs=confirmation.inputs)
        end = replace(end, trace=end.trace or confirmation.trace)
        finding = self._finding(end, asked=True, test=self._test(end))
        self.ledger.found(end, told(finding, confirmation))
        target = self.book.of(end)
        if target is not None:
            self.book.note(target, finding.test, confirmed=confirmation.confirmed)
        if confirmation.confirmed and self.engine is not None:
            self.engine.close(end.check, end.location)

    def _target(self, end: PathEnd) -> None:
        """A place was reached: let native code go there too."""
        target = self.book.of(end)
        if target is None or self.book.reached.get(target.key, (False,))[0]:
            return
        confirmation = self._replay(end)
        test = self._test(end)
        self.book.note(target, test, confirmed=confirmation.confirmed)
        if self.options.targets == "all":
            return
        # the places were asked for one by one, as places that must not be reached
        finding = self._finding(
            replace(end, check="unreach-call", message=f"line {target.id} is reached"), asked=True, test=test
        )
        self.ledger.found(end, told(finding, confirmation))

    def _replay(self, end: PathEnd) -> Confirmation:
        if self.native is None:
            self.native = self.parts.native(self._program(), self.options, self.control)
        self.observer.phase("replaying")
        self.control.replaying = True
        try:
            return self.native.replay(end)
        finally:
            self.control.replaying = False
            self.observer.phase("exploring")

    def _finding(self, end: PathEnd, *, asked: bool, test: str | None) -> Finding:
        return finding_of(end, self._program(), self.options, asked=asked, test=test)

    def _program(self) -> Loaded:
        if self.loaded is None:
            raise RuntimeError("a path ended before a program was loaded")
        return self.loaded

    # ---------------------------------------------------------------- files

    def _test(self, end: PathEnd) -> str | None:
        if not self.writing or end.trace or not self._program().language.tests:
            # a test is a sequence of bytes for native code; a trace or a Boogie program has none
            return None
        try:
            file = self._folder().write_test(end, self.tests_written + 1)
        except WriteError as error:
            self._write_failed(error)
            return None
        self.tests_written += 1
        return str(file)

    def _folder(self) -> Folder:
        if self.folder is None:
            self.folder = self.parts.folder(self._program(), self.options)
        return self.folder

    def _write_failed(self, error: WriteError) -> None:
        """A full disk must not cost a verdict."""
        self.writing = False
        self.notes.append(f"results are not complete on disk: {error}")

    def _write_summary(self, result: Result) -> str | None:
        """The file of the page, if there is to be one."""
        if not self.writing or self.loaded is None:
            return None
        if self.folder is None and not (self.options.collect or self.options.html or self.crash):
            return None
        from antumbra.session.writing.pages import write_summary

        return write_summary(self._folder(), result, html=self.options.html)

    # ---------------------------------------------------------------- the result

    def _finish(self) -> Result:
        coverage: Coverage = {}
        if self.engine is not None:
            self.measured = self.engine.coverage  # once: it takes a look at the whole program
            coverage = of_program(self.measured, self._program(), self.options.coverage_of)
            self.ledger.cuts += at_calls(self.engine.cuts, self.loaded)
        noted = any(cut.reason is Reason.INTERRUPT for cut in self.ledger.cuts)
        if self.control.interrupted and not self.ledger.complete and not noted:
            # A solver that was stopped in the middle of the last query only says that it gave up.
            self.ledger.cuts.append(Cut(Reason.INTERRUPT))
        self._check_preconditions()
        self._check_proof(coverage)
        result = self._drawn(witnessed(self._result(coverage), self.loaded, self.options))
        try:
            return replace(result, page=self._write_summary(result))
        except WriteError as error:
            self._write_failed(error)
            return witnessed(self._result(coverage), self.loaded, self.options)

    def _check_preconditions(self) -> None:
        """A proof of nothing is none: some execution must have met what the entry requires."""
        contract = self.loaded.contract if self.loaded is not None else None
        if contract is None or not contract.required or not self._proved or self.engine is None:
            return
        measured = self.measured
        entry = self.options.load.entry_name
        if measured is None:
            self.notes.append(f"whether any execution meets the preconditions of {entry} was not looked at")
        elif not any(entry in names and names[entry].entered for names in measured.functions.values()):
            what = f"no execution was seen that meets the preconditions of {entry}; --pointer or --entry-pointer-size"
            self.ledger.cuts.append(Cut(Reason.UNSUPPORTED, f"{what} may let objects be larger"))

    @property
    def _how_far(self) -> str:
        """Where the run was, if it has not begun to explore."""
        if self.engine is not None:
            return ""
        return "while the program was read" if self.loaded is None else "while the engine was prepared"

    @property
    def _proved(self) -> bool:
        """Is anything said to be impossible? Of targets that were not reached that is said even if others were."""
        verdict, _ = self.ledger.verdict()
        return verdict is Verdict.SAFE or (self.options.one_by_one and self.ledger.complete)

    @property
    def _others_proved(self) -> bool:
        """Is a named property violated, and another one said to hold?"""
        decided = (self.engine.decided if self.engine is not None else None) or ()
        verdict, _ = self.ledger.verdict()
        return verdict is Verdict.UNSAFE and any(each.violated is False for each in decided)

    def _check_proof(self, coverage: Coverage) -> None:
        """Have checked what the engine says cannot happen. What is refuted is an error of ours, and is not said.
        Where a solver does not come back from the check, there is an answer: that of the engine, unchecked."""
        if self.engine is None or self.loaded is None or not (self._proved or self._others_proved):
            return
        loaded, safe = self.loaded, self.ledger.verdict()[0] is Verdict.SAFE
        if self._others_proved:
            loaded, safe = for_others(loaded, self.engine.decided or ()), True
        self.observer.phase("checking")
        self.checked = Unchecked(CHECKER, "no time left")
        self.control.last_words = lambda _: self._result(coverage)
        answer = ProofCheck(loaded, self.options, self.control, self.book, safe).answer(self.engine)
        self.control.claim()
        self.control.last_words = None
        self.control.last.release()
        self.checked = answer
        if isinstance(self.checked, Refuted):
            self._refuted(self.checked)

    def _refuted(self, answer: Refuted) -> None:
        self.ledger.complete = False
        detail = f"the proof was refuted: {answer.reason}"
        self.ledger.cuts += at_calls([Cut(Reason.INTERNAL, detail, answer.location)], self.loaded)
        end = path_of(answer, self.options.goals.targets)
        if end is None:
            return
        if end.reason is Reason.TARGET:
            self._target(end)
        elif end.check in self.options.load.properties.checks:
            self._violation(end)
        elif self.ledger.wants(end):
            self.ledger.found(end, self._finding(end, asked=False, test=self._test(end)))

    def _result(self, coverage: Coverage) -> Result:
        verdict, reason = self.ledger.verdict()
        lowering = tuple(self.ledger.reasons())
        said = self.ledger.told() if verdict is Verdict.UNKNOWN else ()
        lower = [one.text for one in lowering if one not in said]
        engine = self.engine
        complete, shown = self.ledger.complete, self.options.show_checks
        targets = () if shown else (*self.book.targets(complete=complete), *self._decided())
        checks = check_rows(self.book, self.ledger, engine, self.options) if shown else ()
        proof = self._proof()
        return Result(
            verdict=verdict,
            engine=self._engine_name(),
            property=self.options.load.properties.name,
            file=str(self.path),
            reason=reason,
            reason_location=lowering[0].location if lowering and verdict is Verdict.UNKNOWN else None,
            fixed=self.loaded.fixed if self.loaded else (),
            finding=self.ledger.violation,
            others=self.ledger.others,
            proof_checked=None if proof is None else proof.confirmed,
            proof=proof,
            targets=targets,
            checks=checks,
            stats=self._statistics(),
            externals=self.loaded.program.externals if self.loaded else {},
            assumptions=rests_on(self.loaded, engine, self.ledger, targets, checks),
            notes=(
                *lower,
                *null_hints(self.ledger.findings.values()),
                *([f"no suite of tests: {NO_SUITE}"] if self._has_no_suite() else ()),
                *self.notes,
                *(engine.notes if engine is not None else ()),
            ),
            tests_dir=str(self.folder.path) if self.folder and self.tests_written else None,
            tests_written=self.tests_written,
            coverage=coverage_summary(coverage) if coverage else None,
            covered=coverage,
            hot_spots=hot_spots(self.measured),
            crash=self.crash,
            sources=self._sources(coverage),
            reading=reading_words(self.options.load),
        )

    def _has_no_suite(self) -> bool:
        return bool(self.tests_written) and self.loaded is not None and self.loaded.environment.given

    def _sources(self, coverage: Coverage) -> Mapping[str, str]:
        if self.loaded is None:
            return {}
        findings = [self.ledger.violation, *self.ledger.others]
        places = [finding.location for finding in findings if finding is not None]
        return texts([*coverage, *(place.file for place in places if place is not None)], self.loaded.sources)

    def _drawn(self, result: Result) -> Result:
        """With pictures of what the engine has built, if there is to be a page."""
        if not self.options.html or self.loaded is None or self.engine is None or self.control.interrupted:
            return result
        from antumbra.session.writing.pages import drawings

        self.observer.phase("drawing")
        return replace(result, pictures=drawings(self.engine.name, self.loaded, self.options, self.control.remaining))

    def _proof(self) -> Proof | None:
        refuted = isinstance(self.checked, Refuted)
        own = self.engine.proof if self.engine is not None and self._proved and not refuted else None
        if self.loaded is None or not isinstance(self.checked, Confirmed) or not self.checked.claims:
            return summary(self.checked, own)
        from antumbra.session.wording import Wording  # most proofs need no words

        return summary(self.checked, own, Wording(self.loaded))

    def _decided(self) -> Sequence[Target]:
        decided = (self.engine.decided if self.engine is not None else None) or ()
        if isinstance(self.checked, Refuted):
            decided = [replace(each, violated=each.violated or None) for each in decided]
        return [Target(each.id, each.line, _VERDICTS[each.violated].value) for each in decided]

    def _engine_name(self) -> str:
        """The engine that the result comes from."""
        return self.engine.name if self.engine is not None else self.options.engine

    def _statistics(self) -> dict[str, float]:
        statistics = self.engine.statistics if self.engine is not None else Statistics()
        data: dict[str, float] = {k: v for k, v in values(statistics).items() if k != "extra"}
        data.update(statistics.extra)
        data["wall_seconds"] = round(self.control.elapsed, 4)
        return data
