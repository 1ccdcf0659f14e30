// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int total;
void drain(int n);
void fill(int n) {
  for (int i = 0; i < n; i++) total++;
  if (n > 0) drain(n);
}
void drain(int n) {
  while (n > 0) {
    total--;
    n--;
  }
  if (__VERIFIER_nondet_int()) fill(__VERIFIER_nondet_int());
}

int main(void) {
  fill(__VERIFIER_nondet_int());
  if (total != 0) reach_error();
}
