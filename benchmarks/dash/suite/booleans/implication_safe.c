// expect: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  _Bool c = !a || b;
  if (a && !b) if (!(!c)) reach_error();
  if (!a) if (!(c)) reach_error();
  return 0;
}
