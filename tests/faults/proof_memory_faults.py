"""The check of proofs: bytes of objects, accesses, addresses, lives and leaks, each without one of its conditions."""

from __future__ import annotations

from antumbra.proofs.memory import accesses as memory
from antumbra.proofs.memory import addresses, contents
from antumbra.proofs.memory.accesses import Memory
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.memory.effects import Effects
from antumbra.proofs.memory.leaks import Leaks
from antumbra.proofs.memory.world import World
from faults.proof_twins import claims, command, is_, meet, right, rounds, wrong
from proofs import test_procedures
from support.faults import Fault

G = "object g at 0x10000 size 16 global;"
ANY = (
    'e: c := havoc input "c" "bool"; d := havoc input "d" "bool"; x := havoc input "x" "int"; '
    'k := havoc input "k" "long"; m := havoc input "m" "long"; '
)


def run(commands: str) -> str:
    return f"{ANY} {commands} return 0bv32;"


A = 'p := alloc heap 8bv64 zeroed "";'
B = 'q := alloc heap 8bv64 zeroed "";'
BIG = 'p := alloc heap 300bv64 zeroed ""; assume k <u 300bv64;'

# ---------------------------------------------------------------- bytes

part_of_word = wrong(
    "a byte of a word that was written later",
    run(f"{A} store p := 1bv32; store p + 1bv64 := 7bv8; y := load p; {is_('y == 1bv32')}"),
)
part_of_a_word = wrong("half of a word", run(f"{A} store p := 0x10002bv32; w := load p + 2bv64; {is_('w == 2bv16')}"))
last_place = wrong(
    "the last place of an unknown offset",
    run(f"{A} assume k <u 8bv64; store p + 7bv64 := 1bv8; u := load p + k; {is_('u == 0bv8')}"),
)
last_write = wrong(
    "a write to the last place",
    run(f"{A} assume k <u 8bv64; store p + k := 1bv8; u := load p + 7bv64; {is_('u == 0bv8')}"),
)
steps = [
    wrong(
        f"an offset that is {what}",
        run(f"{A} {some} assume o <u 8bv64; store p + o := 1bv8; u := load p + {place}bv64; {is_('u == 0bv8')}"),
    )
    for what, some, place in (
        ("a sum", "o := 2bv64 * k + 1bv64;", 3),
        ("a difference", "o := 4bv64 * k - 2bv64;", 2),
        ("a choice", "o := ite(c, 4bv64 * k, 1bv64);", 1),
        ("a choice, otherwise", "o := ite(c, 1bv64, 4bv64 * k);", 1),
        ("a product", "o := 6bv64 * k;", 6),
        ("extended", "o := zero_extend{59}(x[3:0] ++ 0bv1);", 2),
        ("joined", "o := k[55:0] ++ (x[7:0] * 6bv8);", 6),
        ("high bits", "o := k[60:0] ++ 0bv3;", 0),
    )
]
unwritten_other = wrong(
    "a write to another place",
    run(
        f"{A} assume k <u 8bv64; store p + 3bv64 := 5bv8; store p + k := 1bv8; u := load p + 3bv64; {is_('u == 1bv8')}"
    ),
)
one_of_two_written = wrong(
    "a write to one of two objects",
    run(f"{A} {B} store ite(c, p, q) := 1bv32; y := load p; {is_('y == 1bv32')}"),
)
one_of_two_at_unknown = wrong(
    "a write to one of two objects at an unknown offset",
    run(f"{A} {B} assume k <u 8bv64; store ite(c, p, q) + k := 1bv8; u := load p + k; {is_('u == 1bv8')}"),
)
one_of_two_arrays = wrong(
    "a write to one of two arrays",
    run(
        f'{BIG} q := alloc heap 300bv64 zeroed ""; store ite(c, p, q) + k := 1bv8; u := load p + k; {is_("u == 1bv8")}'
    ),
)
array_keeps = wrong(
    "bytes from before an array", run(f"{BIG} store p + 5bv64 := 1bv8; u := load p + k; {is_('u == 0bv8')}")
)
array_keeps_terms = wrong(
    "terms from before an array", run(f"{BIG} store p + 5bv64 := x; u := load p + k; {is_('u == 0bv8')}")
)
word_in_array = wrong(
    "a word in an array",
    run(f"{BIG} assume k <u 290bv64; store p + k := 0x100bv32; u := load p + k + 1bv64; {is_('u == 0bv8')}"),
)
read_word_in_array = wrong(
    "a word of an array",
    run(f"{BIG} assume k <u 290bv64; store p + k + 1bv64 := 1bv8; y := load p + k; {is_('y == 0bv32')}"),
)
CHOICE = 'c := havoc input "c" "bool"; k := havoc input "k" "long"; '
arrays_differ = [
    wrong(
        f"arrays of two ways {i}",
        meet(
            'k := havoc input "k" "long"; assume k <u 300bv64; p := alloc heap 300bv64 zeroed "";',
            *ways,
            f"u := load p + 9bv64; {is_('u == 0bv8')}",
        ),
    )
    for i, ways in enumerate([("store p + k := 1bv8;", ""), ("", "store p + k := 1bv8;")])
]
contents_differ = [
    wrong(
        f"filled on two ways {i}",
        meet(A, "fill p, 1bv8, 8bv64;", "fill p, 2bv8, 8bv64;", f"u := load p; {is_(f'u == {i}bv8')}"),
    )
    for i in (1, 2)
]
overlapping_words = [
    wrong(
        f"words that overlap {i}",
        meet(A, *ways, f"y := load p; {is_('y == 1bv32')}"),
    )
    for i, ways in enumerate(
        [
            ("store p := 1bv32;", "store p := 1bv32; store p + 1bv64 := 3bv16;"),
            ("store p := 1bv32; store p + 1bv64 := 3bv16;", "store p := 1bv32;"),
        ]
    )
]
filled_in_rounds = wrong(
    "filled in each round", rounds(A, "fill p, 1bv8, 8bv64;", f"u := load p; {is_('u == 0bv8')}"), certificate=claims()
)
array_in_rounds = wrong(
    "an array that was one before",
    rounds(
        'k := havoc input "k" "long"; assume k <u 300bv64; p := alloc heap 300bv64 zeroed ""; store p + k := 0bv8;',
        "store p + 3bv64 := 1bv8;",
        f"u := load p + 3bv64; {is_('u == 0bv8')}",
    ),
    certificate=claims(),
)

