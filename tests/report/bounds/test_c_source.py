"""bounds.c: compiled by the compilers at hand without a warning, it says what the terms say."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, union
from antumbra.report.bounds.c_source import c_source, clean
from antumbra.report.bounds.clauses import readable_bounds
from antumbra.terms import Term
from report.bounds.made import INPUTS, VARIABLES, cfc, must, parameter, safe
from support.clang import ZIG
from support.random_terms import random_condition, random_value
from support.size import some

COMPILERS = [[str(ZIG), "cc"], *([["gcc"]] if shutil.which("gcc") else [])]
#: a random condition may be false whatever the input is, and say so
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wno-tautological-bitwise-compare"]

#: identifier of a parameter of bounds.c → its C type, in the order of INPUTS
TYPES = {
    "low": "int",
    "high": "unsigned int",
    "c": "unsigned char",
    "s": "short",
    "size": "uint64_t",
    "count": "long long",
    "odd": "uint8_t",
    "flag": "_Bool",
    "ratio": "float",
    "mean": "double",
    "half": "uint16_t",
    "buf": "unsigned char[6]",
    "wide": "unsigned char[16]",
}


def compiled(texts: list[str], environments: list[dict[Term, int | bool]], folder: Path, compiler: list[str]) -> str:
    """What must_fail and may_fail of each file say for each environment, as digits."""
    parts: list[str] = []
    for number, text in enumerate(texts):
        text = re.sub(r"\bbounds_", f"b{number}_", text)
        parts.append(re.sub(r"\b(must_fail|may_fail)\b", rf"\1_{number}", text))
    source = folder / "all.c"
    source.write_text("\n".join(parts) + _main(len(texts), environments))
    program = folder / "all"
    done = subprocess.run(
        [*compiler, *WARNINGS, str(source), "-o", str(program)], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr[:4000]
    assert not done.stderr
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


def _main(count: int, environments: list[dict[Term, int | bool]]) -> str:
    """Reads the bytes of each parameter from a table, so that floats keep their bits."""
    rows = ",\n".join("{" + ",".join(map(str, _bytes(env))) + "}" for env in environments)
    reads, at = [], 0
    for name, kind in TYPES.items():
        element, _, length = kind.partition("[")
        declared = f"{element} {name}" + (f"[{length}" if length else "")
        reads.append(f"{declared}; memcpy(&{name}, row + {at}, sizeof {name});")
        at += int(length[:-1]) if length else _SIZES[element]
    calls = [
        f'putchar("01"[{bound}_{number}({", ".join(TYPES)})]);'
        for number in range(count)
        for bound in ("must_fail", "may_fail")
    ]
    return f"""
