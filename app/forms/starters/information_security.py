"""Information security questionnaire, for suppliers that handle our data or connect to our systems."""

from app.forms.starters.building import (
    Node,
    certified,
    column,
    field,
    grid,
    no_is_right,
    options,
    paragraph,
    points,
    section,
    starter,
    when,
    yes_is_right,
)
from app.forms.types import DocFormType


def _coverage(name: str, label: str, follow_up: str) -> Node:
    """Build a question about a measure that may be in place everywhere, in part or not at all."""
    return field(
        "SINGLE_CHOICE",
        name,
        label,
        required=True,
        options=options({"all": "Everywhere", "part": "In part", "none": "Not yet"}),
        scoring=[
            points("equals", "all", 10),
            points("equals", "part", 5, follow_up),
            points("equals", "none", 0, follow_up),
        ],
    )


def _yes(name: str, label: str, follow_up: str = "", **attrs: object) -> Node:
    return field("YESNO", name, label, required=True, scoring=yes_is_right(follow_up), **attrs)


def _governance() -> list[Node]:
    return section(
        1,
        "Governance",
        "Who decides on security at your company, and by which rules.",
        field(
            "TEXT",
            "service",
            "Which service or product do these answers describe?",
            required=True,
            maxLength=200,
        ),
        field(
            "TEXT",
            "ciso",
            "Who is responsible for information security?",
            hint="Name and role",
            required=True,
        ),
        field("EMAIL", "security_email", "Address to report security matters to", required=True),
        certified(
            "iso27001",
            "Is the service within the scope of an ISO/IEC 27001 certificate?",
            "Please describe which framework your security management follows instead.",
            required=True,
            weight=3,
        ),
        field(
            "FILE",
            "iso27001_file",
            "Upload the certificate and the statement of applicability",
            required=True,
            documentType="ISO27001",
            visibleWhen=when("iso27001", value="yes"),
        ),
        field(
            "MULTI_CHOICE",
            "attestations",
            "Which other attestations do you hold?",
            options=options(
                {
                    "soc2": "SOC 2 type II",
                    "cyberessentials": "Cyber Essentials Plus",
                    "c5": "BSI C5",
                    "tisax": "TISAX",
                    "pci": "PCI DSS",
                }
            ),
        ),
        _yes("policy_reviewed", "Is the security policy reviewed at least once a year?"),
        _yes("risk_register", "Are security risks kept in a register with an owner for each?"),
        _yes("staff_training", "Is everyone trained in security on joining and every year after?"),
        _yes("staff_screening", "Are people with access to customer data screened before they start?"),
    )


def _access() -> list[Node]:
    return section(
        2,
        "Access",
        "Who can get at our data, and how they prove who they are.",
        _coverage(
            "mfa",
            "Is a second factor needed to sign in?",
            "Please tell us when all sign-ins need a second factor.",
        ),
        _coverage(
            "sso",
            "Is access managed through one directory?",
            "Please describe how leavers lose every access.",
        ),
        field(
            "NUMBER",
            "leaver_hours",
            "Access of people who leave ends within",
            suffix="hours",
            required=True,
            min="0",
            max="720",
            scoring=[
                points("between", ["0", "24"], 10),
                points("between", ["24", "72"], 5),
                points(
                    "between", ["72", None], 0, "Please explain why access of leavers outlasts three days."
                ),
            ],
        ),
        field(
            "SINGLE_CHOICE",
            "access_reviews",
            "How often is access reviewed?",
            required=True,
            options=options({"quarterly": "Every quarter", "yearly": "Every year", "never": "Not regularly"}),
            scoring=[
                points("equals", "quarterly", 10),
                points("equals", "yearly", 6),
                points("equals", "never", 0, "Please tell us when access reviews will begin."),
            ],
        ),
        _yes("admin_separate", "Do administrators use separate accounts for administration?"),
        _yes("customer_sso", "Can our users sign in through our own identity provider?", weight=2),
        _yes(
            "audit_log",
            "Is every access to customer data logged?",
            "Please describe how misuse would be found.",
        ),
        field(
            "NUMBER",
            "log_days",
            "Logs are kept for",
            suffix="days",
            min="0",
            visibleWhen=when("audit_log", value=True),
        ),
    )


