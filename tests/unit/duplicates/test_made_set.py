"""Precision and recall on a made set of companies: twins as people type them, and neighbours that are other companies."""

import random

from app.duplicates.policies.blocking import likely_pairs
from app.duplicates.policies.identity import (
    Identity,
    compact,
    compact_duns,
    compact_tax_number,
    fold,
    split_name,
)

STEMS = (
    "Bergmann", "Calder", "Okonkwo", "Lindqvist", "Marchetti", "Nakamura", "Ostrowski", "Pemberton", "Quintana",
    "Rasmussen", "Sörensen", "Thibault", "Ulrich", "Vandenberg", "Whitfield", "Yamashita", "Zieliński", "Ashworth",
    "Brightwater", "Coldbrook", "Dunmore", "Eastgate", "Fairfax", "Greystone", "Harrowgate", "Ironbridge",
)  # fmt: skip
TRADES = (
    "Coatings", "Castings", "Precision Tools", "Logistics", "Plastics", "Electronics", "Packaging", "Chemicals",
    "Bearings", "Hydraulics", "Forgings", "Optics", "Textiles", "Polymers", "Fasteners", "Instruments",
)  # fmt: skip
COUNTRIES = {
    "DEU": ("GmbH", "Bremen"),
    "GBR": ("Ltd", "Leeds"),
    "FRA": ("SARL", "Lyon"),
    "USA": ("Inc.", "Austin"),
}
TRUTH = 0.9
"""Share of the twins that must be proposed."""
RIGHT = 0.98
"""Share of the certain pairs that must be twins."""


def identity(
    name: str,
    country: str = "",
    *,
    city: str = "",
    tax: str = "",
    registration: str = "",
    duns: str = "",
    domain: str = "",
) -> Identity:
    key, form = split_name(name)
    return Identity(
        name=key, legal_form=form, country=country, city=fold(city), tax_number=compact_tax_number(tax, country),
        registration_number=compact(registration), duns=compact_duns(duns),
        domains=frozenset({domain} if domain else ()),
    )  # fmt: skip


def misspelled(name: str, chance: random.Random) -> str:
    place = chance.randrange(2, len(name) - 2)
    return chance.choice(
        [
            name[:place] + name[place + 1 :],
            name[:place] + name[place] + name[place:],
            name[: place - 1] + name[place] + name[place - 1] + name[place + 1 :],
        ]
    )


def made_set(seed: int) -> tuple[dict[int, Identity], set[tuple[int, int]]]:
    """Return identities by id, and the pairs that are the same company."""
    chance = random.Random(seed)
    names = [f"{stem} {trade}" for stem in STEMS for trade in TRADES]
    chance.shuffle(names)
    identities: dict[int, Identity] = {}
    twins: set[tuple[int, int]] = set()
    for n, name in enumerate(names):
        country = list(COUNTRIES)[n % 4]
        form, city = COUNTRIES[country]
        # Companies of one family share the domain of their group, and registers of two towns the same numbers.
        domain = f"{fold(name.split()[0])}-group.example" if n % 5 == 0 else f"firm{n}.example"
        registration = f"HRB {10_000 + (n % 20 if n % 5 == 1 else n)}"
        details = {"registration": registration, "duns": f"{100_000_000 + n}", "domain": domain}
        identities[len(identities) + 1] = identity(f"{name} {form}", country, city=city, **details)
        if n % 2 == 0:
            first = len(identities)
            identities[first + 1] = twin(n // 2 % 7, name, country, details, chance)
            twins.add((first, first + 1))
    return identities, twins


def twin(way: int, name: str, country: str, details: dict[str, str], chance: random.Random) -> Identity:
    """Return the same company as another user would type it."""
    form, city = COUNTRIES[country]
    domain, registration = details["domain"], details["registration"]
    if way == 0:
        return identity(name.upper(), country, city=city)
    if way == 1:
        return identity(f"{name} {form}", domain=domain)
    if way == 2:
        return identity(f"{misspelled(name, chance)} {form}", country)
    if way == 3:
        return identity(misspelled(name, chance), country, domain=domain)
    if way == 4:
        return identity(" ".join(reversed(name.split())), country)
    if way == 5:
        return identity(f"{name.split(maxsplit=1)[0]} trading", country, duns=details["duns"])
    return identity(f"{name}, {form}", country, registration=registration.replace(" ", ""))


def test_certain_pairs_are_right_and_most_twins_are_proposed() -> None:
    for seed in range(3):
        identities, twins = made_set(seed)
        alike = {(first, second): likeness for first, second, likeness in likely_pairs(identities)}
        certain = {pair for pair, likeness in alike.items() if likeness.is_certain}
        precision = len(certain & twins) / len(certain)
        recall = len(alike.keys() & twins) / len(twins)
        assert len(certain) > len(twins) / 4
        assert precision >= RIGHT, sorted(certain - twins)[:5]
        assert recall >= TRUTH, [
            identities[one].name + " / " + identities[two].name for one, two in twins - alike.keys()
        ][:9]
        proposals = len(alike.keys() - twins) / len(alike)
        assert proposals < 0.5, f"{proposals:.0%} of the proposals are wrong"
