// expect: safe
// the error function is called by nobody, and nobody has the address of who calls it; a wild loop is given up soon
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int x) {
  if (x > 10)
    reach_error();
}
void unused(int x) { check(x); }
int main(void) {
  unsigned s = 1;
  while (s * s != 3u * s + 1000003u)
    s = s * 7 + (unsigned)__VERIFIER_nondet_int();
  return 0;
}
