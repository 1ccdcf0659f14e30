// expect: safe
// Figure 1.1a: nothing to find.
int main(void) { return 0; }
