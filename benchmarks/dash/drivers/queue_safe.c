// expect: safe
// A ring of four pending requests; each slot is queued, cancelled or empty, and the count is right.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum { SLOTS = 4 };
enum { EMPTY, QUEUED, CANCELLED };

static unsigned char slot[SLOTS];
static unsigned head, count;
static int lock_held;

static void acquire(void) {
  if (lock_held) reach_error();
  lock_held = 1;
}

static void release(void) {
  if (!lock_held) reach_error();
  lock_held = 0;
}

static int insert(void) {
  int done = 0;
  acquire();
  if (count < SLOTS) {
    unsigned at = (head + count) % SLOTS;
    if (slot[at] != EMPTY) reach_error();
    slot[at] = QUEUED;
    count++;
    done = 1;
  }
  release();
  return done;
}

static int remove_first(void) {
  int state = EMPTY;
  acquire();
  if (count > 0) {
    state = slot[head];
    if (state == EMPTY) reach_error();
    slot[head] = EMPTY;
    head = (head + 1) % SLOTS;
    count--;
  }
  release();
  return state;
}

static void cancel(unsigned which) {
  acquire();
  if (which < SLOTS && slot[which] == QUEUED) slot[which] = CANCELLED;
  release();
}

int main(void) {
  int rounds = 0;
  while (rounds < 3 && __VERIFIER_nondet_int()) {
    int event = __VERIFIER_nondet_int();
    rounds++;
    if (event == 0) insert();
    else if (event == 1) remove_first();
    else cancel(__VERIFIER_nondet_uint());
    if (lock_held) reach_error();
    if (count > SLOTS) reach_error();
  }
  while (count > 0) remove_first();
  return 0;
}
