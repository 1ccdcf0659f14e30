// A concrete loop of N rounds, 21 IR instructions each, with one unknown that decides nothing inside.
#ifndef N
#define N 300000
#endif
extern unsigned __VERIFIER_nondet_uint(void);

unsigned table[64];

int main(void) {
  unsigned input = __VERIFIER_nondet_uint();
  unsigned state = 1, sum = 0;
  for (unsigned i = 0; i < N; i++) {
    state = state * 1664525u + 1013904223u;
    table[state >> 26] += i;
    if (state & 1024)
      sum += table[i & 63];
    else
      sum ^= state;
  }
  if (input == sum)
    return 1;
  return 0;
}
