// expect: unknown values of other kinds
extern void reach_error(void);
// numbers and floats are passed in different registers
static long f(long x) { return x; }
long (*volatile p)(long) = f;
int main(void) {
  double (*q)(double) = (double (*)(double))p;
  if (q(1.0) == 1.0) reach_error();
  return 0;
}
