"""Answers from cells: what each type of question accepts, in the languages and formats of spreadsheets."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from app.forms.public import (
    Field,
    FieldType,
    canonical,
    canonical_decimal,
    parse_date,
    parse_decimal,
    shape_error,
)
from app.kernel.files.workbooks import Cell, Formula
from app.kernel.reference import countries, currencies

YES = frozenset(
    {"yes", "y", "true", "1", "x", "ja", "oui", "si", "sí", "sì", "sim", "tak", "ano", "wahr", "vrai"}
)
NO = frozenset({"no", "n", "false", "0", "nein", "non", "não", "nao", "nie", "ne", "falsch", "faux"})
MARKS = YES | {"✓", "✔", "☑"}
EXACT_DIGITS = 15
"""Digits that a spreadsheet keeps of a number."""
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier enero gennaio", "feb february februar février fevrier febrero febbraio",
            "mar march märz maerz mars marzo mrz", "apr april avril abril aprile", "may mai mayo maggio",
            "jun june juni juin junio giugno", "jul july juli juillet julio luglio",
            "aug august août aout agosto", "sep sept september septembre septiembre settembre",
            "oct october oktober okt octobre octubre ottobre", "nov november novembre noviembre",
            "dec december dezember dez décembre decembre diciembre dicembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
NAMED_DAY = re.compile(r"(\d{1,2})\.?(?:st|nd|rd|th)?[ -]+(?:de )?([^\W\d]+)\.?,?[ -]+(?:de )?(\d{4})")
MONTH_FIRST = re.compile(r"([^\W\d]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""Escapes of characters in xlsx files, such as `_x000D_`."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
FIRST_SERIAL, LAST_SERIAL = 20_000, 80_000
"""Days since 1899-12-30, 1954 to 2119: a date in a cell without the format of a date."""
AMOUNT = re.compile(r"^(?:([A-Za-z]{3})\s*)?([-\d.,'\s\u00a0\u202f\u2019]+?)(?:\s*([A-Za-z]{3}))?$")

UNRESOLVED_FORMULA = "{cell} has a formula without a result. Paste its value."
TOO_MANY_DIGITS = "{cell} has a number with more than 15 digits, which spreadsheets round. Format the cell as text and type it again."
NO_NUMBER = "{cell}: write a number, such as 1250.50."
NO_DATE = "{cell}: write the date as yyyy-mm-dd."
TWO_DATES = "{cell}: “{text}” can be two dates. Write it as yyyy-mm-dd."
NO_YES_OR_NO = "{cell}: write Yes or No."
NO_OPTION = "{cell}: choose one of {options}."
NO_COUNTRY = "{cell}: “{text}” is no country. Choose it from the list."
NO_AMOUNT = "{cell}: write an amount and a currency, such as 1250.50 EUR."


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer in its stored form, None for an empty cell; or the sentence why there is none."""

    value: object = None
    error: str | None = None


class CellError(ValueError):
    """A cell that is no answer; the message is a sentence with the place `{cell}`."""


def parse_answer(field: Field, cell: Cell, *, place: str) -> Parsed:
    """Return the answer in one cell to a field that has one cell."""
    try:
        value = canonical(field, _value(field, cell))
    except CellError as error:
        return Parsed(error=str(error).replace("{cell}", place))
    if fault := shape_error(field, value):
        return Parsed(error=f"{place}: {fault[0].lower()}{fault[1:]}")
    return Parsed(value)


def text_of_cell(cell: Cell) -> str:
    """Return a cell as text, as the spreadsheet would show it without formats."""
    if cell is None:
        return ""
    if isinstance(cell, Formula):
        return "(formula)"
    if isinstance(cell, bool):
        return "Yes" if cell else "No"
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="minutes")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, int | float):
        return _number_text(cell)
    return CONTROL.sub("", ESCAPED.sub(_unescaped, cell).replace("\r\n", "\n").replace("\r", "\n")).strip()


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))


def is_marked(cell: Cell) -> bool:
    """Return True if the row of an option is ticked."""
    return cell is True or text_of_cell(cell).casefold() in MARKS


def _value(field: Field, cell: Cell) -> object:
    if isinstance(cell, Formula):
        raise CellError(UNRESOLVED_FORMULA)
    text = text_of_cell(cell)
    if not text:
        return None
    match field.type:
        case FieldType.NUMBER:
            return _number(cell, text)
        case FieldType.DATE:
            return _day(cell, text)
        case FieldType.YESNO:
            return _yes_or_no(cell, text)
        case FieldType.SINGLE_CHOICE:
            return _option(field, text)
        case FieldType.MULTI_CHOICE:
            return _options(field, text)
        case FieldType.COUNTRY:
            return _country(text)
        case FieldType.CURRENCY_AMOUNT:
            return _amount(text)
        case _:
            _demand_exact(cell)
            return text


def _demand_exact(cell: Cell) -> None:
    """Refuse long numbers, such as of accounts: the spreadsheet has already rounded them."""
    if isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) >= 10**EXACT_DIGITS:
        raise CellError(TOO_MANY_DIGITS)


