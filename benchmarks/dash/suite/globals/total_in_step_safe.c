// expect: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static unsigned in, out, stored;
static void put(void) {
  if (stored < 4) {
    in++;
    stored++;
  }
}
static void get(void) {
  if (stored > 0) {
    out++;
    stored--;
  }
}

int main(void) {
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_bool()) put();
    else get();
  }
  if (!(in - out == stored)) reach_error();
  return 0;
}
