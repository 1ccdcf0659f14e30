// expect: unsafe unreach-call
// main does nothing
extern void reach_error(void);
__attribute__((constructor)) static void first(void) {
  reach_error(); // fails here
}
int main(void) { return 0; }