#include <stdio.h>
#include <string.h>
static const unsigned char rows[][{at}] = {{
{rows}
}};
int main(void) {{
  for (unsigned r = 0; r < sizeof rows / sizeof rows[0]; r++) {{
    const unsigned char *row = rows[r];
    {" ".join(reads)}
    {" ".join(calls)}
    putchar('\\n');
  }}
  return 0;
}}
"""


_SIZES = {"int": 4, "unsigned int": 4, "unsigned char": 1, "short": 2, "uint64_t": 8, "long long": 8, "uint8_t": 1}
_SIZES |= {"_Bool": 1, "float": 4, "double": 8, "uint16_t": 2}


def _bytes(env: dict[Term, int | bool]) -> bytes:
    given = {p.name: int(env[p.variable]) for p in INPUTS}
    out = b""
    for name, kind in TYPES.items():
        if name == "buf":
            out += bytes([0, 0, given["buf[2]"], 0, 0, given["buf[5]"]])
        else:
            out += given[name].to_bytes(16 if name == "wide" else _SIZES[kind], "little")
    return out


def environments(random: Random, count: int) -> list[dict[Term, int | bool]]:
    return [{v: random_value(random, v.sort) for v in VARIABLES} for _ in range(count)]


def _wrong(conditions: list[Term], compiler: list[str], folder: Path, random: Random) -> list[object]:
    """Conditions that C decides otherwise. Where bounds are exact, and where what is not SAFE is MUST, both functions
    are the condition."""
    envs = environments(random, 40)
    texts = [
        c_source(cfc(must(c), safe(T.intern(T.NOT, (c,))), exact=number % 2 == 0))
        for number, c in enumerate(conditions)
    ]
    said = compiled(texts, envs, folder, compiler).split()
    return [
        (condition, env)
        for env, line in zip(envs, said, strict=True)
        for number, condition in enumerate(conditions)
        if line[2 * number : 2 * number + 2] != ("11" if T.evaluate(condition, env) else "00")
    ]


@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda c: Path(c[0]).name)
def test_random_conditions(compiler: list[str], tmp_path: Path) -> None:
    random = Random(7)
    conditions = [random_condition(random, VARIABLES) for _ in range(some(25, 600))]
    # those that are short enough to be written as one expression
    conditions += [
        random_condition(random, VARIABLES[:6], 4, floats=False, widths=(8, 16, 32, 64)) for _ in range(some(16, 400))
    ]
    assert not _wrong(conditions, compiler, tmp_path, random)


def test_nothing_is_refused_that_has_a_c_form() -> None:
    random = Random(11)
    for _ in range(100):
        text = c_source(cfc(must(random_condition(random, VARIABLES))))
        assert "has no C form" not in text


def test_readable_where_it_is_small() -> None:
    low, flag = VARIABLES[0], VARIABLES[7]
    text = c_source(cfc(must(T.and_(T.bvslt(low, T.bv(0, 32)), T.not_(flag)))))
    assert "if (!flag && low < 0)" in text or "if (low < 0 && !flag)" in text


def test_clauses_are_shorter_than_pieces() -> None:
    high = VARIABLES[1]
    pieces = cfc(*(must(T.eq(high, T.bv(n, 32))) for n in range(30)), exact=True)
    text = c_source(pieces, clauses=readable_bounds(pieces).clauses)
    assert text.count("if (high < 30U)") == 2
    assert text.count("if (") == 2
    ratio = T.fp_from_bv(VARIABLES[8], T.FLOAT32)
    low = T.fp_lt(ratio, T.fp_const(0x3DCCCCCD, T.FLOAT32))
    pieces = cfc(must(low))
    assert "/* ratio < 0.1 [assert at a.c:9:3] */" in c_source(pieces, clauses=readable_bounds(pieces).clauses)


def test_a_file_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antumbra.report.bounds.c_source.LARGEST_FILE", 30)
    random = Random(1)
    long = [random_condition(random, VARIABLES, 30) for _ in range(9)]
    text = c_source(cfc(*map(must, long)))
    assert "a piece has no C form: all together are too large" in text
    assert text.count("/* assert at") < len(long)


def test_many_pieces_share_what_they_have_in_common(tmp_path: Path) -> None:
    """The text grows with the subterms, not with the conditions; and says the same."""
    low, high = VARIABLES[:2]
    product = low
    for n in range(40):
        product = T.bvadd(T.bvmul(product, high), T.bvxor(low, T.bv(n, 32)))
    texts = []
    for many in (20, 40, 80):
        pieces = [must(T.bvult(T.bvxor(product, T.bv(n, 32)), T.bvlshr(high, T.bv(9, 32)))) for n in range(many)]
        texts.append(c_source(cfc(*pieces)))
    assert len(texts[2]) < 2 * len(texts[1]) < 2.5 * len(texts[0])
    assert all(text.count("static int bounds_must_") == 1 for text in texts)
    envs = environments(Random(5), 200)
    whole = union(piece.condition for piece in pieces)
    expected = [f"{int(bool(T.evaluate(whole, env)))}1" for env in envs]
    assert {"01", "11"} == set(expected)
    for compiler in COMPILERS:
        assert compiled(texts[2:], envs, tmp_path, compiler).split() == expected


def test_what_has_no_c_form_leaves_nothing_behind(tmp_path: Path) -> None:
    """Nor a function that nobody calls: compilers warn of those."""
    mean, wide = T.fp_from_bv(VARIABLES[9], T.FLOAT64), VARIABLES[12]
    root = T.fp_is_nan(T.fp_sqrt(T.rm("RNE"), T.fp_add(T.rm("RNE"), mean, mean)))
    small = T.bvult(T.bvmul(wide, wide), T.bv(1 << 90, 128))
    left = T.eq(T.extract(7, 0, T.bvmul(T.extract(63, 0, wide), T.extract(64, 1, wide))), T.bv(5, 8))
    refused = T.and_(small, root)
    text = c_source(cfc(must(refused), must(left), safe(refused)))
    assert text.count("a piece has no C form") == 2
    compiled([text], environments(Random(5), 3), tmp_path, COMPILERS[-1])


def both(pieces: Cfc, tmp_path: Path, *flags: str) -> set[str]:
    envs = environments(Random(3), 30)
    return set(compiled([c_source(pieces)], envs, tmp_path, [*COMPILERS[-1], *flags]).split())


def test_what_c_does_not_say_is_left_open(tmp_path: Path) -> None:
    mean = T.fp_from_bv(VARIABLES[9], T.FLOAT64)
    root = T.fp_is_nan(T.fp_sqrt(T.rm("RNE"), mean))
    for exact in (False, True):
        pieces = cfc(must(root), safe(T.not_(root)), exact=exact)
        assert "a piece has no C form" in c_source(pieces)
        assert both(pieces, tmp_path) == {"01"}
    assert both(cfc(must(T.FALSE), exact=True, domain=root), tmp_path) == {"01"}


def test_arithmetic_that_is_not_ieee_says_less(tmp_path: Path) -> None:
    """With flags under which compilers may round otherwise."""
    mean = T.fp_from_bv(VARIABLES[9], T.FLOAT64)
    twice = T.fp_lt(T.fp_add(T.rm("RNE"), mean, mean), T.fp_const(0, T.FLOAT64))
    for exact in (False, True):
        pieces = cfc(must(twice), safe(T.not_(twice)), exact=exact)
        assert both(pieces, tmp_path) == {"00", "11"}
        assert both(pieces, tmp_path, "-ffast-math", "-w") == {"01"}


def test_outside_of_the_domain_nothing_is_said(tmp_path: Path) -> None:
    flag = VARIABLES[7]
    assert both(cfc(must(T.TRUE), exact=True, domain=flag), tmp_path) == {"11", "01"}
    assert both(cfc(safe(T.TRUE), exact=True, domain=flag), tmp_path) == {"00", "01"}


def test_integers_without_limits(tmp_path: Path) -> None:
    x, y = parameter("x", "int", T.INT), parameter("y", "int", T.INT)
    random = Random(5)
    numbers = [0, 1, -1, 7, -7, 2**63 - 1, -(2**63), *(random.randrange(-20, 20) for _ in range(8))]
    made: list[Term] = []
    for op in (T.ADD, T.SUB, T.MUL, T.DIV, T.MOD):
        value = T.intern(op, (x.variable, y.variable))
        made += [T.lt(value, T.integer(n)) for n in (0, 3, -(10**20), 10**20)]
        made.append(T.eq(T.intern(T.ABS, (value,)), T.neg(T.ite(T.lt(value, T.integer(0)), value, T.integer(-1)))))
    source, calls = [], []
    for number, condition in enumerate(made):
        text = c_source(Cfc((x, y), (must(condition),), exact=True))
        assert "has no C form" not in text
        text = re.sub(r"\bbounds_", f"b{number}_", text)
        source.append(re.sub(r"\b(must_fail|may_fail)\b", rf"\1_{number}", text))
        calls.append(f'putchar("01"[must_fail_{number}(n[i], n[j])]);')
    listed = ", ".join(f"INT64_C({n})" if n != -(2**63) else "INT64_MIN" for n in numbers)
    source.append(f"""#include <stdio.h>
    int main(void) {{
      static const int64_t n[] = {{ {listed} }};
      for (int i = 0; i < {len(numbers)}; i++) for (int j = 0; j < {len(numbers)}; j++) {{ {" ".join(calls)} }}
      return 0;
    }}""")
    (tmp_path / "all.c").write_text("\n".join(source))
    subprocess.run([*COMPILERS[-1], *WARNINGS, str(tmp_path / "all.c"), "-o", str(tmp_path / "all")], check=True)
    said = subprocess.run([str(tmp_path / "all")], capture_output=True, text=True, check=True).stdout
    expected = [T.evaluate(c, {x.variable: a, y.variable: b}) for a in numbers for b in numbers for c in made]
    assert said == "".join("1" if value else "0" for value in expected)


def test_tables(tmp_path: Path) -> None:
    sort = T.array_sort(T.bv_sort(8), T.bv_sort(8))
    table = T.const(T.ArrayValue(sort, 3, {1: 200, 7: 9}), sort)
    c, low = VARIABLES[2], VARIABLES[0]
    changed = T.intern(T.STORE, (table, T.extract(7, 0, low), T.bv(200, 8)))
    condition = T.intern(T.BVULT, (T.bv(100, 8), T.intern(T.SELECT, (changed, c))))
    assert not _wrong([condition], COMPILERS[-1], tmp_path, Random(2))


def test_a_map_is_left_out() -> None:
    sort = T.array_sort(T.INT, T.INT)
    m, x = parameter("m", "[int]int", sort), parameter("x", "int", T.INT)
    condition = T.lt(T.select(m.variable, x.variable), T.integer(3))
    text = c_source(Cfc((m, x), (must(condition),), exact=False))
    assert "_Bool must_fail(int64_t x)" in text
    assert "m: left out" in text


@pytest.mark.parametrize("name", ["a*/x", "a\nint main(void){}", "??/", "\\", "/*", "*//*/", "é\u202e", '"'])
def test_comments_hold_no_program_text_that_does_anything(name: str) -> None:
    text = clean(name)
    assert "*/" not in text
    assert "/*" not in text
    assert re.fullmatch(r"[A-Za-z0-9 _.*/(){}]*", text)


def test_only_identifiers_of_our_making() -> None:
    bad = parameter("x; abort()", "int", T.bv_sort(32))
    with pytest.raises(ValueError, match="no identifier of our making"):
        c_source(Cfc((bad,), (), exact=False))