_BYTES = [
    Fault(
        "bytes",
        "a word is read whole only if it is",
        Content.word,
        "same = all(self.cells.get(offset + i) == (word, place + i) for i in range(width))",
        "same = True",
        (part_of_word, part_of_a_word),
    ),
    Fault(
        "bytes",
        "the last place",
        contents._places,
        "size.data - width + 1",
        "size.data - width",
        (last_place, last_write),
    ),
    Fault(
        "bytes",
        "places in steps",
        contents._places,
        "1 << min(low_zeros(offset), 16)",
        "2 << min(low_zeros(offset), 16)",
        (last_place, last_write),
    ),
    *(
        Fault("bytes", f"zeros of {what}", contents.low_zeros, old, new, (*steps,))
        for what, old, new in (
            ("a number", "(term.data & -term.data).bit_length() - 1", "term.data.bit_length() - 1"),
            (
                "a sum",
                "return min(low_zeros(a, below) for a in term.args)",
                "return max(low_zeros(a, below) for a in term.args)",
            ),
            (
                "a choice",
                "return min(low_zeros(a, below) for a in term.args[1:])",
                "return max(low_zeros(a, below) for a in term.args[1:])",
            ),
            (
                "a product",
                "min(width, sum(low_zeros(a, below) for a in term.args))",
                "min(width, 1 + sum(low_zeros(a, below) for a in term.args))",
            ),
            (
                "parts",
                "return zeros if zeros < low.sort.width else",
                "return",
            ),
            ("an extension", "return width if zeros == term.args[0].sort.width else zeros", "return width"),
        )
    ),
    Fault(
        "bytes",
        "a write at an unknown place may be elsewhere",
        Content._written_at,
        "here = T.and_(guard, _at(offset, place))",
        "here = guard",
        (unwritten_other,),
    ),
    Fault(
        "bytes",
        "a write has a condition",
        Content._written_at,
        "here = T.and_(guard, _at(offset, place))",
        "here = _at(offset, place)",
        (one_of_two_at_unknown,),
    ),
    Fault(
        "bytes",
        "a write at a known place has one",
        contents._chosen,
        "value if guard is T.TRUE else",
        "value if True else",
        (one_of_two_written,),
    ),
    Fault(
        "bytes",
        "a write to an array has one",
        Content.written,
        "byte if guard is T.TRUE else",
        "byte if True else",
        (one_of_two_arrays,),
    ),
    Fault(
        "bytes",
        "an array has what was written before",
        Content.as_array,
        "bytes_ = {offset: self._byte(offset) for offset in sorted(self.cells)}",
        "bytes_ = {}",
        (array_keeps, array_keeps_terms),
    ),
    Fault(
        "bytes",
        "an array has numbers",
        Content.as_array,
        "{**array.data.entries, **table}",
        "array.data.entries",
        (array_keeps,),
    ),
    Fault(
        "bytes",
        "every byte of a word",
        Content.written,
        "byte = T.extract(8 * i + 7, 8 * i, value) if width > 1 else value",
        "byte = T.extract(7, 0, value)",
        (word_in_array,),
    ),
    Fault(
        "bytes",
        "arrays of two ways",
        Content.joined,
        "return self if one is two else Content(self.default, None, T.ite(guard, one, two))",
        "return self",
        (*arrays_differ,),
    ),
    Fault(
        "bytes",
        "unwritten bytes of two ways",
        Content.joined,
        "or self.default is not other.default",
        "",
        (*contents_differ,),
    ),
    Fault(
        "bytes",
        "what only the other wrote",
        Content.joined,
        "for offset in sorted({*self.cells, *other.cells}):",
        "for offset in sorted(self.cells):",
        (
            wrong(
                "a write of one way to what was unwritten",
                meet('p := alloc heap 4bv64 zeroed "";', "", "store p := 1bv32;", f"y := load p; {is_('y == 0bv32')}"),
            ),
            wrong(
                "a write of the other way to what was unwritten",
                meet('p := alloc heap 4bv64 zeroed "";', "store p := 1bv32;", "", f"y := load p; {is_('y == 0bv32')}"),
            ),
        ),
    ),
    Fault(
        "bytes",
        "the same word and the same place",
        Content.joined,
        "self.cells.get(offset) == other.cells.get(offset)",
        "(offset in self.cells) == (offset in other.cells)",
        (*overlapping_words,),
    ),
    Fault(
        "bytes",
        "same bytes of another life",
        Content.same,
        "self.default is other.default and ",
        "",
        (filled_in_rounds,),
    ),
    Fault(
        "bytes",
        "same bytes that were written",
        Content.same,
        " and self.cells == other.cells",
        "",
        (
            wrong(
                "a word in each round",
                rounds(A, "store p := 1bv32;", f"y := load p; {is_('y == 0bv32')}"),
                certificate=claims(),
            ),
        ),
    ),
    Fault(
        "bytes",
        "same arrays",
        Content.same,
        "return self.as_array() is other.as_array()",
        "return True",
        (array_in_rounds,),
    ),
]

