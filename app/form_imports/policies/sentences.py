"""Conditions that are sentences of a question, such as "If yes, please describe" or "If you answered No to question 3.2"."""

import re
from dataclasses import dataclass

from app.form_imports.policies.items import Question
from app.form_imports.policies.texts import fold, one_line

_IF = r"(?:if|when|where|in case|unless)"
_NUMBER = r"[A-Za-z&]{0,8}[.\-]?\d+(?:[.\-]\d+)*[a-z]?(?![\w%])"
_ABOVE = (
    r"(?:(?:the )?(?:previous|preceding|last) (?:question|one|item)|(?:the )?(?:question )?above(?: question)?"
    r"|(?:der )?(?:vorherigen|vorigen|obigen) frage|oben|(?:la )?question pr[eé]c[eé]dente"
    r"|(?:la )?pregunta anterior|(?:la )?domanda precedente)"
)
_QUESTION = r"(?:(?:the )?(?:questions?|frage|pregunta|domanda|item|q\.?|no\.?|nr\.?|#)\s*)?"
_REF = rf"(?P<ref>{_ABOVE}|{_NUMBER})"
_VALUE = r"(?P<value>[^,;:()?]{1,60}?)"
_END = r"(?=\s*(?:[,;:()?.]|$))"
_CHOSE = (
    r"(?:you(?:['\u2019]ve|r \w+)?|the \w+)?\s*(?:have |has )?(?:answered|answer|responded|replied|selected|select|chosen|chose|"
    r"ticked|checked|indicated|said)"
)
_TITLE = r"(?:the )?(?:question )?(?:[\"“](?P<quoted>[^\"“”]{2,300})[\"”]|(?P<title>(?-i:[A-Z])[^.?!;:\"“”]{1,200}?)(?= question\b))"
_NAMING = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:if|when|where) {_CHOSE} (?P<any>(?:any|one|at least one) of the (?:options|answers|choices)) (?:to|in|for|of) {_TITLE}",
        rf"\b(?:if|when|where) {_CHOSE} (?:the option )?(?P<value>[^;:?]{{1,300}}?)(?: options?)? (?:to|in|for|at|on|under) {_TITLE}",
    )
]
"""Conditions that name the other question by its title or its text."""
_REFERRING = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_IF} {_CHOSE} {_VALUE} (?:to|in|for|at|on|under) {_QUESTION}{_REF}",
        rf"\b{_IF} (?:the |your )?(?:answer|response|reply) (?:to|for|of|in) {_QUESTION}{_REF} (?:is|was|=|equals) {_VALUE}{_END}",
        rf"\b{_IF} (?:question|item|q\.?)\s*{_REF} (?:(?:is|was) answered(?: with)?|is|was|=|equals) {_VALUE}{_END}",
        rf"\b{_IF} {_VALUE} (?:is|was) (?:selected|chosen|ticked|answered|indicated) (?:to|in|for|at|on|under) {_QUESTION}{_REF}",
        rf"\bif {_VALUE} (?:to|in|for|on|at) {_QUESTION}{_REF}",
        rf"\b(?:wenn|falls|sofern) (?:sie )?(?:die )?frage\s*{_REF} mit {_VALUE} (?:beantwortet|geantwortet)",
        rf"\b(?:wenn|falls|sofern) {_VALUE} (?:bei|zu|in|auf) (?:der )?{_QUESTION}{_REF}",
        rf"\bsi (?:la )?r[eé]ponse (?:à|a) (?:la )?{_QUESTION}{_REF} est {_VALUE}{_END}",
        rf"\bs[ie] (?:vous avez r[eé]pondu )?{_VALUE} (?:à|a|en|alla) (?:la )?{_QUESTION}{_REF}",
    )
]
_NEGATION = re.compile(
    r"\b(?:unless|(?:skip|hide|omit)(?: this question)? (?:if|when|where)|not (?:applicable|required|relevant) (?:if|when|where))\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\s*(?:,|/|&|and|or|und|oder|et|ou)\s*(?:q\.?|questions?|frage|item|no\.?)?\s*\d", re.IGNORECASE
)
_JUMP = re.compile(
    r"\bif\b[^.?!\n]{1,120}?[\s,:;](?:please |then )*(?:go|skip|proceed|continue|move|jump)(?: on| straight| directly| ahead)? (?:to|with)"
    r" (?:(?:the )?(?:next |end of the )?(?:section|question|part|item|form)\b|the end\b|q\.?(?=\s?\d)|no\.?|#|\d)"
    r"(?: ?[\w&.\-]*\d[\w\-]*)?",
    re.IGNORECASE,
)
_OPEN, _CLOSE = "\"'“\u2018«", "\"'”\u2019»"
_YES_OR_NO = r"yes|no|so|not|ja|nein|oui|non|s[ií]|s[iì]|affirmative|negative|other|others|partly|partially|partial|n/?a"
_LEADING = re.compile(
    r"^\W*(?:(?:please )?(?:answer |complete )?only\s+)?(?:if|in case of|wenn|falls|bei(?=\s+(?:ja|nein)\b)|si|se|en caso)\s+"
    rf"(?:{_CHOSE}\s+|(?:the |your )?(?:answer|response) (?:is|was)\s+|(?:la )?r[eé]ponse est\s+)?"
    rf"(?:[{_OPEN}](?P<quoted>[^{_CLOSE}]{{1,60}})[{_CLOSE}]"
    rf"(?P<more>(?:\s*(?:,|/|or|oder|ou|o)\s*[{_OPEN}][^{_CLOSE}]{{1,60}}[{_CLOSE}])*)"
    rf"|(?P<several>(?:{_YES_OR_NO})(?:\s*(?:,|/|or|oder|ou|o)\s*(?:{_YES_OR_NO}))*)(?![\w])"
    r"|(?P<free>[^,;:()?\"]{1,60})(?=[,:;]))",
    re.IGNORECASE,
)
_TRAILING = re.compile(rf"(?:^|[\s,(])(?:if|wenn|falls|si|se)\s+(?P<value>{_YES_OR_NO})\W*$", re.IGNORECASE)
_ANY_OF = re.compile(r"\W*\s(?:to|for|in|of|on)\s+(?:any|all|either|both|one|each)\b", re.IGNORECASE)
_OR = re.compile(r"\s*[,/]\s*|\s+(?:or|oder|ou|o)\s+", re.IGNORECASE)
_MEANINGS = {"so": "yes", "affirmative": "yes", "affermativo": "yes", "afirmativo": "yes", "not": "no", "negative": "no",
             "negativo": "no", "others": "other", "andere": "other"}  # fmt: skip
