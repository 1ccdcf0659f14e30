/* Start, inputs, endings and the functions a program may call: see harness.h.

   Functions with C names are weak, so that a definition in the program or in the libc models wins. */

#include "harness.h"

void *heap_new(word size, int zeroed);
void heap_free(word address);
void hook_store(word root, word address, word size, u32 site) HOOK("store");
void hook_copy(word to_root, word from_root, word to, word from, word size, u32 site) HOOK("copy");
void hook_fill(word root, word to, u32 byte, word size, u32 site) HOOK("fill");

/* brought by the instrumented module */
extern const struct global_entry global_table[] HOOK("globals");
extern const u32 global_table_size HOOK("global_count");
extern void *const function_table[] HOOK("functions");
extern const u32 function_table_size HOOK("function_count");
int run_entry(void) HOOK("run");

u32 current_site;
u32 options;

/* ---------------------------------------------------------------- inputs */

/* Values of one source in the order of the test. A tag names what the value is for (an external function or
   variable), 0 where the test does not know; an offset says where in its object it lies, ANYWHERE likewise. */
struct PACKED value {
    u32 size;
    u32 tag;
    u32 offset;
    u8 bytes[];
};
static const struct value **values[SOURCES];
static u32 value_count[SOURCES], value_next[SOURCES];
u32 used_values[SOURCES], missing_values, mismatched_values;
const u8 *whole_value;

/* How well a value fits what is asked for; 0: not at all. */
static int fits(const struct value *value, word size, u32 tag, word whole, u32 offset) {
    if ((tag || value->tag) && value->tag != tag) return 0;
    if (value->offset != ANYWHERE || offset == ANYWHERE) {
        if (value->offset == offset) return value->size == size || tag ? 3 : 1;
        return value->offset == 0 && whole && value->size == whole ? 2 : 0;
    }
    return value->size == size || value->size == whole || tag ? 2 : 1;
}

/* Inputs come strictly in order. Of others the first is taken that fits best. */
static const struct value **find_value(u32 source, word size, u32 tag, word whole, u32 offset) {
    const struct value **all = values[source], **best = 0;
    int best_fit = 0;
    u32 first = value_next[source];
    while (first < value_count[source] && !all[first]) first++;
    value_next[source] = first;
    if (first >= value_count[source]) return 0;
    if (source == FROM_INPUT) return &all[first];
    for (u32 i = first; i < value_count[source] && best_fit < 3; i++) {
        int fit = all[i] ? fits(all[i], size, tag, whole, offset) : 0;
        if (fit > best_fit) {
            best = &all[i];
            best_fit = fit;
        }
    }
    return best;
}

/* Copies the next value; zero when the test has none. Returns the size that the test gave it. */
word take_value(void *to, word size, u32 source, u32 tag, word whole, u32 offset) {
    u8 *bytes = to;
    word given = 0;
    used_values[source]++;
    const struct value **found = find_value(source, size, tag, whole, offset);
    if (found) {
        given = (*found)->size;
        whole_value = (*found)->bytes;
        mismatched_values += given > size && given != whole;
        for (word i = 0; i < size && i < given; i++) bytes[i] = whole_value[i];
        *found = 0;
    } else {
        missing_values++;
    }
    for (word i = given; i < size; i++) bytes[i] = 0;
    return given;
}

void hook_input(void *to, word size, u32 source, u32 tag) HOOK("input");
void hook_input(void *to, word size, u32 source, u32 tag) { take_value(to, size, source, tag, 0, ANYWHERE); }

u64 ways;
void hook_branch(u64 value) HOOK("branch");
void hook_branch(u64 value) { ways = (ways ^ (value + 1)) * 0x9e3779b97f4a7c15u + 1; }

/* ---------------------------------------------------------------- endings by hook */

void hook_error(u32 ending, u32 site) HOOK("error");
void hook_error(u32 ending, u32 site) { fail_at(ending, site ? site : current_site, 0); }