# ---------------------------------------------------------------- accesses

S = 'p := alloc stack 8bv64 "";'
maybe_dead = wrong("what may be gone is read", run(f"{A} free ite(c, p, 0bv64); y := load p;"))
dead_choice = wrong("one of two objects that is gone", run(f"{A} {B} free q; y := load ite(c, p, q);"))
constant_choice = wrong(
    "one of two objects that is constant",
    run(f"{A} store ite(c, p, 0x10000bv64) := 1bv32;"),
    before="object g at 0x10000 size 16 constant;",
)
code_is_read = wrong(
    "code that is read",
    run("y := load ite(c, 0x20000bv64, 0x10000bv64);"),
    before=f"{G} object f at 0x20000 size 16 code; address 0x20000 main;",
)
code_as_number = wrong(
    "code that is read at an unknown place",
    run("assume k <u 16bv64; u := load 0x20000bv64 + k;"),
    before="object f at 0x20000 size 16 code; address 0x20000 main;",
)
wide = wrong("an access that is wider than the object", run('p := alloc heap 2bv64 ""; y := load p;'))
unknown_width = wrong(
    "a size that is less than an access", run('assume k <u 4bv64; p := alloc heap k ""; y := load p;')
)
second_read = [
    wrong(
        f"one of two objects is read {i}",
        run(f"{A} {B} store p := 1bv32; store q := 2bv32; y := load ite(c, p, q); {is_(f'y == {i}bv32')}"),
    )
    for i in (1, 2)
]
numeric_other = wrong(
    "a number that leads to one of two objects",
    run(
        f"{A} {B} store p := 1bv32; store q := 2bv32; s := ite(c, p, q); "
        f"s := (s >>u 1bv64) << 1bv64; y := load s; {is_('y == 1bv32')}"
    ),
)
numeric_freed = wrong(
    "a number that leads to what was freed", run(f"{A} s := (p >>u 1bv64) << 1bv64; free p; y := load s;")
)
sums = [
    right(f"the sum of two pointers {i}", run(f"{A} {B} assume k == {one}; s := (p + q) - k; y := load s;"))
    for i, one in enumerate("pq")
]
by_number = right(
    "a number that leads to an object",
    run(f"{A} {B} assume k == ite(c, 0bv64, q - 16bv64); s := ite(c, p, 16bv64) + k; y := load s;"),
)
near_static = wrong(
    "beside a static",
    run("assume k <u 20bv64; u := load 0x10000bv64 + k;"),
    before=f"{G} object h at 0x10010 size 16 global;",
)
copied_part = wrong(
    "part of a word that is copied",
    run(f"{A} {B} store p := 0x01020304bv32; copy q, p + 1bv64, 2bv64; w := load q; {is_('w == 0x0304bv16')}"),
)
copied_from_two = [
    wrong(
        f"a copy from one of two {i}",
        run(
            f'{A} {B} o := alloc heap 8bv64 zeroed ""; store p := 1bv32; store q := 2bv32; '
            f"copy o, ite(c, p, q), 4bv64; y := load o; {is_(f'y == {i}bv32')}"
        ),
    )
    for i in (1, 2)
]
copied_to_two = [
    wrong(
        f"a copy to one of two {i}",
        run(
            f'{A} {B} o := alloc heap 8bv64 zeroed ""; store o := 1bv32; '
            f"copy ite(c, p, q), o, 4bv64; y := load {at}; {is_('y == 0bv32')}"
        ),
    )
    for i, at in enumerate(("p", "q"))
]
kept_by_copy = [
    wrong(
        f"what a copy to one of two leaves {i}",
        run(
            f'{A} {B} o := alloc heap 8bv64 zeroed ""; store o := 1bv32; '
            f"copy ite(c, p, q), o, 4bv64; y := load {at}; {is_('y == 1bv32')}"
        ),
    )
    for i, at in enumerate(("p", "q"))
]
copied_many = wrong(
    "the last byte of an unknown number",
    run(f"{A} {B} assume k <u 7bv64; store p + 5bv64 := 1bv8; copy q, p, k; u := load q + 5bv64; {is_('u == 0bv8')}"),
)
copied_few = wrong(
    "a byte behind an unknown number",
    run(f"{A} {B} assume k <u 7bv64; store p + 5bv64 := 1bv8; copy q, p, k; u := load q + 5bv64; {is_('u == 1bv8')}"),
)
copied_array = wrong(
    "a copy from an array",
    run(f"{BIG} {B} store p + k := 1bv8; copy q, p, 8bv64; u := load q + 2bv64; {is_('u == 0bv8')}"),
)
filled_part = wrong(
    "part of an object is filled",
    run(f"{A} store p + 4bv64 := 1bv32; fill p, 0bv8, 4bv64; y := load p + 4bv64; {is_('y == 0bv32')}"),
)
filled_rest = wrong(
    "the rest of an object is filled",
    run(f'p := alloc heap 8bv64 ""; fill p + 4bv64, 0bv8, 4bv64; y := load p; {is_("y == 0bv32")}'),
)
filled_one = wrong(
    "one of two is filled", run(f"{A} {B} fill ite(c, p, q), 1bv8, 8bv64; u := load p; {is_('u == 1bv8')}")
)
filled_unknown = wrong(
    "an unknown number of bytes",
    run(f"{A} assume k <=u 8bv64; fill p, 1bv8, k; u := load p + 7bv64; {is_('u == 0bv8')}"),
)
empty_copy = right("a copy of nothing", run("assume k == 0bv64; copy 0bv64, 0bv64, k;"))
large = wrong("an allocation that fails", run('p := alloc heap k ""; assume 0bv64 <u k; u := load p;'))
large_is_null = wrong("an allocation that gives null", run(f'p := alloc heap k ""; {is_("p != 0bv64")}'))
too_large = wrong("an allocation that always fails", run('p := alloc heap 0x8000000000000000bv64 ""; u := load p;'))
large_leak = right(
    "an allocation that failed is no leak",
    run('assume 0x80000000000000bv64 <u k; p := alloc heap k "";'),
    "valid-memcleanup",
)
inner_free = wrong("free of the middle", run(f"{A} free p + (k & 1bv64);"))
free_stack = wrong("free of one of two regions", run(f'{A} q := alloc stack 8bv64 ""; free ite(c, p, q);'))
free_dead = wrong("free of what may be gone", run(f"{A} free ite(c, p, 0bv64); free p;"))
free_one_of_two = wrong("free of one of two, perhaps again", run(f"{A} {B} free ite(c, p, q); free ite(d, p, q);"))
free_number = wrong("free of a number", run(f"{A} s := (p >>u 1bv64) << 1bv64; free s + 1bv64;"))
free_is_all = right("only one of two is freed", run(f"{A} {B} free ite(c, p, q); y := load ite(c, q, p);"))
static_free = wrong("free of a static", run("free ite(c, 0x10000bv64, 0bv64);"), before=G)
vla = wrong("a local object without a bound", run(f'q := alloc stack k ""; {is_("k <u 0x8000000000000000bv64")}'))

