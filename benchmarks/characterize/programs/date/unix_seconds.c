// expect: fails iff the seconds since 1970 do not fit an int: from 19 January 2038 on
// options: --property no-overflow
// inputs: int days, int seconds
// truth: seconds >= 0 && seconds < 86400 && days >= 0 && (long long)days * 86400 + seconds > 2147483647LL
extern int __VERIFIER_nondet_int(void);

static int stamp(int days, int seconds) {
  int time = days * 86400;
  return time + seconds;
}

int main(void) {
  int days = __VERIFIER_nondet_int();
  int seconds = __VERIFIER_nondet_int();
  if (days < 0 || seconds < 0 || seconds >= 86400) return 1;
  return stamp(days, seconds) < 0;
}
