// expect: unsafe unreach-call
// a function without a body finds the error function in a variable that it can name
extern void reach_error(void);
extern void run(void);
void (*job)(void) = reach_error;
int main(void) {
  run();
  return 0;
}
