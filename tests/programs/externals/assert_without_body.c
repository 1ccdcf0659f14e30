// expect: unknown my_assert: no body says what it asserts
void my_assert(int condition);
int main(void) {
  my_assert(1 == 2);
  return 0;
}
