// expect: unsafe
// A machine that is warmed up for two million steps before it takes a command.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0, heat = 0;
  for (int i = 0; i < 2000000; i++) {
    switch (state) {
    case 0: state = heat > 40 ? 2 : 1; break;
    case 1: heat += 3; state = 0; break;
    default: heat -= 17; state = 1; break;
    }
  }
  int command = __VERIFIER_nondet_int();
  if (command == 9 && heat < 60)
    reach_error();
  return 0;
}
