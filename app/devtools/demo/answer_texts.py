"""Plausible answers to the questions of the shipped questionnaires, by field name."""

from collections.abc import Mapping, Sequence

LINES: Mapping[str, Sequence[str]] = {
    "trading_name": ("Same as the registered name",),
    "registration_number": ("HRB 48822", "HRB 21764", "FN 310455 k"),
    "respondent_number": ("HRB 48822",),
    "requester_number": ("04417702",),
    "requester_address": ("14 Harbour Road, Bristol BS1 5UH, United Kingdom",),
    "respondent_address": ("Industriestraße 21, 70565 Stuttgart, Germany",),
    "parent_name": ("Northern Industries Holding AB, Sweden", "None: the company is owned by its founders"),
    "qms_certificate": ("12 100 48822 TMS, TÜV SÜD", "FS 612044, BSI", "50 100 7719, DEKRA"),
    "reporting_line": ("Managing director",),
    "service": ("Portal for measuring reports", "Order portal and EDI", "Remote maintenance of the line"),
    "hosting_provider": (
        "Own data centre, Falkenstein, Germany",
        "AWS, Frankfurt (eu-central-1)",
        "Azure, West Europe",
    ),
}
"""Answers to text fields; several variants for different suppliers."""

TEXTS: Mapping[str, Sequence[str]] = {
    "large_claims_detail": (
        "One claim for a late delivery in 2025. It was settled for EUR 18,000 and we added a second forwarder.",
    ),
    "repeated_fault": (
        (
            "We contain the affected lots within 24 hours and open an 8D report. The cause goes into the FMEA and the "
            "control plan, and the quality manager checks after three months that the fault has not come back."
        ),
        (
            "The line stops, the shift lead and the quality engineer find the cause with five whys, and the corrected work "
            "instruction is trained before the line starts again."
        ),
    ),
    "security_incident_detail": (
        (
            "A mailbox was opened by phishing in March 2025. No customer data was read. All accounts have had a second "
            "factor since."
        ),
    ),
    "enforcement_detail": (
        "A missing guard on a press in 2024. It was replaced within a week and the case closed.",
    ),
    "hs_training": (
        (
            "Half a day with the safety officer, a walk through the shop with the shift lead, and a test. It is repeated "
            "every year."
        ),
        (
            "Before the first shift, with a film in five languages and a signed checklist. Temporary workers have a named "
            "colleague for the first two weeks."
        ),
    ),
    "waste": (
        (
            "Chips and offcuts go back to the mill. Parts travel in returnable boxes, which saved 14 tonnes of cardboard "
            "last year."
        ),
    ),
    "due_diligence": (
        (
            "Our code of conduct is part of every contract. New suppliers answer a questionnaire, and those in countries "
            "with a higher risk are audited every two years."
        ),
    ),
    "personal_data_kinds": (
        "Names, e-mail addresses and telephone numbers of your users, to give them access and to answer questions.",
        "Names and signatures on delivery notes, as proof of delivery.",
    ),
    "breach_detail": (
        "A backup disk was lost in 2024. It was encrypted. Backups have been sent over a private line since.",
    ),
    "purpose": ("Talks on the supply of machined and coated parts for medical devices.",),
    "quality_comment": ("Two complaints in 40 deliveries, both answered with a cause within a week.",),
    "delivery_comment": ("On time except in August, when a forwarder failed. We were told a week before.",),
    "service_comment": ("Questions are answered the same day, by people who know our parts.",),
    "value_comment": ("Not the cheapest, but the offers are complete and there are no surprises.",),
    "again_why_not": ("Shorter lead times for small lots.",),
    "keep": (
        "The monthly call with quality and planning. It has solved most problems before they reached the line.",
    ),
}
"""Answers to long text fields."""

NUMBERS: Mapping[str, Sequence[str]] = {
    "employees": ("184", "62", "420"),
    "accepted_share": ("99.4", "98.7", "97.2"),
    "on_time_share": ("97", "94", "88"),
    "traceability_hours": ("4", "2", "24"),
    "patch_days": ("14", "7", "30"),
    "injury_rate": ("3.1", "5.6", "0"),
    "emissions": ("1840", "620", "5300"),
    "renewable_share": ("65", "40", "100"),
    "net_zero_year": ("2040", "2045", "2035"),
    "leaver_hours": ("24", "4", "72"),
    "log_days": ("365", "180", "90"),
    "deletion_days": ("30", "90", "60"),
    "critical_patch_days": ("14", "7", "30"),
    "rto_hours": ("24", "8", "72"),
    "rpo_hours": ("4", "1", "24"),
    "notice_hours": ("24", "48", "72"),
    "term_years": ("3",),
    "secrecy_years": ("5",),
    "payment_days": ("30", "45"),
}

DATES: Mapping[str, Sequence[str]] = {
    "incorporated_on": ("1974-05-14", "1998-09-01", "2006-02-20"),
    "last_penetration_test": ("2026-03-18", "2025-11-06"),
    "pentest_on": ("2026-03-18", "2025-11-06"),
    "restore_test_on": ("2026-09-02", "2026-06-24"),
    "agreement_date": ("2026-11-02",),
}

ROWS: Mapping[str, Sequence[Mapping[str, object]]] = {
    "sites": (
        {
            "site": "Stuttgart, Germany", "activity": "production", "employees": "140", "since": "1988-02-01",
            "own": True,
        },
        {"site": "Ulm, Germany", "activity": "warehouse", "employees": "44", "since": "2015-06-18", "own": False},
    ),
    "risk_materials": (
        {"what": "Tantalum powder", "where": "Rwanda", "audited_on": "2026-02-11", "audited": True},
        {"what": "Castings", "where": "India", "audited_on": "2025-10-07", "audited": True},
    ),
    "subprocessors": (
        {
            "company": "Hetzner Online GmbH", "service": "Hosting", "country": "Germany",
            "contract_on": "2024-02-01", "personal": True,
        },
        {
            "company": "Zendesk, Inc.", "service": "Support desk", "country": "Ireland",
            "contract_on": "2025-06-18", "personal": True,
        },
    ),
}  # fmt: skip
"""Rows of the table fields."""
