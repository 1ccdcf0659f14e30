// expect: unsafe
// Commands are retried after a reset; the channel is locked around each try, and given back whatever happens.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { OK, BUSY, FAILED, TIMED_OUT };
enum { MOST_TRIES = 3 };

static int channel_locked;
static int resets;
static int outstanding;

static void lock_channel(void) {
  if (channel_locked) reach_error();
  channel_locked = 1;
}

static void unlock_channel(void) {
  if (!channel_locked) reach_error();
  channel_locked = 0;
}

static void issue(void) {
  if (!channel_locked) reach_error();
  if (outstanding) reach_error();
  outstanding = 1;
}

static int wait_for_interrupt(void) {
  if (!outstanding) reach_error();
  for (int ticks = 0; ticks < 2; ticks++) {
    int answer = __VERIFIER_nondet_int();
    if (answer == 0) {
      outstanding = 0;
      return OK;
    }
    if (answer == 1) {
      outstanding = 0;
      return FAILED;
    }
  }
  return TIMED_OUT;
}

static void reset_channel(void) {
  if (channel_locked) reach_error();
  lock_channel();
  outstanding = 0;
  resets++;
  unlock_channel();
}

static int try_command(void) {
  lock_channel();
  if (__VERIFIER_nondet_int()) {
    unlock_channel();
    return BUSY;
  }
  issue();
  int status = wait_for_interrupt();
  unlock_channel();
  return status;
}

static int command(void) {
  int status = FAILED;
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    status = try_command();
    if (status == OK) break;
    if (status == FAILED) reset_channel();
  }
  return status;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int before = resets;
    int status = command();
    if (channel_locked) reach_error();
    if (status == OK && outstanding) reach_error();
    if (resets - before > MOST_TRIES) reach_error();
  }
  return 0;
}
