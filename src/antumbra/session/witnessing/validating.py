"""``antumbra validate``: a witness is confirmed, refuted, or neither, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from antumbra.engines.checks import plan_checks
from antumbra.frontends.c.naming import display_name
from antumbra.frontends.c.structure.conditions import typedefs_of
from antumbra.frontends.c.structure.finding import Places
from antumbra.frontends.c.structure.text import Text
from antumbra.frontends.load import language_of, load
from antumbra.program.errors import InputError
from antumbra.program.properties import ERROR_FUNCTIONS
from antumbra.program.source import Location, blamed
from antumbra.proofs import Budget, Confirmed, Question
from antumbra.records import replace
from antumbra.report.result import Finding, Result, Verdict
from antumbra.session.control import Control, Observer
from antumbra.session.goals import prepare
from antumbra.session.options import RunOptions
from antumbra.session.replays.native import replayer
from antumbra.session.run import run
from antumbra.session.standard import Standard
from antumbra.session.witnessing.claims import Checked, with_checks
from antumbra.session.witnessing.expanding import Expanded, expanded
from antumbra.session.witnessing.fitting import Misfit, Said, check_program, chosen
from antumbra.session.witnessing.following import PROBE, Followed, followed
from antumbra.session.witnessing.telling import ASSERTION
from antumbra.session.writing.testfiles import read_test
from antumbra.witnesses.reading import read_witness
from antumbra.witnesses.values import Witness

#: seconds where the user says nothing: what SV-COMP gives those who validate violations
DEFAULT_TIMEOUT: Final = 90.0
#: effort of the check of a proof before engines are asked
EFFORT: Final = 1_500_000
#: the same where the witness says nothing of loops: engines find out more themselves
WITHOUT_CLAIMS: Final = 400_000
#: who may prove what a witness says, in this order
PROVING: Final = ("interpolate", "dash", "houdini", "explore")
CHECKER: Final = "checker of proofs"
LEAKS: Final = frozenset({"valid-memtrack", "valid-memcleanup"})


class _Nothing(Exception):  # noqa: N818 - an answer
    """There is nothing that the witness could be about, and why."""


def validate(
    path: Path, witness_file: Path, options: RunOptions, said: Said, control: Control, observer: Observer
) -> Result:
    """The result: ``safe`` where a correctness witness is confirmed, ``unsafe`` where a violation witness is. Raises
    InputError where a file is not what it should be."""
    observer.phase("reading")
    witness = read_witness(witness_file, display_name(witness_file))
    if language_of(path, options.load) != "c":
        raise InputError("witnesses are about programs in C", Location(display_name(path)))
    validation = _Validation(path, witness_file, witness, options, control, observer)
    try:
        content = path.read_bytes()
        check_program(witness, content)
        properties, model = chosen(witness, options.load, said)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Location(display_name(path))) from error
    except Misfit as misfit:
        return validation.unknown(str(misfit))
    if said.properties is None:
        validation.note_functions(properties.error_functions)
    data_model = "ILP32" if model == "ILP32" else "LP64"
    validation.options = replace(
        options, load=replace(options.load, properties=properties, data_model=data_model), witness=False
    )
    try:
        places = Places(Text(content, display_name(path)))
    except InputError as error:
        return validation.unknown(f"the program's statements are not understood: {error}")
    return validation.violation(places) if witness.violation else validation.correctness(places)


class _Validation:
    def __init__(
        self,
        path: Path,
        witness_file: Path,
        witness: Witness,
        options: RunOptions,
        control: Control,
        observer: Observer,
    ) -> None:
        self._path = path
        self._file = witness_file
        self._witness = witness
        self.options = options
        self._control = control
        self._observer = observer
        self._notes = list(witness.notes)

    def note_functions(self, functions: Sequence[str]) -> None:
        """The name of a property does not tell which calls it forbids: a witness may say what it likes."""
        if functions and not set(functions) <= {*ERROR_FUNCTIONS, ASSERTION}:
            self._notes.append(f"the property is the witness's own: no call of {', '.join(functions)}")

    # ---------------------------------------------------------------- answers

    def unknown(self, reason: str, *, base: Result | None = None, finding: Finding | None = None) -> Result:
        return self._result(Verdict.UNKNOWN, reason, base, finding)

    def _result(
        self, verdict: Verdict, reason: str | None, base: Result | None = None, finding: Finding | None = None
    ) -> Result:
        properties = self.options.load.properties
        kind = "violation" if self._witness.violation else "correctness"
        producer = " ".join(filter(None, (self._witness.producer.name, self._witness.producer.version)))
        notes = (f"a {kind} witness{f' by {producer}' if producer else ''}", *self._notes)
        if base is None:
            base = Result(verdict, CHECKER, properties.name, str(self._path))
        return replace(
            base,
            verdict=verdict,
            reason=reason,
            reason_location=None,
            property=properties.name,
            finding=finding if verdict is Verdict.UNSAFE else None,
            others=(finding,) if finding is not None and verdict is not Verdict.UNSAFE else (),
            notes=notes,
            checks=(),
            targets=(),
            tests_dir=None,
            tests_written=0,
        )

    def _not_understood(self, error: InputError) -> Result:
        """Raises the error again if it is the program's own."""
        if error.location is not None and error.location.file != display_name(self._file):
            load(self._path, self.options.load)
        return self.unknown(f"not understood: {error}")

    def _expanded(self, options: RunOptions, places: Places) -> tuple[Expanded, frozenset[str]]:
        found = expanded(self._path, options.load, display_name(self._file))
        return found, typedefs_of(places.text.content)

    # ---------------------------------------------------------------- correctness

    def correctness(self, places: Places) -> Result:
        checked = with_checks(self._witness, places, self._path)
        problems = [*self._witness.unread, *checked.problems]
        if problems:
            return self.unknown(f"not understood: {problems[0]}")
        properties = self.options.load.properties
        asked = properties.checks | ({"unreach-call"} if checked.claims else frozenset[str]())
        own = properties.error_functions if "unreach-call" in properties.checks else ()
        together = replace(properties, checks=asked, error_functions=(*own, *checked.functions))
        options = replace(
            self.options, load=replace(self.options.load, properties=together, instead=checked.text), write=False
        )
        try:
            if checked.claims:
                checked.check_expanded(*self._expanded(options, places))
            confirmed = self._check(options)
        except InputError as error:
            return self._not_understood(error)
        if confirmed is not None:
            how = f"{confirmed.checker}: {confirmed.text}"
            self._notes.append(f"what it says was checked, and is enough: {how}")
            return self._result(Verdict.SAFE, None)
        return self._engines(options, checked)

    def _check(self, options: RunOptions) -> Confirmed | None:
        """What the checker of proofs says, given the claims."""
        from antumbra.proofs.check import check_proof
        from antumbra.session.witnessing.extracting import claims_of

        loaded, options = prepare(load(self._path, options.load), options)
        self._observer.phase("checking")
        claims = claims_of(loaded.program, display_name(self._file))
        budget = Budget(
            effort=EFFORT * (3 if claims.contracts else 1) if claims.claims else WITHOUT_CLAIMS,
            seconds=self._share(2),
            interrupted=lambda: self._control.interrupted,
        )
        question = Question(options.load.properties.checks)
        try:
            answer = check_proof(loaded.program, question, claims, budget, ("z3", "bitwuzla"))
        except MemoryError:
            return None
        return answer if isinstance(answer, Confirmed) else None

    def _engines(self, options: RunOptions, checked: Checked) -> Result:
        """The claims as checks of the program: all engines in turn, and where one proves what it has made itself, the
        others one after the other."""
        maker = self._maker()
        result = self._run(replace(options, engine="auto"), self._share(2 if maker else 1))
        others = [engine for engine in PROVING if engine != maker]
        while result.verdict is Verdict.SAFE and result.engine == maker and others:
            result = self._run(replace(options, engine=others.pop(0)), self._share(len(others) + 1))
        if result.verdict is Verdict.UNSAFE and result.finding is not None:
            return self._refuted(result, result.finding, checked)
        if result.verdict is Verdict.SAFE and result.engine != maker:
            self._notes.append(f"what it says was checked by the engine {result.engine}")
            return self._result(Verdict.SAFE, None, result)
        return self.unknown(result.reason or "no engine but its maker decides it", base=result)

    def _refuted(self, result: Result, finding: Finding, checked: Checked) -> Result:
        claim = checked.wrong(finding.message)
        if claim is not None:
            given = ", ".join(f"{item.name} = {item.value}" for item in finding.inputs[:6])
            text = f"refuted: {claim.text} is false at line {claim.location.line}{f' if {given}' if given else ''}"
            return self.unknown(text, base=result, finding=finding)
        if finding.location is not None and finding.location.file == display_name(self._file):
            text = f"refuted: to evaluate what it says is undefined: {finding.message} at {finding.location}"
            return self.unknown(text, base=result, finding=finding)
        where = f" at {finding.location}" if finding.location is not None else ""
        return self.unknown(f"refuted: the program violates {finding.check}{where}", base=result, finding=finding)

    # ---------------------------------------------------------------- violations

    def violation(self, places: Places) -> Result:
        if self._witness.unread:
            return self.unknown(f"not understood: {self._witness.unread[0]}")
        properties = self.options.load.properties
        functions = properties.error_functions if "unreach-call" in properties.checks else ()
        result: Result | None = None
        alone = len(self._witness.segments) == 1
        for strict in (False,) if alone else (True, False):
            try:
                meant = followed(self._witness, places, self._path, strict=strict, functions=functions)
                options = replace(self.options, load=replace(self.options.load, instead=meant.text))
                found, typedefs = self._expanded(options, places)
                found.check(typedefs)
                with TemporaryDirectory(prefix="antumbra-") as folder:
                    result = self._follow(meant, Path(folder) / "tests", strict=strict)
                    if result.verdict is Verdict.UNSAFE and result.finding is not None:
                        return self._confirmed(result, result.finding, meant, places, functions)
            except InputError as error:
                return self._not_understood(error)
            except _Nothing as nothing:
                return self.unknown(f"refuted: {nothing}")
            if result.verdict is Verdict.UNKNOWN:
                return self.unknown(result.reason or "no engine decides it", base=result)
        if any(segment.avoid for segment in self._witness.segments[1:]):
            # waypoints were passed as soon as they could be; later, less would have had to be avoided
            return self.unknown("no execution was found that it means", base=result)
        what = f"no execution that it means violates {properties.name}"
        where = self._witness.segments[-1].follow.location
        return self.unknown(f"refuted: {what} at line {where.line}" if where.line else f"refuted: {what}", base=result)

    def _follow(self, meant: Followed, folder: Path, *, strict: bool) -> Result:
        """What comes of the executions that the witness means."""
        properties = self.options.load.properties
        load_options = replace(self.options.load, instead=meant.text)
        options = replace(self.options, engine="auto", load=load_options, write=True, out=folder)
        if not properties.checks & LEAKS and meant.target.first[0]:
            loaded, _ = prepare(load(self._path, load_options), options)
            name = display_name(self._path)
            planned = plan_checks(loaded.program, properties.checks)
            own = tuple(p.id for p in planned if p.location.file == name and meant.target.covers(p.location))
            # in a model of a function of the library: where that is called
            called = tuple(p.id for p in planned if p.location.file != name)
            if not own and not called:
                where = f"line {meant.target.first[0]}"
                raise _Nothing(f"nothing at {where} can violate {properties.name}")
            result: Result | None = None
            for ids in filter(None, dict.fromkeys((own, (*own, *called)))):
                options = replace(options, load=replace(load_options, properties=replace(properties, only=ids)))
                result = self._run(options, self._share(2 if strict or ids == own else 1))
                if result.verdict is not Verdict.SAFE:
                    break
            if result is not None:
                return result
        return self._run(options, self._share(2 if strict else 1))

    def _confirmed(
        self, result: Result, finding: Finding, meant: Followed, places: Places, functions: tuple[str, ...]
    ) -> Result:
        """The same inputs, as native code, in the program as it is; and if need be, whether all segments are passed."""
        if finding.test is None:
            return self.unknown("the test was not written", base=result)
        test = read_test(Path(finding.test))
        if not meant.target.exact and len(self._witness.segments) > 1:
            probing = followed(self._witness, places, self._path, strict=False, functions=functions, probing=True)
            asked = replace(self.options.load.properties, checks=frozenset({"unreach-call"}), error_functions=(PROBE,))
            options = replace(self.options.load, properties=asked, instead=probing.text)
            end = replace(test, check="unreach-call", location=None, stack=(), message="")
            with replayer(load(self._path, options), options) as native:
                if not native.run(end).confirmed:
                    return self.unknown("the violation that was found does not pass all segments", base=result)
        with replayer(load(self._path, self.options.load), self.options.load) as native:
            seen = native.run(test)
        place, _ = blamed(seen.location, seen.stack)
        if not seen.confirmed:
            return self.unknown(f"native code does not fail: {seen.detail}", base=result)
        if place is not None and not meant.target.covers(place):
            return self.unknown(f"native code fails at {place}, and not at the target", base=result)
        return self._result(Verdict.UNSAFE, None, result, replace(finding, test=None))

    # ---------------------------------------------------------------- runs

    def _maker(self) -> str:
        """Our engine that made the witness; empty: another tool did."""
        producer = self._witness.producer
        words = f"{producer.name} {producer.version} {producer.configuration}".split()
        if "Antumbra" not in words or "--engine" not in words:
            return ""
        return words[words.index("--engine") + 1] if words.index("--engine") + 1 < len(words) else ""

    def _share(self, parts: int) -> float:
        """Seconds for the next of so many parts."""
        left = self._control.remaining
        return max(0.0, (DEFAULT_TIMEOUT if left is None else left) / max(1, parts))

    def _run(self, options: RunOptions, seconds: float) -> Result:
        inner = Control(seconds, self._control.memory_mb)

        def stop() -> None:
            inner.interrupt()

        self._control.stop = stop
        if self._control.interrupted:
            inner.interrupt()
        try:
            return run(self._path, options, inner, self._observer, Standard())
        finally:
            self._control.stop = None
