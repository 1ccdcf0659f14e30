// expect: safe
// options: --property unreach-call,valid-memsafety
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(void) {
  int c = __VERIFIER_nondet_int(), *p = (int[]){1, 2};
  if (c) {
    int *q = (int[]){1, 2};
    for (int i = 0; i < 2; i++) {
      q[i] = c > 3 && c < 9 ? 4 : 5;
      if (c == 77)
        break;
    }
    if (sum((int[]){c > 1, c <= 1}, 2) != 1)
      reach_error();
    q[0] = 1;
  }
  for (int i = 0; i < 2; i++) {
    int *q = &(int){i};
    *q += 1;
    if (*q != i + 1)
      reach_error();
    if (c == 4)
      continue;
    if (c == 6)
      goto out;
    switch (*q) {
    case 1:
      *q = 4;
      break;
    default:
      *q = 5;
    }
    if (*q < 4)
      reach_error();
  }
out:
  return sum(p, 2) + sum((int[]){1, 2, 3}, 3);
}
