"""Answer every field of a questionnaire in the browser, each with its own control."""

from playwright.sync_api import Locator, Page

FILE = {
    "name": "certificate.pdf",
    "mimeType": "application/pdf",
    "buffer": b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n",
}
WORDS = {
    "TEXT": "TÜV SÜD 12 100 48822",
    "TEXTAREA": "We contain the affected lots within 24 hours.",
    "NUMBER": "42",
    "EMAIL": "quality@supplier.example",
    "URL": "https://www.supplier.example",
}
EXPECTED = {"field-vat_number": "DE123456789", "field-net_zero_year": "2040"}
"""Answers to fields that accept only certain values."""
ANSWERED = "data-answered-by-test"


def answer_all_fields(page: Page, *, except_types: tuple[str, ...] = ("FORMSIGNATURE",)) -> int:
    """Answer each visible field in order, including fields that an answer shows; return their number."""
    count = 0
    while True:
        fields = page.locator(f"[data-type][id^='field-']:not([{ANSWERED}])")
        if fields.count() == 0:
            return count
        field = page.locator(f"#{fields.first.get_attribute('id')}")
        kind = field.get_attribute("data-type") or ""
        field.evaluate(f"element => element.setAttribute('{ANSWERED}', '')")
        if kind not in except_types:
            answer_field(field, kind)
            count += 1


def answer_field(field: Locator, kind: str) -> None:
    """Answer one field."""
    page = field.page
    match kind:
        case "TEXT" | "TEXTAREA" | "NUMBER" | "EMAIL" | "URL":
            control = field.locator("input, textarea").first
            control.fill(EXPECTED.get(field.get_attribute("id") or "", WORDS[kind]))
        case "DATE":
            field.locator("input").first.fill("31/03/2027")
            field.locator("input").first.press("Tab")
        case "YESNO" | "SINGLE_CHOICE":
            if field.locator("select").count():
                field.locator("select").first.select_option(index=1)
            else:
                field.locator("label:has(input[type=radio])").first.click()
        case "MULTI_CHOICE":
            field.get_by_role("checkbox").first.check()
        case "COUNTRY":
            choose(page, field.locator("input").first, "Germany")
        case "CURRENCY_AMOUNT":
            choose(page, field.locator("input").first, "EUR")
            field.get_by_label("Amount").fill("250000")
        case "FILE":
            field.locator("input[type=file]").set_input_files(FILE)
            field.get_by_text(FILE["name"]).first.wait_for()
        case "TABLE":
            answer_table(field)
        case "FORMSIGNATURE":
            sign(field, "Jo Smith")


def choose(page: Page, control: Locator, text: str) -> None:
    """Type into a type-ahead and select the first suggestion."""
    control.click()
    control.fill(text)
    page.get_by_role("listbox").get_by_role("option").filter(has_text=text).first.click()


def answer_table(field: Locator) -> None:
    """Fill in one row of a table."""
    if field.locator("tbody tr, [data-row]").count() == 0:
        field.locator(".doc-add-row").click()
    row = field.locator("tbody tr").first
    for cell in row.locator("td[data-type]").all():
        match cell.get_attribute("data-type"):
            case "NUMBER":
                cell.locator("input").first.fill("12")
            case "DATE":
                cell.locator("input").first.fill("01/02/2026")
            case "YESNO" | "SINGLE_CHOICE":
                cell.locator("select").first.select_option(index=1)
            case _:
                cell.locator("input").first.fill("Plant Stuttgart")


def sign(field: Locator, name: str) -> None:
    """Sign with the typed name."""
    field.get_by_label("Your full name").fill(name)
    field.get_by_role("button", name="Sign").click()
