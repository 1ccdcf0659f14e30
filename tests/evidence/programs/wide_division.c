// unreach-call: 21 fails, 5 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  long long a = __VERIFIER_nondet_int() * 10000000000LL;
  if (a / 10000000000LL == 21 && a % 3 == 0) reach_error();  // error
  return 0;
}
