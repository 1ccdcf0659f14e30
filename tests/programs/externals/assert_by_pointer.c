// expect: unknown checkAssertion: no body says what it asserts
// options: --externals pure
extern void checkAssertion(int condition);
void (*volatile check)(int) = checkAssertion;
int main(void) {
  check(0);
  return 0;
}
