// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned times(unsigned k, unsigned rounds) {
  unsigned sum = 0, i = 0;
  do {
    if (i >= rounds) break;
    sum = sum + k;
    i = i + 1;
  } while (1);
  return sum;
}

int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  unsigned p = times(k, n);
  if (!(p == k * n && p != 77)) reach_error();
  return 0;
}
