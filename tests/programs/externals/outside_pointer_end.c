// expect: unsafe valid-deref
// options: --outside-pointers 8 --property valid-deref
// an object of 8 bytes
extern int *get(void);
int main(void) {
  int *p = get();
  if (p)
    p[2] = 1; // fails here
  return 0;
}
