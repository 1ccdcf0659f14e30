// expect: unsafe unreach-call
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  switch (__VERIFIER_nondet_longlong()) {
  case 0 ... 9:
    return 1;
  case -5000000000LL:
    return 2;
  case 1LL << 40:
    reach_error(); // fails here
  default:
    return 3;
  }
}
