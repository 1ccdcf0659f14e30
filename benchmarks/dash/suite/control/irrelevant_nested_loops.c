// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int locked = 1, n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) s += j;
  if (!locked) reach_error();
  return 0;
}
