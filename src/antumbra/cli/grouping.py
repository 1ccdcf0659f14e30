"""click with two additions: options in named groups on the help page, and a suggestion for every typing error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from antumbra.program.errors import suggestion

#: the parameter that takes arguments of the compiler
COMPILER = "cflags"


class GroupedOption(click.Option):
    """An option that knows under which heading the help page shows it."""

    def __init__(self, *arguments: Any, group: str = "Options", **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.group = group


class InOrder(GroupedOption):
    """Options that collect their values in one list, in the order in which they were given."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> tuple[tuple[int, ...], ...]:
        groups: list[tuple[Any, ...]] = [(item,) if isinstance(item, str) else tuple(item) for item in value or ()]
        return tuple(tuple(self.type.convert(word, self, ctx) for word in group) for group in groups)


class GroupedCommand(click.Command):
    """A command whose help page lists its options by group, in the order the groups first appear.

    They are made when they are first asked for: the list of all commands needs none.
    """

    def __init__(self, name: str, *, make_params: Callable[[], list[click.Parameter]], **settings: Any) -> None:
        super().__init__(name, **settings)
        self._make_params = make_params

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        self._made()
        return super().get_params(ctx)

    def make_parser(self, ctx: click.Context) -> Any:
        self._made()
        return super().make_parser(ctx)

    def _made(self) -> None:
        if not self.params:
            self.params = self._make_params()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What comes after ``--`` is the compiler's, as far as a file came before it."""
        self._made()
        if "--" in args and any(parameter.name == COMPILER for parameter in self.params):
            at = args.index("--")
            given, _, _ = self.make_parser(ctx).parse_args(list(args[:at]))
            # click has a value of its own where nothing was given
            if isinstance(given.get("file"), tuple) or isinstance(given.get("compile_commands"), str):
                flags = [word for flag in args[at + 1 :] for word in ("--cflag", flag)]
                args = [*args[:at], *flags]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                heading = parameter.group if isinstance(parameter, GroupedOption) else "Help"
                groups.setdefault(heading, []).append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


class SuggestingGroup(click.Group):
    """A group of commands that answers a mistyped command with the nearest ones."""

    command_class = GroupedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            raise click.UsageError(f"no such command {name!r}{suggestion(name, known)}", ctx)
        return super().resolve_command(ctx, args)


class SuggestingChoice(click.Choice[str]):
    """A choice that answers a mistyped value with the nearest ones."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            known = ", ".join(self.choices)
            self.fail(f"{value!r} is not one of {known}{suggestion(str(value), self.choices)}", param, ctx)
        return str(value)
