"""ZIP archives of users."""

import lzma
import zipfile
import zlib

ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    EOFError,
    OSError,
    # Raised for encrypted entries, and as NotImplementedError for unknown compression.
    RuntimeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)
"""Errors that reading a damaged, encrypted or unsupported archive raises."""
