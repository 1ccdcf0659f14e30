"""Programs as C text, in several phrasings, and the line of each statement."""

from __future__ import annotations

from dataclasses import dataclass, replace

from support.aimed import syntax as S

PRELUDE = """\
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;
typedef int (*fun)(byte *, int);
void *malloc(size); void *calloc(size, size); void *realloc(void *, size); void free(void *);
void *memset(void *, int, size); void *memcpy(void *, const void *, size); size strlen(const char *);
void abort(void) __attribute__((noreturn));
"""
INPUTS = """\
extern byte __VERIFIER_nondet_uchar(void); extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
extern void klee_make_symbolic(void *, size, const char *);
"""
NOISE = """\
static int bounce(int x) { if (x > 3) return 0; return x + 1; }
static int deep(int x) { if (x <= 0) return 0; return 1 + deep(x - 1); }
"""
TYPES = {"int": "int", "ptr": "byte *", "fun": "fun"}


@dataclass(frozen=True)
class Printed:
    text: str
    lines: dict[S.Stmt, int]
    marks: dict[int, int]  #: number of a mark → line


def printed(program: S.Program, main: str = "main") -> Printed:
    return Printer(program, main).done()


class Printer:
    def __init__(self, program: S.Program, main: str) -> None:
        self.program, self.entry = program, main
        self.out: list[str] = []
        self.indent = 0
        self.lines: dict[S.Stmt, int] = {}
        self.marks: dict[int, int] = {}
        self.labels = 0
        self.names: dict[str, str] = {}
        self.constants = {a.name for a in program.arrays if a.constant}

    def done(self) -> Printed:
        statements = list(self.program.statements())
        if any(isinstance(s, S.Assert) for s in statements):
            self.line("#include <assert.h>")
        for text in (PRELUDE, INPUTS):
            for line in text.splitlines():
                self.line(line)
        static = "" if self.entry == "main" else "static "
        self.line(f"{static}void reach_error(void) {{ abort(); }}")
        if any(isinstance(s, S.Noise) for s in statements):
            for line in NOISE.splitlines():
                self.line(line)
        for array in self.program.arrays:
            content = ", ".join(map(str, array.content))
            const = "const " if array.constant else ""
            self.line(f"static {const}byte {array.name}[{array.size}]" + (f" = {{{content}}};" if content else ";"))
        for name, kind in self.program.variables:
            self.line(f"static {TYPES[kind]} {name};")
        for function in self.program.functions[:-1]:
            self.function(function)
        self.main()
        return Printed("\n".join(self.out) + "\n", self.lines, self.marks)

    def line(self, text: str, statement: S.Stmt | None = None) -> None:
        self.out.append("  " * self.indent + text)
        if statement is not None:
            self.lines[statement] = len(self.out)

    def function(self, f: S.Function) -> None:
        parameters = ", ".join(f"{TYPES[kind]} {name}" for name, kind in f.parameters) or "void"
        self.line(f"static {TYPES[f.result] if f.result else 'void'} {f.name}({parameters}) {{")
        self.indent += 1
        self.declare(f, "")
        self.body(f.body)
        self.indent -= 1
        self.line("}")

    def declare(self, f: S.Function, prefix: str) -> None:
        for name, kind in f.variables:
            self.line(f"{prefix}{TYPES[kind]} {name} = 0;")
        for name, size in f.arrays:
            self.line(f"byte {name}[{size}];")
        if any(isinstance(s, S.Noise) for s in S.walk(f.body)):
            self.line("int noise = 0;")

    def main(self) -> None:
        main, storage = self.program.main, self.program.storage
        inside = replace(main, variables=())
        match storage:
            case "locals":
                inside = main
            case "statics":
                for name, kind in main.variables:
                    self.line(f"static {TYPES[kind]} {name};")
            case "struct" | "heap struct":
                fields = " ".join(f"{TYPES[kind]} {name};" for name, kind in main.variables)
                self.line(f"struct state {{ {fields} }};")
                access = "state." if storage == "struct" else "s->"
                self.names = {name: access + name for name, _ in main.variables}
            case "arrays":
                for wanted in ("int", "ptr", "fun"):
                    names = [name for name, kind in main.variables if kind == wanted]
                    if names:
                        self.line(f"static {TYPES[wanted]} {wanted}s[{len(names)}];")
                        self.names |= {name: f"{wanted}s[{i}]" for i, name in enumerate(names)}
        self.line(f"int {self.entry}(void) {{")
        self.indent += 1
        if storage in ("struct", "heap struct"):
            self.line("struct state state = {0};")
        if storage == "heap struct":
            self.line("struct state *s = &state;")
        self.declare(inside, "")
        self.body(main.body)
        self.line("return 0;")
        self.indent -= 1
        self.line("}")

    # expressions

    def name(self, name: str) -> str:
        return self.names.get(name, name)

    def e(self, e: S.Expr) -> str:
        match e:
            case S.Num(n):
                return str(n) if n >= 0 else f"({n})"
            case S.Null():
                return "0"
            case S.Var(name):
                return self.name(name)
            case S.Array(name):
                return f"((byte *){name})" if name in self.constants else name
            case S.Func(name):
                return name
            case S.Bin(op, left, right):
                return f"({self.e(left)} {op} {self.e(right)})"
            case S.Choose(cond, then, other):
                return f"({self.e(cond)} ? {self.e(then)} : {self.e(other)})"
            case S.Get(pointer, index):
                return f"{self.base(pointer)}[{self.e(index)}]"

    def base(self, e: S.Expr) -> str:
        return self.e(e) if isinstance(e, S.Var | S.Array | S.Bin) else f"({self.e(e)})"

    # statements

    def body(self, body: S.Body) -> None:
        for statement in body:
            self.statement(statement)

    def block(self, body: S.Body) -> None:
        self.indent += 1
        self.body(body)
        self.indent -= 1

    def assigned(self, s: S.Stmt) -> tuple[str, str] | None:
        """Target and value of a statement that is an assignment."""
        match s:
            case S.Set(name, value):
                return self.name(name), self.e(value)
            case S.Put(pointer, index, value):
                return f"{self.base(pointer)}[{self.e(index)}]", self.e(value)
            case S.Allocate(name, how, size):
                call = {"malloc": "malloc({})", "calloc": "calloc({}, 1)", "alloca": "__builtin_alloca({})"}[how]
                return self.name(name), call.format(self.e(size))
            case S.Reallocate(name, pointer, size):
                return self.name(name), f"realloc({self.e(pointer)}, {self.e(size)})"
            case S.Length(name, pointer):
                return self.name(name), f"(int)strlen((char *){self.e(pointer)})"
            case S.Divide(name, left, right):
                return self.name(name), f"{self.e(left)} / {self.e(right)}"
            case S.Call(name, function, arguments):
                call = f"{self.base(function)}({', '.join(map(self.e, arguments))})"
                return (self.name(name), call) if name else None
            case _:
                return None

    def statement(self, s: S.Stmt) -> None:
        assigned = self.assigned(s)
        if assigned:
            self.line(f"{assigned[0]} = {assigned[1]};", s)
            return
        match s:
            case S.If():
                self.conditional(s)
            case S.Input(name, count, style):
                self.input(s, self.name(name), count, style)
            case S.Repeat(name, rounds, body, style):
                self.repeat(s, self.name(name), self.e(rounds), body, style)
            case S.Unknown(body):
                self.line("while (__VERIFIER_nondet_bool()) {", s)
                self.block(body)
                self.line("}")
            case S.Noise(kind, count):
                self.noise(kind, count)
            case S.Free(pointer):
                self.line(f"free({self.e(pointer)});", s)
            case S.Fill(pointer, value, count):
                self.line(f"memset({self.e(pointer)}, {self.e(value)}, {self.e(count)});", s)
            case S.Copy(to, source, count):
                self.line(f"memcpy({self.e(to)}, {self.e(source)}, {self.e(count)});", s)
            case S.Symbolic(pointer, count, "klee"):
                self.line(f'klee_make_symbolic({self.e(pointer)}, {count}, "content");', s)
            case S.Symbolic(pointer, count, _):
                self.line(f"for (int j = 0; j < {count}; j++) {self.base(pointer)}[j] = __VERIFIER_nondet_uchar();", s)
            case S.Error():
                self.line("reach_error();", s)
            case S.Assert(cond):
                self.line(f"assert({self.e(cond)});", s)
            case S.Call(None, function, arguments):
                self.line(f"{self.base(function)}({', '.join(map(self.e, arguments))});", s)
            case S.Return(value):
                self.line(f"return {self.e(value)};" if value else "return;", s)
            case S.Mark(number):
                self.line("{ static volatile int passed; passed = 1; }", s)
                self.marks[number] = len(self.out)
            case _:
                raise AssertionError(s)

    def input(self, s: S.Stmt, name: str, count: int, style: str) -> None:
        match style:
            case "leave":
                self.line(f"{name} = __VERIFIER_nondet_uchar();", s)
                self.line(f"if ({name} >= {count}) return 0;")
            case "assume":
                self.line(f"{name} = __VERIFIER_nondet_uchar();", s)
                self.line(f"__VERIFIER_assume({name} < {count});")
            case _:
                self.line(f"{name} = __VERIFIER_nondet_uchar() % {count};", s)

    def conditional(self, s: S.If) -> None:
        cond = self.e(s.cond)
        if s.style == "ternary" and len(s.then) == len(s.other) == 1:
            left, right = self.assigned(s.then[0]), self.assigned(s.other[0])
            if left and right and left[0] == right[0]:
                self.line(f"{left[0]} = {cond} ? {left[1]} : {right[1]};", s)
                for inner in (*s.then, *s.other):
                    self.lines[inner] = len(self.out)
                return
        match s.style:
            case "switch":
                self.line(f"switch ({cond} != 0) {{", s)
                self.line("case 0:")
                self.block(s.other)
                self.line("  break;")
                self.line("default:")
                self.block(s.then)
                self.line("  break;")
                self.line("}")
            case "goto":
                self.labels += 1
                label = self.labels
                self.line(f"if ({cond}) goto yes{label};", s)
                self.block(s.other)
                self.line(f"goto end{label};")
                self.line(f"yes{label}:;")
                self.block(s.then)
                self.line(f"end{label}:;")
            case _:
                self.line(f"if ({cond}) {{", s)
                self.block(s.then)
                if s.other:
                    self.line("} else {")
                    self.block(s.other)
                self.line("}")

    def repeat(self, s: S.Stmt, name: str, rounds: str, body: S.Body, style: str) -> None:
        match style:
            case "while":
                self.line(f"{name} = 0;")
                self.line(f"while ({name} < {rounds}) {{", s)
                self.block((*body,))
                self.line(f"  {name}++;")
                self.line("}")
            case "goto":
                self.labels += 1
                label = self.labels
                self.line(f"{name} = 0;")
                self.line(f"again{label}:")
                self.line(f"if ({name} >= {rounds}) goto out{label};", s)
                self.block(body)
                self.line(f"{name}++;")
                self.line(f"goto again{label};")
                self.line(f"out{label}:;")
            case _:
                self.line(f"for ({name} = 0; {name} < {rounds}; {name}++) {{", s)
                self.block(body)
                self.line("}")

    def noise(self, kind: str, count: int) -> None:
        """What comes from ``__VERIFIER_nondet_int`` decides nothing."""
        match kind:
            case "branches":
                for i in range(count):
                    self.line(f"if (__VERIFIER_nondet_int() > {i}) noise = (noise + {i % 3}) & 7;")
            case "diamond":
                for _ in range(count):
                    self.line("if (__VERIFIER_nondet_int() & 1) noise = 1; else noise = 2;")
                self.line("noise = 0;")
            case "loop":
                self.line(f"for (int j = 0; j < {count}; j++) noise = (noise + j) & 7;")
            case "unknown":
                self.line("while (__VERIFIER_nondet_int() & 1) noise = (noise + 1) & 7;")
            case "call":
                self.line("noise = bounce(noise);")
            case _:
                self.line(f"noise = deep({count});")
