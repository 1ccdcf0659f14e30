"""C++ by way of bitcode, with the command that a user is told."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main

PROGRAM = """extern "C" int __VERIFIER_nondet_int(void);
extern "C" void reach_error(void);
template <typename T> struct Stack {
  T items[4];
  int n = 0;
  void push(T x) { items[n++] = x; }
};
struct Shape { virtual int area() const { return 0; } };
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
static Square start(7);
int main() {
  Stack<int> stack;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 4)
    return 0;
  for (int i = 0; i < x; i++)
    stack.push(start.side);
  Square square(x);
  const Shape *shape = &square;
  if (shape->area() + stack.n == 20)
    reach_error();
  return 0;
}
"""


@pytest.mark.timeout(280)
def test_cxx(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a b.cpp"
    file.write_text(PROGRAM)
    assert main(["check", str(file)]) == 3
    (command,) = re.findall("`(.*)`", capsys.readouterr().err)
    words = shlex.split(command)
    assert words[:2] == ["python", "-m"]
    subprocess.run([sys.executable, *words[1:]], check=True, timeout=250)
    result = antumbra.check(tmp_path / "a b.bc")
    assert (result.verdict, result.replayed) == ("unsafe", True)
    assert result.inputs is not None
    assert [value.value for value in result.inputs] == [4]
    assert result.location is not None
    assert "reach_error();" in result.sources[result.location.file].splitlines()[result.location.line - 1]


def test_rust_is_told_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.rs"
    file.write_text("fn main() {}\n")
    assert main(["check", str(file)]) == 3
    assert "Rust is read as LLVM bitcode: make it by `rustc " in capsys.readouterr().err
