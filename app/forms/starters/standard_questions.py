"""Standard questions of the library, the same for all organisations and installations.

The number is the permanent id of a question, because earlier answers are suggested by it. Numbers are never reused. A
new question also needs a migration that inserts it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from app.forms.document.fields import FIELD_NODES
from app.forms.document.nodes import Attributes
from app.forms.starters.building import Node, Starter, field, no_is_right, options, points, yes_is_right
from app.forms.starters.catalogue import STARTERS

FIRST_OWN_ID = 1_000
"""First id of the questions of organisations."""
_EXCLUDED_ATTRIBUTES = frozenset({"fid", "name", "type", "label", "topic", "questionId", "visibleWhen"})


@dataclass(frozen=True, slots=True)
class StandardQuestion:
    """Stored question; `attrs` has the stored attributes of its field without those that are attributes of this class."""

    number: int
    name: str
    section: str
    type: str
    label: str
    attrs: Attributes

    @property
    def html(self) -> str:
        return f"<p>{escape(self.label, quote=False)}</p>"


def _of_starter(starter: Starter) -> Iterator[StandardQuestion]:
    """Yield the questions of a starter's fields that have a number."""
    for node in _fields(starter.document["doc"]):
        attrs = node["attrs"]
        if "questionId" in attrs:
            yield _question(attrs["questionId"], attrs.get("topic", ""), attrs)


def _question(number: int, section: str, attrs: Attributes) -> StandardQuestion:
    return StandardQuestion(
        number=number,
        name=attrs["name"],
        section=section,
        type=attrs["type"],
        label=attrs["label"],
        attrs={name: value for name, value in attrs.items() if name not in _EXCLUDED_ATTRIBUTES},
    )


def _fields(node: Node) -> Iterator[Node]:
    for child in node.get("content") or ():
        if child["type"] in FIELD_NODES:
            yield child
        yield from _fields(child)


def _other_question(number: int, section: str, node: Node) -> StandardQuestion:
    return _question(number, section, node["attrs"])


_ETHICS, _FINANCE, _CONTINUITY = "Business ethics", "Finance", "Business continuity"

_OTHER_QUESTIONS = (
    _other_question(
        101, _ETHICS,
        field("YESNO", "code_of_conduct", "Do you have a code of conduct that all employees are trained in?",
              required=True, scoring=yes_is_right("Please send us your code of conduct or sign ours.")),
    ),
    _other_question(
        102, _ETHICS,
        field("YESNO", "anti_bribery", "Do you have a written policy against bribery and corruption?",
              required=True, scoring=yes_is_right("Please tell us how bribery is prevented.")),
    ),
    _other_question(
        103, _ETHICS,
        field("YESNO", "sanctions", "Is the company, or anyone who owns or controls it, under sanctions?",
              hint="Of the UN, the EU, the United Kingdom or the United States", required=True,
              scoring=no_is_right("Please explain the sanctions and whom they concern.")),
    ),
    _other_question(
        104, _ETHICS,
        field("YESNO", "conflict_minerals", "Do your products contain tin, tantalum, tungsten or gold?",
              hint="If so, we will ask you for the conflict minerals reporting template"),
    ),
    _other_question(
        105, _ETHICS,
        field("YESNO", "conflict_of_interest",
              "Does anyone of your management have a personal or business tie to one of our employees?",
              required=True, scoring=no_is_right("Please describe the tie.")),
    ),
    _other_question(
        111, _FINANCE,
        field("FILE", "annual_accounts", "Upload the annual accounts of the last two years", max="4"),
    ),
    _other_question(
        112, _FINANCE,
        field("YESNO", "insolvency", "Have insolvency proceedings been opened, or asked for, in the last three years?",
              required=True, scoring=no_is_right("Please explain the state of the proceedings.")),
    ),
    _other_question(
        113, _FINANCE,
        field("NUMBER", "largest_customer_share", "Share of the turnover that the largest customer accounts for",
              suffix="%", min="0", max="100",
              scoring=[points("between", [0, 25], 10), points("between", [25, 50], 5),
                       points("between", [50, 100], 0, "Please tell us how you would cope with the loss of that customer.")]),
    ),
    _other_question(114, _FINANCE, field("TEXT", "duns_number", "D-U-N-S number", pattern="[0-9]{9}", maxLength=11)),
    _other_question(
        121, _CONTINUITY,
        field("SINGLE_CHOICE", "continuity_plan", "Do you have a plan for keeping up supply after a disaster?",
              required=True,
              options=options({"tested": "Yes, and it is tried out every year", "written": "Yes, in writing", "no": "No"}),
              scoring=[points("equals", "tested", 10), points("equals", "written", 6),
                       points("equals", "no", 0, "Please draw up a plan for continuity of supply.")]),
    ),
    _other_question(
        122, _CONTINUITY,
        field("NUMBER", "recovery_days", "After the loss of your main site, deliveries begin again within",
              suffix="days", min="0", max="365"),
    ),
    _other_question(
        123, _CONTINUITY,
        field("YESNO", "second_source", "Is there a second source for each critical material that you buy?",
              scoring=yes_is_right("Please name the materials that come from a single source.")),
    ),
)  # fmt: skip


STANDARD_QUESTIONS: tuple[StandardQuestion, ...] = (
    *(question for starter in STARTERS for question in _of_starter(starter)),
    *_OTHER_QUESTIONS,
)
