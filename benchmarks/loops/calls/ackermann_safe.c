// expect: safe
extern void reach_error(void);

int ack(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}

int main(void) {
  int r = ack(2, 60);
  if (r != 123) reach_error();
}
