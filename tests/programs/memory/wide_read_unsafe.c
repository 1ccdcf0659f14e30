// expect: unsafe valid-deref
// options: --property valid-memsafety
int main(void) {
  char narrow = 50;
  void *p = &narrow;
  return *(int *)p == 50; // fails here
}
