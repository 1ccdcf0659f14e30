// Product of two N×N matrices, one of them unknown, then a search by an unknown row and column.
#ifndef N
#define N 4
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);

int a[N][N], b[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + 2 * j;
      b[i][j] = __VERIFIER_nondet_int();
      __VERIFIER_assume(b[i][j] >= -100 && b[i][j] <= 100);
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
  unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
  if (row >= N || column >= N)
    return 1;
  int found = c[row][column];
  if (found > 300)
    return 2;
  if (found == c[column][row] && row != column)
    return 3;
  if (found < -300)
    return 4;
  return 0;
}
