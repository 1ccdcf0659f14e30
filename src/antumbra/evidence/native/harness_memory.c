/* Objects, their bounds and lifetimes, and which of their bytes have a value.

   Every object of the program lies in one arena (globals stay where the linker puts them). The arena
   is a ring: an address is used again only after the whole arena has been passed, so a dangling
   pointer meets a dead object. The space after an object belongs to it and is never accessible, so
   running off the end is seen even when the next object is near. */

#include "harness.h"

#define GRANULE 16
#define GAP 128

extern const u8 *whole_value; /* the bytes of the value taken last */

static word arena, arena_end, cursor;
static u8 *arena_shadow;
static u32 *granules; /* index of the object that owns these 16 bytes, or 0 */
static struct object *objects;
static u32 object_limit, object_next = 1, recycled_count;
static u32 *recycled;
static struct object **pending; /* work list */
static u32 pending_count, pending_limit;

static struct object *globals;
static u32 global_count;

struct frame {
    u32 caller_site;
    u32 first_object;
};
static struct frame *frames;
static u32 frame_count, frame_limit;
static u32 *stack_objects;
static u32 stack_object_count, stack_object_limit;
static word native_base;

#define NATIVE_LIMIT 64
#define NATIVE_STACK_BYTES ((word)48 << 20)
static struct object native[NATIVE_LIMIT]; /* argument areas of variadic functions */
static u32 native_frame[NATIVE_LIMIT];
static u32 native_count;

void memory_start(word arena_size) {
    word hint = sizeof(word) == 8 ? (word)1 << 44 : (word)0x30000000u;
    for (;; arena_size /= 2) {
        if (arena_size < ((word)1 << 20)) finish(ENDED_TROUBLE, 1, 0);
        arena = (word)map_pages(arena_size, hint);
        if (!arena) continue;
        arena_shadow = map_pages(arena_size, 0);
        granules = map_pages(arena_size / GRANULE * sizeof(u32), 0);
        object_limit = (u32)(arena_size / (GAP + GRANULE)) + 16;
        objects = map_pages(object_limit * sizeof(struct object), 0);
        recycled = map_pages(object_limit * sizeof(u32), 0);
        pending_limit = object_limit;
        pending = map_pages(pending_limit * sizeof *pending, 0);
        if (arena_shadow && granules && objects && recycled && pending) break;
        finish(ENDED_TROUBLE, 2, 0);
    }
    arena_end = arena + arena_size;
    cursor = arena;
}

void frames_start(word stack_base) {
    frame_limit = (u32)1 << 21;
    stack_object_limit = (u32)1 << 21;
    frames = map_pages(frame_limit * sizeof(struct frame), 0);
    stack_objects = map_pages(stack_object_limit * sizeof(u32), 0);
    if (!frames || !stack_objects) finish(ENDED_TROUBLE, 3, 0);
    native_base = stack_base;
}

/* ---------------------------------------------------------------- finding objects */

void memory_globals(const struct global_entry *entries, u32 count) {
    word bytes = 1;
    for (u32 i = 0; i < count; i++) bytes += entries[i].size;
    globals = map_pages((count + 1) * sizeof(struct object), 0);
    u8 *shadow = map_pages(bytes, 0);
    if (!globals || !shadow) finish(ENDED_TROUBLE, 4, 0);
    global_count = count;
    for (u32 i = 0; i < count; i++) {
        struct object *made = &globals[i];
        made->start = entries[i].start;
        made->size = entries[i].size;
        made->region = entries[i].flags & 1 ? IN_CONSTANT : IN_GLOBAL;
        made->live = 1;
        made->tag = (u32)entries[i].tag;
        made->escaped = (entries[i].flags & 4) != 0;
        made->variable = (entries[i].flags & 8) != 0;
        made->shadow = shadow;
        shadow += entries[i].size;
        if (entries[i].flags & 2)
            for (word k = 0; k < made->size; k++) made->shadow[k] = BYTE_EXTERNAL;
    }
    for (u32 gap = count / 2; gap; gap /= 2)
        for (u32 i = gap; i < count; i++) {
            struct object moving = globals[i];
            u32 j = i;
            for (; j >= gap && globals[j - gap].start > moving.start; j -= gap) globals[j] = globals[j - gap];
            globals[j] = moving;
        }
}

