"""Commands that documents show: found in code blocks, indented blocks and inline code, and what a test does with each.

Every command has a row: ``RUN`` is run, and its end (and output, where the page shows it) compared. ``NOT_RUN`` has the
reason why not; names of commands, options, scripts and targets of all are compared with what there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from antumbra.records import dataclass

ROOT = Path(__file__).parents[2]
_STARTS = r"(?:antumbra|python|make|[A-Z_]+=(?:\"[^\"]*\"|\S+) (?:make|python|\./configure|cmake))\b"


@dataclass(frozen=True, slots=True)
class Shown:
    """``output``: what the page shows below it, None where it shows none."""

    page: str
    command: str
    output: str | None = None


def shown(page: Path) -> Iterator[Shown]:
    """Whatever looks like a command with an argument; names of commands alone (`antumbra check`) are words."""
    prose: list[str] = []
    for is_code, language, text in _parts(page.read_text("utf-8")):
        if not is_code:
            prose.append(text)
        elif not language:
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                yield Shown(page.name, command, output or None)
            for line in re.findall(rf"^({_STARTS} .*)$", text, re.MULTILINE):
                yield Shown(page.name, re.sub(r"\s{2,}.*", "", line))
    whole = "\n\n".join(prose)
    for command in re.findall(rf"^    ({_STARTS} (?:.*\\\n)*.*)$", whole, re.MULTILINE):
        yield Shown(page.name, re.sub(r"\s*\\\n\s*", " ", command))
    for paragraph in re.split(r"\n\s*\n|\n(?=[|*])", re.sub(r"^    .*$", "", whole, flags=re.MULTILINE)):
        for code in re.findall(r"`([^`]*)`", paragraph):
            command = " ".join(code.split())
            if re.match(rf"{_STARTS} ", command) and not re.fullmatch(r"antumbra [a-z]+", command):
                yield Shown(page.name, command)


def _parts(text: str) -> Iterator[tuple[bool, str, str]]:
    """Blocks between fences with their language, and what is between them."""
    is_code, language, lines = False, "", list[str]()
    for line in text.splitlines():
        if line.startswith("```"):
            yield is_code, language, "".join(lines)
            is_code, language, lines = not is_code, line[3:], []
        else:
            lines.append(line + "\n")
    yield is_code, language, "".join(lines)


@dataclass(frozen=True, slots=True)
class Run:
    """``folder``: what has to be there first (``tests/test_shown.py``). ``prints``: its last line if it is a RESULT,
    else some of the text. ``makes``: a file."""

    folder: str = ""
    prints: str = ""
    makes: str = ""
    nightly: bool = False


RUN: dict[str, Run] = {
    "antumbra check main.c parser.c lib.bc -- -Iinclude -DN=3": Run("project", "RESULT: true"),
    "antumbra check --compile-commands build/compile_commands.json": Run("project", "RESULT: true"),
    'make CC="antumbra cc" && antumbra check ./prog': Run("project", "RESULT: true", nightly=True),
    'make CC="antumbra cc"': Run("project", makes="prog", nightly=True),
    'ANTUMBRA_CC=gcc make CC="antumbra cc"': Run("project", makes="prog", nightly=True),
    "antumbra check ./prog": Run("built", "RESULT: true", nightly=True),
    "antumbra check foo.o bar.o": Run("built", "RESULT: true"),
    "antumbra check harness.c libfoo.a": Run("built", "RESULT: true"),
    "antumbra check harness.c libfoo.so": Run("built", "RESULT: true", nightly=True),
    "antumbra check libfoo.a --entry parse": Run("built", "RESULT: true"),
    "antumbra cache": Run("cache", "compiled"),
    "antumbra cache --clear": Run("cache", "kept/antumbra (now empty)"),
    "antumbra characterize examples/midpoint.c --out out": Run(makes="out/bounds.c"),
    "antumbra characterize benchmarks/characterize/programs/figure1/small.c -v"
    " --without definite --without accelerate": Run(prints="y = 0 fails, y = -1 does not", nightly=True),
    "python -m ziglang c++ -fno-exceptions -fno-rtti -O1 -Xclang -disable-llvm-passes -fno-sanitize=all -UNDEBUG -g"
    " -emit-llvm -c shapes.cpp -o shapes.bc": Run("shapes", makes="shapes.bc"),
    "antumbra check shapes.bc": Run("shapes", "RESULT: true"),
    "antumbra check - --language c < program.c": Run("project", "RESULT: true", nightly=True),
    "antumbra completion bash": Run(prints="_antumbra_completion"),
    "antumbra show absolute.c --entry absolute --regions --format html -o absolute.html": Run(
        "absolute", makes="absolute.html"
    ),
    "antumbra show absolute.c --entry absolute --regions --format svg --step 10 -o absolute.svg": Run(
        "absolute", makes="absolute.svg"
    ),
    "antumbra show examples/delivery.c --tree --format svg -o delivery.svg": Run(makes="delivery.svg"),
    "antumbra show examples/delivery.c --tree --format html -o delivery.html": Run(makes="delivery.html"),
    "antumbra check examples/door_code.c --witness door.yml": Run("door", makes="door.yml"),
    "antumbra validate examples/door_code.c door.yml": Run("door", "RESULT: false(unreach-call)"),
    "antumbra check examples/ring_buffer.c --property valid-memsafety --out out --html": Run(makes="out/page.html"),
    "antumbra check benchmarks/protocols/coins.gcl --engine dash": Run(prints="RESULT: true", nightly=True),
    "antumbra check ticket.gcl -D N=3": Run("ticket", "RESULT: true"),
    "antumbra show ticket.gcl --abstract --format html -o ticket.html": Run("ticket", makes="ticket.html"),
    "antumbra show ticket.gcl": Run("ticket", "procedure main()"),
}

#: pages whose commands all have one reason, but for those of ``RUN``
PAGES = {"real-programs.md": "is run in the folder of a public project that is no part of this one"}

_FORMS: Final = """
antumbra check benchmarks/programs/sort.c --cflag=-DN=7 --no-check-proofs --timeout 10 [--merge none]
antumbra check FILE
antumbra check small.c
antumbra --help
antumbra explore FILE
antumbra characterize FILE bounds on all failing inputs: which must fail, which cannot (characterization.md)
antumbra characterize FILE
antumbra replay FILE TEST
antumbra validate FILE WITNESS
antumbra show FILE
antumbra cc …
antumbra suite TASKS…
antumbra check FILE --witness W.yml
antumbra validate FILE W.yml
antumbra suite tests/programs --engine NAME -v
antumbra explore FILE -j 2
antumbra check FILE -j 3
antumbra report out
antumbra report OUT
antumbra serve out
antumbra serve OUT
antumbra serve results.jsonl
antumbra report new.jsonl --compare old.jsonl
antumbra report out1 out2 --sarif findings.sarif
antumbra suite TASKS… --scheduler tcp://HOST:8786
antumbra explore FILE --scheduler tcp://HOST:8786
antumbra COMMAND --help
antumbra --version
antumbra --help
antumbra check small.c
antumbra cc --clang /usr/bin/clang …
antumbra show --tree
antumbra check FILE --property main.assert.2
antumbra characterize R.c --against OUT/bounds.json
antumbra check FILE --engine dash
antumbra check FILE --timeout 20
antumbra check --engine dash --verbose
antumbra show FILE --regions --format html -o regions.html
antumbra explore FILE --prune
antumbra explore benchmarks/programs/NAME.c --cflag=-DN=…
antumbra show FILE --abstract --format dot|svg|html
antumbra check FILE.bpl --engine houdini
antumbra check FILE.bpl [--entry NAME] [--check-assumptions] [--max-loop K] [--bound K] [--infer-modifies]
antumbra check FILE --engine interpolate [--targets all|error-calls|LINES] [--bound K] [--search random]
antumbra check --32 ./prog
"""

_OURS: Final = """
python benchmarks/old_new.py --old ../old --new . start --runs 9
python benchmarks/reading.py --old ../old --new . --states 100 400 1200 --lines 10000 30000
python benchmarks/interpolation/phrasings.py --seconds 6
python benchmarks/run.py --all --cpu --timeout 60 --markdown
python tools/same_twice.py
python benchmarks/boogie/straight.py
python benchmarks/characterize/table.py programs --seconds 60
python benchmarks/characterize/table.py random 1:1101 --forked --seconds 4
python tools/limits_soak.py
python benchmarks/dash/table.py --engines dash --seconds 15 -j 1 figures suite drivers long
python benchmarks/dash/running.py --iterations 60 figures long
python benchmarks/dash/table.py --engines dash@BEFORE,dash --seconds 6 long
python benchmarks/dash/growth.py --seconds 15 --largest 100 -j 1 LOOPS
python benchmarks/dash/table.py --forked --seconds 2 --engines dash,explore,interpolate,houdini,auto boogie guarded
python benchmarks/interpolation/craig.py --timeout 4
python benchmarks/interpolation/table.py figures --timeout 400 --explore 4
python benchmarks/interpolation/targets.py size --timeout 12 --each 3 --sample 3
python benchmarks/interpolation/targets.py depth unreachable --timeout 6 --sample 0
python benchmarks/interpolation/targets.py rounds --timeout 15 --sample 0
python benchmarks/interpolation/table.py all-paths --timeout 20 --explore 20
python benchmarks/interpolation/table.py beyond --timeout 4 --explore 2
python benchmarks/memory_proofs/table.py
python benchmarks/memory_proofs/table.py --seconds 8 --only list
python benchmarks/protocols/literal.py --programs 800
python benchmarks/protocols/table.py --baseline --past
python benchmarks/protocols/table.py --growth --timeout 200
python benchmarks/protocols/growth.py --timeout 20
python benchmarks/old_new.py
python tools/testcov_agreement.py
python tools/witness_table.py --engines dash --every 6 --seconds 15
python benchmarks/parallel.py
python benchmarks/parallel.py --runs 1
python benchmarks/interpolation/halves.py
python benchmarks/old_new.py --old ../old --new . start --runs 9
python benchmarks/interpolation/phrasings.py --seconds 6
PYTHONPATH=src:tests python tools/fuzz_aimed.py --seeds 0:10000 --jobs 2
PYTHONPATH=src:tests python tools/fuzz_shapes.py --seeds 0:1000 --jobs 2
python tools/fuzz_differential.py
"""

_PUBLIC: Final = """
python benchmarks/versus.py --klee KLEE --clang clang-14 --cbmc CBMC --runs 1 --limit 40
python benchmarks/old_new.py --old ../old --new . [TABLE …] [--only ROW] [--sv-comp SUITE/c] [--gpu other/AMD_SDK]
python tools/svcomp.py SUITE/c --timeout 8 -j 3 --out FOLDER
python benchmarks/boogie/ablation.py other/AMD_SDK --mode once --limit 10 --list [--engine explore]
python benchmarks/boogie/ablation.py other/AMD_SDK --engine explore --within 6 --limit 5 --plot PICTURE
python benchmarks/boogie/ablation.py other/AMD_SDK --engine explore --within 6 --every 2 --limit 5 --mode without
python tools/boogie_agreement.py FOLDER --libraries FOLDER [--timeout 2] [--list]
python tools/symbooglix_agreement.py FOLDER
python benchmarks/boogie/second_opinion.py BOOGIE FOLDER [--each]
CC="antumbra cc" ./configure && make
CC="antumbra cc" cmake -B build && make -C build
python benchmarks/characterize/table.py public SUITE/c locks … --seconds 60
python benchmarks/dash/svcomp.py SUITE/c -j 1 --seconds 15 --engines ENGINES [--sample N] FAMILY
python tools/svcomp.py SUITE/c FAMILIES --timeout 4 -j 1 --option="--engine interpolate"
"""

_SUITE: Final = """
antumbra suite tests/programs -j 2 --out RESULTS
python -m pytest tests/suites/test_resume.py
python -m pytest tests/engines/parallel
ANTUMBRA_TESTS=full python -m pytest tests/cluster
make environment
antumbra check examples/midpoint.c --engine stack
antumbra check examples/saturating_add.c --engine stack --most-waiting 1
make lock
make environment
make test
make nightly
python -m pytest tests/proofs tests/faults
python -m pytest tests/faults
python -m pytest tests/boogie/test_random.py tests/houdini OTHERS
"""

#: words that are long lists on the pages
_SHORT: Final = {
    "--new . --file Problem03_label00_true-unreach-call.c": "--new . --file PROBLEM03",
    "locks_loop locks_called chain_adds machine_switch machine_lock diamonds_parity": "LOOPS",
    "--file Problem03_label00_true-unreach-call.c": "--file RERS",
    "docs/boogie-quantiles.svg": "PICTURE",
    "tests/abstract/test_random.py tests/interpolate/test_soundness.py": "OTHERS",
    '"dash,explore,interpolate,auto,auto@WITHOUT"': "ENGINES",
    "locks loops recursive-simple recursive bitvector-regression ssh-simplified": "FAMILIES",
}

NOT_RUN: dict[str, str] = {
    command: reason
    for commands, reason in (
        (_FORMS, "a form with placeholders: others fill it in"),
        (_OURS, "takes minutes; its figures are on the page, with the day"),
        (_PUBLIC, "needs public programs that are no part of the project"),
        (_SUITE, "is this suite or a part of it (test_registry.py), or renews the lock from an index"),
    )
    for command in commands.strip().splitlines()
}


def reason(one: Shown) -> str | None:
    """Why a command is not run; None if nobody has decided."""
    command = one.command
    for words, short in _SHORT.items():
        command = command.replace(words, short)
    return NOT_RUN.get(command, PAGES.get(one.page))
