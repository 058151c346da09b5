"""Supplier qualification questionnaire, which a buyer sends before approving a supplier."""

from app.forms.starters.building import (
    Node,
    bullets,
    column,
    field,
    link,
    no_is_right,
    options,
    paragraph,
    section,
    starter,
    when,
    yes_is_right,
)
from app.forms.starters.qualification_conduct import (
    environment,
    health_and_safety,
    information_security,
    modern_slavery,
)
from app.forms.starters.qualification_quality import quality
from app.forms.types import DocFormType


def _company() -> list[Node]:
    return section(
        1,
        "Company",
        "Who you are, where you work and what you would supply.",
        field(
            "TEXT", "legal_name", "Registered company name", required=True, maxLength=200, showInSummary=True
        ),
        field(
            "TEXT",
            "trading_name",
            "Trading name",
            hint="If it differs from the registered name",
            maxLength=200,
        ),
        field(
            "TEXT",
            "registration_number",
            "Company registration number",
            hint="As in the register of companies",
            required=True,
            maxLength=40,
        ),
        field(
            "TEXT",
            "vat_number",
            "VAT number",
            hint="With its country letters, such as GB123456789 or DE123456789",
            pattern="[A-Z]{2}[A-Z0-9 ]{2,14}",
        ),
        field("COUNTRY", "registered_in", "Country of registration", required=True, showInSummary=True),
        field("DATE", "incorporated_on", "Date of incorporation", max="2035-12-31"),
        field("URL", "website", "Website"),
        field(
            "SINGLE_CHOICE",
            "ownership",
            "Ownership",
            required=True,
            options=options(
                {
                    "private": "Privately owned",
                    "listed": "Listed on a stock exchange",
                    "state": "State or publicly owned",
                    "employees": "Owned by its employees",
                    "charity": "Charity or foundation",
                    "other": "Other",
                }
            ),
        ),
        field("YESNO", "has_parent", "Is the company part of a group?", required=True),
        field(
            "TEXT",
            "parent_name",
            "Ultimate parent company and its country",
            required=True,
            maxLength=200,
            visibleWhen=when("has_parent", value=True),
        ),
        field(
            "NUMBER", "employees", "Number of employees", hint="Full-time equivalents", required=True, min="1"
        ),
        field(
            "CURRENCY_AMOUNT",
            "turnover",
            "Turnover in the last financial year",
            required=True,
            min="0",
            showInSummary=True,
        ),
        field(
            "MULTI_CHOICE",
            "supplies",
            "What would you supply to us?",
            required=True,
            min="1",
            options=options(
                {
                    "materials": "Raw materials",
                    "components": "Components and parts",
                    "products": "Finished products",
                    "services": "Services on our sites",
                    "software": "Software or hosted services",
                    "logistics": "Logistics and warehousing",
                }
            ),
        ),
        field(
            "TABLE",
            "sites",
            "Sites that would supply us",
            hint="One row for each site, subcontracted ones too",
            required=True,
            maxRows=20,
            columns=[
                column("site", "Site, town and country", required=True),
                column(
                    "activity",
                    "Activity",
                    "SINGLE_CHOICE",
                    required=True,
                    options=options(
                        {
                            "production": "Production",
                            "warehouse": "Warehouse",
                            "office": "Office",
                            "lab": "Laboratory",
                        }
                    ),
                ),
                column("employees", "Employees", "NUMBER"),
                column("since", "Opened on", "DATE"),
                column("own", "Owned by you", "YESNO"),
            ],
        ),
        field(
            "TEXT",
            "contact_name",
            "Contact for questions",
            required=True,
            maxLength=200,
        ),
        field("EMAIL", "contact_email", "Contact e-mail", required=True),
    )


