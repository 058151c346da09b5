"""Sections of the supplier qualification questionnaire on security, people and the environment."""

from app.forms.starters.building import (
    Node,
    certified,
    column,
    field,
    heading,
    no_is_right,
    options,
    paragraph,
    points,
    section,
    share,
    when,
    yes_is_right,
)


def information_security() -> list[Node]:
    """Build the section on information security."""
    return section(
        4,
        "Information security",
        "How you keep our drawings, prices and personal data to yourselves.",
        certified(
            "isms_certified",
            "Is your information security management certified (ISO/IEC 27001)?",
            "Please complete our information security questionnaire as well.",
            required=True,
            weight=2,
        ),
        field(
            "DATE",
            "isms_valid_until",
            "Certificate valid until",
            required=True,
            visibleWhen=when("isms_certified", value="yes"),
        ),
        field(
            "TEXT",
            "security_owner",
            "Who is responsible for information security?",
            hint="Name and role",
            required=True,
        ),
        field(
            "SINGLE_CHOICE",
            "mfa",
            "For which accounts is a second factor needed to sign in?",
            required=True,
            options=options(
                {"all": "All accounts", "remote": "Remote access and administrators", "none": "None"}
            ),
            scoring=[
                points("equals", "all", 10),
                points("equals", "remote", 6),
                points("equals", "none", 0, "Please tell us when sign-in will need a second factor."),
            ],
        ),
        field(
            "YESNO",
            "disks_encrypted",
            "Are the disks of laptops and phones encrypted?",
            required=True,
            scoring=yes_is_right("Please tell us how data on a lost laptop is protected."),
        ),
        field(
            "NUMBER",
            "patch_days",
            "Critical security updates are installed within",
            suffix="days",
            required=True,
            min="0",
            max="365",
            scoring=[
                points("between", ["0", "14"], 10),
                points("between", ["14", "30"], 5),
                points(
                    "between",
                    ["30", None],
                    0,
                    "Please explain why critical updates take more than 30 days.",
                ),
            ],
        ),
        field("DATE", "last_penetration_test", "Date of the last penetration test"),
        field(
            "MULTI_CHOICE",
            "data_locations",
            "Where would our data be kept?",
            required=True,
            options=options(
                {
                    "uk": "United Kingdom",
                    "eea": "European Economic Area",
                    "us": "United States",
                    "other": "Elsewhere",
                }
            ),
        ),
        field(
            "YESNO",
            "security_incident",
            "Has there been a security incident that touched customers' data in the last two years?",
            required=True,
            scoring=no_is_right(
                "Please send the report on the security incident and what has changed since."
            ),
        ),
        field(
            "TEXTAREA",
            "security_incident_detail",
            "What happened, and what was changed?",
            required=True,
            maxLength=4000,
            visibleWhen=when("security_incident", value=True),
        ),
    )


def health_and_safety() -> list[Node]:
    """Build the section on health and safety at work."""
    return section(
        5,
        "Health and safety",
        "How you keep people safe at work.",
        field(
            "YESNO",
            "hs_policy",
            "Do you have a written health and safety policy?",
            required=True,
            scoring=yes_is_right("Please send a health and safety policy signed by the management."),
        ),
        field(
            "FILE",
            "hs_policy_file",
            "Upload the policy",
            required=True,
            max="3",
            visibleWhen=when("hs_policy", value=True),
        ),
        certified(
            "hs_certified",
            "Is your occupational health and safety management certified (ISO 45001)?",
            "",
            required=True,
        ),
        field(
            "NUMBER",
            "injury_rate",
            "Lost-time injuries per million hours worked, last calendar year",
            required=True,
            min="0",
            scoring=[
                points("between", ["0", "3"], 10),
                points("between", ["3", "8"], 5),
                points(
                    "between", ["8", None], 0, "Please describe what you do to bring the injury rate down."
                ),
            ],
        ),
        field(
            "YESNO",
            "fatal_accident",
            "Has there been a fatal accident at one of your sites in the last three years?",
            required=True,
            weight=3,
            scoring=no_is_right("Please describe the accident and what has been changed since."),
        ),
        field(
            "YESNO",
            "enforcement",
            "Has an authority issued a notice or fine for health and safety in the last three years?",
            required=True,
            scoring=no_is_right("Please send the notice and the measures taken."),
        ),
        field(
            "TEXTAREA",
            "enforcement_detail",
            "What was it about?",
            required=True,
            maxLength=4000,
            visibleWhen=when("enforcement", value=True),
        ),
        field(
            "TEXTAREA",
            "hs_training",
            "How are employees and temporary workers instructed before they begin?",
            required=True,
            maxLength=4000,
        ),
    )


