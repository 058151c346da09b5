"""The companies of the demo data: invented, but typical for the network of a manufacturer."""

from dataclasses import dataclass

from app.network.public import RelationshipLevel

N, E, A, C, P = (
    RelationshipLevel.NONE,
    RelationshipLevel.EVALUATION,
    RelationshipLevel.APPROVED,
    RelationshipLevel.CONTRACTED,
    RelationshipLevel.PREFERRED,
)


@dataclass(frozen=True, slots=True)
class Company:
    """A supplier: its profile, its users, and the records of the two buyers about it."""

    name: str
    line1: str
    zipcode: str
    city: str
    country: str
    domain: str
    brief: str
    people: tuple[str, ...]
    tags: tuple[str, ...] = ()
    level: RelationshipLevel | None = None
    second_level: RelationshipLevel | None = None
    notes: str = ""
    is_test: bool = False
    invited_only: bool = False


COMPANIES: tuple[Company, ...] = (
    Company("Bergmann Präzision GmbH", "Motorstraße 12", "70499", "Stuttgart", "DEU", "bergmann-praezision.example",
            "Five-axis machining of titanium and nickel alloys for medical and aerospace parts.",
            ("Jana Bergmann", "Tomas Okafor"), ("machining", "ISO 9001"), P, A,
            "First deliveries in 2019. Jana answers within the day; lot 4471 was the only complaint in two years."),
    Company("Calder & Sons Coatings", "Armley Road 88", "LS12 2DY", "Leeds", "GBR", "caldercoatings.example",
            "Hard anodising and passivation, with a laboratory of their own.", ("Helen Calder", "Rhys Pugh"), ("surface",), C, E,
            "Contract runs to March. Ask for the new Reach statement before renewing."),
    Company("Fjordkraft Logistikk AS", "Laksevågneset 12", "5165", "Bergen", "NOR", "fjordkraft-log.example",
            "Temperature-controlled freight between Scandinavia and the continent.", ("Ingrid Solheim",), ("freight", "EU"), A, C),
    Company("Harbour Mills Packaging", "Maashaven 40", "3072 AE", "Rotterdam", "NLD", "harbourmills.example",
            "Sterile barrier packaging and cleanroom cartons.", ("Piet de Wit", "Noor Haddad"), ("packaging",), E, None),
    Company("Ishikawa Seals K.K.", "4-2-8 Kitahama", "541-0041", "Osaka", "JPN", "ishikawa-seals.example",
            "Elastomer seals for implants and pumps, moulded in class 7 cleanrooms.", ("Kenji Ishikawa", "Aiko Mori"), ("seals", "critical"), P, None,
            "Sole source for the 14 mm lip seal. Second source search is open."),
    Company("Lumen Test Labs", "Rue Garibaldi 120", "69003", "Lyon", "FRA", "lumen-labs.example",
            "Biocompatibility and packaging validation tests.", ("Claire Fontaine",), (), N, None),
    Company("Northfold Electronics", "Grunwaldzka 411", "80-309", "Gdańsk", "POL", "northfold.example",
            "Printed circuit boards and box build, 20 to 5,000 pieces.", ("Marek Wójcik", "Ola Nowak"), ("PCB", "ISO 13485"), C, P),
    Company("Alder & Finch Tooling", "Sherbourne Street 5", "B16 8FG", "Birmingham", "GBR", "alderfinch.example",
            "Injection moulds and press tools, toolroom of 24 people.", ("Maggie Finch",), ("tooling",), A, A),
    Company("Aurora Sterilisation AB", "Fabriksgatan 21", "412 51", "Göteborg", "SWE", "aurora-steril.example",
            "Ethylene oxide and gamma sterilisation as a service.", ("Lars Edström", "Mina Farahani"), ("sterilisation", "critical"), C, None,
            "Chamber 3 is validated for our trays only until May."),
    Company("Banyan Tree Polymers", "MIDC Phase II, Plot 14", "411026", "Pune", "IND", "banyanpolymers.example",
            "Compounded PEEK and PPSU granulate with full lot traceability.", ("Anjali Deshpande", "Vikram Rao"), ("polymers",), E, E),
    Company("Castellana Vidrio S.A.", "Calle de Méndez Álvaro 56", "28045", "Madrid", "ESP", "castellanavidrio.example",
            "Borosilicate vials and syringes.", ("Lucía Ortega",), ("glass",), A, None),
    Company("Cobalt Ridge Alloys", "1180 Foundry Way", "15106", "Pittsburgh", "USA", "cobaltridge.example",
            "Vacuum-melted CoCr bar and powder.", ("Dana Whitfield", "Luis Romero"), ("raw material", "critical"), P, C),
    Company("Delta Nova Robotics", "Via Tortona 33", "20144", "Milano", "ITA", "deltanova.example",
            "Assembly cells and end-of-line testers.", ("Giulia Ferri",), ("equipment",), E, A),
    Company("Eastgate Calibration", "Science Park Road 7", "118221", "Singapore", "SGP", "eastgate-cal.example",
            "Accredited calibration of gauges, scales and ovens.", ("Wei Ling Tan",), ("services", "ISO 17025"), A, A),
    Company("Ferrum & Filz GmbH", "Industriestraße 3", "4050", "Traun", "AUT", "ferrum-filz.example",
            "Technical felts and acoustic linings.", ("Sabine Huber",), (), N, P),
    Company("Glasgow Fine Wire", "Hillington Road 60", "G52 4BL", "Glasgow", "GBR", "glasgowfinewire.example",
            "Nitinol and stainless wire down to 25 microns.", ("Isla McRae", "Callum Boyd"), ("raw material",), C, None),
    Company("Hexa Cleanroom Services", "Parkwijklaan 9", "1326 AA", "Almere", "NLD", "hexaclean.example",
            "Cleanroom garments, wipes and monitoring.", ("Daan Visser",), ("services",), A, None),
    Company("Imbuia Componentes Ltda", "Rua Tuiuti 2300", "13083-872", "Campinas", "BRA", "imbuia.example",
            "Turned parts and subassemblies for South America.", ("Rafael Lima", "Beatriz Souza"), ("machining",), E, C),
    Company("Jade River Moulding", "No. 18 Xinghai Street", "215027", "Suzhou", "CHN", "jaderiver.example",
            "Two-shot moulding with in-line vision inspection.", ("Li Na", "Chen Wei"), ("moulding", "ISO 13485"), A, A,
            "Visited in June. Good order on the floor, change control is the weak point."),
    Company("Kestrel Data Services", "Harbourmaster Place 2", "D01 C1K8", "Dublin", "IRL", "kestreldata.example",
            "Hosting and support of quality systems.", ("Aoife Byrne",), ("IT",), C, C),
    Company("Lakshmi Castings Pvt Ltd", "Peelamedu 41", "641004", "Coimbatore", "IND", "lakshmicastings.example",
            "Investment castings in steel and aluminium.", ("Karthik Iyer",), ("castings",), E, A),
    Company("Maison Verrier", "Route de Lausanne 14", "1110", "Morges", "CHE", "maisonverrier.example",
            "Micro-optics and ruby bearings.", ("Étienne Verrier", "Sophie Blanc"), ("optics",), A, None),
    Company("Mersey Freight Partners", "Regent Road 300", "L20 8DB", "Liverpool", "GBR", "merseyfreight.example",
            "Sea and road freight, customs included.", ("Gary Doyle",), ("freight",), A, P),
    Company("Nordlys Kemi ApS", "Kalvebod Brygge 39", "1560", "København", "DNK", "nordlyskemi.example",
            "Adhesives and cleaning agents for medical devices.", ("Freja Lund",), ("chemicals",), C, None),
    Company("Oakhurst Facilities", "Winnersh Triangle 12", "RG41 5TP", "Reading", "GBR", "oakhurst.example",
            "Maintenance, cleaning and waste.", ("Priya Nair",), ("services",), A, A),
    Company("Orion Bearings s.r.o.", "Plzeňská 155", "150 00", "Praha", "CZE", "orionbearings.example",
            "Thin-section and ceramic bearings.", ("Pavel Dvořák", "Lenka Malá"), ("bearings",), P, P,
            "Preferred since 2021, no late delivery in the last eight quarters."),
    Company("Pampa Cuero S.R.L.", "Av. Pueyrredón 1770", "C1119", "Buenos Aires", "ARG", "pampacuero.example",
            "Leather and textile parts for interiors.", ("Martín Gómez",), (), None, E),
    Company("Quayside Print Co.", "Broad Quay 21", "BS1 4DA", "Bristol", "GBR", "quaysideprint.example",
            "Labels, instructions for use, UDI printing.", ("Owen Hart",), ("print", "packaging"), C, None),
    Company("Rhein-Ruhr Elektromotoren", "Hafenstraße 71", "47119", "Duisburg", "DEU", "rr-motoren.example",
            "Brushless motors and drives, 20 W to 5 kW.", ("Dirk Albers", "Fatma Yıldız"), ("motors",), E, P),
    Company("Sable Bay Minerals", "14 Long Street", "8001", "Cape Town", "ZAF", "sablebay.example",
            "Zirconia and alumina powders.", ("Thandi Mokoena",), ("raw material",), E, None),
    Company("Sørensen Maskinfabrik", "Energivej 8", "6700", "Esbjerg", "DNK", "sorensen-mf.example",
            "Welded frames and housings in stainless steel.", ("Mads Sørensen",), ("machining",), A, A),
    Company("Tadmor Optics Ltd", "HaNegev 4", "7019900", "Airport City", "ISR", "tadmoroptics.example",
            "Lens assemblies and thin-film coatings.", ("Yael Levi", "Omar Saleh"), ("optics", "critical"), A, None),
    Company("Taiga Timber Oy", "Satamakatu 9", "90100", "Oulu", "FIN", "taigatimber.example",
            "Pallets and crates from certified forests.", ("Eero Lahti",), ("packaging",), A, C),
    Company("Umbra Software S.r.l.", "Viale Trastevere 60", "00153", "Roma", "ITA", "umbrasoft.example",
            "Embedded firmware and verification for IEC 62304.", ("Paolo Greco",), ("IT",), E, None),
    Company("Valmont Textiles", "Avenue Jean Jaurès 300", "69007", "Lyon", "FRA", "valmonttextiles.example",
            "Woven and knitted implantable meshes.", ("Camille Rey", "Hugo Petit"), ("textiles", "critical"), C, None,
            "Process change notified for Q2: new loom. Ask for the validation report."),
    Company("Wattle Creek Batteries", "55 Lorimer Street", "3207", "Melbourne", "AUS", "wattlecreek.example",
            "Lithium packs with UN 38.3 tests done in house.", ("Josh Kelly",), ("batteries",), E, E),
    Company("Xenia Pharma Packaging", "Leoforos Kifisias 44", "151 25", "Athina", "GRC", "xeniapack.example",
            "Blister lines and pouches.", ("Eleni Pappas",), ("packaging",), N, None),
    Company("Yıldız Kalıp A.Ş.", "Organize Sanayi Bölgesi 7", "16140", "Bursa", "TUR", "yildizkalip.example",
            "Stamping dies and progressive tools.", ("Emre Yıldız",), ("tooling",), A, C),
    Company("Zephyr Wind Services", "Am Sandtorkai 50", "20457", "Hamburg", "DEU", "zephyrwind.example",
            "Green power contracts and certificates.", ("Katrin Vogt",), ("energy",), C, C),
    Company("Brightwater Castings", "Canal Street 19", "M1 3HE", "Manchester", "GBR", "brightwater.example",
            "", ("Tom Reed",), (), E, None, invited_only=True),
    Company("Piccolo Stampi S.n.c.", "Via Emilia 210", "41122", "Modena", "ITA", "piccolostampi.example",
            "", ("Sara Conti",), ("tooling",), E, None, invited_only=True),
    Company("Sandbox Supplies", "Teststraat 1", "1011 AB", "Amsterdam", "NLD", "sandbox-supplies.example",
            "A supplier to try things out with.", ("Test Person",), ("trial",), E, None, is_test=True),
)  # fmt: skip

RECIPIENT = "supplier@demo.example"
"""The demo's supplier account: the first person of the first company."""
