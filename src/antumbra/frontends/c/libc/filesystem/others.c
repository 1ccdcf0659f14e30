// provides: system popen pclose openat creat64 fcntl fcntl64 ioctl link linkat symlink symlinkat unlinkat renameat
// provides: renameat2 mkdirat fchdir dup3 pipe2 mmap mmap64 msync munmap fallocate posix_fallocate readv writev preadv
// provides: pwritev select poll ppoll pselect fmemopen open_memstream mkdtemp mktemp tmpnam tempnam chmod fchmod fchmodat
// provides: chown fchown lchown utime utimes utimensat futimens umask readlink readlinkat realpath fdopendir scandir
// provides: telldir seekdir readdir_r glob ftw nftw mkfifo mknod statvfs fstatvfs fstatat newfstatat faccessat statx
// provides: getw putw fgetwc getwc getwchar fputwc putwc putwchar fgetws fputws ungetwc wprintf fwprintf vwprintf
// provides: vfwprintf wscanf fwscanf fwide sendfile splice tee copy_file_range socket socketpair accept lockf flock
// provides: pread64 pwrite64 ftruncate64 truncate64 tmpfile64 freopen64 fseeko64 ftello64 fgetpos64 fsetpos64 mkostemp
// provides: mkstemps __xstat __fxstat __lxstat chroot getdents getdents64 syscall fdatasync sync
// Functions on files that this file system does not have.
#include "antumbra.h"

#define MISSING(name) \
  void name(void) { __antumbra_unsupported(#name " with files that are given"); }

MISSING(system) MISSING(popen) MISSING(pclose) MISSING(openat) MISSING(creat64) MISSING(fcntl) MISSING(fcntl64)
MISSING(ioctl) MISSING(link) MISSING(linkat) MISSING(symlink) MISSING(symlinkat) MISSING(unlinkat) MISSING(renameat)
MISSING(renameat2) MISSING(mkdirat) MISSING(fchdir) MISSING(dup3) MISSING(pipe2) MISSING(mmap) MISSING(mmap64)
MISSING(msync) MISSING(munmap) MISSING(fallocate) MISSING(posix_fallocate) MISSING(readv) MISSING(writev)
MISSING(preadv) MISSING(pwritev) MISSING(select) MISSING(poll) MISSING(ppoll) MISSING(pselect) MISSING(fmemopen)
MISSING(open_memstream) MISSING(mkdtemp) MISSING(mktemp) MISSING(tmpnam) MISSING(tempnam) MISSING(chmod)
MISSING(fchmod) MISSING(fchmodat) MISSING(chown) MISSING(fchown) MISSING(lchown) MISSING(utime) MISSING(utimes)
MISSING(utimensat) MISSING(futimens) MISSING(umask) MISSING(readlink) MISSING(readlinkat) MISSING(realpath)
MISSING(fdopendir) MISSING(scandir) MISSING(telldir) MISSING(seekdir) MISSING(readdir_r) MISSING(glob) MISSING(ftw)
MISSING(nftw) MISSING(mkfifo) MISSING(mknod) MISSING(statvfs) MISSING(fstatvfs) MISSING(fstatat) MISSING(newfstatat)
MISSING(faccessat) MISSING(statx) MISSING(getw) MISSING(putw) MISSING(fgetwc) MISSING(getwc) MISSING(getwchar)
MISSING(fputwc) MISSING(putwc) MISSING(putwchar) MISSING(fgetws) MISSING(fputws) MISSING(ungetwc) MISSING(wprintf)
MISSING(fwprintf) MISSING(vwprintf) MISSING(vfwprintf) MISSING(wscanf) MISSING(fwscanf) MISSING(fwide)
MISSING(sendfile) MISSING(splice) MISSING(tee) MISSING(copy_file_range) MISSING(socket) MISSING(socketpair)
MISSING(accept) MISSING(lockf) MISSING(flock) MISSING(pread64) MISSING(pwrite64) MISSING(ftruncate64)
MISSING(truncate64) MISSING(tmpfile64) MISSING(freopen64) MISSING(fseeko64) MISSING(ftello64) MISSING(fgetpos64)
MISSING(fsetpos64) MISSING(mkostemp) MISSING(mkstemps) MISSING(__xstat) MISSING(__fxstat) MISSING(__lxstat)
MISSING(chroot) MISSING(getdents) MISSING(getdents64) MISSING(syscall) MISSING(fdatasync) MISSING(sync)
