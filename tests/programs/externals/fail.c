// expect: unknown external
// options: --externals fail
extern int outside(int value);
int main(void) { return outside(3); }
