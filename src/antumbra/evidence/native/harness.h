/* Shared declarations of the native replay harness.

   The harness is the whole world of a replayed program: there is no libc behind it. It is compiled
   freestanding, supplies inputs from the test, checks every memory access, and reports how the run
   ended in one record on file descriptor 1. Numbers in enumerations are shared with child.py. */

#ifndef ANTUMBRA_HARNESS_H
#define ANTUMBRA_HARNESS_H

/* The program is linked with this, and may well have names like these. */
#define copy_sites antumbra_harness_copy_sites
#define count_leaks antumbra_harness_count_leaks
#define current_site antumbra_harness_current_site
#define fail_at antumbra_harness_fail_at
#define find_object antumbra_harness_find_object
#define finish antumbra_harness_finish
#define frame_depth antumbra_harness_frame_depth
#define frames_start antumbra_harness_frames_start
#define heap_free antumbra_harness_heap_free
#define heap_new antumbra_harness_heap_new
#define limit_and_confine antumbra_harness_limit_and_confine
#define map_pages antumbra_harness_map_pages
#define memory_globals antumbra_harness_memory_globals
#define memory_start antumbra_harness_memory_start
#define memory_variables antumbra_harness_memory_variables
#define mismatched_values antumbra_harness_mismatched_values
#define missing_values antumbra_harness_missing_values
#define must_access antumbra_harness_must_access
#define new_object antumbra_harness_new_object
#define note_bytes antumbra_harness_note_bytes
#define options antumbra_harness_options
#define read_some antumbra_harness_read_some
#define sandboxed antumbra_harness_sandboxed
#define set_known antumbra_harness_set_known
#define steps_start antumbra_harness_steps_start
#define steps_tell antumbra_harness_steps_tell
#define take_value antumbra_harness_take_value
#define used_values antumbra_harness_used_values
#define ways antumbra_harness_ways
#define whole_value antumbra_harness_whole_value
#define write_all antumbra_harness_write_all

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef __UINTPTR_TYPE__ word;
typedef __INTPTR_TYPE__ sword;

#define HOOK(name) __asm__("antumbra.h." name)
#define WEAK __attribute__((weak))
#define PACKED __attribute__((packed))

enum ending {
    ENDED_RETURN = 1,
    ENDED_EXIT = 2,
    ENDED_ABORT = 3,
    ENDED_ASSUMPTION = 4,
    ENDED_SILENT = 5,
    ENDED_ERROR_CALL = 6,
    ENDED_ASSERT = 7,
    ENDED_NULL = 8,
    ENDED_BOUNDS = 9,
    ENDED_FREED = 10,
    ENDED_READ_ONLY = 11,
    ENDED_DOUBLE_FREE = 12,
    ENDED_INVALID_FREE = 13,
    ENDED_OVERFLOW = 14,
    ENDED_DIVISION = 15,
    ENDED_UNDEFINED = 16,
    ENDED_CALLEE = 17,
    ENDED_STACK = 18,
    ENDED_MEMORY = 19,
    ENDED_SIGNAL = 20,
    ENDED_TROUBLE = 21,
    ENDED_SHIFT = 22,
    ENDED_TARGET = 23,
};

enum source { FROM_INPUT = 0, FROM_UNINITIALISED = 1, FROM_EXTERNAL = 2, SOURCES = 3 };

enum { STOP_ON_OVERFLOW = 1, SCAN_LEAKS = 2, MALLOC_MAY_FAIL = 4, TELL_STEPS = 8 };

/* Shadow bytes: what is known of one byte of an object. */
enum { BYTE_KNOWN = 0, BYTE_UNWRITTEN = 1, BYTE_EXTERNAL = 2 };

enum region { IN_GLOBAL, IN_CONSTANT, IN_STACK, IN_HEAP, IN_NATIVE };

struct object {
    word start;
    word size;
    u8 *shadow; /* null: every byte is known */
    u32 tag;    /* of the global's name, see take_value */
    u8 region;
    u8 live;
    u8 reached;
    u8 scoped; /* a local that does not live now, and may again */
    u8 escaped;  /* functions without a body may know it */
    u8 variable; /* a global that the analysis has as a variable, and that such functions may write */
};

/* One line of the table that the instrumented module brings. */
struct global_entry {
    word start;
    word size;
    word flags; /* 1: constant, 2: bytes unknown, 4: escaped, 8: variable */
    word tag;
};

#define MAX_STACK_SITES 64

struct record {
    u32 magic;
    u32 ending;
    u32 detail;
    u32 site;
    u64 address;
    u32 used[SOURCES];
    u32 missing;
    u32 mismatched;
    u32 unfreed;
    u32 lost;
    u32 sandboxed;
    u32 depth;
    u32 frames;
    u32 sites[MAX_STACK_SITES];
    u64 ways;
};

extern u64 ways; /* a number for the way that the run went at all branches */
extern u32 current_site HOOK("site");
extern u32 options;

void finish(u32 ending, u32 detail, word address) __attribute__((noreturn));
void fail_at(u32 ending, u32 site, word address) __attribute__((noreturn));

/* operating system */
void *map_pages(word size, word hint);
sword read_some(void *to, word size);
void limit_and_confine(u32 cpu_seconds);
void write_all(const void *from, word size);
extern u32 sandboxed;

/* inputs */
word take_value(void *to, word size, u32 source, u32 tag, word whole, u32 offset);
#define ANYWHERE 0xffffffffu
extern u32 used_values[SOURCES], missing_values, mismatched_values;

/* memory */
void memory_start(word arena_size);
void memory_variables(void);
void memory_globals(const struct global_entry *entries, u32 count);
struct object *find_object(word address);
struct object *new_object(word size, word align, u8 region);
void must_access(word root, word address, word size, int write, u32 site);
void set_known(word address, word size);
void count_leaks(int from_exit, u32 *unfreed, u32 *lost);
void frames_start(word stack_base);
u32 copy_sites(u32 *to, u32 limit, u32 *depth);
u32 frame_depth(void);

/* steps */
void note_bytes(word address, word size);
void steps_start(void);
void steps_tell(void);

#endif
