"""A spreadsheet of the demo with suppliers that waits for its import: new ones, one to ask about, and wrong cells."""

from collections.abc import Iterator

from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.imports.models import SupplierImport
from app.imports.operations.reading import read_import

FILENAME = "Lieferanten 2026.csv"
CONTENT = """\
Lieferantennr.;Firma;Land;Ort;PLZ;Straße;USt-IdNr.;Webseite;Status;Kategorie;Ansprechpartner;E-Mail;Telefon;Fax
K-2001;Alpen Guss GmbH;Österreich;Graz;8010;Ring 4;ATU13585627;www.alpen-guss.example;Freigegeben;Guss, Stahl;Eva Steiner;eva.steiner@alpen-guss.example;+43 316 5501;+43 316 5502
K-2002;Officine Lombarde S.r.l.;Italien;Milano;20121;Via Dante 7;;;In Bewertung;Guss;Luca Ferri;luca.ferri@officine-lombarde.example;;
K-2003;Bergmann Praezision AG;Deutschland;Stuttgart;;;;;Freigegeben;Zerspanung;Nina Bergmann;nina@bergmann-ag.example;;
K-2004;Fonderies du Rhône;Frankreich;Lyon;69002;12 rue Mercière;;;Freigegeben;Guss;Claire Morel;claire.morel@fonderies-rhone.example;;
K-2005;Rheinwerk Köln GmbH;Deutschland;Köln;;;DE111;;Freigegeben;;;;;
K-2006;Talleres Bilbao S.A.;Spanien;Bilbao;48001;Gran Vía 3;;;In Bewertung;;Iker Ruiz;iker.ruiz@talleres-bilbao;;
"""


def plan_imports(network: Network) -> Iterator[Story]:
    """Plan the upload, after all other stories, so that their ids stay."""
    yield _upload(network)


def _upload(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(0, 2)
    stored = store_bytes(
        organisation_id=buyer.organisation_id, user_id=buyer.user_id, filename=FILENAME,
        content=CONTENT.encode("cp1252"), kind=AttachmentKind.DOCUMENT,
    )  # fmt: skip
    supplier_import = SupplierImport(
        organisation_id=buyer.organisation_id,
        user_id=buyer.user_id,
        attachment_id=stored.id,
        filename=FILENAME,
    )
    db.session.add(supplier_import)
    db.session.flush()
    read_import(supplier_import.id)
