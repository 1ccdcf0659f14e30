// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
  int first, second;
};

int main(void) {
  struct pair p = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  struct pair q = p, *r = &p;
  r->first++;
  if (!(q.first == p.first + 1)) reach_error();
  if (!(q.second == p.second)) reach_error();
  return 0;
}
