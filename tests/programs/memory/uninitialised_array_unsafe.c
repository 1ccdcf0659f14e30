// expect: unsafe unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[5];
  for (int i = 0; i < 4; i++)
    a[i] = i;
  if (a[__VERIFIER_nondet_uint() % 5] == 99)
    reach_error(); // fails here
  return 0;
}
