// expect: safe
extern unsigned char __VERIFIER_nondet_uchar(void);
static int data;
int main(void) {
  int (*f)(void) = (int (*)(void))&data, (*g)(void) = 0;
  unsigned x = __VERIFIER_nondet_uchar();
  return x == 300 ? f() : x == 301 ? g() : 0;
}
