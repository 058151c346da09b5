"""Words of headings and levels in English, German, French, Spanish and Italian, as `fold` writes them."""

from app.imports.types import Target
from app.network.public import RelationshipLevel

HEADINGS: dict[Target, tuple[str, ...]] = {
    Target.EXTERNAL_REF: (
        "own supplier number", "supplier number", "supplier no", "supplier id", "supplier code", "vendor number",
        "vendor no", "vendor id", "vendor code", "vendor", "account number", "creditor", "creditor number",
        "lieferantennummer", "lieferanten nr", "lieferantennr", "lieferant nr", "lief nr", "liefnr", "kreditor",
        "kreditorennummer", "kreditoren nr", "kreditornummer", "numero fournisseur", "n fournisseur", "no fournisseur",
        "code fournisseur", "id fournisseur", "reference fournisseur", "numero de proveedor", "n proveedor",
        "codigo de proveedor", "codigo proveedor", "id proveedor", "numero fornitore", "n fornitore", "codice fornitore",
        "id fornitore", "number", "no", "nr", "id", "nummer", "numero", "code", "codigo", "codice",
    ),
    Target.NAME: (
        "name", "supplier", "supplier name", "vendor name", "company", "company name", "organisation", "organization",
        "organisation name", "organization name", "legal name", "business name", "account name", "firma", "firmenname",
        "firmierung", "lieferant", "lieferantenname", "unternehmen", "unternehmensname", "organisationsname", "name 1",
        "nom", "fournisseur", "nom fournisseur", "nom du fournisseur", "societe", "nom de la societe", "entreprise",
        "raison sociale", "proveedor", "nombre", "nombre del proveedor", "nombre proveedor", "empresa", "razon social",
        "nombre de la empresa", "fornitore", "nome", "nome fornitore", "azienda", "ragione sociale", "denominazione",
        "nome azienda", "societa",
    ),
    Target.LEVEL: (
        "level", "relationship", "relationship level", "supplier level", "supplier status", "approval status", "stufe",
        "lieferantenstatus", "freigabestatus", "einstufung", "status", "niveau", "statut", "niveau de relation", "nivel",
        "estado", "livello", "stato",
    ),
    Target.OWNER: (
        "owner", "buyer", "responsible", "supplier manager", "account owner", "category manager", "purchaser",
        "verantwortlich", "verantwortlicher", "einkaufer", "zustandig", "betreuer", "responsable", "acheteur",
        "comprador", "responsabile", "buyer responsabile", "compratore",
    ),
    Target.TAGS: (
        "tag", "tags", "category", "categories", "commodity", "commodities", "keywords", "supplier group", "kategorie",
        "kategorien", "warengruppe", "warengruppen", "schlagworte", "categorie", "mots cles", "etiquettes",
        "categoria", "categorias", "etiquetas", "etichette", "gruppo merce", "categorie merceologiche",
    ),
    Target.NOTES: (
        "note", "notes", "comment", "comments", "remark", "remarks", "notiz", "notizen", "bemerkung", "bemerkungen",
        "kommentar", "anmerkung", "remarque", "remarques", "commentaire", "commentaires", "notas", "comentario",
        "comentarios", "observaciones", "commento", "commenti", "osservazioni",
    ),
    Target.TAX_NUMBER: (
        "vat", "vat number", "vat no", "vat id", "vat reg no", "tax number", "tax no", "tax id", "tax id number", "tin",
        "ein", "gst", "gst number", "vat or tax number", "ust id", "ustid", "ust idnr", "ust id nr", "ust idnummer", "umsatzsteuer id", "uid",
        "uid nummer", "umsatzsteuer identifikationsnummer", "steuernummer", "mwst nr", "tva", "numero tva", "numero de tva", "n tva",
        "tva intracommunautaire", "nif", "cif", "iva", "numero de iva", "nif iva", "numero fiscal", "partita iva", "p iva", "piva",
        "codice fiscale",
    ),
    Target.REGISTRATION_NUMBER: (
        "registration number", "registration no", "company number", "company registration number", "company reg no",
        "reg no", "registry number", "handelsregisternummer", "handelsregister", "hrb", "register nr", "registernummer",
        "firmenbuchnummer", "siren", "siret", "rcs", "numero de registro", "registro mercantil", "numero rea", "rea",
        "numero di registrazione", "numero d enregistrement", "numero d immatriculation",
    ),
    Target.DUNS: ("duns", "d u n s", "duns number", "duns no", "d u n s number", "duns nummer", "numero duns"),
    Target.LEI: ("lei", "lei code", "legal entity identifier"),
    Target.WEBSITE: (
        "website", "web site", "web", "url", "homepage", "internet", "webseite", "internetseite", "site web",
        "site internet", "sitio web", "pagina web", "sito web", "sito", "sito internet",
    ),
    Target.CURRENCY: ("currency", "currency code", "wahrung", "wahrungscode", "devise", "monnaie", "moneda", "divisa", "valuta"),
    Target.LINE1: (
        "street", "address", "address 1", "address line 1", "street address", "street and number", "strasse", "straße",
        "anschrift", "adresse", "strasse hausnummer", "adresse 1", "rue", "direccion", "direccion 1", "calle", "domicilio",
        "indirizzo", "indirizzo 1", "via",
    ),
    Target.LINE2: (
        "address 2", "address line 2", "adresszusatz", "adresse 2", "complement d adresse", "direccion 2", "indirizzo 2",
    ),
    Target.ZIPCODE: (
        "zip", "zip code", "zipcode", "postcode", "post code", "postal code", "plz", "postleitzahl", "code postal", "cp",
        "codigo postal", "cap", "codice postale",
    ),
    Target.CITY: ("city", "town", "ort", "stadt", "wohnort", "ville", "ciudad", "poblacion", "localidad", "citta", "localita", "comune"),
    Target.REGION: (
        "region", "state", "province", "county", "state province", "bundesland", "kanton", "departement", "provincia",
        "comunidad", "regione", "estado provincia",
    ),
    Target.COUNTRY: ("country", "country code", "country region", "land", "staat", "landerschlussel", "pays", "code pays", "pais", "codigo pais", "paese", "nazione", "stato paese"),
    Target.CONTACT_NAME: (
        "contact", "contact name", "contact person", "main contact", "primary contact", "full name", "person",
        "ansprechpartner", "ansprechperson", "kontakt", "kontaktperson", "contact principal", "nom du contact", "interlocuteur",
        "contacto", "persona de contacto", "nombre de contacto", "contatto", "referente", "persona di contatto", "nome contatto",
    ),
    Target.CONTACT_FIRST_NAME: ("first name", "firstname", "given name", "contact first name", "vorname", "prenom", "nombre de pila", "nome di battesimo"),
    Target.CONTACT_LAST_NAME: ("last name", "lastname", "surname", "family name", "contact last name", "nachname", "nom de famille", "apellido", "apellidos", "cognome"),
    Target.CONTACT_EMAIL: (
        "email", "e mail", "mail", "email address", "e mail address", "contact email", "contact e mail", "e mail adresse",
        "email adresse", "mailadresse", "e mail kontakt", "adresse e mail", "adresse email", "adresse mail", "courriel",
        "correo", "correo electronico", "direccion de correo", "indirizzo email", "indirizzo e mail", "posta elettronica",
    ),
    Target.CONTACT_PHONE: (
        "phone", "phone number", "telephone", "tel", "tel no", "contact phone", "telefon", "telefonnummer", "telefonnr", "numero de telephone",
        "telefono", "numero de telefono", "numero di telefono",
    ),
    Target.CONTACT_MOBILE: ("mobile", "mobile phone", "cell", "cell phone", "contact mobile", "handy", "mobil", "mobiltelefon", "portable", "movil", "cellulare"),
    Target.CONTACT_JOB_TITLE: (
        "job title", "title", "position", "role", "function", "contact job title", "funktion", "stelle", "fonction", "poste", "cargo",
        "puesto", "funzione", "ruolo", "mansione",
    ),
}  # fmt: skip

