// expect: safe
// Two channels with a table of handlers: what is mapped is unmapped once, and nothing runs unmapped.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum { IDLE, MAPPED, RUNNING, FINISHED };
struct channel {
  int state, mapped, errors;
};

static struct channel channels[2];
static int map_registers = 3;

static void map(struct channel *c) {
  if (c->state != IDLE || map_registers == 0) return;
  if (c->mapped) reach_error();
  map_registers--;
  c->mapped = 1;
  c->state = MAPPED;
}

static void go(struct channel *c) {
  if (c->state != MAPPED) return;
  if (!c->mapped) reach_error();
  c->state = RUNNING;
}

static void unmap(struct channel *c) {
  if (!c->mapped) reach_error();
  c->mapped = 0;
  map_registers++;
  c->state = IDLE;
}

static void interrupt(struct channel *c) {
  if (c->state != RUNNING) return;
  if (__VERIFIER_nondet_int() < 0) {
    c->errors++;
    if (c->errors < 3) {
      c->state = MAPPED;
      return;
    }
  }
  c->state = FINISHED;
}

static void finish(struct channel *c) {
  if (c->state != FINISHED) return;
  c->errors = 0;
  unmap(c);
}

static void abort_transfer(struct channel *c) {
  if (c->state == MAPPED || c->state == RUNNING) {
    c->errors = 0;
    unmap(c);
  }
}

static void (*const handlers[5])(struct channel *) = {map, go, interrupt, finish, abort_transfer};

int main(void) {
  while (__VERIFIER_nondet_int()) {
    unsigned which = __VERIFIER_nondet_uint(), what = __VERIFIER_nondet_uint();
    if (which < 2 && what < 5) {
      handlers[what](&channels[which]);
      if (channels[which].state == RUNNING && !channels[which].mapped) reach_error();
      if (channels[which].errors > 3) reach_error();
    }
    if (map_registers < 1 || map_registers > 3) reach_error();
  }
  return 0;
}
