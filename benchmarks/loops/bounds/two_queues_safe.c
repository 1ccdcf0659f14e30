// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int in_flight, received;

int main(void) {
  int sent = 0;
  while (sent < 100) {
    if (__VERIFIER_nondet_int()) {
      sent++;
      in_flight++;
    } else if (in_flight > 0) {
      in_flight--;
      received++;
    }
    if (received > sent) reach_error();
  }
  return 0;
}