_ACCESS = [
    Fault(
        "accesses",
        "constants are not written",
        memory.Memory.targets,
        "suitable = _WRITABLE if write else _ANYTHING",
        "suitable = _ANYTHING",
        (constant_choice,),
    ),
    Fault(
        "accesses",
        "code is not read",
        memory.Memory.targets,
        "if t.item is not None and suitable(t.item)]",
        "if t.item is not None]",
        (constant_choice, code_is_read),
    ),
    Fault(
        "accesses",
        "they are inside",
        memory.Memory.targets,
        "T.and_(t.guard, inside(t.item, t.offset, width)) for t in good",
        "t.guard for t in good",
        (wide, dead_choice),
    ),
    Fault(
        "accesses",
        "they are demanded",
        memory.Memory.targets,
        "if not static:\n                "
        'self._judge.demand(state, valid, "valid-deref", message, location, objects=True)',
        "pass",
        (wide, dead_choice),
    ),
    Fault(
        "accesses",
        "of numbers as well",
        memory.Memory.targets,
        "    valid = T.or_(empty, *(t.guard for t in good))",
        "    valid = T.TRUE",
        (near_static, numeric_freed),
    ),
    Fault(
        "accesses",
        "a static is certain to be the one",
        memory.Memory.targets,
        "if not static or self._judge.certain(state, valid):",
        "if True:",
        (near_static,),
    ),
    Fault("accesses", "live objects", addresses.inside, "T.and_(item.alive, fits)", "fits", (dead_choice, maybe_dead)),
    Fault("accesses", "of enough size", addresses.inside, "T.bvule(width, item.size), ", "", (wide, unknown_width)),
    Fault(
        "accesses",
        "with their whole width",
        addresses.inside,
        "T.bvsub(item.size, width)",
        "item.size",
        (command("bounds"),),
    ),
    Fault(
        "accesses",
        "every object that is possible is read",
        memory._chosen,
        "for guard, value in reversed(cases[:-1]):",
        "for guard, value in ():",
        (*second_read,),
    ),
    Fault(
        "accesses",
        "a number leads to every object",
        memory.Memory.targets,
        "if t.guard is not T.FALSE and self._judge.possible(state, t.guard)]",
        "if t.guard is not T.FALSE and self._judge.possible(state, t.guard)][:1]",
        (
            right(
                "a number that leads to one of two",
                run(f"{A} {B} s := ite(c, p, q); s := (s >>u 1bv64) << 1bv64; assume s == ite(c, p, q); y := load s;"),
            ),
        ),
    ),
    Fault(
        "accesses",
        "one of several objects is written",
        Memory.store,
        "guard = T.TRUE if len(targets) == 1 else target.guard",
        "guard = T.TRUE",
        (one_of_two_written,),
    ),
    Fault(
        "copies",
        "a word that ends in time",
        Content.extent,
        "return width if whole and offset + width <= end else 1",
        "return width if whole else 1",
        (
            command("copy"),
            wrong(
                "the end of a copy",
                run(
                    f"{A} {B} store p := 0x01020304bv32; store q := 0bv32; copy q, p, 2bv64; "
                    f"y := load q; {is_('y == 0x01020304bv32')}"
                ),
            ),
        ),
    ),
    Fault(
        "copies",
        "from one place to one place",
        Memory._copied_words,
        "len(parts) != 2 or",
        "",
        (*copied_from_two, *copied_to_two, *kept_by_copy),
    ),
    Fault(
        "copies",
        "between known places",
        Memory._copied_words,
        "not all(_in_cells(t) for t in parts)",
        "False",
        (copied_array,),
    ),
    Fault(
        "copies",
        "arrays have no words",
        memory._in_cells,
        "target.item.content.array is None and ",
        "",
        (copied_array,),
    ),
    Fault(
        "copies",
        "of all objects that are possible",
        Memory._byte,
        "if behind is T.FALSE or",
        "if not cases or False and",
        (*copied_from_two,),
    ),
    Fault(
        "copies",
        "as many bytes as may be",
        Memory._most,
        "while self._judge.possible(state, T.bvugt(size, self._constant(bound))):",
        "while False:",
        (copied_many, filled_unknown),
    ),
    Fault(
        "copies",
        "no more bytes than are",
        Memory._put,
        "guard = T.and_(alone, T.bvugt(size, self._constant(i)))",
        "guard = alone",
        (copied_few,),
    ),
    Fault(
        "copies",
        "to one of several objects",
        Memory._put,
        "alone = T.TRUE if len(targets) == 1 else target.guard",
        "alone = T.TRUE",
        (*kept_by_copy, filled_one),
    ),
    Fault(
        "copies",
        "nothing is copied from nowhere",
        Memory.copy,
        "command.location, write=False, empty=empty)",
        "command.location, write=False)",
        (empty_copy,),
    ),
    Fault(
        "copies",
        "the source is read",
        Memory.copy,
        "origins = self.targets(state, source, size, command.location, write=False, empty=empty)",
        "origins = self.targets(state, destination, size, command.location, write=True, empty=empty)",
        (*copied_to_two, copied_many),
    ),
    Fault(
        "fills", "of whole objects only", Memory.fill, "size is _size(targets[0]) and", "", (filled_part, filled_rest)
    ),
    Fault("fills", "of one object", Memory.fill, "len(targets) == 1 and", "", (filled_one,)),
    Fault(
        "allocations",
        "may fail",
        Memory.alloc,
        "return T.ite(fits, item.base, self._world.null)",
        "return item.base",
        (large_is_null,),
    ),
    Fault(
        "allocations",
        "one that failed made nothing",
        Memory.alloc,
        "state.objects[item.number] = replace(item, alive=fits)",
        "pass",
        (large_leak,),
    ),
    Fault(
        "allocations",
        "of locals have a bound",
        Memory.alloc,
        'raise NotUnderstood("a local object of unbounded size", command.location)',
        "state.assume(fits)",
        (vla,),
    ),
    Fault(
        "frees",
        "of a start",
        Memory.free,
        "exact = T.and_(target.guard, T.eq(target.offset, self._world.null))",
        "exact = target.guard",
        (inner_free,),
    ),
    Fault(
        "frees", "of what lives", Memory.free, "T.and_(exact, target.item.alive)", "exact", (free_dead, free_one_of_two)
    ),
    Fault(
        "frees",
        "of the heap",
        Memory.free,
        "if t.item is not None and t.item.region is Region.HEAP]",
        "if t.item is not None]",
        (free_stack, static_free),
    ),
    Fault("frees", "end a life", Memory.free, "self._end_life(state, item.number, freed)", "pass", (free_dead,)),
    Fault(
        "frees",
        "end no other life",
        Memory._end_life,
        "alive = T.and_(item.alive, T.not_(where))",
        "alive = T.FALSE",
        (free_is_all,),
    ),
    Fault(
        "frees",
        "of null by its number",
        Memory.free,
        "if t.item is None and t.offset is self._world.null)",
        "if t.item is None)",
        (command("free of null"), wrong("free of a number that is none", run("free ite(c, 16bv64, 0bv64);"))),
    ),
    Fault(
        "frames",
        "their objects die",
        Memory.leave,
        "if item.depth == depth:",
        "if False:",
        (
            wrong(
                "a local of a callee",
                "e: p := call f(); x := load p; return 0bv32;",
                after='procedure f() returns (b: bv64) { var p: bv64; e: p := alloc stack 4bv64 ""; return p; }',
            ),
        ),
    ),
]

