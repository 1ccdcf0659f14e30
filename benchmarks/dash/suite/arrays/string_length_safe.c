// expect: safe
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

static unsigned length(const char *s) {
  unsigned n = 0;
  while (s[n]) n++;
  return n;
}

int main(void) {
  char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  if (!(length(text) <= 3)) reach_error();
  return 0;
}
