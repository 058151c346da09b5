"""The non-conformances of the demo, raised by the first buyer, in different statuses."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal

from app.devtools.demo.network import Network
from app.devtools.demo.photos import carton_jpeg
from app.devtools.demo.timeline import Story, ago
from app.files.public import AttachmentKind, store_bytes
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.ncr.public import (
    Disposition,
    NcrFields,
    NcrSeverity,
    NcrStatus,
    NcrType,
    add_progress,
    add_usual_codes,
    code_ids,
    raise_ncr,
    set_deleted,
)
from app.network.public import relationship_with


@dataclass(frozen=True, slots=True)
class Facts:
    """Part, quantities and defect of a report, and the values that only the buyer sees."""

    part: str
    code: str
    delivered: int
    checked: int
    defective: int
    cost: str | None = None
    disposition: Disposition | None = None
    batch: str | None = None
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """One report, raised `days_ago`; each of `steps` has an author, a text and a new status."""

    supplier: str
    title: str
    description: str
    account: str
    type: NcrType
    severity: NcrSeverity
    days_ago: int
    job: tuple[str, str] | None = None
    steps: tuple[tuple[str, str, NcrStatus | None], ...] = ()
    own: bool = False
    """True if it is assigned to a user of the buyer."""
    on_behalf_of: str | None = None
    asks: bool = False
    deleted: bool = False
    facts: Facts | None = None
    photos: int = 0
    """Photos of the raiser, and one of the supplier with its first step."""


T, S, D = NcrType, NcrSeverity, Disposition
BUYER, SUPPLIER = "buyer", "supplier"
RESOLVED = NcrStatus.RESOLVED
DUE_DAYS = {S.CRITICAL: 5, S.MAJOR: 14, S.MINOR: 30}
"""Days from the report to its due day."""

REPORTS: tuple[Report, ...] = (
    Report("Bergmann Präzision GmbH", "Burrs on bore of housing 4711-C",
           "<p>11 of 80 parts have a burr of up to 0.3 mm at the cross bore. Drawing 4711-C, note 6 asks for "
           "<strong>deburred, edge 0.1 to 0.2</strong>.</p><p>The lot is blocked.</p>",
           "Hip stems", T.QUALITY, S.CRITICAL, 4, ("Receiving inspection lot 88-204", "WA-20417"),
           ((SUPPLIER, "We sort the parts on site tomorrow. The deburring brush was worn; it is replaced.", None),
            (BUYER, "Thank you. Please send the 8D report by Friday.", None)),
           facts=Facts("4711-C", "BUR", 480, 80, 11, "1840.00", D.SORT, "88-204", "PO-45-1217")),
    Report("Calder & Sons Coatings", "Coating thickness below 8 µm on 3 of 20 trays",
           "<p>XRF at receiving: 6.1 to 7.4 µm, the specification asks for 8 to 12 µm.</p>",
           "Trauma plates", T.PROCESS, S.CRITICAL, 19, ("Lot 7 of titanium plates", "WA-20388"),
           ((SUPPLIER, "The bath's temperature was 4 °C too low after the weekend. Re-coating has begun.", None),),
           asks=True, facts=Facts("TP-220", "COA", 600, 20, 3, "2310.50", D.REWORK, "Lot 7", "PO-45-1190")),
    Report("Orion Bearings s.r.o.", "Delivery nine days late, line stopped for a shift",
           "<p>Order 45-1180 was confirmed for the 2nd and came on the 11th.</p>",
           "Drive units", T.DELIVERY, S.MAJOR, 33, ("Order 45-1180", "PO-45-1180"),
           ((SUPPLIER, "Our forwarder lost the pallet in Linz. We now ship with a second carrier.", None),),
           facts=Facts("6202-2RS", "LAT", 4000, 4000, 0, "5200.00", D.USE_AS_IS, None, "PO-45-1180")),
    Report("Ishikawa Seals K.K.", "Certificate of conformity without lot number",
           "<p>The certificate names the order, not the lot. We can't release the seals.</p>",
           "Sterile seals", T.CONTRACTUAL, S.MINOR, 2, ("Seals 12 x 2", "WA-20431")),
    Report("Glasgow Fine Wire", "Wire diameter at the upper limit",
           "<p>0.512 mm measured, 0.500 ± 0.010 mm agreed.</p>", "Guide wires", T.QUALITY, S.MAJOR, 61,
           ("Coil 330", "WA-20233"),
           ((SUPPLIER, "Die changed, first coils measured at 0.501.", None),
            (BUYER, "Three coils in a row are within the limits.", RESOLVED)),
           facts=Facts("GW-050", "DIM", 1200, 150, 40, "760.00", D.RETURN, "Coil 330", "PO-45-1102")),
    Report("Harbour Mills Packaging", "Labels of two languages mixed up in one carton",
           "<p>French and German labels were in one carton of 500.</p>", "Packaging", T.PROCESS, S.MINOR, 48,
           None,
           ((SUPPLIER, "A line clearance check is added to the packing instruction.", None),
            (BUYER, "Seen at the visit, closed.", RESOLVED)),
           facts=Facts("LBL-FR-12", "LAB", 12000, 500, 260, "140.00", D.SCRAP, None, "PO-45-1111")),
    Report("Bergmann Präzision GmbH", "Measuring report missing for two features",
           "<p>Features 14 and 22 are not in the first article report.</p>", "Hip stems", T.CONTRACTUAL, S.MINOR, 96,
           ("First article 4711-C", "FAI-77"),
           ((SUPPLIER, "The report is completed and attached to the order.", None),
            (BUYER, "Complete now.", RESOLVED))),
    Report("Kestrel Data Services", "Personal data sent to the wrong address",
           "<p>An export with names of 12 surgeons went to a colleague of another department. It was deleted the "
           "same day.</p>", "Registry hosting", T.BREACH, S.CRITICAL, 71, ("Export of the registry", "IT-5521"),
           ((SUPPLIER, "Recipient lists are now confirmed by a second person.", None),
            (BUYER, "The data protection officer has closed the case.", RESOLVED),
            (BUYER, "It happened again on Tuesday, with 3 names.", NcrStatus.INPROGRESS))),
    Report("Calder & Sons Coatings", "Pallet 4: two crushed cartons",
           "<p>16 parts are scratched, see the photos.</p>", "Trauma plates", T.DELIVERY, S.MINOR, 3,
           ("Pallet 4", "WA-20425"),
           ((SUPPLIER, "The forklift's fork was bent. The next pallet has edge boards, as in the photo.", None),),
           on_behalf_of="Goods in, night shift", photos=3,
           facts=Facts("TP-220", "PAC", 640, 640, 16, "480.00", D.RETURN, "Lot 9", "PO-45-1222")),
    Report("Aurora Sterilisation AB", "Dose certificate shows 24.6 kGy, 25.0 kGy agreed",
           "<p>The lot is in quarantine until the dose is assessed.</p>", "Sterile instruments", T.QUALITY, S.MAJOR, 12,
           ("Lot 9-330", "ST-9330")),
    Report("Jade River Moulding", "Handle colour differs between cavities",
           "<p>Cavities 3 and 4 are visibly darker.</p>", "Instrument handles", T.QUALITY, S.MINOR, 27, None,
           ((BUYER, "We check with marketing whether it can be accepted.", NcrStatus.INPROGRESS),), own=True,
           facts=Facts("HND-8", "MIX", 9000, 200, 64, None, None, None, "PO-45-1196")),
    Report("Orion Bearings s.r.o.", "Wrong grease in bearing 6202",
           "<p>Raised for another order by mistake.</p>", "Drive units", T.QUALITY, S.MAJOR, 15, deleted=True),
)  # fmt: skip


CLOSED: tuple[tuple[str, str, NcrStatus | None], ...] = (
    (SUPPLIER, "The parts are replaced, and the process is corrected.", None),
    (BUYER, "The next delivery was without complaint.", RESOLVED),
)
SERIES: tuple[Report, ...] = tuple(
    Report(
        supplier, title, f"<p>{title}.</p>", account, T.QUALITY, severity, days_ago, steps=CLOSED, facts=facts
    )
    for supplier, title, account, severity, days_ago, facts in (
        (
            "Bergmann Präzision GmbH",
            "Burr at the cross bore of 4711-C",
            "Hip stems",
            S.MAJOR,
            128,
            Facts("4711-C", "BUR", 520, 80, 6, "910.00", D.SORT, "88-102", "PO-45-1033"),
        ),
        (
            "Bergmann Präzision GmbH",
            "Burrs on 4711-C after the tool change",
            "Hip stems",
            S.MAJOR,
            245,
            Facts("4711-C", "BUR", 400, 60, 9, "1320.00", D.REWORK, "87-340", "PO-45-0911"),
        ),
        (
            "Bergmann Präzision GmbH",
            "Bore of 4713-A out of tolerance",
            "Hip stems",
            S.MAJOR,
            176,
            Facts("4713-A", "DIM", 300, 50, 2, "640.00", D.RETURN, "88-011", "PO-45-0988"),
        ),
        (
            "Calder & Sons Coatings",
            "Coating below 8 µm on two trays",
            "Trauma plates",
            S.MAJOR,
            151,
            Facts("TP-220", "COA", 580, 20, 2, "1450.00", D.REWORK, "Lot 5", "PO-45-1010"),
        ),
        (
            "Calder & Sons Coatings",
            "Stains after passivation",
            "Trauma plates",
            S.MINOR,
            214,
            Facts("TP-180", "COA", 900, 45, 5, "380.00", D.USE_AS_IS, "Lot 3", "PO-45-0940"),
        ),
        (
            "Calder & Sons Coatings",
            "Scratches on the coated side",
            "Trauma plates",
            S.MINOR,
            279,
            Facts("TP-220", "SCR", 610, 610, 14, "520.00", D.SORT, "Lot 2", "PO-45-0874"),
        ),
        (
            "Glasgow Fine Wire",
            "Wire diameter above the limit",
            "Guide wires",
            S.MAJOR,
            305,
            Facts("GW-050", "DIM", 1100, 150, 22, "690.00", D.RETURN, "Coil 287", "PO-45-0830"),
        ),
        (
            "Orion Bearings s.r.o.",
            "Noise in bearing 6202-2RS",
            "Drive units",
            S.MAJOR,
            191,
            Facts("6202-2RS", "FUN", 4000, 200, 3, "1180.00", D.SCRAP, None, "PO-45-0966"),
        ),
        (
            "Harbour Mills Packaging",
            "Label without expiry date",
            "Packaging",
            S.MINOR,
            330,
            Facts("LBL-FR-12", "LAB", 10000, 500, 35, "90.00", D.SCRAP, None, "PO-45-0799"),
        ),
    )
)
"""Resolved reports of the last year, with defects that recur."""


def plan_reports(network: Network) -> Iterator[Story]:
    """Plan the defect codes and the reports, created with the product's own operations."""
    yield _codes(network)
    for report in (*REPORTS, *SERIES):
        yield _report(network, report)


