// unreach-call: 3 fails, 2 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct S {
  long a[5];
  int k;
};
int f(struct S s) {
  s.a[0]++;
  return s.k == 3;
}
int main(void) {
  struct S s = {{1}};
  s.k = __VERIFIER_nondet_int();
  if (f(s)) reach_error();  // error
  return 0;
}
