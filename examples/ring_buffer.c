/* Expected: false(valid-deref) with --property valid-memsafety.
 *
 * A ring buffer that takes one element too many: "full" is tested with > in place of >=, and the index wraps one slot
 * too late. It takes a run of pushes without enough pops to get there. */
#include <stdbool.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

enum { CAPACITY = 4, STEPS = 8 };

struct ring {
    int *slots;
    int head, tail, count;
};

static bool push(struct ring *ring, int value)
{
    if (ring->count > CAPACITY)
        return false;
    ring->slots[ring->tail] = value;
    ring->tail = ring->tail == CAPACITY ? 0 : ring->tail + 1;
    ring->count++;
    return true;
}

static bool pop(struct ring *ring, int *value)
{
    if (ring->count == 0)
        return false;
    *value = ring->slots[ring->head];
    ring->head = ring->head == CAPACITY ? 0 : ring->head + 1;
    ring->count--;
    return true;
}

int main(void)
{
    struct ring ring = {malloc(CAPACITY * sizeof(int)), 0, 0, 0};
    for (int step = 0; step < STEPS; step++) {
        int value = 0;
        if (__VERIFIER_nondet_bool())
            push(&ring, __VERIFIER_nondet_int());
        else
            pop(&ring, &value);
    }
    free(ring.slots);
    return 0;
}