def _codes(network: Network) -> Story:
    yield ago(400)
    add_usual_codes(actor=network.meridian.people["Super User"])


def _report(network: Network, report: Report) -> Story:
    people = network.meridian.people
    raiser = people["Contributor"] if report.days_ago % 2 else people["Super User"]
    supplier = network.first_users.get(report.supplier)
    yield ago(report.days_ago, 3)
    relationship = relationship_with(actor=raiser, organisation_id=network.suppliers[report.supplier])
    if relationship is None:
        raise LookupError(f"{report.supplier} has no relationship")
    fields = NcrFields(
        relationship_id=relationship.id,
        title=report.title,
        description_html=report.description,
        event_date=clock.now().date(),
        account_name=report.account,
        type=report.type,
        severity=report.severity,
        job_title=report.job[0] if report.job else None,
        job_ref=report.job[1] if report.job else None,
        created_by_id=None,
        reported_by_name=report.on_behalf_of,
        assigned_organisation_id=raiser.organisation_id if report.own else None,
        assigned_user_id=supplier.user_id if supplier and not report.own else None,
        due=clock.now().date() + timedelta(days=DUE_DAYS[report.severity]),
        attachment_ids=[_photo(raiser, number) for number in range(report.photos)],
    )
    context = raise_ncr(actor=raiser, fields=_with_facts(raiser, fields, report.facts))
    for number, (side, words, status) in enumerate(report.steps, start=1):
        actor = raiser if side == BUYER or supplier is None else supplier
        yield ago(max(report.days_ago - number * 2, 0), 2)
        photos = [_photo(actor, report.photos)] if report.photos and number == 1 else []
        add_progress(
            actor=actor, ncr_id=context.ncr.id, html=f"<p>{words}</p>", status=status, attachment_ids=photos
        )
    if report.asks and supplier is not None:
        yield ago(1)
        add_progress(actor=supplier, ncr_id=context.ncr.id, asks_resolution=True)
    if report.deleted:
        yield ago(0)
        set_deleted(actor=raiser, ncr_id=context.ncr.id, deleted=True)


def _with_facts(raiser: Actor, fields: NcrFields, facts: Facts | None) -> NcrFields:
    if facts is None:
        return fields
    return replace(
        fields,
        part_number=facts.part,
        batch=facts.batch,
        order_ref=facts.order,
        quantity_delivered=facts.delivered,
        quantity_checked=facts.checked,
        quantity_defective=facts.defective,
        defect_code_id=code_ids(raiser.organisation_id)[facts.code],
        cost=Decimal(facts.cost) if facts.cost else None,
        currency="EUR" if facts.cost else None,
        disposition=facts.disposition,
    )


def _photo(actor: Actor, number: int) -> int:
    attachment = store_bytes(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        filename=f"IMG_{4711 + number}.jpg",
        content=carton_jpeg(number),
        kind=AttachmentKind.NCR,
    )
    return attachment.id