void hook_divisor(u32 is_zero, u32 overflows, u32 site) HOOK("divisor");
void hook_divisor(u32 is_zero, u32 overflows, u32 site) {
    if (is_zero) fail_at(ENDED_DIVISION, site, 0);
    if (overflows && (options & STOP_ON_OVERFLOW)) fail_at(ENDED_OVERFLOW, site, 0);
}

void hook_undefined(u32 is_undefined, u32 site) HOOK("undefined");
void hook_undefined(u32 is_undefined, u32 site) {
    if (is_undefined) fail_at(ENDED_UNDEFINED, site, 0);
}

void hook_callee(void *function, u32 site) HOOK("callee");
void hook_callee(void *function, u32 site) {
    for (u32 i = 0; i < function_table_size; i++)
        if (function_table[i] == function) return;
    fail_at(ENDED_CALLEE, site, (word)function);
}

/* The target whose reaching ends this run; 0: none does. */
static u32 wanted_target;

void hook_target(u32 number, u32 site) HOOK("target");
void hook_target(u32 number, u32 site) {
    if (number == wanted_target) fail_at(ENDED_TARGET, site, 0);
}

static void overflowed(void) {
    if (options & STOP_ON_OVERFLOW) finish(ENDED_OVERFLOW, 0, 0);
}

#define OVERFLOW_HANDLER(name) \
    WEAK void __ubsan_handle_##name(void) { overflowed(); } \
    WEAK void __ubsan_handle_##name##_abort(void) { finish(ENDED_OVERFLOW, 0, 0); } \
    WEAK void __ubsan_handle_##name##_minimal(void) { overflowed(); }
OVERFLOW_HANDLER(add_overflow)
OVERFLOW_HANDLER(sub_overflow)
OVERFLOW_HANDLER(mul_overflow)
OVERFLOW_HANDLER(negate_overflow)
OVERFLOW_HANDLER(divrem_overflow)
WEAK void __ubsan_handle_shift_out_of_bounds(void) { finish(ENDED_SHIFT, 0, 0); }
WEAK void __ubsan_handle_shift_out_of_bounds_abort(void) { finish(ENDED_SHIFT, 0, 0); }
WEAK void __ubsan_handle_shift_out_of_bounds_minimal(void) { finish(ENDED_SHIFT, 0, 0); }

/* ---------------------------------------------------------------- C library */

WEAK void *malloc(word size) { return heap_new(size, 0); }
WEAK void *calloc(word count, word size) {
    word total;
    int impossible = __builtin_mul_overflow(count, size, &total);
    return heap_new(impossible ? ~(word)0 : total, 1);
}
WEAK void free(void *address) { heap_free((word)address); }
WEAK void abort(void) { finish(ENDED_ABORT, 0, 0); }
WEAK void exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void _exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void _Exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void quick_exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void __stack_chk_fail(void) { finish(ENDED_SIGNAL, 6, 0); }

/* Ranges of a call that must not overlap; both have been accessed. */
static void must_be_apart(word one, word size, word other, word length, u32 site) {
    if (size && length && (other - one < size || one - other < length)) fail_at(ENDED_UNDEFINED, site, one);
}
WEAK void apart(word one, word size, word other, word length) __asm__("antumbra.apart");
WEAK void apart(word one, word size, word other, word length) {
    must_be_apart(one, size, other, length, current_site);
}
/* A structure may be assigned to itself. */
void hook_apart(word to, word from, word size, u32 site) HOOK("apart");
void hook_apart(word to, word from, word size, u32 site) {
    if (to != from) must_be_apart(to, size, from, size, site);
}

WEAK void *memmove(void *to, const void *from, word size) {
    hook_copy((word)to, (word)from, (word)to, (word)from, size, current_site);
    return to;
}
WEAK void *memcpy(void *to, const void *from, word size) {
    memmove(to, from, size);
    must_be_apart((word)to, size, (word)from, size, current_site);
    return to;
}
WEAK void *mempcpy(void *to, const void *from, word size) { return (u8 *)memcpy(to, from, size) + size; }
WEAK void *__memcpy_chk(void *to, const void *from, word size) { return memcpy(to, from, size); }
WEAK void *__memmove_chk(void *to, const void *from, word size) { return memmove(to, from, size); }
WEAK void *memset(void *to, int byte, word size) {
    hook_fill((word)to, (word)to, (u32)byte, size, current_site);
    return to;
}
WEAK void *__memset_chk(void *to, int byte, word size) {
    hook_fill((word)to, (word)to, (u32)byte, size, current_site);
    return to;
}

