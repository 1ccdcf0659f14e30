// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { CLOSED, LISTEN, OPEN, CLOSING };

int main(void) {
  int s = CLOSED, sockets = 0;
  while (__VERIFIER_nondet_int()) {
    switch (s) {
      case CLOSED:
        if (__VERIFIER_nondet_int()) s = LISTEN, sockets++;
        break;
      case LISTEN:
        if (__VERIFIER_nondet_int()) s = OPEN;
        else s = CLOSED, sockets--;
        break;
      case OPEN:
        if (__VERIFIER_nondet_int()) s = CLOSING;
        break;
      case CLOSING:
        s = CLOSED;
        sockets--;
        break;
    }
    if (sockets > 1) reach_error();
  }
  return 0;
}