_NOT_ANSWERS = ("not applicable", "not relevant", "not sure", "not yet", "not known", "not available")
"""Answers that begin with "not"."""
APPLICABLE = frozenset({
    "applicable", "any", "available", "possible", "relevant", "required", "necessary", "needed", "known", "appropriate",
    "not applicable", "zutreffend", "vorhanden", "moglich", "applicable a", "procede", "necessaire", "disponible",
    "applicabile", "disponibile",
})  # fmt: skip
"""Words after "if" that make a question optional, and depend on no other one."""
_ASKS = re.compile(
    r"^(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|shall|haben|hat|ist|sind|wird|werden|gibt|"
    r"verfugen|existe|existiert|avez|est ce|etes|tiene|dispone|cuenta|avete|sono|ha)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A condition in the text of a question: the answers, and the number of the other question.

    The number is empty for the previous question.
    """

    text: str
    values: tuple[str, ...]
    ref: str = ""
    is_clear: bool = True
    """False if the text may be about something else than an answer, such as "If the site has a yard, ..."."""
    is_negated: bool = False
    """True if every other answer is meant, as in "Skip if the answer to 3 is No"."""
    is_jump: bool = False
    """True for an instruction about later questions, such as "If no, go to question 7"; it has no values."""
    is_titled: bool = False
    """True if the other question is named by its title or its text. Without values, any answer to it is meant."""


def mention_in(question: Question) -> Mention | None:
    """Return the condition that the label or the hint of a question states."""
    for text in (one_line(question.label), one_line(question.hint)):
        if jump := _JUMP.search(text):
            return Mention(jump[0][:120], (), is_jump=True)
        if match := referring(text) or naming(text):
            return match
    return leading(one_line(question.label))


def referring(text: str) -> Mention | None:
    """Return the condition of a text that names the other question."""
    for pattern in _REFERRING:
        if match := pattern.search(text):
            ref = match["ref"] if re.search(r"\d", match["ref"]) else ""
            if several := _SEVERAL.match(text, match.end("ref")):
                # No question has such a number, so the sentence is reported.
                ref += several[0]
            value, has_not = _without_not(match["value"])
            values = _values(value)
            is_negated = has_not != bool(_NEGATION.search(text, 0, match.end()))
            return Mention(match[0][:120], values, ref, is_negated=is_negated) if values else None
    return None


def naming(text: str) -> Mention | None:
    """Return the condition of a text that names the other question by its title, such as "if you selected Rail for the Transport question"."""
    for pattern in _NAMING:
        if match := pattern.search(text):
            parts = match.groupdict()
            values = _values(parts["value"]) if parts.get("value") else ()
            if values or parts.get("any"):
                title = parts["quoted"] or parts["title"]
                return Mention(match[0][:120], values, title.strip(), is_titled=True)
    return None


def _without_not(value: str) -> tuple[str, bool]:
    """Return an answer without a leading "not", and True if it had one that is no part of the answer."""
    rest = re.sub(r"^\W*not\s+", "", value, flags=re.IGNORECASE)
    is_negated = rest != value and not fold(value).startswith(_NOT_ANSWERS)
    return (rest, True) if is_negated else (value, False)


def leading(text: str) -> Mention | None:
    """Return the condition that a text begins or ends with; it is about the question before."""
    match = _LEADING.match(text)
    if match is None:
        trailing = _TRAILING.search(text)
        return Mention(trailing[0].strip(" ,()"), _values(trailing["value"])) if trailing else None
    answers = match["quoted"] or match["several"] or match["free"]
    values = (match["quoted"], *_quoted(match["more"])) if match["quoted"] else _values(answers)
    if not values or all(fold(value) in APPLICABLE for value in values):
        return None
    # No question has the number "any", so the sentence is reported.
    ref = "any" if _ANY_OF.match(text, match.end()) else ""
    return Mention(match[0].strip(" (")[:120], values, ref, is_clear=match["free"] is None)


def is_optional(text: str) -> bool:
    """Return True for texts such as "(if applicable)"."""
    match = re.fullmatch(r"(?:if|where|when|wenn|falls|si|se)\s+(.+)", fold(text))
    return match is not None and match[1] in APPLICABLE


def asks_yes_or_no(text: str) -> bool:
    """Return True if a text without its condition is a question that yes or no answers."""
    plain = one_line(text)
    if match := _LEADING.match(plain):
        plain = plain[match.end() :].lstrip(" ,:;")
    return plain.endswith("?") and _ASKS.match(fold(plain)) is not None


def _quoted(text: str) -> list[str]:
    return re.findall(rf"[{_OPEN}]([^{_CLOSE}]{{1,60}})[{_CLOSE}]", text or "")


def _values(text: str) -> tuple[str, ...]:
    stripped = text.strip().strip(_OPEN + _CLOSE + " ")
    parts = [stripped, *_OR.split(stripped)] if _OR.search(stripped) else [stripped]
    cleaned = (part.strip(_OPEN + _CLOSE + " ") for part in parts)
    return tuple(_MEANINGS.get(fold(part), part) for part in cleaned if part)
