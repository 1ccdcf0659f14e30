// expect: unsafe unreach-call
extern void reach_error(void);

int main(void) {
  unsigned long long t = 0, k;
  for (k = 0; k < 3000000000ull; k += 3) t += k & 0 ? 1 : 7;
  if (t != 7000000007ull) reach_error();
  return 0;
}