def environment() -> list[Node]:
    """Build the section on the environment."""
    return section(
        6,
        "Environment",
        "What your work takes from the environment, and what you do about it.",
        certified(
            "env_certified",
            "Is your environmental management certified (ISO 14001 or EMAS)?",
            "Please describe how environmental duties are managed without certification.",
            required=True,
            weight=2,
        ),
        field("URL", "env_policy", "Address of your environmental policy or report"),
        field(
            "NUMBER",
            "emissions",
            "Greenhouse gas emissions, scopes 1 and 2, last calendar year",
            suffix="t CO2e",
            min="0",
        ),
        share("renewable_share", "Share of electricity from renewable sources", required=True),
        field(
            "YESNO",
            "net_zero",
            "Have you set a date for reaching net zero?",
            required=True,
            scoring=yes_is_right(),
        ),
        field(
            "NUMBER",
            "net_zero_year",
            "Net zero by the year",
            required=True,
            min="2024",
            max="2070",
            visibleWhen=when("net_zero", value=True),
        ),
        field(
            "SINGLE_CHOICE",
            "restricted_substances",
            "Do your products comply with REACH and RoHS?",
            required=True,
            options=options(
                {
                    "yes": "Yes, with evidence for each article",
                    "partly": "Yes, evidence is not complete",
                    "no": "No",
                    "none": "Not applicable",
                }
            ),
            scoring=[
                points("in", ["yes", "none"], 10),
                points("equals", "partly", 4, "Please send the missing evidence on restricted substances."),
                points("equals", "no", 0, "Please name the articles that do not comply, and why."),
            ],
        ),
        field("TEXTAREA", "waste", "How do you reduce waste and packaging?", maxLength=4000),
    )


def modern_slavery() -> list[Node]:
    """Build the section on labour standards, with the declaration and its signature."""
    return section(
        7,
        "Modern slavery",
        "How you make sure that nobody in your supply chain works against their will.",
        field(
            "YESNO",
            "ms_statement",
            "Do you publish a statement on modern slavery?",
            hint="Legally required for larger companies in several countries",
            required=True,
            scoring=yes_is_right("Please send a statement on modern slavery signed by the management."),
        ),
        field(
            "URL",
            "ms_statement_url",
            "Address of the statement",
            required=True,
            visibleWhen=when("ms_statement", value=True),
        ),
        field(
            "SINGLE_CHOICE",
            "recruitment_fees",
            "Who pays the fees for recruiting workers?",
            required=True,
            options=options({"employer": "Always the employer", "shared": "Shared", "worker": "The worker"}),
            scoring=[
                points("equals", "employer", 10),
                points("equals", "shared", 3, "Please explain which fees workers pay."),
                points(
                    "equals", "worker", 0, "Please tell us when workers will no longer pay recruitment fees."
                ),
            ],
        ),
        field(
            "YESNO",
            "keeps_documents",
            "Do you, or agencies that you use, keep workers' passports or other documents?",
            required=True,
            weight=3,
            scoring=no_is_right(
                "Please explain why workers' documents are kept, and when they will be given back."
            ),
        ),
        field(
            "YESNO",
            "reporting_line",
            "Can workers report concerns without giving their name?",
            required=True,
            scoring=yes_is_right("Please describe how workers can raise concerns."),
        ),
        field(
            "TABLE",
            "risk_materials",
            "Materials or services that you buy from countries with a higher risk",
            hint="Leave empty if there are none",
            maxRows=30,
            columns=[
                column("what", "Material or service", required=True),
                column("where", "Country", required=True),
                column("audited_on", "Last audit on", "DATE"),
                column("audited", "Audited by a third party", "YESNO"),
            ],
        ),
        field(
            "TEXTAREA",
            "due_diligence",
            "How do you check the working conditions at your own suppliers?",
            required=True,
            maxLength=4000,
        ),
        heading(3, "Declaration"),
        paragraph(
            "I confirm that I may answer for the company, that the answers are complete and right to the best of my "
            "knowledge, and that we will tell you when something in them changes."
        ),
        field("FORMSIGNATURE", "declaration", "Signature", required=True),
    )
