// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int year = __VERIFIER_nondet_int();
  __VERIFIER_assume(year > 1582 && year < 3000);
  int leap = year % 4 == 0 && (year % 100 != 0);
  if (year == 2000) if (!(leap)) reach_error();
  if (year == 2100) if (!(!leap)) reach_error();
  return 0;
}
