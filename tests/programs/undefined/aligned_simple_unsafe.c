// expect: unsafe alignment
// options: --property all
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int a[2] = {1,2};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 4);
  char *p = (char *)a;
  return *(int *)(p + i);
}
