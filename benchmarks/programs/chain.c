// A chain of N comparisons between neighbours: x0 < x1 < x2 < …; N + 1 paths, each with a longer chain behind it.
#ifndef N
#define N 600
#endif
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int last = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    int next = __VERIFIER_nondet_int();
    if (!(last < next))
      return 1;
    last = next;
  }
  return 0;
}
