"""Order of the questions of a form that is updated: that of the file, unless it was changed in the editor.

The order of the former file is part of the source of the form, so that a change by hand is not mistaken for one in the file.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.form_imports.policies.building import Built
from app.form_imports.policies.own_format import field_nodes
from app.form_imports.policies.texts import fold
from app.forms.public import FIELD_NODES, Node, text_of_node
from app.kernel.http.json_types import Arguments


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Place of a question in a file: its position, and the headings above it."""

    position: int
    section: str


@dataclass(slots=True)
class Ordered:
    """Blocks in their new order, the fids of the questions that moved, and the sections whose order is the user's."""

    content: list[Node] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    own_order: list[str] = field(default_factory=list)


def file_places(built: Built) -> list[FilePlace]:
    """Return the places of the questions of a file, in their order."""
    places: list[FilePlace] = []
    headings: dict[int, str] = {}
    for _, block in built.blocks:
        if block["type"] in FIELD_NODES:
            path = " / ".join(headings[level] for level in sorted(headings))
            places.append(FilePlace(len(places), path))
        elif block["type"] == "heading":
            level = int(block["attrs"]["level"])
            headings = {key: text for key, text in headings.items() if key < level}
            headings[level] = fold(text_of_node(block))
    return places


def stored_order(built: Built, fids: Mapping[str, str]) -> list[Arguments]:
    """Return the order of a file for the next update. `fids` has the fid of the form's field by that of the file."""
    return [
        {"fid": fids.get(each.attrs["fid"], each.attrs["fid"]), "section": place.section}
        for each, place in zip(built.questions, file_places(built), strict=True)
    ]


def order_from(stored: Sequence[Arguments]) -> dict[str, FilePlace]:
    """Return a stored order by fid."""
    return {each["fid"]: FilePlace(position, each["section"]) for position, each in enumerate(stored)}


def questions_in_other_sections(
    content: Sequence[Node], present: Mapping[str, FilePlace], former: Mapping[str, FilePlace]
) -> set[str]:
    """Return the fids of the questions that the file has in another section now, and the form where the former file had them."""
    sections = {place.section for place in present.values()}
    form = _sections_of(content)
    return {
        fid
        for fid, place in present.items()
        if fid in former
        and former[fid].section != place.section
        # A section that is no longer there was renamed.
        and former[fid].section in sections
        and form.get(fid) == former[fid].section.rpartition(" / ")[2]
    }


def follow_file(
    content: Sequence[Node], positions: Mapping[str, int], former: Mapping[str, FilePlace]
) -> Ordered:
    """Sort the questions of each section as in the file; `positions` has their positions by fid.

    Blocks that the file does not have stay below the question that they follow.
    """
    result = Ordered()
    for heading, blocks in _segments(content):
        units = _units(blocks, positions)
        own = units.pop(0) if units and units[0][0] < 0 else (-1, [])
        result.content += [*([heading] if heading else []), *own[1]]
        order = [position for position, _ in units]
        if order != sorted(order):
            fids = [fid for _, unit in units for fid in _fids(unit[:1], positions)]
            before = [former[fid].position for fid in fids if fid in former]
            if any(one > other for one, other in pairwise(before)):
                result.own_order.append(text_of_node(heading) if heading else "")
            elif before:
                result.moved |= _moved(fids, positions) & former.keys()
                units.sort(key=lambda unit: unit[0])
        result.content += [block for _, unit in units for block in unit]
    return result


def _segments(content: Sequence[Node]) -> Iterator[tuple[Node | None, list[Node]]]:
    heading: Node | None = None
    blocks: list[Node] = []
    for block in content:
        if block["type"] == "heading":
            yield heading, blocks
            heading, blocks = block, []
        else:
            blocks.append(block)
    yield heading, blocks


def _units(blocks: Sequence[Node], positions: Mapping[str, int]) -> list[tuple[int, list[Node]]]:
    """Return the blocks of a section, each question of the file with the other blocks that follow it."""
    units: list[tuple[int, list[Node]]] = []
    for block in blocks:
        places = [positions[fid] for fid in _fids([block], positions)]
        if places or not units:
            units.append((min(places, default=-1), [block]))
        else:
            units[-1][1].append(block)
    return units


def _fids(blocks: Sequence[Node], positions: Mapping[str, int]) -> list[str]:
    fids = [str(node["attrs"]["fid"]) for block in blocks for node in field_nodes(block)]
    return [fid for fid in fids if fid in positions]


def _moved(fids: Sequence[str], positions: Mapping[str, int]) -> set[str]:
    """Return the fewest questions that have to move: those outside of the longest part that is in order."""
    ends: list[int] = []
    lengths: list[int] = []
    for fid in fids:
        length = bisect_left(ends, positions[fid])
        ends[length : length + 1] = [positions[fid]]
        lengths.append(length)
    stay: set[str] = set()
    wanted = len(ends) - 1
    limit = max(positions.values(), default=0) + 1
    for fid, length in zip(reversed(fids), reversed(lengths), strict=True):
        if length == wanted and positions[fid] < limit:
            stay.add(fid)
            wanted, limit = wanted - 1, positions[fid]
    return set(fids) - stay


def _sections_of(content: Sequence[Node]) -> dict[str, str]:
    """Map the fid of each top-level field to the heading above it."""
    return {
        str(block["attrs"]["fid"]): fold(text_of_node(heading)) if heading else ""
        for heading, blocks in _segments(content)
        for block in blocks
        if block["type"] in FIELD_NODES
    }


def without_blocks(content: Sequence[Node], fids: Collection[str]) -> list[Node]:
    """Return the blocks without those that are a field with one of these fids."""
    return [
        block for block in content if block["type"] not in FIELD_NODES or block["attrs"]["fid"] not in fids
    ]
