#!/bin/sh
# make demo: find a real bug, show the failing input, replay it as native code, show the tests.
set -u
program=examples/ring_buffer.c
out=demo-out
rm -rf "$out"

say() { printf '\n\033[1m%s\033[0m\n' "$*" | { if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9;]*m//g'; fi; }; }
expect() { # status command...
    wanted=$1
    shift
    say "\$ $*"
    "$@"
    status=$?
    [ "$status" -eq "$wanted" ] || { echo "demo: expected exit status $wanted, got $status" >&2; exit 1; }
}

say "A ring buffer with room for four numbers. Can any sequence of pushes and pops leave it?"
sed -n '/^static bool push/,/^}/p' "$program"
expect 1 antumbra check "$program" --property valid-memsafety --out "$out" --html

say "The failing input again, as native code:"
expect 1 antumbra replay "$program" "$out/tests/test000001.json" --quiet

say "The same test for other tools, and as a C program that fails on its own:"
ls "$out/tests"

say "A program without a bug, for all 2^64 pairs of inputs:"
expect 0 antumbra check examples/saturating_add.c --quiet

say "And all failing inputs of a midpoint, not only one: which must fail, and that no others do."
expect 1 antumbra characterize examples/midpoint.c --out "$out/all"
say "The same as C functions, SMT-LIB, JSON and a picture:"
ls "$out/all"
echo "open $out/all/characterization.html"

say "The first run as a page: its source, and the failing run step by step with the values of its variables:"
echo "open $out/page.html"
