"""Dates and numbers in the text of certificates: the share of a corpus that is read rightly, and texts that leave doubt."""

import zlib
from collections.abc import Callable
from datetime import date

import pytest

from app.documents.policies.certificates import read_details
from app.documents.policies.printed_dates import dates_in, fold
from app.kernel.files.pdf_text import text_of_pdf
from tests.factories.certificates import certificate_pdf, read_corpus, scanned_pdf
from tests.factories.documents import pdf

GOAL = 0.7


def test_corpus_is_read_without_a_wrong_end(record_property: Callable[[str, object], None]) -> None:
    corpus = read_corpus()
    assert len(corpus) >= 40
    assert len({certificate.language for certificate in corpus}) >= 8
    read = [(each, read_details(text_of_pdf(certificate_pdf(each.text)))) for each in corpus]
    wrong = [
        (each.name, details.valid_until)
        for each, details in read
        if details.valid_until not in (None, each.until)
    ]
    assert wrong == []
    for field, attribute in (("until", "valid_until"), ("issued", "issued_on"), ("number", "number")):
        stated = [
            (getattr(each, field), getattr(details, attribute))
            for each, details in read
            if getattr(each, field)
        ]
        share = sum(value == proposal for value, proposal in stated) / len(stated)
        record_property(f"share of {field} proposed rightly", f"{share:.0%} of {len(stated)}")
        print(f"{field}: {share:.0%} of {len(stated)} proposed rightly")
        assert share >= GOAL


@pytest.mark.parametrize(
    "text",
    [
        "Valid until revoked. Printed 3 March 2025",
        "Valid until further notice\n3 March 2025",
        "Valid until: see annex\nDate: 3 March 2025",
        "All certificates to ISO/IEC 27001:2013 expire on 31 October 2025",
        "Expiry date of the previous certificate: 12 May 2025",
        "Next audit before expiry: 12 May 2025",
        "Valid until end of March 2027",
        "Valid until 31.02.2028",
        "Issued on 10/11/2025, valid until 09/11/2028",
        "Issued on 25/11/2025 and 11/25/2025, valid until 09/11/2028",
        "Valid until 12 May 2027\nThe annex expires on 1 May 2027",
        "Issued on 12 May 2027, valid until 11 May 2026",
        "Valid until 2025-06-18 to the end of the contract",
        "",
    ],
)
def test_text_that_leaves_doubt_has_no_end(text: str) -> None:
    assert read_details(text).valid_until is None


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Issued 25/04/2024, expires 03/04/2027", date(2027, 4, 3)),
        ("Issued 04/25/2024, expires 03/04/2027", date(2027, 3, 4)),
        ("Valid until 03/03/2027", date(2027, 3, 3)),
        ("Valable jusqu'au 03/04/2027", date(2027, 4, 3)),
        ("Certificat valide du 12 mars 2025 au 11 mars 2028", date(2028, 3, 11)),
        (
            "Holder            Valid until        Signature\nACME Ltd          30.06.2027         1.7.2024",
            date(2027, 6, 30),
        ),
    ],
)
def test_order_of_day_and_month_follows_from_the_text(text: str, until: date) -> None:
    assert read_details(text).valid_until == until


@pytest.mark.parametrize(
    "text",
    ["1.2.3.2024", "ISO 9001:2015-10", "12/2024", "45 March 2024", "Mr May 2024", "0/0/2024", "1/1/9999"],
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert dates_in(fold(text)) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no PDF at all",
        pdf("x")[:200],
        scanned_pdf(),
        certificate_pdf("Valid until 12 March 2027", password="secret"),
        b"%PDF-1.7\n" + b"0" * (11 * 1024 * 1024),
    ],
    ids=["empty", "other file", "broken", "scanned", "locked", "too large"],
)
def test_file_without_readable_text_has_no_text(content: bytes) -> None:
    assert text_of_pdf(content).strip() == ""


def test_file_that_takes_too_long_has_no_text() -> None:
    assert text_of_pdf(_endless_pdf()) == ""


def _endless_pdf() -> bytes:
    """Return a PDF with a stream of 400 MB, packed: reading it takes more memory than the child has."""
    packed = zlib.compress(b" " * (400 * 1024 * 1024), 9)
    stream = zlib.compress(packed, 9)
    body = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    body += b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n"
    body += b"4 0 obj<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n" % len(stream)
    return body + stream + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n"
