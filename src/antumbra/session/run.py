"""A run: load → search → replay every violation → write tests → decide."""

from __future__ import annotations

import traceback
from dataclasses import asdict, replace
from pathlib import Path

from antumbra.engines.outcome import PathEnd, Reason, Statistics
from antumbra.frontends.load import Loaded
from antumbra.program.errors import InputError
from antumbra.report import lcov
from antumbra.report.json_report import to_text
from antumbra.report.result import Finding, Result, Verdict
from antumbra.session.control import Control, Observer
from antumbra.session.folder import Folder
from antumbra.session.inputs import shown
from antumbra.session.ledger import Ledger
from antumbra.session.memory import peak_memory_mb
from antumbra.session.options import RunOptions
from antumbra.session.parts import Engine, Native, Parts, Tests


def run(path: Path, options: RunOptions, control: Control, observer: Observer, parts: Parts) -> Result:
    """The whole run. Raises InputError when the input is wrong; everything else ends in a Result."""
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
        self.folder = Folder(options.out) if options.out is not None else None
        self.loaded: Loaded | None = None
        self.engine: Engine | None = None
        self.native: Native | None = None
        self.tests: Tests | None = None
        self.tests_written = 0

    def result(self) -> Result:
        # Whatever goes wrong from here on, what was found so far is kept and the verdict cannot be safe.
        try:
            self._search()
        except InputError:
            raise
        except KeyboardInterrupt:
            self.ledger.record(PathEnd(0, Reason.INTERRUPT, ()))
        except MemoryError:
            self.ledger.record(PathEnd(0, Reason.MEMORY, (), message="no memory left"))
        except Exception as error:  # noqa: BLE001 - our own bugs end as unknown, never as a verdict
            self._crashed(error)
        finally:
            if self.native is not None:
                self.native.close()
        return self._finish()

    def _search(self) -> None:
        self.observer.phase("reading")
        self.loaded = self.parts.load(self.path, self.options)
        properties = self.options.load.properties
        if not properties.checks and properties.unsupported:
            return
        self.engine = self.parts.engine(self.loaded, self.options, self.control, self.observer)
        self.observer.phase("exploring")
        for end in self.engine.run():
            self._ended(end)
            if self.ledger.violation is not None and not self.options.collect:
                return
        self.ledger.complete = True

    def _ended(self, end: PathEnd) -> None:
        self.ledger.record(end)
        match end.reason:
            case Reason.VIOLATION:
                if self.ledger.wants(end):
                    self._violation(end)
            case Reason.UNDEFINED:
                if self.ledger.wants(end):
                    self.ledger.found(self._finding(end, asked=False, test=self._test(end)))
            case Reason.ASSUMPTION | Reason.SILENT:
                pass
            case _:
                if self.options.collect and (end.new_coverage or self.options.all_tests):
                    self._test(end)

    # ---------------------------------------------------------------- findings

    def _violation(self, end: PathEnd) -> None:
        """Replay a violation before anyone hears of it."""
        if self.loaded is None:
            raise RuntimeError("a path ended before a program was loaded")
        self.observer.phase("replaying")
        if self.native is None:
            self.native = self.parts.native(self.loaded, self.options)
        replayed = self.native.replay(end)
        finding = self._finding(end, asked=True, test=self._test(end))
        self.ledger.found(replace(finding, replayed=replayed.confirmed, notes=replayed.notes))
        self.observer.phase("exploring")

    def _finding(self, end: PathEnd, *, asked: bool, test: str | None) -> Finding:
        return Finding(
            check=self._property_of(end.check),
            message=end.message or end.reason.text,
            location=end.location,
            inputs=tuple(shown(value) for value in end.inputs),
            stack=end.stack,
            asked=asked,
            test=test,
        )

    def _property_of(self, check: str) -> str:
        """SV-COMP has no property ``assert``: a failing assertion violates ``unreach-call`` where that was asked."""
        checks = self.options.load.properties.checks
        return "unreach-call" if check == "assert" and "unreach-call" in checks else check

    def _test(self, end: PathEnd) -> str | None:
        if self.folder is None or self.loaded is None:
            return None
        if self.tests is None:
            self.tests = self.parts.tests(self.loaded, self.options, self.folder.use())
        self.tests_written += 1
        return str(self.tests.write(end, self.tests_written))

    def _crashed(self, error: Exception) -> None:
        self.ledger.record(PathEnd(0, Reason.INTERNAL, (), message=f"{type(error).__name__}: {error}"))
        if self.folder is not None:
            self.folder.write("crash.txt", "".join(traceback.format_exception(error)))

    # ---------------------------------------------------------------- the result

    def _finish(self) -> Result:
        verdict, reason = self.ledger.verdict()
        notes = self.ledger.notes()
        coverage = self.engine.coverage() if self.engine is not None else None
        result = Result(
            verdict=verdict,
            engine=self.options.engine,
            property=self.options.load.properties.name,
            file=str(self.path),
            reason=reason,
            finding=self.ledger.violation,
            others=self.ledger.others,
            stats=self._statistics(),
            externals=self.loaded.program.externals if self.loaded else {},
            notes=notes if verdict is not Verdict.UNKNOWN else notes[1:],
            tests_dir=str(self.folder.path) if self.folder and self.tests_written else None,
            tests_written=self.tests_written,
            coverage=lcov.summary(coverage) if coverage else None,
            sources=self.loaded.sources if self.loaded else {},
        )
        if self.tests is not None:
            self.tests.finish()
        if self.folder is not None and (self.folder.used or self.options.collect):
            if coverage:
                self.folder.write("coverage.info", lcov.tracefile(coverage))
            self.folder.write("result.json", to_text(result) + "\n")
        return result

    def _statistics(self) -> dict[str, float]:
        statistics = self.engine.statistics if self.engine is not None else Statistics()
        data: dict[str, float] = {k: v for k, v in asdict(statistics).items() if k != "extra"}
        data.update(statistics.extra)
        data["wall_seconds"] = round(self.control.elapsed, 4)
        data["peak_memory_mb"] = round(max(statistics.peak_memory_mb, peak_memory_mb()), 1)
        return data
