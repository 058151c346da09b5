"""Texts that a spreadsheet would read as a formula."""

import re

DANGEROUS = re.compile(r"^[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")
