"""What the preprocessor makes of a program with the text of a witness in it: macros may say what no condition may, and
directives may leave out places that are there to be read."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from antumbra.frontends.c.compile import preprocessed, read_source
from antumbra.frontends.c.contracts.tokens import Token, tokens
from antumbra.frontends.c.structure.conditions import check_expanded
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Expanded:
    """The tokens that the compiler sees. ``witness``: the file whose text must change nothing."""

    found: tuple[Token, ...]
    witness: str

    def check(self, typedefs: frozenset[str]) -> None:
        """Raises InputError where macros make a condition change or call something."""
        for file, run in groupby(self.found, key=lambda token: token.file):
            if file == self.witness:
                try:
                    check_expanded(list(run), typedefs)
                except InputError as error:
                    raise InputError(f"{error.message} (what a macro stands for)", error.location) from error

    def is_there(self, function: str) -> bool:
        """Is our function used, and not only declared?"""
        return sum(token.text == function for token in self.found) > 1

    def unseen_return(self, before: str, after: str) -> Token | None:
        """A way out of the function that begins with the check ``before`` and is not checked by ``after``: a ``return``
        that a macro brings."""
        words = [token.text for token in self.found]
        depth = -1
        for number, word in enumerate(words):
            if depth < 0:
                if word == before and words[number + 1 : number + 5] == ["(", ")", ")", ";"]:
                    depth = 0
                continue
            depth += (word == "{") - (word == "}")
            if depth < 0:
                break
            checked = words[number + 1 : number + 3] == ["(", "{"] or words[number - 5] == after
            if word == "return" and not checked:
                return self.found[number]
        return None


def expanded(path: Path, options: LoadOptions, witness: str) -> Expanded:
    """Of the text that is compiled in place of the program's. Raises InputError."""
    # of text that is preprocessed already the compiler would make nothing; what it has of macros counts all the same
    source = replace(read_source(path), compiled=options.instead, preprocessed=False)
    return Expanded(tuple(tokens(preprocessed(source, options), "")), witness)
