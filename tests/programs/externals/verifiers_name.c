// expect: unknown __CPROVER_whatever: a verifier's name
int main(void) {
  __CPROVER_whatever(1 == 2);
  return 0;
}
