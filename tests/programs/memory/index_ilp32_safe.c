// expect: safe
// options: --property valid-deref,unreach-call --data-model ILP32
extern unsigned __VERIFIER_nondet_uint(void);
static int large[200000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), sum = 0;
  int *p = large + 150000, row[3][4] = {{0}};
  *p = 1;
  p -= 149999;
  for (int *q = large + 9; q >= large; q--) sum += *q;
  if (i < 12) sum += row[i / 4][i % 4];
  return sum + *p;
}
