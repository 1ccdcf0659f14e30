// expect: safe
// nobody outside gets to know the error function
extern void reach_error(void);
extern void run(void (*job)(void));
static void quiet(void) {}
static void (*const jobs[2])(void) = {quiet, reach_error};
int main(void) {
  run(quiet);
  if (!jobs[1])
    reach_error();
  return 0;
}
