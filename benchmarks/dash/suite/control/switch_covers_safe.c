// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned day = __VERIFIER_nondet_uint() % 7;
  int length = 0;
  switch (day) {
    case 0: length = 6; break;
    case 1: case 4: length = 3; break;
    case 2: case 3: length = 5; break;
    case 5: length = 4; break;
    case 6: length += 8; break;
  }
  if (!(length >= 3 && length <= 8)) reach_error();
  return 0;
}
