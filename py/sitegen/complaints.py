"""What went wrong during set-up, read from an installer's output or an OSError and said in one sentence with a remedy."""

import errno
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOM = 1_500_000_000
"""Bytes that a finished set-up takes with some to spare; the sentence about a full disk names it."""

_FULL = f"The disk is full: free about {ROOM / 1e9:.1f} GB, then run the same command again."
_LITTLE_LEFT = 50_000_000


@dataclass(frozen=True, slots=True)
class _Complaint:
    signs: re.Pattern[str]
    sentence: str
    even_in_success: bool = False


# The first that fits is said, so causes stand before their consequences: pip without a network ends with "No matching
# distribution found", and a full disk makes everything fail. npm meets a full disk with warnings and exit code 0.
_COMPLAINTS = (
    _Complaint(
        re.compile(
            r"No space left on device|ENOSPC|Errno 28\b|WinError 112\b|not enough space on the disk"
            r"|EDQUOT|[Dd]isk quota exceeded"
        ),
        _FULL,
        even_in_success=True,
    ),
    _Complaint(
        re.compile(
            r"CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF)|CERT_UNTRUSTED"
        ),
        "The package index showed a certificate that isn't trusted here: behind a proxy that opens TLS, name its"
        " certificate to pip (PIP_CERT) and to npm (NODE_EXTRA_CA_CERTS), then run the same command again.",
    ),
    _Complaint(
        re.compile(
            r"Failed to establish a new connection|NameResolutionError|name resolution|Name or service not known"
            r"|getaddrinfo failed|ProxyError|ConnectTimeoutError|Max retries exceeded|Read timed out|ReadTimeoutError"
            r"|Connection (refused|reset|aborted|timed out)|Network is unreachable|RemoteDisconnected|IncompleteRead"
            r"|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT"
        ),
        "The package index could not be reached: check the network (and the proxy and index settings of pip and npm,"
        " if you use them), then run the same command again.",
    ),
    _Complaint(
        re.compile(r"DO NOT MATCH THE HASHES|EINTEGRITY"),
        "A downloaded package differs from what the lock file promises, so it was not installed: run the same command"
        " again, and if that doesn't help, find out who changes packages between the index and you.",
    ),
    _Complaint(
        re.compile(r"EACCES|EPERM|EROFS|Permission denied|Read-only file system|PermissionError"),
        "The project's folder (or an installer's cache) can't be written to: give yourself write permission, or clone"
        " the project to where you have it, then run the same command again.",
    ),
    _Complaint(
        re.compile(r"ensurepip is not available|No module named (ensurepip|venv)"),
        "This Python can't make virtual environments: install its venv package (on Debian and Ubuntu"
        " `apt install python3-venv`), then run the same command again.",
    ),
    _Complaint(
        re.compile(r"No matching distribution found|ERESOLVE|ETARGET|notarget|EBADPLATFORM|E404"),
        "The package index has no version that the lock files name for this Python and platform: try CPython 3.11 or"
        " newer on Linux, macOS or Windows (64 bit), or another index.",
    ),
    _Complaint(
        re.compile(r"EUSAGE|package\.json and package-lock\.json .* are in sync|In --require-hashes mode"),
        "A lock file doesn't fit the list it was made from: take both from the same commit (git status shows what"
        " changed), then run the same command again.",
    ),
    _Complaint(
        re.compile(r"TAR_ENTRY_ERROR"),
        "npm could not unpack every file: run the same command again.",
        even_in_success=True,
    ),
)


def read_output(output: str, *, failed: bool) -> str | None:
    """The sentence for an installer's `output`, or None where nothing known is found in it.

    With `failed` False only those signs count that spoil an installation whose exit code was 0.
    """
    for complaint in _COMPLAINTS:
        if (failed or complaint.even_in_success) and complaint.signs.search(output):
            return complaint.sentence
    return None


def read_error(error: OSError) -> str:
    """The sentence for an operating system's refusal."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return _FULL
    where = f" {error.filename}" if error.filename else ""
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return (
            f"Set-up may not write{where} ({error.strerror}): give yourself write permission, or clone the project to"
            " where you have it, then run the same command again."
        )
    return (
        f"Set-up could not go on at{where or ' a file'} ({error.strerror or error}): put that right and run it again."
    )


def read_disk(folder: Path) -> str | None:
    """The sentence for a disk with almost nothing left, which some installers fail on without saying so."""
    try:
        return _FULL if shutil.disk_usage(folder).free < _LITTLE_LEFT else None
    except OSError:
        return None