/* The object that owns the address: inside it, or in the gap behind it. */
struct object *find_object(word address) {
    if (address >= arena && address < arena_end) {
        u32 index = granules[(address - arena) / GRANULE];
        return index ? &objects[index] : 0;
    }
    for (u32 i = native_count; i--;)
        if (address >= native[i].start && address - native[i].start < native[i].size) return &native[i];
    u32 low = 0, high = global_count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (globals[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return 0;
    struct object *last = &globals[low - 1];
    return address - last->start <= last->size + GAP ? last : 0;
}

/* ---------------------------------------------------------------- making and ending objects */

static void recycle(u32 index) {
    struct object *old = &objects[index];
    word first = (old->start - arena) / GRANULE;
    for (word i = first; i < (arena_end - arena) / GRANULE && granules[i] == index; i++) granules[i] = 0;
    for (word i = first; i-- && granules[i] == index;) granules[i] = 0;
    recycled[recycled_count++] = index;
}

struct object *new_object(word size, word align, u8 region) {
    if (align < GRANULE) align = GRANULE;
    word space = arena_end - arena;
    if (align > 65536 || size > space - GAP - 2 * align) finish(ENDED_MEMORY, 0, size);
    word needed = (size + GAP + GRANULE - 1) & ~(word)(GRANULE - 1);
    int wrapped = 0;
    word start, position;
    for (;;) {
        start = (cursor + align - 1) & ~(align - 1);
        if (start < cursor || start > arena_end || needed > arena_end - start) {
            if (wrapped++) finish(ENDED_MEMORY, 1, size);
            cursor = arena;
            continue;
        }
        for (position = cursor; position < start + needed; position += GRANULE) {
            u32 owner = granules[(position - arena) / GRANULE];
            if (!owner) continue;
            if (objects[owner].live || objects[owner].scoped) break;
            recycle(owner);
        }
        if (position >= start + needed) break;
        struct object *in_the_way = &objects[granules[(position - arena) / GRANULE]];
        cursor = (in_the_way->start + in_the_way->size + GAP + GRANULE - 1) & ~(word)(GRANULE - 1);
    }
    u32 index = recycled_count ? recycled[--recycled_count] : object_next++;
    if (index >= object_limit) finish(ENDED_MEMORY, 2, size);
    for (word i = (start - arena) / GRANULE; i < (start + needed - arena) / GRANULE; i++) granules[i] = index;
    cursor = start + needed;
    struct object *made = &objects[index];
    made->start = start;
    made->size = size;
    made->shadow = arena_shadow + (start - arena);
    made->region = region;
    made->live = 1;
    made->tag = 0;
    made->escaped = made->variable = made->scoped = 0;
    for (word i = 0; i < size; i++) made->shadow[i] = BYTE_UNWRITTEN;
    return made;
}

/* ---------------------------------------------------------------- access */

static int inside(const struct object *object, word address, word size) {
    word offset = address - object->start;
    return address >= object->start && offset <= object->size && size <= object->size - offset;
}

static u32 source_of(u8 state) { return state == BYTE_EXTERNAL ? FROM_EXTERNAL : FROM_UNINITIALISED; }

/* Reading gives unwritten bytes their value: as one value when all are unwritten, else byte by byte.
   A value may also stand for the whole object, as the analysis makes them at symbolic offsets. */
static void give_values(struct object *object, word address, word size) {
    u8 *shadow = object->shadow + (address - object->start);
    u8 first = shadow[0];
    word same = 0, known = 0;
    for (word i = 0; i < size; i++) {
        same += shadow[i] == first;
        known += shadow[i] == BYTE_KNOWN;
    }
    word step = same == size ? size : 1;
    for (word i = 0; known < size && i < size;) {
        u8 state = shadow[i];
        if (state == BYTE_KNOWN) {
            i++;
            continue;
        }
        word given = take_value((void *)(address + i), step, source_of(state), object->tag, object->size,
                                (u32)(address + i - object->start));
        if (given > step && given == object->size) {
            for (word k = 0; k < object->size; k++)
                if (object->shadow[k] == state) {
                    ((u8 *)object->start)[k] = whole_value[k];
                    object->shadow[k] = BYTE_KNOWN;
                }
            step = 1;
        }
        for (word k = i; k < i + step; k++) shadow[k] = BYTE_KNOWN;
        i += step;
    }
}

static struct object *checked(word root, word address, word size, int write, u32 site) {
    struct object *object = find_object(address);
    if (root != address) {
        struct object *owner = find_object(root);
        int counts = owner && owner->live && root >= owner->start && root - owner->start <= owner->size;
        if (counts && !inside(owner, address, size)) fail_at(ENDED_BOUNDS, site, address);
    }
    if (object && inside(object, address, size)) {
        if (!object->live) fail_at(ENDED_FREED, site, address);
        if (write && (object->region == IN_CONSTANT || object->region == IN_NATIVE)) fail_at(ENDED_READ_ONLY, site, address);
        return object;
    }
    if (object && !object->live) fail_at(ENDED_FREED, site, address);
    fail_at(address < 4096 ? ENDED_NULL : ENDED_BOUNDS, site, address);
}

void set_known(word address, word size) {
    struct object *object = find_object(address);
    if (!object || !object->shadow) return;
    u8 *shadow = object->shadow + (address - object->start);
    for (word i = 0; i < size; i++) shadow[i] = BYTE_KNOWN;
}

void must_access(word root, word address, word size, int write, u32 site) {
    if (size) checked(root, address, size, write, site);
}

void hook_load(word root, word address, word size, u32 site) HOOK("load");
void hook_load(word root, word address, word size, u32 site) {
    struct object *object = checked(root, address, size, 0, site);
    if (object->shadow) give_values(object, address, size);
}

void hook_store(word root, word address, word size, u32 site) HOOK("store");
void hook_store(word root, word address, word size, u32 site) {
    struct object *object = checked(root, address, size, 1, site);
    if (object->shadow) {
        u8 *shadow = object->shadow + (address - object->start);
        for (word i = 0; i < size; i++) shadow[i] = BYTE_KNOWN;
    }
}

/* Unwritten bytes stay unwritten in the copy; both ranges may overlap. */
void hook_copy(word to_root, word from_root, word to, word from, word size, u32 site) HOOK("copy");
void hook_copy(word to_root, word from_root, word to, word from, word size, u32 site) {
    if (!size) return;
    struct object *source = checked(from_root, from, size, 0, site);
    struct object *target = checked(to_root, to, size, 1, site);
    u8 *to_shadow = target->shadow ? target->shadow + (to - target->start) : 0;
    u8 *from_shadow = source->shadow ? source->shadow + (from - source->start) : 0;
    if (!to_shadow && from_shadow) give_values(source, from, size);
    for (word k = 0; k < size; k++) {
        word i = to <= from ? k : size - 1 - k;
        ((u8 *)to)[i] = ((u8 *)from)[i];
        if (to_shadow) to_shadow[i] = from_shadow ? from_shadow[i] : BYTE_KNOWN;
    }
    note_bytes(to, size);
}

void hook_fill(word root, word to, u32 byte, word size, u32 site) HOOK("fill");
void hook_fill(word root, word to, u32 byte, word size, u32 site) {
    if (!size) return;
    hook_store(root, to, size, site);
    for (word i = 0; i < size; i++) ((u8 *)to)[i] = (u8)byte;
    note_bytes(to, size);
}

/* ---------------------------------------------------------------- frames */

/* The locals made last die, all but this many. */
static void end_locals(u32 count) {
    while (stack_object_count > count) {
        struct object *ended = &objects[stack_objects[--stack_object_count]];
        ended->live = ended->scoped = 0;
    }
}

void hook_enter(void) HOOK("enter");
void hook_enter(void) {
    word here = (word)__builtin_frame_address(0);
    if (frame_count >= frame_limit || native_base - here > NATIVE_STACK_BYTES) finish(ENDED_STACK, 0, here);
    frames[frame_count].caller_site = current_site;
    frames[frame_count++].first_object = stack_object_count;
}

u32 frame_depth(void) { return frame_count; }

void hook_leave(void) HOOK("leave");
void hook_leave(void) {
    u32 first = frames[--frame_count].first_object;
    current_site = frames[frame_count].caller_site;
    end_locals(first);
    while (native_count && native_frame[native_count - 1] > frame_count) native_count--;
}

void *hook_alloca(word size, word align, u32 site) HOOK("alloca");
void *hook_alloca(word size, word align, u32 site) {
    if (stack_object_count >= stack_object_limit) fail_at(ENDED_STACK, site, 0);
    struct object *made = new_object(size, align, IN_STACK);
    stack_objects[stack_object_count++] = (u32)(made - objects);
    return (void *)made->start;
}

/* The scope of a local begins, and its bytes have no value, or it ends. */
static void set_life(word address, u8 live) {
    struct object *object = find_object(address);
    if (!object || object->region != IN_STACK || object->start != address) return;
    object->live = live;
    object->scoped = !live;
    object->escaped = 0;
    for (word i = 0; i < object->size; i++) object->shadow[i] = BYTE_UNWRITTEN;
}

void hook_begin_life(word address) HOOK("begin_life");
void hook_begin_life(word address) { set_life(address, 1); }

void hook_end_life(word address) HOOK("end_life");
void hook_end_life(word address) { set_life(address, 0); }

/* Arrays of variable size are gone when the stack is as it was. */
void *hook_stack_mark(void) HOOK("stack_mark");
void *hook_stack_mark(void) { return (void *)(word)stack_object_count; }

void hook_stack_restore(word mark) HOOK("stack_restore");
void hook_stack_restore(word mark) {
    u32 first = frames[frame_count - 1].first_object;
    end_locals(mark > first ? (u32)mark : first);
}

/* A structure passed by value: the callee's own copy becomes an object of the arena. */
void *hook_byval(const u8 *passed, word size, word align) HOOK("byval");
void *hook_byval(const u8 *passed, word size, word align) {
    u8 *made = hook_alloca(size, align, current_site);
    for (word i = 0; i < size; i++) made[i] = passed[i];
    set_known((word)made, size);
    return made;
}

static void add_native(word start, word size) {
    if (native_count >= NATIVE_LIMIT) finish(ENDED_TROUBLE, 7, 0);
    native_frame[native_count] = frame_count;
    struct object *made = &native[native_count++];
    made->start = start;
    made->size = size;
    made->shadow = 0;
    made->region = IN_NATIVE;
    made->live = 1;
}

/* After va_start: the list is written, and the argument areas it points to may be read. */
void hook_va_start(word list) HOOK("va_start");
void hook_va_start(word list) {
    if (sizeof(word) == 8) {
        set_known(list, 24);
        add_native(*(word *)(list + 16), 176);
        add_native(*(word *)(list + 8), 512);
    } else {
        set_known(list, sizeof(word));
        add_native(*(word *)list, 512);
    }
}

u32 copy_sites(u32 *to, u32 limit, u32 *depth) {
    u32 count = 0;
    *depth = frame_count;
    for (u32 i = frame_count; i-- && count < limit;) to[count++] = frames[i].caller_site;
    return count;
}

/* ---------------------------------------------------------------- heap */

/* As the analysis has it: objects above this size cannot be had. */
#define LARGEST ((word)1 << (sizeof(word) == 8 ? 40 : 28))

/* Of the models, where the program looks at it. */
extern int model_errno __asm__("__antumbra_errno") __attribute__((weak));

static void *no_memory(void) {
    if (&model_errno) model_errno = 12;
    return 0;
}

void *heap_new(word size, int zeroed) {
    if (options & MALLOC_MAY_FAIL) {
        u8 fails;
        take_value(&fails, 1, FROM_INPUT, 0, 0, ANYWHERE);
        if (fails) return no_memory();
    }
    if (size > LARGEST) return no_memory();
    struct object *made = new_object(size, size < 4096 ? GRANULE : 4096, IN_HEAP);
    if (zeroed)
        for (word i = 0; i < size; i++) {
            ((u8 *)made->start)[i] = 0;
            made->shadow[i] = BYTE_KNOWN;
        }
    return (void *)made->start;
}

void heap_free(word address) {
    if (!address) return;
    struct object *object = find_object(address);
    if (!object || object->region != IN_HEAP || object->start != address) fail_at(ENDED_INVALID_FREE, current_site, address);
    if (!object->live) fail_at(ENDED_DOUBLE_FREE, current_site, address);
    object->live = 0;
}

/* ---------------------------------------------------------------- what pointers lead to */

static void clear_marks(void) {
    for (u32 i = 1; i < object_next && i < object_limit; i++) objects[i].reached = 0;
    for (u32 i = 0; i < global_count; i++) globals[i].reached = 0;
}

static void reach(word value) {
    struct object *object = find_object(value);
    if (!object || !object->live || object->reached || object->region == IN_NATIVE) return;
    if (pending_count >= pending_limit) finish(ENDED_MEMORY, 3, 0);
    object->reached = 1;
    pending[pending_count++] = object;
}

static void scan(word start, word size) {
    word first = (start + sizeof(word) - 1) & ~(sizeof(word) - 1);
    for (word at = first; at + sizeof(word) <= start + size; at += sizeof(word)) reach(*(word *)at);
}

static void scan_pending(void) {
    while (pending_count) {
        struct object *object = pending[--pending_count];
        scan(object->start, object->size);
    }
}

static void forget(struct object *object) {
    object->escaped = 1;
    for (word k = 0; k < object->size; k++) object->shadow[k] = BYTE_EXTERNAL;
}

static void forget_reached(void) {
    scan_pending();
    for (u32 i = 1; i < object_next && i < object_limit; i++)
        if (objects[i].reached && objects[i].live) forget(&objects[i]);
    for (u32 i = 0; i < global_count; i++)
        if (globals[i].reached && globals[i].region == IN_GLOBAL) forget(&globals[i]);
}

/* A function without a body gets to know the pointer: what it leads to becomes unknown. */
void hook_havoc(word address) HOOK("havoc");
void hook_havoc(word address) {
    clear_marks();
    reach(address);
    forget_reached();
}

/* What the analysis has as variables has its first values from the start. */
void memory_variables(void) {
    for (u32 i = 0; i < global_count; i++)
        if (globals[i].variable) give_values(&globals[i], globals[i].start, globals[i].size);
}

/* It runs: what it may know becomes unknown. Variables get their next values at once, as in the analysis. */
void hook_outside(void) HOOK("outside");
void hook_outside(void) {
    clear_marks();
    for (u32 i = 0; i < global_count; i++) {
        struct object *global = &globals[i];
        if (global->escaped) reach(global->start);
        if (!global->variable) continue;
        scan(global->start, global->size);
    }
    for (u32 i = 1; i < object_next && i < object_limit; i++)
        if (objects[i].escaped) reach(objects[i].start);
    forget_reached();
    for (u32 i = 0; i < global_count; i++)
        if (globals[i].variable)
            take_value((void *)globals[i].start, globals[i].size, FROM_EXTERNAL, globals[i].tag, 0, ANYWHERE);
}

/* Unfreed: live heap objects. Lost: those no pointer in globals (and, at exit, stacks) leads to. */
void count_leaks(int from_exit, u32 *unfreed, u32 *lost) {
    *unfreed = *lost = 0;
    clear_marks();
    for (u32 i = 0; i < global_count; i++) {
        scan(globals[i].start, globals[i].size);
        scan_pending();
    }
    if (from_exit) {
        word here = (word)__builtin_frame_address(0);
        scan(here, native_base - here);
        for (u32 i = 0; i < stack_object_count; i++) reach(objects[stack_objects[i]].start);
        scan_pending();
    }
    for (u32 i = 1; i < object_next && i < object_limit; i++) {
        if (objects[i].region != IN_HEAP || !objects[i].live) continue;
        ++*unfreed;
        *lost += !objects[i].reached;
    }
}
