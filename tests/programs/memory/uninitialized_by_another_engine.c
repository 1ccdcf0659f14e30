// expect: unknown property uninitialized (by the engine interpolate) is not supported
// options: --property uninitialized --engine interpolate
int main(void) {
  return 0;
}
