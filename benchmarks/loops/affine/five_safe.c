// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned total = __VERIFIER_nondet_uint();
  unsigned a = total, b = 0, c = 0, d = 0;
  for (;;) {
    unsigned choice = __VERIFIER_nondet_uint() % 5;
    if (choice == 0 && a > 0) { a--; b++; }
    else if (choice == 1 && b > 0) { b--; c++; }
    else if (choice == 2 && c > 0) { c--; d++; }
    else if (choice == 3 && d >= 2) { d -= 2; a += 2; }
    else if (choice == 4) break;
  }
  if (a + b + c + d != total) reach_error();
  return 0;
}