/* ---------------------------------------------------------------- verifiers */

WEAK void __VERIFIER_assume(int condition) {
    if (!condition) finish(ENDED_ASSUMPTION, 0, 0);
}
WEAK void klee_assume(word condition) {
    if (!condition) finish(ENDED_ASSUMPTION, 0, 0);
}
void hook_make_symbolic(void *address, word size) HOOK("make_symbolic");
void hook_make_symbolic(void *address, word size) {
    if (!size) return;
    hook_store((word)address, (word)address, size, current_site);
    take_value(address, size, FROM_INPUT, 0, 0, ANYWHERE);
    note_bytes((word)address, size);
}
WEAK void klee_make_symbolic(void *address, word size, const char *name) {
    (void)name;
    hook_make_symbolic(address, size);
}
WEAK int klee_int(const char *name) {
    int value;
    (void)name;
    take_value(&value, sizeof value, FROM_INPUT, 0, 0, ANYWHERE);
    return value;
}
WEAK int klee_range(int first, int last, const char *name) {
    int value = klee_int(name);
    if (value < first || value >= last) finish(ENDED_ASSUMPTION, 0, 0);
    return value;
}
WEAK word klee_choose(word n) {
    word value;
    take_value(&value, sizeof value, FROM_INPUT, 0, 0, ANYWHERE);
    if (value >= n) finish(ENDED_ASSUMPTION, 0, 0);
    return value;
}
WEAK void klee_abort(void) { finish(ENDED_ABORT, 0, 0); }
WEAK void klee_silent_exit(int status) { finish(ENDED_SILENT, (u32)status, 0); }
WEAK void klee_report_error(void) { finish(ENDED_ASSERT, 1, 0); }
WEAK void klee_print_expr(void) {}
WEAK int klee_is_symbolic(word value) { return (void)value, 0; }
WEAK void klee_check_memory_access(void *address, word size) {
    must_access((word)address, (word)address, size, 0, current_site);
}
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int value) { return value; }
WEAK long long klee_get_value_i64(long long value) { return value; }

static struct object *object_at(void *address) {
    struct object *object = find_object((word)address);
    if (!object || !object->live) fail_at(ENDED_BOUNDS, current_site, (word)address);
    return object;
}
WEAK word object_size(void *address) __asm__("antumbra.object_size");
WEAK word object_size(void *address) { return object_at(address)->size; }
WEAK void *object_base(void *address) __asm__("antumbra.object_base");
WEAK void *object_base(void *address) { return (void *)object_at(address)->start; }
WEAK int accessible(void *address, word size, int written) __asm__("antumbra.accessible");
WEAK int accessible(void *address, word size, int written) {
    struct object *object = find_object((word)address);
    if (!object || !object->live || (word)address - object->start > object->size) return 0;
    if (written && (object->region == IN_CONSTANT || object->region == IN_NATIVE)) return 0;
    return size <= object->size - ((word)address - object->start);
}
WEAK void reused(void *old, void *moved) __asm__("antumbra.reused");
WEAK void reused(void *old, void *moved) {}
WEAK word klee_get_obj_size(void *address) { return object_at(address)->size; }

/* The object a pointer parameter of the entry function points to: an input. */
void *hook_entry_object(word size) HOOK("entry_object");
void *hook_entry_object(word size) {
    struct object *made = new_object(size, 16, IN_STACK);
    take_value((void *)made->start, size, FROM_INPUT, 0, 0, ANYWHERE);
    set_known(made->start, size);
    return (void *)made->start;
}

