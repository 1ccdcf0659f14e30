// expect: unsafe unreach-call
// replayed with bytes of the whole structure, of two elements, and a number
int nondet_int();
struct pair {
  int number;
  char text[6];
};
int main(void) {
  struct pair pair = {1, "ab"};
  int numbers[3] = {0, 0, 0};
  __CPROVER_havoc_object(&pair.text);
  __CPROVER_havoc_slice(numbers + 1, 8);
  int x = nondet_int();
  __CPROVER_input("x", x);
  __CPROVER_cover(x > 3);
  __CPROVER_precondition(numbers[0] == 0, "the first is left alone");
  if (pair.number == 77 && numbers[2] == 5 && x == 9) __CPROVER_assert(0, "found"); // fails here
  return 0;
}
