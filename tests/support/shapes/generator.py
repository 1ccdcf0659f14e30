"""Random C programs of the shapes that other generators leave out, with few inputs of few values each.

Structures by value, tables of functions, unions, objects made in each round of a loop, recursion with memory,
``memmove`` and strings, jumps into loops, ``switch`` without ``break``. Everything is initialised, and what is computed
cannot overflow, so that a sanitizer knows all that can go wrong. The program ends with ``if (h == K) reach_error();``:
which ``h`` there are is known only once it has run (see :mod:`support.shapes.truth`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from random import Random

#: the values of each input
RANGES = (4, 3, 2)
INPUTS = tuple(product(*map(range, RANGES)))
#: the line of the error
ERROR = "  if (h == K) reach_error();"

PRELUDE = """\
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
struct pair { unsigned char a; short b; unsigned char c[3]; };
struct box { struct pair p; unsigned char *m; };
struct node { struct node *next; unsigned char v; };
union view { unsigned w; unsigned short s[2]; unsigned char b[4]; };
typedef struct pair (*step)(struct pair, int);
static unsigned h = 1;
static unsigned char g[5];
static int input(int n) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < n); return x; }
static void mix(unsigned x) { h = (h * 3 + x) & 0xff; }
static unsigned char *make(int n, int x) { unsigned char *m = malloc(n); memset(m, x, n); return m; }
static unsigned char *grow(unsigned char *m, int n) { m = realloc(m, n); memset(m, n, n); return m; }
static struct node *push(struct node *top, int x) {
  struct node *made = malloc(sizeof *made); made->next = top; made->v = x; return made;
}
static struct node *pop(struct node *top) { struct node *next = top->next; mix(top->v); free(top); return next; }
"""


class Generator:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._names = count()
        self._risks = self._random.choice([0, 0, 1, 1, 2])  #: places that may go wrong

    # ------------------------------------------------------------ expressions

    def small(self, most: int = 3) -> str:
        """A number from 0 to ``most``; at a place that may go wrong sometimes more."""
        if self._risks and self._random.random() < 0.3:
            self._risks -= 1
            over = self._random.choice(["i + j", "i + k", "j + k", "i", "2 * j", "i + j + k", "n"])
            return f"{over} + {max(0, most - self._random.choice([1, 2, 3, 4]))}"
        chosen = self._random.choice(["i", "j", "k", "n", "p.a", "q.b", "u.b[1]", "g[2]", "i + j", "i ^ k", "1", "2"])
        return f"({chosen}) % {most + 1}"

    def value(self) -> str:
        return self._random.choice(["i", "j + 1", "k", "n", "p.a & 7", "q.c[1]", "u.b[0] & 3", "buf[1]", "i * j", "5"])

    def condition(self) -> str:
        left = self._random.choice(["i", "j", "k", "n", "i + k", "i - j", "(h & 3)"])
        return f"{left} {self._random.choice(['==', '!=', '<', '>'])} {self._random.choice([0, 1, 2])}"

    def memory(self) -> str:
        return self._random.choice(["m", "m", "r", "buf", "g"])

    def size(self, memory: str) -> int:
        """The last index that is surely inside."""
        return {"m": 1, "r": 1, "buf": 5, "g": 4}[memory]

    # ------------------------------------------------------------ statements

    def body(self, depth: int, number: int) -> list[str]:
        return [line for _ in range(number) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        simple: list[Callable[[], list[str]]] = [
            self.compute, self.table, self.union, self.access, self.access, self.replace, self.resize, self.release,
            self.copy, self.text, self.by_value, self.recursion, self.stack, self.hook, self.escape, self.divide,
        ]  # fmt: skip
        nested = [self.branch, self.rounds, self.cases, self.into_loop, self.backwards]
        if depth and self._random.random() < 0.4:
            return [f"  {line}" for line in self._random.choice(nested)(depth - 1)]
        return [f"  {line}" for line in self._random.choice(simple)()]

    def compute(self) -> list[str]:
        target = self._random.choice(
            ["n = %s & 7;", "p.c[%s] = n;", "q = p; q.b = (%s) & 7;", "mix(%s);", "g[1] = %s;"]
        )
        return [target % (self.small(2) if "[" in target[:4] else self.value())]

    def table(self) -> list[str]:
        return [f"{self._random.choice('pq')} = table[{self.small()}](p, {self.value()});", "mix(p.a + p.b);"]

    def union(self) -> list[str]:
        return [f"u.w = ({self.value()}) * 257u;", f"u.b[({self.value()}) & 3] ^= {self.value()};", "mix(u.s[k]);"]

    def access(self) -> list[str]:
        memory = self.memory()
        place = f"{memory}[{self.small(self.size(memory))}]"
        return [self._random.choice([f"{place} = {self.value()};", f"mix({place});", f"{place}++;"])]

    def replace(self) -> list[str]:
        memory = self._random.choice("mr")
        return [f"free({memory});", f"{memory} = make(2 + ({self.value()}) % 3, {self.value()});"]

    def resize(self) -> list[str]:
        memory = self._random.choice("mr")
        return [f"{memory} = grow({memory}, 2 + ({self.value()}) % 4);"]

    def release(self) -> list[str]:
        """Freed and made again, or made again under another condition."""
        memory, condition = self._random.choice("mr"), self.condition()
        other = condition
        if self._risks and self._random.random() < 0.5:
            self._risks -= 1
            other = self.condition()
        kept = f"int c{(number := next(self._names))} = {condition}, d{number} = {other};"
        return [kept, f"if (c{number}) free({memory});", *self.compute(), f"if (d{number}) {memory} = make(2, n);"]

    def copy(self) -> list[str]:
        which = self._random.choice(
            ["memmove(buf + {0}, buf + {1}, {2});", "memcpy(buf, m, {2});", "memcpy(r, g, {2});"]
        )
        if which.startswith("memmove"):
            return [which.format(self.small(1), self.small(2), self.small(3)), "mix(buf[2]);"]
        return [which.format("", "", self.small(2 if "buf" in which else 1)), "mix(buf[0] + r[0]);"]

    def text(self) -> list[str]:
        first, second = self._random.choice(['"a"', '"ab"', '""']), self._random.choice(['"cd"', '"e"', '"cde"'])
        last = ""
        if self._risks and self._random.random() < 0.4:
            self._risks -= 1
            last = f' if ({self.condition()}) strcat(t, "fgh");'
        number = next(self._names)
        body = (
            f'{{ char t[6]; strcpy(t, {first}); strcat(t, {second});{last} mix(strlen(t) + (strcmp(t, "abc") > 0) * k);'
        )
        return [body, f"  char *f{number} = strchr(t, 'a' + i); if (f{number}) mix(f{number} - t); }}"]

    def by_value(self) -> list[str]:
        return [
            f"{{ struct box b = {{p, {self._random.choice(['m', 'r', 'buf'])}}}; n = use(b, {self.small(1)}) & 7; }}"
        ]

    def recursion(self) -> list[str]:
        return [f"mix(walk({self.value()} & 3, {self._random.choice(['m', 'r', 'buf', 'g'])}, {self.small(1)}));"]

    def stack(self) -> list[str]:
        guard = "if (top) "
        if self._risks and self._random.random() < 0.5:
            self._risks -= 1
            guard = ""
        return [f"if ({self.condition()}) top = push(top, {self.value()});", f"{guard}top = pop(top);"]

    def hook(self) -> list[str]:
        return [f"b = {self.condition()} ? less : more;", f"n = b(n, {self.value()}) & 7;"]

    def escape(self) -> list[str]:
        """A pointer into an inner scope, or not; used inside, or behind it."""
        after = ""
        if self._risks and self._random.random() < 0.5:
            self._risks -= 1
            after = " mix(*at);"
        made = f"{{ unsigned char own[2] = {{1, 2}}; at = {self.condition()} ? own : buf;"
        return [f"{made} mix(at[{self.small(1)}]); }}{after}", "at = buf;"]

    def divide(self) -> list[str]:
        return [f"mix(12 / (1 + {self.value()}));"] if self._random.random() < 0.7 else ["mix(12 % (1 + n));"]

    def branch(self, depth: int) -> list[str]:
        first, second = self.body(depth, 2), self.body(depth, 1)
        return [f"if ({self.condition()}) {{", *first, "} else {", *second, "}"]

    def rounds(self, depth: int) -> list[str]:
        x = f"x{next(self._names)}"
        heap = [f"  unsigned char *t = make({x} + 2, n);", f"  t[{self.small(1)}]++; mix(t[0]);", "  free(t);"]
        inner = heap if self._random.random() < 0.5 else self.body(depth, 2)
        return [f"for (int {x} = 0; {x} < {self.value()} % 4; {x}++) {{", *inner, "}"]

    def cases(self, depth: int) -> list[str]:
        lines = [f"switch ({self.value()}) {{"]
        for case in ("case 0:", "case 1:", "case 3:", "default:"):
            lines += [case, *self.body(depth, 1)]
            lines += ["  break;"] if self._random.random() < 0.5 else []
        return [*lines, "}"]

    def into_loop(self, depth: int) -> list[str]:
        number = next(self._names)
        x = f"x{number}"
        entered = [f"{{ int {x} = 1; if ({self.condition()}) goto in{number};", f"for ({x} = 0; {x} < 3; {x}++) {{"]
        return [*entered, f"  mix({x});", f"  in{number}:;", *self.body(depth, 1), "} }"]

    def backwards(self, depth: int) -> list[str]:
        number = next(self._names)
        x = f"x{number}"
        return [f"{{ int {x} = 0; back{number}:", *self.body(depth, 1), f"if (++{x} < 1 + i) goto back{number}; }}"]

    # ------------------------------------------------------------ the program

    def functions(self) -> list[str]:
        lines: list[str] = []
        for number in range(4):
            change = self._random.choice(
                ["p.a += n;", "p.b = p.a ^ n;", "p.c[n % 3]++;", "p.a = p.c[1] + 1; p.c[2] = n;"]
            )
            lines.append(f"static struct pair f{number}(struct pair p, int n) {{ {change} mix(p.c[2]); return p; }}")
        lines.append("static step table[4] = {f0, f1, f2, f3};")
        lines.append("static int use(struct box b, int x) { b.p.a++; b.m[x] ^= b.p.a; b.m = 0; return b.p.a + x; }")
        lines.append("static int less(int x, int y) { return x - y; }\nstatic int more(int x, int y) { return x + y; }")
        passed = self._random.choice(["d & 1 ? own : m", "own", "m"])
        lines.append(
            "static int walk(int d, unsigned char *m, int x) {\n"
            f"  unsigned char own[2] = {{d, 1}};\n  if (!d) return m[x];\n  own[1] += walk(d - 1, {passed}, x);\n"
            f"  {self._random.choice(['m[x]++;', 'mix(own[1]);', 'm[0] = own[1];'])}\n  return own[1] & 15;\n}}"
        )
        return lines

    def program(self) -> str:
        head = [*self.functions(), "int main(void) {"]
        head.append(
            "  int "
            + ", ".join(f"{name} = input({most})" for name, most in zip("ijk", RANGES, strict=True))
            + ", n = 0;"
        )
        head.append("  struct pair p = {1, 2, {3, 4, 5}}, q = p; union view u = {0}; struct node *top = 0;")
        head.append(
            "  unsigned char buf[6] = {1}, *m = make(2, 0), *r = make(3, 1), *at = buf; int (*b)(int, int) = less;"
        )
        lines = self.body(2, self._random.randint(3, 7))
        end = ["  free(m);", "  free(r);", "  while (top) top = pop(top);"]
        if self._random.random() < 0.25:
            end[self._random.randrange(3)] = f"  if ({self.condition()}) " + self._random.choice(
                ["free(m);", "free(r);"]
            )
        tail = ["  mix(n + p.a + q.b + buf[2] + g[1] + u.b[3] + *at + b(1, 2));", *end, ERROR, "  return 0;", "}"]
        return PRELUDE + "\n".join([*head, *lines, *tail]) + "\n"


def generate(seed: int) -> str:
    return Generator(seed).program()
