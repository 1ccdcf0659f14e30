"""One call of the program: from arguments to an exit status, whatever happens in between."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from antumbra.cli.leaving import leave_on_interrupt, say_unknown
from antumbra.cli.output import OutputError, complain, complain_of_ourselves, discard, flush, provide_streams, write
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.report.sanitize import one_line

WRONG_CALL = 3
UNKNOWN = 2

#: what a place to write to says that takes no more
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    status, _context = _run(list(sys.argv[1:] if arguments is None else arguments))
    return status


def run_and_leave() -> NoReturn:
    """Run one command and end the process at once: the system frees memory faster than we can."""
    status, _context = _run(sys.argv[1:], leaving=True)
    os._exit(status)


def _run(arguments: list[str], *, leaving: bool = False) -> tuple[int, click.Context | None]:
    """The exit status, whatever happens; nothing escapes as a traceback. The context keeps what the run still holds.

    ``leaving``: the process is ours, and may be left from within.
    """
    provide_streams()
    as_json = "--json" in arguments
    try:
        return _command(arguments, leaving=leaving, as_json=as_json)
    except OutputError as error:
        complain(f"antumbra: the output cannot be written: {error}")
        return WRONG_CALL, None
    except (KeyboardInterrupt, click.Abort):  # while another error is told
        return UNKNOWN, None
    finally:
        if leaving:
            leave_on_interrupt(reported=True)
        flush()


def _command(arguments: list[str], *, leaving: bool, as_json: bool) -> tuple[int, click.Context | None]:
    context: click.Context | None = None
    try:
        from antumbra.cli.app import LEAVING, antumbra

        with antumbra.make_context("antumbra", list(arguments)) as context:
            context.meta[LEAVING] = leaving
            status: object = antumbra.invoke(context)
        return (status if isinstance(status, int) else 0), context
    except click.exceptions.Exit as end:
        return end.exit_code, context
    except click.exceptions.NoArgsIsHelpError as page:
        write(page.format_message() + "\n")
        return WRONG_CALL, context
    except click.UsageError as error:
        return _wrong_call(error, as_json=as_json), context
    except InputError as error:
        return _wrong_input(error, as_json=as_json), context
    except BrokenPipeError:
        discard(sys.stdout)
        return UNKNOWN, context
    except (KeyboardInterrupt, click.Abort):
        return say_unknown("interrupted", as_json=as_json), context
    except MemoryError:
        return say_unknown("memory limit: the system has none left", as_json=as_json), context
    except OutputError:
        raise
    except Exception as error:  # the last resort: our own bugs end as unknown, never as a verdict
        if isinstance(error, OSError) and error.errno in _FULL:
            raise OutputError(error.strerror or str(error)) from error
        complain_of_ourselves(error, verbose="--verbose" in arguments or "-v" in arguments)
        return say_unknown(f"internal error: {type(error).__name__}: {error}", as_json=as_json), context


def _wrong_call(error: click.UsageError, *, as_json: bool) -> int:
    # click ends its messages with a stop and asks its own questions; keep its words, drop the furniture.
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        from difflib import get_close_matches

        near = get_close_matches(error.option_name, error.possibilities, cutoff=0.7) or sorted(error.possibilities)
        message = f"no such option {error.option_name}; did you mean {' or '.join(near)}?"
    path = error.ctx.command_path if error.ctx else "antumbra"
    complain(f"antumbra: {one_line(message)}\nTry: {path} --help")
    if as_json:
        _write_error(message, None)
    return WRONG_CALL


def _wrong_input(error: InputError, *, as_json: bool) -> int:
    complain("\n".join([f"antumbra: {one_line(str(error))}", *(f"  {one_line(note)}" for note in error.notes)]))
    if as_json:
        _write_error(str(error), error.location)
    return WRONG_CALL


def _write_error(message: str, location: Location | None) -> None:
    from antumbra.report.json_report import dumps, input_error

    write(dumps(input_error(message, location)) + "\n")
