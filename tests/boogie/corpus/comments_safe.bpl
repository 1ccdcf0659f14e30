// expect: safe
/* a /* nested */ comment */ procedure main() { // to the end
  assert true; }
