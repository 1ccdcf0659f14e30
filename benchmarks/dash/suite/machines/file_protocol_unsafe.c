// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int opened;
static void open_file(void) {
  if (opened) reach_error();
  opened = 1;
}
static void read_file(void) {
  if (!opened) reach_error();
}
static void close_file(void) {
  if (!opened) reach_error();
  opened = 0;
}

int main(void) {
  int files = __VERIFIER_nondet_int();
  while (files > 0) {
    open_file();
    while (__VERIFIER_nondet_int()) read_file();
    close_file();
    if (--files == 2) read_file();
  }
  return 0;
}
