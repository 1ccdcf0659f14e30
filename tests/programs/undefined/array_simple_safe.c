// expect: safe
// options: --property all
// proof: confirmed
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct s { int a[3]; int b; };
int main(void) {
  struct s x = {{1,2,3},4};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 2);
  return x.a[i];
}