WEAK: frozenset[str] = frozenset(
    {"number", "no", "nr", "id", "nummer", "numero", "code", "codigo", "codice", "vendor", "name", "nom", "nombre", "nome",
     "title", "status", "statut", "estado", "stato", "land", "person", "web", "address", "adresse", "region", "state"}
)  # fmt: skip
"""Headings that mean a field only if no column has a clearer heading."""
CONTACT_GROUPS = frozenset(
    {"contact", "contacts", "contact person", "person", "ansprechpartner", "kontakt", "kontakte", "contacto", "contactos",
     "contatto", "contatti", "referente", "main contact"}
)  # fmt: skip
"""Headings above several columns, which make "Name" the name of a contact."""
IN_GROUP: dict[Target, Target] = {Target.NAME: Target.CONTACT_NAME}

LEVELS: dict[str, RelationshipLevel] = {
    **{level.value.lower(): level for level in RelationshipLevel},
    "in evaluation": RelationshipLevel.EVALUATION, "new": RelationshipLevel.EVALUATION,
    "bewertung": RelationshipLevel.EVALUATION, "in bewertung": RelationshipLevel.EVALUATION,
    "evaluierung": RelationshipLevel.EVALUATION, "en evaluation": RelationshipLevel.EVALUATION,
    "evaluacion": RelationshipLevel.EVALUATION, "en evaluacion": RelationshipLevel.EVALUATION,
    "valutazione": RelationshipLevel.EVALUATION, "in valutazione": RelationshipLevel.EVALUATION,
    "released": RelationshipLevel.APPROVED, "active": RelationshipLevel.APPROVED, "freigegeben": RelationshipLevel.APPROVED,
    "zugelassen": RelationshipLevel.APPROVED, "aktiv": RelationshipLevel.APPROVED, "approuve": RelationshipLevel.APPROVED,
    "homologue": RelationshipLevel.APPROVED, "aprobado": RelationshipLevel.APPROVED, "homologado": RelationshipLevel.APPROVED,
    "approvato": RelationshipLevel.APPROVED, "qualificato": RelationshipLevel.APPROVED,
    "contract": RelationshipLevel.CONTRACTED, "under contract": RelationshipLevel.CONTRACTED, "vertrag": RelationshipLevel.CONTRACTED,
    "unter vertrag": RelationshipLevel.CONTRACTED, "sous contrat": RelationshipLevel.CONTRACTED,
    "contratado": RelationshipLevel.CONTRACTED, "con contratto": RelationshipLevel.CONTRACTED,
    "strategic": RelationshipLevel.PREFERRED, "bevorzugt": RelationshipLevel.PREFERRED, "vorzugslieferant": RelationshipLevel.PREFERRED,
    "prefere": RelationshipLevel.PREFERRED, "preferente": RelationshipLevel.PREFERRED, "preferido": RelationshipLevel.PREFERRED,
    "preferito": RelationshipLevel.PREFERRED, "preferenziale": RelationshipLevel.PREFERRED,
    "keine": RelationshipLevel.NONE, "aucun": RelationshipLevel.NONE, "ninguno": RelationshipLevel.NONE,
    "nessuno": RelationshipLevel.NONE,
}  # fmt: skip
"""Levels by their words, folded."""

OTHER_COUNTRIES: dict[str, str] = {
    "uk": "GBR", "england": "GBR", "scotland": "GBR", "wales": "GBR", "great britain": "GBR", "grossbritannien": "GBR",
    "usa": "USA", "us": "USA", "united states of america": "USA", "holland": "NLD", "czech republic": "CZE",
    "tschechien": "CZE", "south korea": "KOR", "korea": "KOR", "russia": "RUS", "turkey": "TUR", "vietnam": "VNM",
    "taiwan": "TWN", "iran": "IRN", "moldova": "MDA", "macedonia": "MKD", "bosnia": "BIH", "uae": "ARE",
    "vereinigte staaten": "USA", "etats unis": "USA", "estados unidos": "USA", "stati uniti": "USA",
}  # fmt: skip
"""Usual names of countries that the locale data does not have."""
CURRENCY_SIGNS = {"€": "EUR", "£": "GBP", "$": "USD", "US$": "USD", "¥": "JPY", "EURO": "EUR"}
