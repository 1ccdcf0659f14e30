"""Passes over translated procedures."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.boogie.load import load_text
from antumbra.frontends.boogie.options import BoogieOptions
from antumbra.program import model as P

TEXT = """\
const size: int;
procedure main(n: int, p: bool, v: bv8)
  requires n == 3 && !p && v == 7bv8 && size == 5;
{
  var i: int;
  i := 0;
  while (i < n) { i := i + 1; }
  assert i == 3 && !p;
}
"""


def assigned_constants(program: P.Program) -> dict[str, object]:
    return {
        str(target.data): value.data
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
        if isinstance(command, P.Assign)
        for target, value in zip(command.targets, command.values, strict=True)
        if value.op is T.CONST
    }


def test_locals_that_are_assumed_to_have_a_value_get_it() -> None:
    found = assigned_constants(load_text(TEXT, "f.bpl", BoogieOptions()))
    values = {name.partition("@")[0]: value for name, value in found.items()}
    assert {"n": 3, "p": False, "v": 7}.items() <= values.items()
    assert "size" not in values, "global variables are seen to while the program runs"
