// expect: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  int on = 0, count = 0;
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_bool()) {
      on = !on;
      count++;
    }
  if (on && count == 2) reach_error();
  return 0;
}
