"""Languages that are read as LLVM bitcode: how a user makes it of a file."""

from __future__ import annotations

from pathlib import Path

_CXX = (
    "python -m ziglang c++ -fno-exceptions -fno-rtti -O1 -Xclang -disable-llvm-passes -fno-sanitize=all -UNDEBUG -g "
    "-emit-llvm -c {file} -o {bitcode}"
)
_RUST = "rustc --crate-type=lib --emit=llvm-bc -C panic=abort -g {file} -o {bitcode}"
#: ending → the language, and the command
_COMMANDS = {
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".c++"), ("C++", _CXX)),
    ".rs": ("Rust", _RUST),
}


def advice(path: Path) -> str | None:
    """What to do with a file of such a language; None if it is of none."""
    found = _COMMANDS.get(path.suffix.lower())
    if found is None:
        return None
    language, command = found
    bitcode = path.with_suffix(".bc")
    from shlex import quote

    words = command.format(file=quote(str(path)), bitcode=quote(str(bitcode)))
    return f"{language} is read as LLVM bitcode: make it by `{words}`, and name {bitcode}"