def _number_text(number: float) -> str:
    if isinstance(number, int) or number.is_integer():
        return str(int(number))
    # 15 digits are what a spreadsheet shows; more are the noise of binary fractions.
    return format(Decimal(f"{number:.15g}"), "f")


def _number(cell: Cell, text: str) -> str:
    _demand_exact(cell)
    number = canonical_decimal(text)
    if parse_decimal(number) is None:
        raise CellError(NO_NUMBER)
    return number


def _day(cell: Cell, text: str) -> str:
    if isinstance(cell, date):
        return (cell.date() if isinstance(cell, datetime) else cell).isoformat()
    if isinstance(cell, int | float) and float(cell).is_integer() and FIRST_SERIAL <= cell <= LAST_SERIAL:
        return (date(1899, 12, 30) + timedelta(days=int(cell))).isoformat()
    if (match := SLASHED.fullmatch(text)) and int(match[1]) != int(match[2]):
        first, second = int(match[1]), int(match[2])
        if first <= 12 and second <= 12:
            raise CellError(TWO_DATES.replace("{text}", text))
        if second > 12:
            text = f"{second}/{first}/{match[3]}"
    if match := YEAR_FIRST.fullmatch(text):
        text = f"{match[1]}-{match[2]}-{match[3]}"
    elif match := NAMED_DAY.fullmatch(text):
        text = f"{match[1]}/{_month(match[2])}/{match[3]}"
    elif match := MONTH_FIRST.fullmatch(text):
        text = f"{match[2]}/{_month(match[1])}/{match[3]}"
    day = parse_date(text)
    if day is None:
        raise CellError(NO_DATE)
    return day.isoformat()


def _month(name: str) -> int:
    month = MONTHS.get(name.casefold())
    if month is None:
        raise CellError(NO_DATE)
    return month


def _yes_or_no(cell: Cell, text: str) -> bool:
    if isinstance(cell, bool):
        return cell
    word = text.casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise CellError(NO_YES_OR_NO)


def _option(field: Field, text: str) -> str:
    value = _options_by_text(field).get(text.casefold())
    if value is None:
        labels = [option.label or option.value for option in field.options]
        shown = ", ".join(labels[:6]) + (" ..." if len(labels) > 6 else "")
        raise CellError(NO_OPTION.replace("{options}", shown))
    return value


def _options(field: Field, text: str) -> list[str]:
    """Return several options of one cell, separated by commas, semicolons or lines."""
    by_text = _options_by_text(field)
    whole = by_text.get(text.casefold())
    if whole is not None:
        return [whole]
    inside = [
        option.value
        for option in field.options
        if "," in option.label and option.label.casefold() in text.casefold()
    ]
    for option in field.options:
        if option.value in inside:
            text = re.sub(re.escape(option.label), "", text, flags=re.IGNORECASE)
    parts = [part.strip() for part in re.split(r"[;\n]" if re.search(r"[;\n]", text) else ",", text)]
    chosen = {*inside, *(_option(field, part) for part in parts if part)}
    return [option.value for option in field.options if option.value in chosen]


def _options_by_text(field: Field) -> Mapping[str, str]:
    texts = {option.value.casefold(): option.value for option in field.options}
    return texts | {option.label.strip().casefold(): option.value for option in field.options if option.label}


def _country(text: str) -> str:
    wanted = text.casefold()
    for country in countries():
        if wanted in (country.name.casefold(), country.alpha2.casefold(), country.alpha3.casefold()):
            return country.alpha3
    raise CellError(NO_COUNTRY.replace("{text}", text))


def _amount(text: str) -> dict[str, str]:
    for symbol, code in SYMBOLS.items():
        text = text.replace(symbol, f" {code} ").strip()
    match = AMOUNT.fullmatch(text)
    code = ((match[1] or match[3] or "") if match else "").upper()
    number = canonical_decimal(match[2].strip()) if match else ""
    if code not in {currency.code for currency in currencies()} or parse_decimal(number) is None:
        raise CellError(NO_AMOUNT)
    return {"currency": code, "amount": number}


def parse_parts(field: Field, cells: Sequence[tuple[str, Cell, str]]) -> Parsed:
    """Return the answer of a field with a row for each option or part: (option or part, cell, place)."""
    if field.type is FieldType.MULTI_CHOICE:
        marked = {part for part, cell, _ in cells if is_marked(cell)}
        odd = next(
            (
                place
                for _, cell, place in cells
                if cell is not None and not is_marked(cell) and not _is_no(cell)
            ),
            None,
        )
        if odd:
            return Parsed(error=f"{odd}: write x to choose this option, or leave the cell empty.")
        return Parsed([option.value for option in field.options if option.value in marked] or None)
    texts = {part: text_of_cell(cell) for part, cell, _ in cells}
    if not any(texts.values()):
        return Parsed()
    place = cells[0][2]
    return parse_answer(field, f"{texts.get('amount', '')} {texts.get('currency', '')}".strip(), place=place)


def _is_no(cell: Cell) -> bool:
    return text_of_cell(cell).casefold() in NO | {""}
