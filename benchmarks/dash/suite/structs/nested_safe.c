// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct inner {
  int value;
};
struct outer {
  struct inner left, right;
};

int main(void) {
  struct outer o = {{1}, {2}};
  struct inner *p = __VERIFIER_nondet_int() ? &o.left : &o.right;
  p->value = 0;
  if (!(o.left.value + o.right.value >= 1)) reach_error();
  return 0;
}
