// unreach-call: 9 fails, 5 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  double d = __VERIFIER_nondet_int();
  if (d * d / 2.0 == 40.5) reach_error();  // error
  return 0;
}
