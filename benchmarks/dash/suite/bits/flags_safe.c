// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum { READ = 1, WRITE = 2, RUN = 4 };

int main(void) {
  unsigned flags = __VERIFIER_nondet_uint() & 7;
  flags |= WRITE;
  flags &= ~RUN;
  if (flags & READ) flags ^= READ;
  if (!(flags == WRITE)) reach_error();
  return 0;
}
