// expect: unsafe
extern void reach_error(void);

int main(void) {
  int k = 0;
  for (int i = 1; i <= 6; i++) k += i;
  if (!(k > 21)) reach_error();
  return 0;
}