def _data() -> list[Node]:
    return section(
        3,
        "Data protection",
        "Where our data is, how it is protected, and what becomes of it.",
        field("YESNO", "personal_data", "Would you process personal data for us?", required=True),
        field(
            "TEXTAREA",
            "personal_data_kinds",
            "Which kinds, of whom, and what for?",
            required=True,
            maxLength=4000,
            visibleWhen=when("personal_data", value=True),
        ),
        field(
            "EMAIL",
            "dpo",
            "E-mail address of the data protection officer",
            visibleWhen=when("personal_data", value=True),
        ),
        field(
            "COUNTRY", "hosted_in", "In which country is our data kept?", required=True, showInSummary=True
        ),
        field("TEXT", "hosting_provider", "Hosting provider and region", required=True, maxLength=200),
        _coverage(
            "encrypted_rest",
            "Is our data encrypted where it is stored?",
            "Please say when storage is encrypted.",
        ),
        _coverage(
            "encrypted_transit",
            "Is our data encrypted on its way (TLS 1.2 or newer)?",
            "Please say which ways are open.",
        ),
        _yes("tenant_separation", "Is our data kept apart from that of other customers?"),
        field(
            "NUMBER",
            "deletion_days",
            "After the contract ends, our data is deleted within",
            suffix="days",
            required=True,
            min="0",
            max="3650",
        ),
        field(
            "TABLE",
            "subprocessors",
            "Who else would have access to our data?",
            hint="Subcontractors and their services; leave empty if nobody",
            maxRows=50,
            columns=[
                column("company", "Company", required=True),
                column("service", "Service", required=True),
                column("country", "Country", required=True),
                column("contract_on", "Data processing agreement of", "DATE"),
                column("personal", "Personal data", "YESNO"),
            ],
        ),
    )


def _operations() -> list[Node]:
    return section(
        4,
        "Operations and development",
        "How systems are kept up to date, and how changes get into them.",
        field(
            "NUMBER",
            "critical_patch_days",
            "Critical vulnerabilities are closed within",
            suffix="days",
            required=True,
            min="0",
            max="365",
            weight=2,
            scoring=[
                points("between", ["0", "7"], 10),
                points("between", ["7", "30"], 5),
                points(
                    "between",
                    ["30", None],
                    0,
                    "Please explain why critical vulnerabilities stay open that long.",
                ),
            ],
        ),
        _coverage(
            "endpoint",
            "Are computers protected against malware and watched?",
            "Please describe the gap in protection.",
        ),
        field(
            "DATE", "pentest_on", "Date of the last penetration test by an independent party", required=True
        ),
        field("FILE", "pentest_summary", "Upload its summary", max="3"),
        _yes("code_review", "Is every change to the software reviewed by a second person?"),
        _yes("dependency_scan", "Are libraries checked for known vulnerabilities before each release?"),
        _yes(
            "separate_environments", "Are development and test kept apart from production, without real data?"
        ),
        field("URL", "vulnerability_policy", "Address of your policy on reporting vulnerabilities"),
    )


def _continuity() -> list[Node]:
    return section(
        5,
        "Continuity and incidents",
        "What happens when something goes wrong.",
        _yes("backup", "Are backups made every day and kept in another place?"),
        field("DATE", "restore_test_on", "Date of the last test of restoring from backup", required=True),
        field(
            "NUMBER",
            "rto_hours",
            "After a disaster the service is back within",
            suffix="hours",
            required=True,
            min="0",
            max="1000",
        ),
        field(
            "NUMBER",
            "rpo_hours",
            "At most this much of the latest data is lost",
            suffix="hours",
            required=True,
            min="0",
            max="1000",
        ),
        _yes(
            "incident_plan",
            "Is there a tested plan for security incidents?",
            "Please send the plan for security incidents.",
        ),
        field(
            "NUMBER",
            "notice_hours",
            "After an incident with our data we are told within",
            suffix="hours",
            required=True,
            min="0",
            max="720",
            scoring=[
                points("between", ["0", "24"], 10),
                points("between", ["24", "72"], 7),
                points(
                    "between",
                    ["72", None],
                    0,
                    "The law asks for 72 hours. Please confirm that you will keep to it.",
                ),
            ],
        ),
        field(
            "YESNO",
            "breach",
            "Has customers' data been lost or disclosed in the last three years?",
            required=True,
            weight=3,
            scoring=no_is_right("Please send the report on what happened and what has changed since."),
        ),
        field(
            "TEXTAREA",
            "breach_detail",
            "What happened, and what was changed?",
            required=True,
            maxLength=4000,
            visibleWhen=when("breach", value=True),
        ),
        field("CURRENCY_AMOUNT", "cyber_cover", "Cyber insurance: cover per claim", min="0"),
    )


_STANDARD = {
    "iso27001": 61,
    "attestations": 62,
    "policy_reviewed": 63,
    "risk_register": 64,
    "staff_training": 65,
    "sso": 66,
    "access_reviews": 67,
    "audit_log": 68,
    "hosted_in": 69,
    "encrypted_rest": 70,
    "encrypted_transit": 71,
    "subprocessors": 72,
    "code_review": 73,
    "backup": 74,
    "incident_plan": 75,
    "notice_hours": 76,
    "cyber_cover": 77,
}
"""Ids of the fields that are standard questions of the library, by field name."""

INFORMATION_SECURITY = starter(
    "information-security",
    "Information security",
    DocFormType.RFI,
    paragraph(
        "Please have these questions answered by the people who run the service. Where a measure differs between parts of "
        "it, describe the weakest."
    ),
    grid(
        ("Answer", "Means"),
        ("Everywhere", "In place for all people, systems and places that touch our data"),
        ("In part", "In place for some of them; tell us which in the follow-up"),
        ("Not yet", "Planned, or not foreseen"),
    ),
    _governance(),
    _access(),
    _data(),
    _operations(),
    _continuity(),
    questions=_STANDARD,
)
