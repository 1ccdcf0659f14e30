// expect: safe
// options: --outside-pointers 16
// what another file gives is null or an object of its own
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
extern struct node *get(int);
int main(void) {
  struct node *p = get(0), *q = get(1);
  if (p && q) {
    p->value = 3;
    q->value = 4;
    if (p == q || p->value != 3)
      reach_error();
  }
  return 0;
}
