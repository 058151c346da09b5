"""Section of the supplier qualification questionnaire on quality management."""

from app.forms.starters.building import (
    Node,
    certified,
    field,
    options,
    points,
    section,
    share,
    when,
    yes_is_right,
)


def quality() -> list[Node]:
    """Build the section on quality management."""
    is_certified = when("qms_certified", value="yes")
    return section(
        3,
        "Quality management",
        "How you make sure that what you deliver is what was ordered.",
        certified(
            "qms_certified",
            "Is your quality management system certified?",
            "Please name the date by which the quality management system will be certified.",
            required=True,
            weight=3,
            showInSummary=True,
        ),
        field(
            "MULTI_CHOICE",
            "qms_standards",
            "Against which standards?",
            required=True,
            visibleWhen=is_certified,
            options=options(
                {
                    "iso9001": "ISO 9001",
                    "iso13485": "ISO 13485",
                    "iatf16949": "IATF 16949",
                    "as9100": "AS/EN 9100",
                    "iso17025": "ISO/IEC 17025",
                    "other": "Another",
                }
            ),
        ),
        field(
            "TEXT",
            "qms_certificate",
            "Certificate number and body",
            hint="As printed on the certificate",
            required=True,
            maxLength=200,
            visibleWhen=is_certified,
        ),
        field("DATE", "qms_valid_until", "Valid until", required=True, visibleWhen=is_certified),
        field("FILE", "qms_file", "Upload the certificate", required=True, max="5", visibleWhen=is_certified),
        share(
            "accepted_share",
            "Share of deliveries accepted without complaint, last 12 months",
            required=True,
            weight=2,
            scoring=[
                points("between", ["98", "100"], 10),
                points("between", ["95", "98"], 6),
                points(
                    "between",
                    [None, "95"],
                    0,
                    "Please send the corrective action plan for rejected deliveries.",
                ),
            ],
        ),
        share(
            "on_time_share",
            "Share of deliveries on the day that was agreed, last 12 months",
            required=True,
            weight=2,
            scoring=[
                points("between", ["97", "100"], 10),
                points("between", ["90", "97"], 6),
                points(
                    "between",
                    [None, "90"],
                    0,
                    "Please explain what delays deliveries, and what you do about it.",
                ),
            ],
        ),
        field(
            "TEXTAREA",
            "repeated_fault",
            "Describe how a repeated fault is dealt with",
            hint="Who decides, who is told, and how you know that it worked",
            required=True,
            maxLength=4000,
        ),
        field(
            "SINGLE_CHOICE",
            "own_supplier_audits",
            "How often do you audit your own critical suppliers?",
            required=True,
            options=options(
                {
                    "yearly": "Every year",
                    "twoyearly": "Every two years",
                    "seldom": "Less often",
                    "never": "Never",
                }
            ),
            scoring=[
                points("in", ["yearly", "twoyearly"], 10),
                points("equals", "seldom", 4),
                points(
                    "equals",
                    "never",
                    0,
                    "Please describe how you make sure that critical suppliers deliver as agreed.",
                ),
            ],
        ),
        field(
            "YESNO",
            "traceability",
            "Can each delivery be traced back to the batches of material that went into it?",
            required=True,
            scoring=yes_is_right("Please describe how the extent of a faulty batch would be found."),
        ),
        field(
            "NUMBER",
            "traceability_hours",
            "How long does tracing a batch take?",
            suffix="hours",
            min="0",
            max="1000",
            visibleWhen=when("traceability", value=True),
        ),
    )
