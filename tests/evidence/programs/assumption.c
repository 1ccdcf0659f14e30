// unreach-call: 50 fails, -4 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assume(int);

int main(void) {
  __VERIFIER_assume(__VERIFIER_nondet_int() > 0);
  reach_error();  // error
  return 0;
}