/* The same where it may also be null (1, or always: 2), equal to an earlier one (bits of equals), or of several sizes. */
void *hook_entry_pointer(word least, word most, u32 null, word equals) HOOK("entry_pointer");
void *hook_entry_pointer(word least, word most, u32 null, word equals) {
    static void *earlier[8 * sizeof(word)];
    static u32 count;
    void *made = 0;
    u8 chosen = null == 2;
    if (null == 1) take_value(&chosen, 1, FROM_INPUT, 0, 0, ANYWHERE);
    for (u32 i = 0; !chosen && i < count; i++) {
        if (!(equals >> i & 1)) continue;
        take_value(&chosen, 1, FROM_INPUT, 0, 0, ANYWHERE);
        if (chosen) made = earlier[i];
    }
    if (!chosen) {
        u32 size = (u32)least;
        if (least < most) {
            take_value(&size, sizeof size, FROM_INPUT, 0, 0, ANYWHERE);
            if (size < least || size > most) finish(ENDED_TROUBLE, 9, 0);
        }
        made = hook_entry_object(size);
    }
    if (count == sizeof earlier / sizeof *earlier) finish(ENDED_TROUBLE, 9, 0);
    return earlier[count++] = made;
}

/* What a function without a body gives, or an input that is a pointer: null, or a new heap object; both are inputs. */
void *hook_given_pointer(word size) HOOK("given_pointer");
void *hook_given_pointer(word size) {
    u8 null = 0;
    take_value(&null, 1, FROM_INPUT, 0, 0, ANYWHERE);
    if (null) return 0;
    struct object *made = new_object(size, 16, IN_HEAP);
    take_value((void *)made->start, size, FROM_INPUT, 0, 0, ANYWHERE);
    set_known(made->start, size);
    return (void *)made->start;
}

static word *words_object(word count) {
    struct object *made = new_object(count * sizeof(word), 16, IN_STACK);
    set_known(made->start, made->size);
    word *content = (word *)made->start;
    for (word i = 0; i < count; i++) content[i] = 0;
    return content;
}

/* main's second parameter: {"program", null}; its third: an empty environment. */
void *hook_arguments(u32 number) HOOK("arguments");
void *hook_arguments(u32 number) {
    static const char name[] = "program";
    if (number != 1) return words_object(1);
    u8 *text = (u8 *)new_object(sizeof name, 16, IN_STACK)->start;
    set_known((word)text, sizeof name);
    for (word i = 0; i < sizeof name; i++) text[i] = (u8)name[i];
    word *table = words_object(2);
    table[0] = (word)text;
    return table;
}

/* ---------------------------------------------------------------- start */

struct PACKED header {
    u32 magic;
    u32 options;
    u32 cpu_seconds;
    u32 arena_megabytes;
    u32 target;
    u32 values[SOURCES];
    u32 bytes;
};

static void read_all(void *to, word size) {
    u8 *next = to;
    while (size) {
        sword got = read_some(next, size);
        if (got <= 0) finish(ENDED_TROUBLE, 8, 0);
        next += got;
        size -= (word)got;
    }
}

void harness_main(word stack_base);
void harness_main(word stack_base) {
    struct header header;
    read_all(&header, sizeof header);
    if (header.magic != 0x41544e41u) finish(ENDED_TROUBLE, 9, 0);
    options = header.options;
    wanted_target = header.target;
    u8 *data = map_pages((word)header.bytes + 1, 0);
    if (!data) finish(ENDED_TROUBLE, 10, 0);
    read_all(data, header.bytes);
    const u8 *next = data;
    for (u32 source = 0; source < SOURCES; source++) {
        value_count[source] = header.values[source];
        values[source] = map_pages(((word)header.values[source] + 1) * sizeof *values[source], 0);
        if (!values[source]) finish(ENDED_TROUBLE, 11, 0);
        for (u32 i = 0; i < header.values[source]; i++) {
            values[source][i] = (const struct value *)next;
            next += sizeof(struct value) + values[source][i]->size;
        }
    }
    frames_start(stack_base);
    memory_start((word)header.arena_megabytes << 20);
    memory_globals(global_table, global_table_size);
    memory_variables();
    limit_and_confine(header.cpu_seconds);
    steps_start();
    finish(ENDED_RETURN, (u32)run_entry(), 0);
}