# ---------------------------------------------------------------- addresses

one_constant = wrong(
    "equal constants",
    run(f"p := 0x100000000000bv64; {is_('p != 0x200000000000bv64')}"),
    before="object a at 0x100000000000 size 4 constant; object b at 0x200000000000 size 4 constant;",
)
one_constant_of_pointers = wrong(
    "constants of a pointer and of a number",
    run(f"p := 0x100000000000bv64; {is_('p != 0x200000000000bv64')}"),
    before="object g at 0x300000000000 size 16 global; "
    "object a at 0x100000000000 size 8 constant { 0:pointer 8 = 0x300000000000 }; "
    "object b at 0x200000000000 size 8 constant { 0:8 = 0x550000000000 };",
)


def little_room() -> None:
    test_procedures.test_too_little_room_proves_nothing(9, "unchecked")


_ADDRESS = [
    Fault(
        "forms of addresses",
        "a choice has a condition",
        addresses._targets,
        "T.and_(guard, condition))",
        "guard)",
        (*second_read, one_of_two_written, free_is_all),
    ),
    Fault(
        "forms of addresses",
        "the other one as well",
        addresses._targets,
        "T.and_(guard, T.not_(condition)))",
        "guard)",
        (
            free_is_all,
            *kept_by_copy,
            wrong(
                "the other of two is written",
                run(f"{A} {B} store ite(c, p, q) := 1bv32; y := load q; {is_('y == 1bv32')}"),
            ),
        ),
    ),
    Fault(
        "forms of addresses",
        "one pointer in a sum",
        addresses._of_sum,
        "len(pointers) != 1",
        "not pointers",
        (*sums,),
    ),
    Fault(
        "forms of addresses",
        "none is subtracted",
        addresses._of_sum,
        "any(not positive and _points(world, part) for part, positive in addends)",
        "False",
        (
            right(
                "a pointer that is subtracted",
                run(f'{A} {B} o := alloc heap 8bv64 ""; assume k == q + (o - p); s := (p - q) + k; y := load s;'),
            ),
        ),
    ),
    Fault(
        "forms of addresses",
        "a number near a static is opaque",
        addresses._of_sum,
        "raise _Opaque\n        found.append(",
        "pass\n        found.append(",
        (by_number,),
    ),
    Fault(
        "forms of addresses",
        "two guards of one target",
        addresses.by_form,
        "T.or_(known.guard, target.guard)",
        "target.guard",
        (right("one target by two ways", run(f"{A} {B} s := ite(c, ite(d, p, q), p); y := load s;")),),
    ),
    Fault(
        "places of objects",
        "aligned, no more",
        World._place,
        "T.const(align - 1, self.pointer)",
        "T.const(align + 15, self.pointer)",
        (command("alignment"), wrong("no alignment", run(f'p := alloc heap 4bv64 ""; {is_("p[4:4] == 0bv1")}'))),
    ),
    Fault(
        "places of objects",
        "only live ones are apart",
        World._disjoint,
        "T.implies(other.alive, T.or_(behind, before))",
        "T.or_(behind, before)",
        (wrong("the place of what may be gone", run(f"{A} free ite(c, p, 0bv64); {B} {is_('p != q')}")),),
    ),
    Fault(
        "places of objects",
        "scoped ones may share",
        World._place,
        "and not (item.scoped or other.scoped)",
        "",
        (
            wrong(
                "two scopes in one place",
                run(
                    'p := alloc stack 4bv64 ""; q := alloc stack 4bv64 ""; '
                    'builtin begin_life(p) ""; builtin end_life(p) ""; builtin begin_life(q) ""; ' + is_("p != q")
                ),
            ),
        ),
    ),
    Fault(
        "places of objects",
        "equal constants may be one",
        World.statics,
        "if not _constants(o, item)",
        "",
        (one_constant,),
    ),
    Fault("places of objects", "a byte differs", World._unlike, "any(a != b for", "any(True for", (one_constant,)),
    Fault(
        "places of objects",
        "what a pointer is as a number is not known",
        World._unlike,
        " if a >= 0 <= b",
        "",
        (one_constant_of_pointers,),
    ),
    Fault(
        "places of objects",
        "too many for the addresses",
        World._room,
        "raise NotUnderstood(",
        "(lambda *_: None)(",
        (little_room,),
    ),
    Fault(
        "scopes",
        "bytes of a new life are unknown",
        Effects.builtin,
        "replace(item, alive=T.TRUE, content=Content(fresh))",
        "replace(item, alive=T.TRUE)",
        (
            wrong(
                "bytes of a former life",
                run(
                    f'p := alloc stack 4bv64 ""; builtin begin_life(p) ""; store p := 1bv32; '
                    f'builtin begin_life(p) ""; y := load p; {is_("y == 1bv32")}'
                ),
            ),
        ),
    ),
    Fault(
        "scopes",
        "a life ends",
        Effects.builtin,
        "alive=T.FALSE, content=nothing",
        "content=nothing",
        (
            wrong(
                "a scope that has ended",
                run('p := alloc stack 4bv64 ""; builtin begin_life(p) ""; builtin end_life(p) ""; store p := 1bv32;'),
            ),
        ),
    ),
    Fault(
        "scopes",
        "of one object",
        Effects._scoped,
        "len(formed) == 1",
        "formed",
        (
            wrong(
                "the scope of one of two",
                run(
                    'p := alloc stack 4bv64 ""; q := alloc stack 4bv64 ""; '
                    'builtin end_life(p) ""; builtin end_life(q) ""; '
                    's := ite(c, p, q); builtin begin_life(s) ""; store p := 1bv32;'
                ),
            ),
        ),
    ),
    Fault(
        "effects",
        "whether a value is symbolic is open",
        Effects._any,
        "state.abstract = state.abstract or why\n    result",
        "result",
        (right("is_symbolic", run(f'y := builtin is_symbolic(x) ""; {is_("y == 1bv32")}')),),
    ),
    Fault(
        "effects",
        "both answers",
        Effects._any,
        'result = self._world.unknown("any", target.sort)',
        "result = T.const(1, target.sort)",
        (wrong("is_symbolic of what an engine may know", run(f'y := builtin is_symbolic(x) ""; {is_("y == 1bv32")}')),),
    ),
    Fault(
        "effects",
        "the size of each of two",
        Effects._object,
        "result = T.ite(target.guard, value, result)",
        "result = value",
        (
            wrong(
                "the size of one of two",
                run(f'{A} q := alloc heap 4bv64 ""; k := builtin object_size(ite(c, p, q)) ""; {is_("k == 4bv64")}'),
            ),
            wrong(
                "the size of the other",
                run(f'{A} q := alloc heap 4bv64 ""; k := builtin object_size(ite(c, p, q)) ""; {is_("k == 8bv64")}'),
            ),
        ),
    ),
    Fault(
        "effects",
        "of an object that lives",
        Effects._object,
        "T.and_(t.guard, t.item.alive)",
        "t.guard",
        (wrong("the size of what may be gone", run(f'{A} free ite(c, p, 0bv64); k := builtin object_size(p) "";')),),
    ),
    Fault(
        "effects",
        "an object may lie where one was",
        Effects._reused,
        "self._world.may_share(other, one)",
        "pass",
        (wrong("a place that is used again", run(f'{A} {B} builtin reused(p, q) ""; {is_("p != q")}')),),
    ),
    Fault(
        "effects",
        "an access of each byte is demanded",
        Effects.builtin,
        "self._memory.targets(state, arguments[0], arguments[1], command.location, write=False, empty=empty)",
        "pass",
        (command("check access"),),
    ),
]

