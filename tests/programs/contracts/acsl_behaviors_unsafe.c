// expect: unsafe unreach-call
// options: --entry clamp
/*@ behavior low:
      assumes x < least;
      ensures \result == least;
    behavior high:
      assumes x > most;
      ensures \result == most; // fails here
    behavior between:
      assumes least <= x <= most;
      ensures \result == x;
    complete behaviors;
*/
int clamp(int x, int least, int most) {
  if (x < least) return least;
  if (x > most) return most;
  return x;
}
