// expect: unsafe unreach-call
// options: --entry add
// numbers of ACSL have no bounds: what wraps around is not the sum
/*@ requires x > 0 && y > 0;
    ensures \result == x + y; // fails here
*/
int add(int x, int y) {
  return (int)((unsigned)x + (unsigned)y);
}
