// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node b = {__VERIFIER_nondet_int(), 0}, a = {__VERIFIER_nondet_int(), &b};
  int s = 0, n = 0;
  for (struct node *p = &a; p; p = p->next) {
    s += p->value;
    n++;
  }
  if (!(n == 1 && s == a.value + b.value)) reach_error();
  return 0;
}
