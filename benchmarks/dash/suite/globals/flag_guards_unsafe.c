// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int ready, data;
static void produce(int x) {
  data = x;
  ready = 1;
}
static int consume(void) {
  if (!ready) return data - 1;
  ready = 0;
  return data;
}

int main(void) {
  if (__VERIFIER_nondet_int()) produce(5);
  int v = consume();
  if (!(v == 5 || v == 0)) reach_error();
  return 0;
}
