// expect: safe
// options: --sym-files 1 1
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat about;
  char here[8];
  assert(stat("A", &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= 1);
  assert(mkdir("d", 0755) == 0 && mkdir("d", 0755) == -1 && errno == EEXIST);
  int file = open("d/f", O_RDWR | O_CREAT, 0644);
  assert(file == 3 && write(file, "abc", 3) == 3 && lseek(file, 1, SEEK_SET) == 1);
  assert(unlink("d/f") == 0 && stat("d/f", &about) == -1 && errno == ENOENT);
  assert(read(file, here, sizeof here) == 2 && here[1] == 'c');
  assert(fstat(file, &about) == 0 && about.st_size == 3 && close(file) == 0);
  assert(chdir("d") == 0 && getcwd(here, sizeof here) && strcmp(here, "/d") == 0 && chdir("..") == 0);
  DIR *directory = opendir("/");
  int names = 0;
  for (struct dirent *entry; (entry = readdir(directory)); names++) assert(strlen(entry->d_name) <= 2);
  assert(names == 4 && closedir(directory) == 0);
  assert(rmdir("d") == 0 && access("d", F_OK) == -1);
  return 0;
}
