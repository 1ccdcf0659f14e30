// expect: unsafe unreach-call
// options: --sym-files 1 4 --io-may-fail
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char text[4];
  struct stat about;
  int file = open("A", O_RDONLY);
  if (file < 0 || fstat(file, &about) || about.st_size != 4) return 1;
  if (read(file, text, 4) == 3) reach_error(); // fails here
  return 0;
}
