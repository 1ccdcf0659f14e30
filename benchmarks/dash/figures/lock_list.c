// expect: safe
// Figure 2.1 with its list of requests.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { UNLOCKED, LOCKED };
struct request {
  struct request *next;
};
static int state = UNLOCKED;
static struct request items[3];

static void acquire(void) {
  if (state == LOCKED) reach_error();
  state = LOCKED;
}

static void release(void) {
  if (state == UNLOCKED) reach_error();
  state = UNLOCKED;
}

int main(void) {
  struct request *head = 0;
  int n = 0, n_old, count = __VERIFIER_nondet_int();
  for (int i = 0; i < 3 && i < count; i++) {
    items[i].next = head;
    head = &items[i];
  }
  do {
    acquire();
    n_old = n;
    if (head) {
      head = head->next;
      release();
      n++;
    }
  } while (n_old != n);
  release();
  return 0;
}
