// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int flag = 0, i = 0, n = __VERIFIER_nondet_int();
  while (i < n) {
    if (i == 3) i += 2;
    i++;
  }
  if (i == -1 && flag) reach_error();
  return 0;
}
