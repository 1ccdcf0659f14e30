// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int tries = 0, ok = 0;
  while (!ok && tries < 3) {
    ok = __VERIFIER_nondet_int() == 1;
    tries++;
  }
  if (!ok) if (!(tries == 3)) reach_error();
  if (ok) if (!(tries < 3)) reach_error();
  return 0;
}
