// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct stack {
  int top, items[4];
};

static int push(struct stack *s, int v) {
  if (s->top == 4) return 0;
  s->items[s->top++] = v;
  return 1;
}
static int pop(struct stack *s) { return s->top ? s->items[--s->top] : -1; }

int main(void) {
  struct stack s = {0, {0}};
  int v = __VERIFIER_nondet_int();
  push(&s, 1);
  if (push(&s, v)) if (!(pop(&s) == v)) reach_error();
  if (!(pop(&s) == 1)) reach_error();
  return 0;
}
