"""Path conditions: persistent, shared between forks, each with a model that satisfies it.

What a path knows about a variable is one :data:`Entry` in a persistent map: the domain left by the
conditions on it alone, its value in the path's model, the relational constraints that mention it, and its
link in the union-find structure of related variables (:mod:`antumbra.solvers.chain.independence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from antumbra.solvers.answers import Model, Unknown
from antumbra.solvers.chain import trie
from antumbra.solvers.chain.domains import Domain
from antumbra.solvers.chain.shape import Condition, VariableNote, variable_note
from antumbra.terms.term import Term


class Entry:
    """What a path knows about one variable. Never changed once a path holds it."""

    __slots__ = ("domain", "link", "note", "origins", "uses", "value")

    def __init__(
        self, note: VariableNote, domain: Domain | None, value: Any, link: Any, uses: Any, origins: Any
    ) -> None:
        self.note: Final = note
        #: the values that the conditions on this variable alone leave; None for sorts without domains
        self.domain: Final = domain
        #: its value in the path's model, an element of the domain
        self.value: Final = value
        #: None: in no relational constraint; a number: of a related variable nearer to the root; else the Group
        self.link: Final = link
        #: relational constraints that mention it, newest first: (constraint, rest) or None
        self.uses: Final = uses
        #: conditions that made the domain, newest first: (condition, positive, rest) or None
        self.origins: Final = origins


class PathCondition:
    """An immutable conjunction known to be satisfiable. Only the chain makes longer ones."""

    __slots__ = ("_model", "_note", "_positive", "depth", "doubt", "entries", "known", "parent")

    def __init__(
        self,
        parent: PathCondition | None,
        note: Condition | None,
        positive: bool,
        entries: trie.Trie,
        known: trie.Trie,
    ) -> None:
        self.parent: Final = parent
        self._note: Final = note
        self._positive: Final = positive
        #: number of conditions
        self.depth: Final[int] = 0 if parent is None else parent.depth + 1
        #: variable's number → Entry
        self.entries: Final = entries
        #: numbers of relational conditions that hold on this path
        self.known: Final = known
        self._model: Model | None = None
        #: why nobody knows whether the path is possible, where it was taken for possible all the same; its model is
        #: then none
        self.doubt: Unknown | None = None if parent is None else parent.doubt

    @staticmethod
    def empty() -> PathCondition:
        """The condition that always holds."""
        return _EMPTY

    @staticmethod
    def with_model(values: Mapping[Term, Any]) -> PathCondition:
        """The condition that always holds, with values to begin with: conditions that they satisfy need no search."""
        return _EMPTY.revalued({variable_note(variable): value for variable, value in values.items()})

    @property
    def condition(self) -> Term | None:
        """The newest condition."""
        note = self._note
        if note is None:
            return None
        return note.term if self._positive else note.negation.term

    def conditions(self) -> list[Term]:
        """All conditions, oldest first. Conditions that earlier ones imply may be left out."""
        found: list[Term] = []
        path: PathCondition | None = self
        while path is not None:
            condition = path.condition
            if condition is not None:
                found.append(condition)
            path = path.parent
        found.reverse()
        return found

    @property
    def model(self) -> Model:
        """Values that satisfy all conditions; variables left out have their default value."""
        model = self._model
        if model is None:
            model = Model(
                (entry.note.term, entry.value) for entry in trie.values(self.entries) if not entry.note.pseudo
            )
            self._model = model
        return model

    def revalued(self, values: Mapping[VariableNote, Any]) -> PathCondition:
        """The same conditions with another model of them, as far as it differs."""
        entries = self.entries
        for note, value in values.items():
            entry = trie.get(entries, note.number)
            if entry is None:
                entry = Entry(note, note.full, note.default, None, None, None)
            if entry.value != value:
                new = Entry(note, entry.domain, value, entry.link, entry.uses, entry.origins)
                entries = trie.put(entries, note.number, new)
        twin = PathCondition(self.parent, self._note, self._positive, entries, self.known)
        twin.doubt = self.doubt
        return twin

    def values(self) -> dict[VariableNote, Any]:
        """Its model, by notes of variables."""
        return {entry.note: entry.value for entry in trie.values(self.entries) if not entry.note.pseudo}

    def copied(self) -> PathCondition:
        """The same path, with nothing shared but terms and what ancestors knew."""
        ancestors: list[PathCondition] = []
        path: PathCondition | None = self
        while path is not None:
            ancestors.append(path)
            path = path.parent
        result: PathCondition | None = None
        for path in reversed(ancestors):
            last = path is self
            entries = trie.copied(path.entries) if last else path.entries
            known = trie.copied(path.known) if last else path.known
            result = PathCondition(result, path._note, path._positive, entries, known)
            result.doubt = path.doubt
        return self if result is None else result

    def value(self, note: VariableNote) -> Any:
        """One variable's value in the model."""
        entry = trie.get(self.entries, note.number)
        return note.default if entry is None else entry.value

    def domain(self, note: VariableNote) -> Domain | None:
        """What the conditions on one variable alone leave of it."""
        entry = trie.get(self.entries, note.number)
        return note.full if entry is None else entry.domain

    def __repr__(self) -> str:
        return f"<path of {self.depth} conditions>"


_EMPTY: Final = PathCondition(None, None, True, trie.EMPTY, trie.EMPTY)