# ---------------------------------------------------------------- leaks

TWO = "object g at 0x10000 size 16 global;"
freed_link = wrong(
    "lost behind what was freed on one way",
    meet(
        'p := alloc heap 8bv64 ""; q := alloc heap 4bv64 ""; store p := q; store 0x10000bv64 := p;', "free p;", "", ""
    ),
    "valid-memtrack",
    before=G,
)
lost_on_one = [
    wrong(f"lost on one way {i}", meet('p := alloc heap 8bv64 "";', *ways, ""), "valid-memtrack", before=G)
    for i, ways in enumerate([("store 0x10000bv64 := p;", ""), ("", "store 0x10000bv64 := p;")])
]
only_by_itself = wrong("only by itself", run('p := alloc heap 8bv64 ""; store p := p;'), "valid-memtrack", before=G)
by_stack = wrong(
    "only by a local",
    run('p := alloc heap 8bv64 ""; q := alloc stack 8bv64 ""; store q := p;'),
    "valid-memtrack",
    before=G,
)
overwritten = wrong(
    "a pointer that was overwritten",
    run('p := alloc heap 8bv64 ""; store 0x10000bv64 := p; store 0x10000bv64 := 0bv64;'),
    "valid-memtrack",
    before=G,
)
chain = right(
    "a long chain",
    run(
        " ".join('q := p; p := alloc heap 8bv64 ""; store p := q;' for _ in range(4)).replace(
            "q := p; p", "q := 0bv64; p", 1
        )
        + " store 0x10000bv64 := p;"
    ),
    "valid-memtrack",
    before=G,
)
by_global = right(
    "by a global variable", run('h := alloc heap 8bv64 "";'), "valid-memtrack", before="var h: bv64 := 0bv64;"
)
one_by_choice = wrong(
    "one of two is kept", run(f"{A} {B} store 0x10000bv64 := ite(c, p, q);"), "valid-memtrack", before=G
)
in_array = wrong(
    "a pointer at an unknown place",
    run('p := alloc heap 8bv64 ""; assume k <u 2bv64; store 0x10000bv64 + 8bv64 * k := p; store 0x10000bv64 := 0bv64;'),
    "valid-memtrack",
    before=G,
)
freed_is_no_leak = right(
    "what was freed is not lost",
    run(f"{A} store 0x10000bv64 := ite(c, p, 0bv64); free ite(c, 0bv64, p);"),
    "valid-memtrack",
    before=G,
)
exit_lost = wrong(
    "lost at exit", f'{ANY} p := alloc heap 8bv64 ""; p := 0bv64; stop exit "";', "valid-memtrack", before=G
)

