// expect: safe
// options: --entry sum --property unreach-call,valid-deref --entry-pointer-size 12
/*@ requires 0 <= n;
  @ requires \valid_read(a + (0 .. n - 1));
  @ requires \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100;
  @ assigns \nothing;
  @ ensures 0 <= \result <= 100 * n;
  @*/
int sum(const int *a, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}
