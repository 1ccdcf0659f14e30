// expect: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int m[2][2] = {{1, 2}, {3, 4}};
  unsigned i = __VERIFIER_nondet_uint() % 2, j = __VERIFIER_nondet_uint() % 2;
  if (!(m[i][j] == (int)(i + 2 * j) + 1)) reach_error();
  return 0;
}