def _insurance() -> list[Node]:
    return section(
        2,
        "Insurance",
        "Whether you are covered for what could go wrong.",
        field(
            "YESNO",
            "public_liability",
            "Do you hold public liability insurance?",
            required=True,
            scoring=yes_is_right("Please tell us when public liability cover will be in place."),
        ),
        field(
            "CURRENCY_AMOUNT",
            "public_liability_cover",
            "Public liability: cover per claim",
            required=True,
            min="0",
            visibleWhen=when("public_liability", value=True),
        ),
        field(
            "DATE",
            "public_liability_until",
            "Public liability: valid until",
            required=True,
            visibleWhen=when("public_liability", value=True),
        ),
        field(
            "YESNO",
            "product_liability",
            "Do you hold product liability insurance?",
            required=True,
            weight=2,
            scoring=yes_is_right("Please tell us how claims arising from your products are covered."),
        ),
        field(
            "CURRENCY_AMOUNT",
            "product_liability_cover",
            "Product liability: cover for each year",
            required=True,
            min="0",
            visibleWhen=when("product_liability", value=True),
        ),
        field(
            "SINGLE_CHOICE",
            "professional_indemnity",
            "Do you hold professional indemnity insurance?",
            hint="Needed where you design or advise for us",
            options=options({"yes": "Yes", "no": "No", "none": "Not applicable"}),
        ),
        field(
            "YESNO",
            "employers_liability",
            "Are your employees insured against injury at work, as required by local law?",
            required=True,
            scoring=yes_is_right("Please explain how employees are covered against injury at work."),
        ),
        field(
            "FILE",
            "insurance_certificates",
            "Upload the current insurance certificates",
            hint="PDF or a picture, 25 MB each at most",
            required=True,
            max="10",
            documentType="LIABILITY",
        ),
        field(
            "YESNO",
            "large_claims",
            "Has a claim of more than 50,000 (in any currency) been made against you in the last five years?",
            required=True,
            scoring=no_is_right(),
        ),
        field(
            "TEXTAREA",
            "large_claims_detail",
            "What was claimed, and how was it settled?",
            required=True,
            maxLength=4000,
            visibleWhen=when("large_claims", value=True),
        ),
    )


_STANDARD = {
    "legal_name": 1,
    "trading_name": 2,
    "registration_number": 3,
    "vat_number": 4,
    "registered_in": 5,
    "incorporated_on": 6,
    "website": 7,
    "ownership": 8,
    "has_parent": 9,
    "employees": 10,
    "turnover": 11,
    "supplies": 12,
    "sites": 13,
    "public_liability": 14,
    "product_liability": 15,
    "professional_indemnity": 16,
    "employers_liability": 17,
    "insurance_certificates": 18,
    "large_claims": 19,
    "qms_certified": 20,
    "accepted_share": 21,
    "on_time_share": 22,
    "repeated_fault": 23,
    "own_supplier_audits": 24,
    "traceability": 25,
    "isms_certified": 26,
    "disks_encrypted": 27,
    "patch_days": 28,
    "last_penetration_test": 29,
    "security_incident": 30,
    "hs_policy": 31,
    "hs_certified": 32,
    "injury_rate": 33,
    "fatal_accident": 34,
    "enforcement": 35,
    "hs_training": 36,
    "env_certified": 37,
    "env_policy": 38,
    "emissions": 39,
    "renewable_share": 40,
    "net_zero": 41,
    "restricted_substances": 42,
    "waste": 43,
    "ms_statement": 44,
    "recruitment_fees": 45,
    "keeps_documents": 46,
    "reporting_line": 47,
    "due_diligence": 48,
}
"""Ids of the fields that are standard questions of the library, by field name."""

QUALIFICATION = starter(
    "supplier-qualification",
    "Supplier qualification",
    DocFormType.RFI,
    paragraph(
        "Thank you for taking the time. We ask every supplier the same questions before we approve it, and again every "
        "two years. It takes about 45 minutes; your answers are kept as you type, so you can stop and come back."
    ),
    bullets(
        "Have your insurance and management system certificates at hand.",
        "Several people at your company can answer at the same time.",
        "A question marked with a star has to be answered before you can submit.",
    ),
    paragraph(
        "Words such as 'critical supplier' are used as in ",
        link("ISO 9000", "https://www.iso.org/standard/45481.html"),
        ".",
    ),
    _company(),
    _insurance(),
    quality(),
    information_security(),
    health_and_safety(),
    environment(),
    modern_slavery(),
    questions=_STANDARD,
)
