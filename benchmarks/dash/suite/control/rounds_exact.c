// expect: safe
extern void reach_error(void);

int main(void) {
  int k = 0;
  for (int i = 0; i < 1000; i++) k++;
  if (!(k == 1000)) reach_error();
  return 0;
}
