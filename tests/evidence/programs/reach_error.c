// unreach-call: 7 fails, 8 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) reach_error();  // error
  return 0;
}
