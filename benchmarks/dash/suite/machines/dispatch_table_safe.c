// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int state;
static void idle(int e) {
  if (e == 1) state = 1;
}
static void busy(int e) {
  if (e == 2) state = 2;
  else if (e == 0) state = 0;
}
static void done(int e) { state = e == 3 ? 0 : 2; }
static void (*const handlers[3])(int) = {idle, busy, done};

int main(void) {
  for (int i = 0; i < 5; i++) {
    if (state > 2) reach_error();
    handlers[state](__VERIFIER_nondet_int());
  }
  return 0;
}
