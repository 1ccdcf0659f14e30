// expect: unsafe
// Interrupt levels are raised and lowered in pairs, and nobody waits above PASSIVE.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { PASSIVE, APC, DISPATCH };
enum { NEW, FORWARDED, DONE };

static int level = PASSIVE;
static int event_set;
static int irp_state;

static int raise_level(int to) {
  int old = level;
  if (to < level) reach_error();
  level = to;
  return old;
}

static void lower_level(int to) {
  if (to > level) reach_error();
  level = to;
}

static void wait_for_event(void) {
  if (level != PASSIVE) reach_error();
  if (!event_set) reach_error();
  event_set = 0;
}

static void completion_routine(void) {
  int old = raise_level(DISPATCH);
  if (irp_state != FORWARDED) reach_error();
  event_set = 1;
  lower_level(old);
}

static int call_lower_driver(void) {
  if (irp_state != NEW) reach_error();
  irp_state = FORWARDED;
  completion_routine();
  return __VERIFIER_nondet_int() ? 0 : -1;
}

static int forward_and_wait(void) {
  int status = call_lower_driver();
  wait_for_event();
  irp_state = DONE;
  return status;
}

static int start_device(void) {
  int status = forward_and_wait();
  if (status == 0) {
    int old = raise_level(APC);
    status = __VERIFIER_nondet_int() > 0 ? 0 : -1;
    if (status != 0) {

      return status;
    }
    lower_level(old);
  }
  return status;
}

static int query(int deep) {
  int old = raise_level(deep ? DISPATCH : APC);
  int found = __VERIFIER_nondet_int();
  lower_level(old);
  irp_state = DONE;
  return found;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int kind = __VERIFIER_nondet_int();
    irp_state = NEW;
    event_set = 0;
    if (kind == 0) start_device();
    else if (kind == 1) query(0);
    else if (kind == 2) query(1);
    else forward_and_wait();
    if (irp_state != DONE) reach_error();
    if (kind != 0 && level != PASSIVE) reach_error();
  }
  return 0;
}
