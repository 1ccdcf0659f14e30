"""click's parser of our commands: help pages, completion, calls that are not plain, and what is wrong with a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from antumbra.cli import declared as d
from antumbra.cli.grouping import GroupedCommand, GroupedOption, InOrder, SuggestingChoice, SuggestingGroup
from antumbra.cli.options import engine_options
from antumbra.cli.output import write
from antumbra.cli.parameters import Duration, Megabytes
from antumbra.version import __version__

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
STATUS = "Exit status: 0 safe, 1 unsafe, 2 unknown, 3 the input or the call is wrong."
ABOUT = """Find inputs that make a program fail, or prove that there are none.

FILE is C (.c .i), LLVM (.ll .bc), what antumbra cc has built (objects, libraries, programs), Boogie (.bpl),
guarded commands (.gcl) or an SV-COMP task (.yml).
"""


class WrongWords(Exception):  # noqa: N818
    """What click says is wrong with a call, and of which command."""

    def __init__(self, message: str, path: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


def called(commands: Mapping[str, d.Command], arguments: Sequence[str], call: d.Call, wrong_call: int) -> int:
    """Run the command that the words name; the exit status. Raises WrongWords."""
    top = parser(commands)
    try:
        with top.make_context("antumbra", list(arguments), obj=call) as context:
            status: object = top.invoke(context)
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as page:
        write(page.format_message() + "\n")
        return wrong_call
    except click.UsageError as error:
        raise WrongWords(_wrong(error), error.ctx.command_path if error.ctx else "antumbra") from error
    except click.Abort as error:
        raise KeyboardInterrupt from error


def refuse(command: d.Command, arguments: Sequence[str]) -> None:
    """Raises WrongWords if the command could not be called so; nothing is run."""
    try:
        _command(command).make_context(f"antumbra {command.name}", list(arguments))
    except click.UsageError as error:
        raise WrongWords(_wrong(error), f"antumbra {command.name}") from error


def _wrong(error: click.UsageError) -> str:
    # click ends its messages with a stop and asks its own questions; keep its words, drop the furniture.
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        from difflib import get_close_matches

        near = get_close_matches(error.option_name, error.possibilities, cutoff=0.7) or sorted(error.possibilities)
        return f"no such option {error.option_name}; did you mean {' or '.join(near)}?"
    return error.format_message()


def parser(commands: Mapping[str, d.Command]) -> click.Group:
    """All commands. What one has for options is made when it is asked for."""
    version = click.version_option(__version__, "--version", message="antumbra %(version)s")
    top = SuggestingGroup("antumbra", context_settings=SETTINGS, epilog=STATUS, help=ABOUT)
    for each in commands.values():
        top.add_command(_command(each))
    return version(top)


def _command(command: d.Command) -> click.Command:
    details: dict[str, Any] = {}
    if command.raw:
        details = {
            "add_help_option": False,
            "context_settings": {"ignore_unknown_options": True, "allow_interspersed_args": False},
        }
    return GroupedCommand(
        command.name,
        callback=partial(_run, command.run),
        make_params=partial(_parameters, command),
        help=command.run.__doc__,
        short_help=command.brief,
        epilog=command.epilog,
        **details,
    )


def _run(run: Callable[..., int], **settings: Any) -> int:
    context = click.get_current_context()
    call = context.find_root().obj
    try:
        return run(call if isinstance(call, d.Call) else d.Call(), **settings)
    except d.WrongCall as error:
        raise click.UsageError(str(error), context) from error


def _parameters(command: d.Command) -> list[click.Parameter]:
    return [*_arguments(command), *(_option(each) for each in _options(command))]


def _options(command: d.Command) -> list[d.Option]:
    found: list[d.Option] = []
    for each in command.options():
        found += engine_options() if each is d.OF_ENGINES else (each,)
    return found


def _arguments(command: d.Command) -> list[click.Parameter]:
    if command.raw:
        return [click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)]
    if command.words:
        return [click.Argument(["shell"], type=SuggestingChoice(command.words))]
    if not command.files:
        return []
    # The front end says what is wrong with a path, in the same words for every caller.
    return [click.Argument(["file"], metavar=command.files, type=click.Path(path_type=Path), nargs=-1)]


def _option(each: d.Option) -> click.Option:
    names = [*each.names, each.sets]
    shared: dict[str, Any] = {"group": each.group, "help": each.help, "default": each.default}
    if each.default is None:
        del shared["default"]  # click tells what was given as None from what was not
    if each.off:
        shared.setdefault("default", None)
        return GroupedOption(["/".join((*each.names, *each.off)), each.sets], **shared)
    if each.kind is None and each.value is True:
        return GroupedOption(names, is_flag=True, **shared)
    if each.kind is None:
        return GroupedOption(names, flag_value=each.value, type=str, **shared)
    details: dict[str, Any] = {"multiple": each.multiple, "metavar": each.metavar, **shared}
    if each.completes:
        details["shell_complete"] = _properties
    if isinstance(each.kind, tuple):
        kinds = [_type(kind) for kind in each.kind]
        alike = all(kind == each.kind[0] for kind in each.kind)
        details |= {"type": kinds[0], "nargs": len(kinds)} if alike else {"type": tuple(kinds)}
    else:
        details["type"] = _type(each.kind)
    return (InOrder if each.in_order else GroupedOption)(names, **details)


def _type(kind: d.Kind) -> click.ParamType[Any]:
    match kind:
        case d.Text():
            return click.STRING
        case d.Whole(least):
            return click.IntRange(min=least)
        case d.Choice(words):
            return SuggestingChoice(words)
        case d.Time():
            return Duration()
        case d.Size():
            return Megabytes()
        case d.Place(of):
            return click.Path(path_type=Path, dir_okay=of != "file", file_okay=of != "folder")


def _properties(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    from antumbra.cli.completion import properties  # only shells ask

    return properties(context, parameter, incomplete)
