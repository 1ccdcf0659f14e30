// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, b = 0, c = 0;
  if (n < 0) return 0;
  while (a < n) a++;
  while (b < a) { b++; c++; }
  while (c > 0) { c--; a--; }
  if (a != 0) reach_error();
}
