// expect: unsafe valid-deref
// options: --property valid-memsafety
extern unsigned __VERIFIER_nondet_uint(void);
static int grid[3][4];
int main(void) {
  unsigned row = __VERIFIER_nondet_uint() % 3, column = __VERIFIER_nondet_uint() % 4;
  grid[row][column] = 1;
  return grid[row + 1][column]; // fails here
}
