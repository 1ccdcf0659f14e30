// expect: unsafe
// A hub port and the device behind it: transfers need a configured device, a halted endpoint must be cleared first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { DETACHED, ATTACHED, ADDRESSED, CONFIGURED, SUSPENDED };
struct endpoint {
  int halted, active;
};

static int state = DETACHED, resume_to = DETACHED;
static int address;
static struct endpoint control_pipe, bulk_pipe;

static void clear(struct endpoint *e) {
  e->halted = 0;
  e->active = 0;
}

static void detach(void) {
  state = DETACHED;
  address = 0;
  clear(&control_pipe);
  clear(&bulk_pipe);
}

static int submit(struct endpoint *e) {
  if (state != ADDRESSED && state != CONFIGURED) return 0;
  if (e == &bulk_pipe && state != CONFIGURED) return 0;
  if (e->halted || e->active) return 0;
  if (address == 0) reach_error();
  e->active = 1;
  return 1;
}

static void finish(struct endpoint *e) {
  if (!e->active) return;
  if (e->halted) reach_error();
  if (state == DETACHED || state == ATTACHED) reach_error();
  e->active = 0;
  if (__VERIFIER_nondet_int() < 0) e->halted = 1;
}

static void suspend(void) {
  if (state != ADDRESSED && state != CONFIGURED) return;
  resume_to = state;
  state = SUSPENDED;
}

static void bus_reset(void) {
  if (state == DETACHED) return;
  clear(&bulk_pipe);
  address = 0;
  state = ATTACHED;
}

static void set_address(int wanted) {
  if (state == ATTACHED && wanted > 0 && wanted < 128) {
    address = wanted;
    state = ADDRESSED;
  }
}

static void configure(void) {
  if (state == ADDRESSED && !control_pipe.halted) state = CONFIGURED;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct endpoint *e = __VERIFIER_nondet_int() ? &control_pipe : &bulk_pipe;
    switch (__VERIFIER_nondet_int()) {
      case 0: if (state == DETACHED) state = ATTACHED; break;
      case 1: detach(); break;
      case 2: bus_reset(); break;
      case 3: set_address(__VERIFIER_nondet_int()); break;
      case 4: configure(); break;
      case 5: submit(e); break;
      case 6: finish(e); break;
      case 7: suspend(); break;
      case 8: if (state == SUSPENDED) state = resume_to; break;
      case 9: if (e->halted && !e->active) e->halted = 0; break;
      default: break;
    }
    if (bulk_pipe.active && state != CONFIGURED && state != SUSPENDED) reach_error();
  }
  return 0;
}
