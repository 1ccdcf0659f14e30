// expect: safe
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char t[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
  int same = 1;
  for (int i = 0; i < 3; i++)
    if (t[i] != t[2 - i]) same = 0;
  if (same) if (!(t[0] == t[2])) reach_error();
  return 0;
}
