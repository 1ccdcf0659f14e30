"""Symbols of several modules, joined as a linker would: the user's definitions first, then the library's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from antumbra.frontends.llvm.reading.module import Alias, Module
from antumbra.frontends.llvm.reading.values import GlobalAddress, Value
from antumbra.records import dataclass

_WEAK: Final = frozenset({"weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally", "common"})


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """One function or global of the program. ``key`` is unique; ``module`` defines it, or declares it."""

    key: str
    name: str
    module: Module
    defined: bool
    in_library: bool

    @property
    def is_function(self) -> bool:
        return self.module.is_function(self.name)


class Linker:
    """Resolves a name as seen from a module; symbols are unique objects."""

    def __init__(self, modules: Sequence[Module], library: Sequence[Module], reserved: Iterable[str] = ()) -> None:
        """``reserved``: keys that no symbol gets."""
        self.modules: Final = tuple(modules)
        self.library: Final = tuple(library)
        self._all: Final = (*modules, *library)
        self._symbols: dict[tuple[int, str], Symbol] = {}
        self._public: dict[str, Symbol | None] = {}
        self._resolved: dict[tuple[Module, str], Symbol] = {}
        self._keys: set[str] = set(reserved)

    def resolve(self, module: Module, name: str) -> Symbol:
        """The symbol a reference means; aliases of plain symbols are followed."""
        found = self._resolved.get((module, name))
        if found is None:
            found = self._find(module, name)
            while isinstance(target := self.alias_target(found), GlobalAddress):
                found = self._find(found.module, target.name)
            self._resolved[module, name] = found
        return found

    def alias_target(self, symbol: Symbol) -> Value | None:
        """What an alias stands for; None for anything that is no alias."""
        if not symbol.defined or symbol.is_function:
            return None
        entity = symbol.module.global_entity(symbol.name)
        return entity.target if isinstance(entity, Alias) else None

    def entry(self, name: str) -> Symbol | None:
        """The user's function of that name with a body, static ones included."""
        for module in self.modules:
            if module.is_function(name) and module.defines(name):
                return self.resolve(module, name)
        return None

    def _find(self, module: Module, name: str) -> Symbol:
        if module.is_local(name):
            return self._symbol(module, name, defined=True)
        if name not in self._public:
            self._public[name] = self._definition(name)
        found = self._public[name]
        return found if found is not None else self._symbol(module, name, defined=False)

    def _definition(self, name: str) -> Symbol | None:
        """Strong definitions come before weak ones, the user's before the library's."""
        for group in (self.modules, self.library):
            candidates = [m for m in group if m.defines(name) and not m.is_local(name)]
            strong = [m for m in candidates if m.linkage(name) not in _WEAK]
            if candidates:
                return self._symbol((strong or candidates)[0], name, defined=True)
        return None

    def _symbol(self, module: Module, name: str, defined: bool) -> Symbol:
        # symbols that nobody defines are one symbol, whoever declares them
        place = self._all.index(module) if defined else -1
        found = self._symbols.get((place, name))
        if found is None:
            key, number = name, 1
            while key in self._keys:
                number += 1
                key = f"{name}.{number}"
            self._keys.add(key)
            found = Symbol(key, name, module, defined, module in self.library)
            self._symbols[place, name] = found
        return found
