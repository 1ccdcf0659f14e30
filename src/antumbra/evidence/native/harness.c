/* Start, inputs, endings and the functions a program may call: see harness.h.

   Functions with C names are weak, so that a definition in the program or in the libc models wins. */

#include "harness.h"

void *heap_new(word size, int zeroed);
void heap_free(word address);
void hook_store(word root, word address, word size, u32 site) HOOK("store");

/* brought by the instrumented module */
extern const struct global_entry global_table[] HOOK("globals");
extern const u32 global_table_size HOOK("global_count");
extern void *const function_table[] HOOK("functions");
extern const u32 function_table_size HOOK("function_count");
extern void (*const __init_array_start[])(void) __attribute__((visibility("hidden")));
extern void (*const __init_array_end[])(void) __attribute__((visibility("hidden")));
int run_entry(void) HOOK("run");

u32 current_site;
u32 options;

/* ---------------------------------------------------------------- inputs */

const u8 *queue[SOURCES];
u32 queued[SOURCES];
u32 used_values[SOURCES], missing_values, mismatched_values;

static u32 u32_at(const u8 *p) { return p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24; }

/* The next value of this source; zero when the test has no more. */
void take_value(void *to, word size, u32 source) {
    u8 *bytes = to;
    word given = 0;
    used_values[source]++;
    if (queued[source]) {
        const u8 *entry = queue[source];
        given = u32_at(entry);
        mismatched_values += given != size;
        for (word i = 0; i < size && i < given; i++) bytes[i] = entry[4 + i];
        queue[source] = entry + 4 + given;
        queued[source]--;
    } else {
        missing_values++;
    }
    for (word i = given; i < size; i++) bytes[i] = 0;
}

void hook_input(void *to, word size, u32 source) HOOK("input");
void hook_input(void *to, word size, u32 source) { take_value(to, size, source); }

/* ---------------------------------------------------------------- endings by hook */

void hook_error(u32 ending, u32 site) HOOK("error");
void hook_error(u32 ending, u32 site) { fail_at(ending, site ? site : current_site, 0); }

void hook_divisor(u32 is_zero, u32 site) HOOK("divisor");
void hook_divisor(u32 is_zero, u32 site) {
    current_site = site;
    if (is_zero) fail_at(ENDED_DIVISION, site, 0);
}

void hook_callee(void *function, u32 site) HOOK("callee");
void hook_callee(void *function, u32 site) {
    for (u32 i = 0; i < function_table_size; i++)
        if (function_table[i] == function) return;
    fail_at(ENDED_CALLEE, site, (word)function);
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
OVERFLOW_HANDLER(shift_out_of_bounds)

/* ---------------------------------------------------------------- C library */

WEAK void *malloc(word size) { return heap_new(size, 0); }
WEAK void *calloc(word count, word size) {
    word total;
    if (__builtin_mul_overflow(count, size, &total)) return 0;
    return heap_new(total, 1);
}
WEAK void free(void *address) { heap_free((word)address); }
WEAK void abort(void) { finish(ENDED_ABORT, 0, 0); }
WEAK void exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void _exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void _Exit(int status) { finish(ENDED_EXIT, (u32)status, 0); }
WEAK void __assert_fail(void) { finish(ENDED_ASSERT, 0, 0); }
WEAK void __assert(void) { finish(ENDED_ASSERT, 0, 0); }
WEAK void __stack_chk_fail(void) { finish(ENDED_SIGNAL, 6, 0); }

WEAK void __VERIFIER_assume(int condition) {
    if (!condition) finish(ENDED_ASSUMPTION, 0, 0);
}
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* ---------------------------------------------------------------- KLEE */

WEAK void klee_make_symbolic(void *address, word size, const char *name) {
    (void)name;
    hook_store((word)address, (word)address, size, current_site);
    take_value(address, size, FROM_INPUT);
}
WEAK void klee_assume(word condition) {
    if (!condition) finish(ENDED_ASSUMPTION, 0, 0);
}
WEAK int klee_int(const char *name) {
    int value;
    (void)name;
    take_value(&value, sizeof value, FROM_INPUT);
    return value;
}
WEAK int klee_range(int first, int last, const char *name) {
    int value = klee_int(name);
    if (value < first || value >= last) finish(ENDED_ASSUMPTION, 0, 0);
    return value;
}
WEAK word klee_choose(word n) {
    word value;
    take_value(&value, sizeof value, FROM_INPUT);
    if (value >= n) finish(ENDED_ASSUMPTION, 0, 0);
    return value;
}
WEAK void klee_assert_fail(void) { finish(ENDED_ASSERT, 0, 0); }
WEAK void klee_abort(void) { finish(ENDED_ABORT, 0, 0); }
WEAK void klee_silent_exit(int status) { finish(ENDED_SILENT, (u32)status, 0); }
WEAK void klee_report_error(void) { finish(ENDED_ERROR_CALL, 1, 0); }
WEAK void klee_warning(void) {}
WEAK void klee_warning_once(void) {}
WEAK void klee_prefer_cex(void) {}
WEAK void klee_posix_prefer_cex(void) {}
WEAK void klee_print_expr(void) {}
WEAK void klee_print_range(void) {}
WEAK void klee_stack_trace(void) {}
WEAK void klee_mark_global(void) {}
WEAK void klee_set_forking(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK int klee_is_replay(void) { return 0; }
WEAK int klee_is_symbolic(word value) { return (void)value, 0; }
WEAK word klee_get_obj_size(void *address) {
    struct object *object = find_object((word)address);
    if (!object || !object->live) fail_at(ENDED_BOUNDS, current_site, (word)address);
    return object->size;
}
WEAK void klee_check_memory_access(void *address, word size) {
    must_access((word)address, (word)address, size, 0, current_site);
}
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int value) { return value; }
WEAK long long klee_get_value_i64(long long value) { return value; }

/* ---------------------------------------------------------------- what the libc models ask for */

WEAK word __antumbra_object_size(void *address) { return klee_get_obj_size(address); }
WEAK void *__antumbra_object_base(void *address) {
    klee_get_obj_size(address);
    return (void *)find_object((word)address)->start;
}
WEAK void __antumbra_check_access(void *address, word size) {
    must_access((word)address, (word)address, size, 0, current_site);
}

/* ---------------------------------------------------------------- start */

struct PACKED header {
    u32 magic;
    u32 options;
    u32 cpu_seconds;
    u32 arena_megabytes;
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
    u8 *data = map_pages((word)header.bytes + 1, 0);
    if (!data) finish(ENDED_TROUBLE, 10, 0);
    read_all(data, header.bytes);
    const u8 *next = data;
    for (u32 source = 0; source < SOURCES; source++) {
        queue[source] = next;
        queued[source] = header.values[source];
        for (u32 i = 0; i < header.values[source]; i++) next += 4 + u32_at(next);
    }
    frames_start(stack_base);
    memory_start((word)header.arena_megabytes << 20);
    for (u32 i = 0; i < global_table_size; i++) memory_add_global(&global_table[i]);
    memory_globals_done();
    limit_and_confine(header.cpu_seconds);
    for (void (*const *made)(void) = __init_array_start; made < __init_array_end; made++) (*made)();
    finish(ENDED_RETURN, (u32)run_entry(), 0);
}
