// expect: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), in = __VERIFIER_nondet_bool();
  _Bool sum = a ^ b ^ in, out = (a && b) || (in && (a ^ b));
  if (!(2 * out + sum == a + b + in)) reach_error();
  return 0;
}
