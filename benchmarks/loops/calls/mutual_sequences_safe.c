// expect: safe
extern void reach_error(void);

int m(int n);
int f(int n) { return n == 0 ? 1 : n - m(f(n - 1)); }
int m(int n) { return n == 0 ? 0 : n - f(m(n - 1)); }

int main(void) {
  if (f(60) != 37) reach_error();
}
