"""Details that the text of a certificate states: its number, its issue and its end, each with a label next to it.

A proposal is made only if the text leaves no doubt, because a wrong end is worse than none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from app.documents.policies.printed_dates import PrintedDate, dates_in, fold, reading_of
from app.documents.types import NUMBER_LIMIT


@dataclass(frozen=True, slots=True)
class FoundDetails:
    """The details that were found in a file; None or empty for those that were not."""

    issued_on: date | None = None
    valid_until: date | None = None
    number: str = ""


class Label(Enum):
    """The meaning of the words before a date. PERIOD: the beginning of a validity, if its end follows."""

    UNTIL = auto()
    ISSUED = auto()
    BEGIN = auto()
    PERIOD = auto()
    OTHER = auto()


ENGLISH: dict[Label, str] = {
    Label.UNTIL: r"valid (?:until|to|through|thru|till|up to)|expir(?:y|ation|es|ing|e)(?: date| on| at)?|date of expir\w+"
    r"|\bexp\b(?:\.? ?date)?|good (?:until|through)|end of validity",
    Label.ISSUED: r"issue date|date of issue|date issued|issued(?: on)?|issuance date|date of certification",
    Label.BEGIN: r"valid from|effective(?: date| from)?|\beff\b|start date|inception|valid since",
    Label.PERIOD: r"period of (?:insurance|validity|cover)|(?:policy|validity|insurance|coverage) period|validity",
}
OTHERS: dict[Label, str] = {
    Label.UNTIL: r"gultig bis|gultigkeit bis|gilt bis|ablauf\w*|versicherungsablauf|befristet bis"
    r"|valable jusqu.?au|valide jusqu.?au|valable au|date d.expiration|fin de validite|date de fin|echeance|expire le"
    r"|valid[oa] hasta|fecha de (?:caducidad|vencimiento|expiracion)|caducidad|vigente hasta|vencimiento"
    r"|valid[oa] fino al?|scadenza|valid[oa] sino al?|data di scadenza"
    r"|geldig tot(?: en met)?|vervaldatum|einddatum|verloopt op"
    r"|wazn[yae] do|waznosc do|data waznosci|termin waznosci"
    r"|有效期至|有效期截止|有效期限|有效期|有效至|到期日期?|满期日|有効期限|有効期間満了日?"
    r"|valid[oa] ate|data de validade|validade|data de vencimento"
    r"|platn(?:y|a|e|ost) do|plati do|giltig[t]? (?:till|tom|t\.?o\.?m\.?)|giltighetstid|gyldig (?:til|indtil)"
    r"|gecerlilik(?: suresi| bitis)?(?: tarihi)?|son gecerlilik|ervenyes(?:seg)?|valabil(?:a)? pana la|data expirarii",
    Label.ISSUED: r"ausstellungsdatum|ausgestellt am|ausgabedatum|datum der ausstellung|ausstellung"
    r"|date d.emission|date de delivrance|delivre le|emis le|fecha de (?:emision|expedicion)|emitido el"
    r"|data di (?:emissione|rilascio)|rilasciato il|uitgiftedatum|datum van (?:uitgifte|afgifte)|afgegeven op"
    r"|data wydania|wydan[yo] dnia|颁证日期|发证日期|签发日期|颁发日期|発行日|登録日"
    r"|data de emissao|emitido em|datum vydani|vydano dne|utfardat|udstedt(?: den)?|verilis tarihi|duzenlenme tarihi"
    r"|kiadas datuma|kiallitas datuma|data emiterii|eliberat la",
    Label.BEGIN: r"gultig (?:ab|von)|gilt (?:ab|vom)|beginn|date (?:de prise )?d.effet|val(?:able|ide) (?:du|a partir du)"
    r"|valid[oa] (?:desde|dal|de)|ingangsdatum|geldig (?:van|vanaf)|wazn[yae] od|生效日期|platn[ya] od|giltig[t]? fr\w+",
    Label.PERIOD: r"gultigkeit\w*|gultig|periode de (?:validite|couverture)|validite|vigencia|validita|geldigheid\w*"
    r"|okres (?:ubezpieczenia|waznosci)|periodo de (?:validez|vigencia)|periodo di validita|laufzeit"
    r"|versicherungsdauer|verzekeringsperiode",
}
EXCLUDED = re.compile(
    r"origina\w+|initial\w*|first\w*|latest|last\b|\bnext|audit\w*|revision|previous|surveillance|recertif\w*|\bdue\b|birth"
    r"|transition|certificates"
    r"|erst\w*|letzte\w*|nachste\w*|premi[eè]re?|derni[eè]re?|prochain\w*|inicial|primera|ultim[ao]|proxim[ao]"
    r"|prima\b|eerste|laatste|volgende|pierwsz\w+|ostatni\w*|nastepn\w+|初次|首次|初回|primeir[ao]|prvni|forsta|ilk"
)
"""Words of labels for other dates, such as the first certification and the next audit."""
_LABELS = [
    (label, is_english, re.compile(pattern))
    for words, is_english in ((ENGLISH, True), (OTHERS, False))
    for label, pattern in words.items()
]
CONNECTOR = re.compile(
    r"^[\s.,]*(?:r\. )?(?:to|until|through|till|bis(?: zum)?|au|jusqu.?au|al|hasta(?: el)?|fino al|tot(?: en met)?|t/m|do|ate"
    r"|a|-tol|[-\u2013\u2014~]|至|到|から)[\s.:]*$"
)
"""The words between the first and the last day of a period."""
OPEN_PERIOD = re.compile(r"\s*(?:[-\u2013\u2014~\u81f3\u5230](?!ig)|(?:to|until|bis|au|al|do)\b)")
VALIDITY = (Label.UNTIL, Label.BEGIN, Label.PERIOD)
FILLER = re.compile(
    r"[\s:.,;=()/|*\u3002\u81ea-]*(?:(?:the|le|el|il|den|dem|am|zum|on|in|date|datum|datum:|fecha|data|del|de|el|dia|la|do|dnia|yyyy"
    r"|mm|dd|incl\w*|including|einschlie\w*|jusqu.?au|au|du|from|vom|von|ab|od|desde|dal|van)\b[\s:.,;=()/|*-]*){0,4}"
)
"""All that a text may have between a label and its date; after other words, the date belongs to them."""
MAX_LINES, MAX_LINE = 400, 400
"""Lines and characters of a line that are read. Certificates are shorter, and other files must not take long."""
HEADING_LINES = 2
"""Number of lines above a date in which its column may have a heading."""
NEAR = 14
"""Maximum number of characters between the beginnings of a heading and of the cell below it."""

_CELL = re.compile(r"\S+(?: \S+)*")
_PAPER = (
    r"(?:certific\w*|certyfikat\w*|certifik\w*|zertifikat\w*|registr\w*|polic\w*|polis\w*|poliz\w*|contrat|sertifika"
    r"|tanusitvany|versicherungsschein)"
)
_NO = r"(?:\b(?:number|nummer|numero|numer|nr|no|num|szama)\b\.?|\bn\s?[\u00b0o]|\bn\.(?:o)?|\bc\.)"
_NUMBER_LABEL = re.compile(
    rf"(?:{_PAPER}[\w\s'/-]{{0,30}}?[\s-]{_NO}|{_PAPER}nummer|{_NO} (?:de |of |do |du )?{_PAPER}(?= ?:))"
    rf"(?: ?/ ?{_PAPER} {_NO})?\s*[:.]?\s*"
    r"|(?:\u8bc1\u4e66\u7f16\u53f7|\u8bc1\u4e66\u53f7|\u6ce8\u518c\u53f7|\u767b\u9332\u756a\u53f7)\s*[:.]?\s*"
)
"""Labels of the number of a certificate or policy; the last ones are Chinese and Japanese."""
_NUMBER = re.compile(r"[A-Z0-9][A-Z0-9./_-]*(?: (?:/ )?[A-Z0-9][A-Z0-9./_-]*)*")


def read_details(text: str) -> FoundDetails:
    """Return the details that a text with columns at their places states without doubt."""
    lines = [line.rstrip()[:MAX_LINE] for line in text.splitlines() if line.strip()][:MAX_LINES]
    folded = [fold(line) for line in lines]
    dates = [dates_in(line) for line in folded]
    by_label = _dates_by_label(folded, dates)
    until = _only(by_label, Label.UNTIL)
    issued = _only(by_label, Label.ISSUED) or _only(by_label, Label.BEGIN)
    if until is not None and issued is not None and until <= issued:
        until = issued = None
    return FoundDetails(issued, until, _number(lines, folded, dates))


def _dates_by_label(lines: Sequence[str], dates: list[list[PrintedDate]]) -> dict[Label, set[date | None]]:
    """Return the dates of each label; None among them represents an ambiguous date."""
    read = reading_of(dates)
    by_label: dict[Label, set[date | None]] = {label: set() for label in Label}
    for place, printed_dates in enumerate(dates):
        previous: tuple[Label, bool] | None = None
        begin = 0
        for printed, following in zip(printed_dates, [*printed_dates[1:], None], strict=False):
            before = lines[place][begin : printed.start]
            labelled = _label_of(before) or _heading_of(lines, dates, place, printed)
            if previous is not None and previous[0] is Label.BEGIN and CONNECTOR.match(before):
                labelled = Label.UNTIL, previous[1]
            between = lines[place][printed.end : following.start] if following else ""
            if labelled is not None and labelled[0] in VALIDITY and following and CONNECTOR.match(between):
                labelled = Label.BEGIN, labelled[1]
            elif labelled is not None and OPEN_PERIOD.match(lines[place], printed.end):
                # The last day of the period was not recognised, so this date may be the first.
                labelled = None
            if labelled is not None:
                label, is_english = labelled
                # Only English texts have the month first.
                value = read(printed) or (None if is_english else printed.day_first)
                by_label[label].add(value)
            previous, begin = labelled, printed.end
    return by_label


def _only(by_label: dict[Label, set[date | None]], label: Label) -> date | None:
    values = by_label[label]
    return next(iter(values)) if len(values) == 1 else None


def _label_of(before: str) -> tuple[Label, bool] | None:
    """Return the last label in the text before a date, and True if it is in English; None if it has none near the date."""
    before = re.sub(r"\s{2,}", " ", before)
    matches = [
        (match.end(), match.end() - match.start(), label, is_english)
        for label, is_english, pattern in _LABELS
        for match in pattern.finditer(before)
    ]
    if not matches:
        return None
    end, _, label, _ = max(matches, key=lambda match: match[:2])
    if not FILLER.fullmatch(before[end:]):
        return None
    if label is Label.PERIOD and any(match[2] is Label.UNTIL for match in matches):
        label = Label.UNTIL
    if EXCLUDED.search(before):
        label = Label.OTHER
    return label, all(is_english for *_, is_english in matches)


def _heading_of(
    lines: Sequence[str], dates: list[list[PrintedDate]], place: int, printed: PrintedDate
) -> tuple[Label, bool] | None:
    """Return the label of the heading above the date, which must begin its cell."""
    if lines[place][: printed.start].rstrip() and not lines[place][: printed.start].endswith("  "):
        return None
    cell = _cell_above(lines, dates, place, printed.start)
    return _label_of(cell) if cell is not None else None


def _cell_above(lines: Sequence[str], dates: list[list[PrintedDate]], place: int, start: int) -> str | None:
    """Return the cell above a place in a line; None if there is none, or if a line with dates is in between."""
    for above in range(place - 1, max(place - 1 - HEADING_LINES, -1), -1):
        if dates[above]:
            return None
        cells = [(abs(cell.start() - start), cell.group()) for cell in _CELL.finditer(lines[above])]
        near = min(cells, default=(NEAR + 1, ""))
        if near[0] <= NEAR and any(pattern.search(near[1]) for _, _, pattern in _LABELS):
            return near[1]
    return None


def _number(lines: Sequence[str], folded: Sequence[str], dates: list[list[PrintedDate]]) -> str:
    """Return the number after its label, or below it; empty unless there is one."""
    numbers = dict.fromkeys(_numbers(lines, folded, dates))
    return next(iter(numbers)) if len(numbers) == 1 else ""


def _numbers(lines: Sequence[str], folded: Sequence[str], dates: list[list[PrintedDate]]) -> Iterator[str]:
    for place, line in enumerate(folded):
        for match in _NUMBER_LABEL.finditer(line):
            gap = re.match(r"\s*", line[match.end() :])
            start = match.end() + (gap.end() if gap else 0)
            number = _number_at(lines[place], start, dates[place])
            if not number and place + 1 < len(lines):
                cells = [cell.start() for cell in _CELL.finditer(lines[place + 1])]
                cell_start = min(cells, key=lambda cell: abs(cell - match.start()), default=0)
                if abs(cell_start - match.start()) <= NEAR:
                    number = _number_at(lines[place + 1], cell_start, dates[place + 1])
            if number:
                yield number
                break


def _number_at(line: str, start: int, dates: Sequence[PrintedDate]) -> str:
    match = _NUMBER.match(line, start)
    if match is None or any(printed.start <= start < printed.end for printed in dates):
        return ""
    number = match.group().split(". ")[0].rstrip("./-_ ")
    has_digit = any(letter.isdigit() for letter in number)
    return number if has_digit and 3 <= len(number) <= NUMBER_LIMIT else ""
