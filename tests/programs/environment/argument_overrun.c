// expect: unsafe valid-deref
// options: --sym-arg 5 --property valid-memsafety
int main(int argc, char **argv) {
  char name[4];
  int i = 0;
  for (; argv[1][i]; i++) name[i] = argv[1][i]; // fails here
  return name[0];
}
