"""Custom fields of a relationship, shown in the Custom Fields panel."""

from app.forms.starters.building import field, options, starter
from app.forms.types import DocFormType

_OURS = {"writableBy": "REQUESTER"}

CUSTOM_FIELDS = starter(
    "custom-fields",
    "Custom fields",
    DocFormType.CUSTOM_FIELDS,
    field("TEXT", "supplier_number", "Supplier number", hint="As in the ledger", maxLength=40, **_OURS),
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
        **_OURS,
    ),
    field(
        "SINGLE_CHOICE",
        "risk",
        "Risk",
        options=options({"low": "Low", "medium": "Medium", "high": "High"}),
        showInSummary=True,
        **_OURS,
    ),
    field("TEXT", "account_manager", "Responsible buyer", maxLength=200, **_OURS),
    field("CURRENCY_AMOUNT", "annual_spend", "Spend in a year", min="0", **_OURS),
    field("NUMBER", "payment_days", "Payment term", suffix="days", min="0", max="180", **_OURS),
    field("DATE", "contract_until", "Contract until", **_OURS),
    field("YESNO", "single_source", "Only source for what it delivers", **_OURS),
    field("TEXTAREA", "remarks", "Remarks", maxLength=4000, **_OURS),
)
