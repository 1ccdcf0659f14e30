"""The commands that one procedure becomes, in blocks."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.program.source import Location
from antumbra.terms import Term


class Steps:
    """Collects commands; a block may be split, its first part keeps the label."""

    def __init__(self, fresh: Fresh, labels: Fresh) -> None:
        self._fresh = fresh
        self._labels = labels
        self.blocks: dict[str, P.Block] = {}
        self.unreal: set[Term] = set()
        self._label = ""
        self._commands: list[P.Command] = []

    def begin(self, label: str) -> None:
        self._label = label
        self._commands = []

    def end(self, terminator: P.Terminator) -> None:
        self.blocks[self._label] = P.Block(self._label, self._commands, terminator)

    def emit(self, command: P.Command) -> None:
        self._commands.append(command)

    def assign(self, values: dict[Term, Term], location: Location | None) -> None:
        """In parallel; what does not change is left out."""
        changed = {target: value for target, value in values.items() if target is not value}
        if changed:
            self.emit(P.Assign(tuple(changed), tuple(changed.values()), location))

    def demand(self, condition: Term, check: str, message: str, location: Location | None) -> None:
        if condition is not T.TRUE:
            self.emit(P.Assert(condition, check, message, location))

    def unknown(self, sort: T.Sort, source: P.Source, name: str, what: str, location: Location | None) -> Term:
        """A value that no input supplies."""
        target = T.var(self._fresh(f"unknown {name}"), sort)
        self.unreal.add(target)
        self.emit(P.Havoc(target, source, name, what, location))
        return target

    def variable(self, name: str, sort: T.Sort) -> Term:
        return T.var(self._fresh(name), sort)

    def label(self, wish: str) -> str:
        return self._labels(wish)

    def stop_unless(self, condition: Term, detail: str, location: Location | None) -> None:
        """What is not expressed here is not analysed."""
        if condition is T.TRUE:
            return
        go_on, stop = self.label(f"{self._label} go on"), self.label(f"{self._label} stop")
        self.end(P.Branch(condition, go_on, stop, location))
        self.blocks[stop] = P.Block(stop, [], P.Stop(P.End.UNSUPPORTED, detail, location))
        self.begin(go_on)
