// expect: unsafe
// Brackets never close more than they opened, unless the parser forgets to look.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  int depth = 0;
  for (int i = 0; i < 6; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '(') depth++;
    else if (c == ')') {
      if (depth == 0 && i < 3) return 0;
      depth--;
    }
  }
  if (!(depth >= 0)) reach_error();
  return 0;
}
