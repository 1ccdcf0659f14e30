// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
  int first, second;
};

int main(void) {
  struct pair p;
  p.first = __VERIFIER_nondet_int();
  p.second = 2;
  p.first = p.first + p.second;
  if (!(p.second == 2 && p.first != 44)) reach_error();
  return 0;
}
