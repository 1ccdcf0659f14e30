// expect: unsafe
// Plug and play above power: transfers only while the device is started and in D0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { NOT_STARTED, STARTED, STOPPED, REMOVED };
enum { D0, D1, D3 };

static int pnp = NOT_STARTED;
static int power = D3;
static int transfers;
static int wake_armed;

static void set_power(int wanted) {
  if (pnp == REMOVED && wanted != D3) reach_error();
  if (transfers > 0 && wanted == D3) reach_error();
  power = wanted;
}

static void start_device(void) {
  if (pnp == NOT_STARTED || pnp == STOPPED) {
    set_power(D0);
    pnp = STARTED;
  }
}

static void drain(void) {
  while (transfers > 0) transfers--;
}

static void stop_device(void) {
  if (pnp != STARTED) return;
  drain();
  set_power(D3);
  pnp = STOPPED;
}

static void remove_device(void) {
  if (pnp == REMOVED) return;
  if (pnp == STARTED) {
    wake_armed = 0;
    set_power(D3);
  }
  pnp = REMOVED;
}

static void idle(void) {
  if (pnp == STARTED && transfers == 0) {
    wake_armed = 1;
    set_power(D1);
  }
}

static void wake(void) {
  if (wake_armed && pnp == STARTED && power == D1) {
    set_power(D0);
    wake_armed = 0;
  }
}

static int begin_transfer(void) {
  if (pnp != STARTED || power != D0 || transfers >= 3) return 0;
  transfers++;
  return 1;
}

static void end_transfer(void) {
  if (transfers > 0) {
    if (power == D3) reach_error();
    transfers--;
  }
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
      case 0: start_device(); break;
      case 1: stop_device(); break;
      case 2: remove_device(); break;
      case 3: idle(); break;
      case 4: wake(); break;
      case 5:
        if (begin_transfer() && (pnp != STARTED || power != D0)) reach_error();
        break;
      case 6: end_transfer(); break;
      default: break;
    }
    if (transfers < 0) reach_error();
    if (pnp != STARTED && transfers != 0) reach_error();
  }
  return 0;
}
