// expect: safe
// options: --property all
// proof: confirmed
extern int __VERIFIER_nondet_int(void);
static unsigned char level(float f) { return f * 255; }
int main(void) {
  float f = __VERIFIER_nondet_int() & 255;
  f /= 255;
  return level(f);
}
