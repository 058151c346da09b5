"""Mutual non-disclosure agreement: clauses, the particulars of both parties, and both signatures."""

from app.forms.starters.building import clauses, field, heading, inline, options, paragraph, starter, words
from app.forms.types import DocFormType

_REQUESTER_ONLY = {"writableBy": "REQUESTER"}

MUTUAL_NDA = starter(
    "mutual-nda",
    "Mutual non-disclosure agreement",
    DocFormType.NDA,
    heading(2, "Parties"),
    paragraph(
        "This agreement is made on ",
        inline("DATE", "agreement_date", "Date of the agreement", required=True, **_REQUESTER_ONLY),
        " between",
    ),
    paragraph(
        inline(
            "TEXT",
            "requester_name",
            "First party: registered name",
            required=True,
            maxLength=200,
            **_REQUESTER_ONLY,
        ),
        ", registered under number ",
        inline(
            "TEXT",
            "requester_number",
            "First party: registration number",
            required=True,
            maxLength=40,
            **_REQUESTER_ONLY,
        ),
        " at ",
        inline(
            "TEXT",
            "requester_address",
            "First party: registered address",
            required=True,
            maxLength=300,
            **_REQUESTER_ONLY,
        ),
        ", and",
    ),
    paragraph(
        inline("TEXT", "respondent_name", "Second party: registered name", required=True, maxLength=200),
        ", registered under number ",
        inline("TEXT", "respondent_number", "Second party: registration number", required=True, maxLength=40),
        " at ",
        inline(
            "TEXT", "respondent_address", "Second party: registered address", required=True, maxLength=300
        ),
        " (each a ",
        words("party", "bold"),
        ").",
    ),
    paragraph(
        "The parties want to talk about the following, and may disclose confidential information in doing so:"
    ),
    field(
        "TEXTAREA",
        "purpose",
        "Purpose",
        hint="What the parties talk about",
        required=True,
        maxLength=2000,
        writableBy="BOTH",
    ),
    heading(2, "1. Confidential information"),
    clauses(
        "Confidential information is everything that one party (the discloser) makes known to the other (the recipient) "
        "for the purpose, in any form, that is marked confidential or that a reasonable person would understand to be so: "
        "drawings, samples, processes, prices, plans, customers, software and personal data among them.",
        "Information is not confidential where the recipient can show that it was public without its fault, that it had it "
        "lawfully before, that it received it lawfully from a third party free to disclose it, or that it developed it "
        "independently of what was disclosed.",
    ),
    heading(2, "2. What the recipient undertakes"),
    clauses(
        "The recipient uses confidential information for the purpose alone.",
        "It keeps it secret with at least the care that it takes of its own, and no less than reasonable care.",
        "It discloses it only to employees, affiliates and professional advisers who need it for the purpose and are bound "
        "to secrecy no less strictly, and answers for them as for itself.",
        "It does not take apart, analyse or copy samples and software beyond what the purpose needs.",
        "Where a law, court or authority demands disclosure, it tells the discloser first, as far as it may, and discloses "
        "no more than is demanded.",
    ),
    heading(2, "3. Return and destruction"),
    clauses(
        "On the discloser's written request, and at the latest when this agreement ends, the recipient returns or destroys "
        "confidential information and confirms in writing that it has done so.",
        "It may keep what the law obliges it to keep, and copies in routine backups until these are overwritten; both stay "
        "under this agreement for as long as they are kept.",
    ),
    heading(2, "4. No rights, no warranty"),
    clauses(
        "All rights in confidential information stay with the discloser. No licence is granted beyond use for the purpose.",
        "Information is given as it is. Neither party is obliged to disclose anything or to enter into a further contract.",
    ),
    heading(2, "5. Duration"),
    paragraph(
        "This agreement is valid for ",
        inline(
            "NUMBER",
            "term_years",
            "Duration",
            required=True,
            min="1",
            max="10",
            suffix="years",
            **_REQUESTER_ONLY,
        ),
        " from its date. The duties of secrecy continue for ",
        inline(
            "NUMBER",
            "secrecy_years",
            "Secrecy",
            required=True,
            min="1",
            max="20",
            suffix="years",
            **_REQUESTER_ONLY,
        ),
        " after it ends, and without limit for trade secrets and personal data for as long as they are such. Either party may "
        "end it with 30 days' written notice; what was disclosed until then stays protected.",
    ),
    heading(2, "6. General"),
    clauses(
        "A breach can cause harm that money does not make good. The discloser may ask for an injunction besides damages.",
        "Changes need the written form, as does giving up this requirement. Neither party may assign this agreement without "
        "the other's consent.",
        "Should a clause be invalid, the others stay in force, and a valid one that comes closest to it takes its place.",
    ),
    field(
        "SINGLE_CHOICE",
        "governing_law",
        "Law that governs this agreement, with the courts of its capital having jurisdiction",
        required=True,
        options=options(
            {
                "gb": "England and Wales",
                "ie": "Ireland",
                "de": "Germany",
                "fr": "France",
                "nl": "Netherlands",
                "us_ny": "New York",
            }
        ),
        **_REQUESTER_ONLY,
    ),
    heading(2, "Signatures"),
    paragraph("Signed by persons who may bind the parties."),
    field(
        "TEXT",
        "requester_signatory",
        "First party: name and position of the signatory",
        required=True,
        maxLength=200,
        **_REQUESTER_ONLY,
    ),
    field("FORMSIGNATURE", "requester_signature", "For the first party", required=True, **_REQUESTER_ONLY),
    field(
        "TEXT",
        "respondent_signatory",
        "Second party: name and position of the signatory",
        required=True,
        maxLength=200,
    ),
    field("FORMSIGNATURE", "respondent_signature", "For the second party", required=True),
)
