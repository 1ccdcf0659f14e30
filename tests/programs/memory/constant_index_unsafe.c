// expect: unsafe valid-deref
// options: --property valid-memsafety
// LLVM's own passes delete such an access unless they are kept from it.
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int unused = a[1];
  return a[4] == 3; // fails here
}
