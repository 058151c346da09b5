"""Custom fields of a relationship, shown in the Custom Fields panel."""

from app.forms.starters.building import field, options, starter
from app.forms.types import DocFormType

_REQUESTER_ONLY = {"writableBy": "REQUESTER"}

CUSTOM_FIELDS = starter(
    "custom-fields",
    "Custom fields",
    DocFormType.CUSTOM_FIELDS,
    field(
        "TEXT", "supplier_number", "Supplier number", hint="As in the ledger", maxLength=40, **_REQUESTER_ONLY
    ),
    field(
        "SINGLE_CHOICE",
        "category",
        "Category",
        options=options(
            {
                "direct": "Direct material",
                "indirect": "Indirect material",
                "services": "Services",
                "it": "IT",
                "logistics": "Logistics",
                "capital": "Capital goods",
            }
        ),
        **_REQUESTER_ONLY,
    ),
    field(
        "SINGLE_CHOICE",
        "risk",
        "Risk",
        options=options({"low": "Low", "medium": "Medium", "high": "High"}),
        showInSummary=True,
        **_REQUESTER_ONLY,
    ),
    field("TEXT", "account_manager", "Responsible buyer", maxLength=200, **_REQUESTER_ONLY),
    field("CURRENCY_AMOUNT", "annual_spend", "Annual spend", min="0", **_REQUESTER_ONLY),
    field("NUMBER", "payment_days", "Payment terms", suffix="days", min="0", max="180", **_REQUESTER_ONLY),
    field("DATE", "contract_until", "Contract end", **_REQUESTER_ONLY),
    field("YESNO", "single_source", "Sole source", **_REQUESTER_ONLY),
    field("TEXTAREA", "remarks", "Remarks", maxLength=4000, **_REQUESTER_ONLY),
)
