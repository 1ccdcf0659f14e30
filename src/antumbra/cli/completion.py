"""Completion of commands, options and words in bash, zsh and fish; click knows how."""

from __future__ import annotations

from click import Command, Context, Parameter
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

#: set by the script of a shell when it asks
VARIABLE = "_ANTUMBRA_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def script(command: Command, shell: str) -> str:
    """What a shell must be told once."""
    kind = get_completion_class(shell)
    if kind is None:
        raise RuntimeError(f"click does not know {shell}")
    asking = kind(command, {}, "antumbra", VARIABLE)
    return asking.source_template % asking.source_vars()  # source() would run the shell


def answer(command: Command, instruction: str) -> int:
    """Tell a shell what it asks for; the exit status."""
    return shell_complete(command, {}, "antumbra", VARIABLE, instruction)


def properties(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of properties, also behind others and a comma; and files."""
    from antumbra.program.properties import NAMED

    before, comma, begun = incomplete.rpartition(",")
    names = [CompletionItem(f"{before}{comma}{name}") for name in NAMED if name.startswith(begun)]
    return names or [CompletionItem(incomplete, type="file")]
