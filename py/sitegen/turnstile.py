"""One set-up at a time: the next one waits, with a word, until the one before it has ended."""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def turnstile(path: Path, on_wait: Callable[[], None]) -> Iterator[int]:
    """Hold the lock on the file `path`, made where missing; `on_wait` is called once when somebody else holds it.

    Yields the lock's file descriptor. A child process that inherits it (POSIX) keeps the lock while it lives, so an
    installer whose parent was killed still has the folder to itself.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _try_to_lock(descriptor):
            on_wait()
            _lock(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _try_to_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EDEADLK}:
                raise
            return False
        return True

    def _lock(descriptor: int) -> None:
        # msvcrt's own blocking mode gives up after ten seconds.
        while not _try_to_lock(descriptor):
            time.sleep(0.2)

else:

    def _try_to_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
