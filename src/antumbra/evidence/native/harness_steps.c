/* The steps of a run: lines that it comes to, and what variables get there.

   Only a program that was instrumented for it calls these hooks, and only a request that asks for it has them noted.
   Of a long run the first events and the last ones are kept. Numbers are shared with steps.py. */

#include "harness.h"

enum { EVENT_LINE = 1, EVENT_VALUE = 2, EVENT_GONE = 3, EVENT_PLACE = 4, EVENT_BYTES = 5, EVENT_DATA = 6, EVENT_TOTAL = 7 };
enum { FIRST = 16384, LAST = 49152, MOST_BYTES = 256 };

struct event {
    u32 what; /* the kind in four bits, then how many functions are under way */
    u32 id;
    u64 value;
};

static struct event events[FIRST + LAST];
static u64 count;

extern void place_globals(void) HOOK("place_globals") __attribute__((weak));

static void note(u32 kind, u32 id, u64 value) {
    if (!(options & TELL_STEPS)) return;
    u64 at = count < FIRST ? count : FIRST + (count - FIRST) % LAST;
    count++;
    events[at].what = kind | frame_depth() << 4;
    events[at].id = id;
    events[at].value = value;
}

/* Bytes that have been written; what was never written has no value to tell. */
void note_bytes(word address, word size) {
    if (!(options & TELL_STEPS) || size > MOST_BYTES) return;
    struct object *object = find_object(address);
    if (!object || address + size > object->start + object->size) return;
    const u8 *shadow = object->shadow ? object->shadow + (address - object->start) : 0;
    for (word i = 0; i < size;) {
        u32 length = 0;
        u64 data = 0;
        while (i + length < size && length < 8 && (!shadow || shadow[i + length] == BYTE_KNOWN)) {
            data |= (u64)((const u8 *)address)[i + length] << 8 * length;
            length++;
        }
        if (length) {
            note(EVENT_BYTES, length, address + i);
            note(EVENT_DATA, 0, data);
        }
        i += length ? length : 1;
    }
}

void hook_line(u32 site) HOOK("line");
void hook_line(u32 site) { note(EVENT_LINE, site, 0); }

void hook_value(u32 record, u64 value) HOOK("value");
void hook_value(u32 record, u64 value) { note(EVENT_VALUE, record, value); }

void hook_gone(u32 record) HOOK("gone");
void hook_gone(u32 record) { note(EVENT_GONE, record, 0); }

void hook_place(u32 record, void *address) HOOK("place");
void hook_place(u32 record, void *address) { note(EVENT_PLACE, record, (word)address); }

void hook_wrote(void *address, word size) HOOK("wrote");
void hook_wrote(void *address, word size) { note_bytes((word)address, size); }

void steps_start(void) {
    if ((options & TELL_STEPS) && place_globals) place_globals();
}

/* What was noted, in order: the first events, the last ones, and how many there were in all. */
void steps_tell(void) {
    if (!(options & TELL_STEPS)) return;
    u64 all = count;
    u64 first = all < FIRST ? all : FIRST, last = all - first < LAST ? all - first : LAST;
    u64 start = last < LAST ? 0 : (all - FIRST) % LAST;
    write_all(events, first * sizeof *events);
    write_all(events + FIRST + start, (last - start) * sizeof *events);
    write_all(events + FIRST, start * sizeof *events);
    struct event total = {EVENT_TOTAL, 0, all};
    write_all(&total, sizeof total);
}