_LEAKS = [
    Fault(
        "leaks of the check",
        "a pointer in what was freed leads nowhere",
        Leaks._lost,
        "(T.and_(item.alive, guard), item.number, to)",
        "(guard, item.number, to)",
        (freed_link,),
    ),
    Fault(
        "leaks of the check",
        "a pointer has a condition",
        Leaks._pointed,
        "[(t.guard, t.item.number) for t in formed",
        "[(T.TRUE, t.item.number) for t in formed",
        (*lost_on_one, one_by_choice),
    ),
    Fault(
        "leaks of the check",
        "only from what is reached",
        Leaks._lost,
        "reached.get(source, T.FALSE)",
        "T.TRUE",
        (only_by_itself,),
    ),
    Fault(
        "leaks of the check",
        "roots are global",
        Leaks._lost,
        "if item.region is Region.GLOBAL}",
        "}",
        (by_stack, only_by_itself),
    ),
    Fault(
        "leaks of the check",
        "through as many objects as there are",
        Leaks._lost,
        "for _ in heap:",
        "for _ in list(heap)[:1]:",
        (chain,),
    ),
    Fault(
        "leaks of the check",
        "global variables lead to objects",
        Leaks._lost,
        "for value in state.variables.values():",
        "for value in ():",
        (by_global,),
    ),
    Fault(
        "leaks of the check",
        "what is dead is not lost",
        Leaks._lost,
        "T.and_(item.alive, T.not_(reached[number]))",
        "T.not_(reached[number])",
        (freed_is_no_leak,),
    ),
    Fault(
        "leaks of the check",
        "at exit as well",
        Leaks.at_exit,
        "self._judge.possible(state, lost) for lost",
        "False for lost",
        (exit_lost,),
    ),
    Fault(
        "leaks of the check",
        "what lives is not freed",
        Leaks.at_return,
        "T.not_(item.alive)",
        "T.TRUE",
        (wrong("never freed", run(f"{A}"), "valid-memcleanup"),),
    ),
]

FAULTS = [*_BYTES, *_ACCESS, *_ADDRESS, *_LEAKS]
