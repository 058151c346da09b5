"""Asking suppliers for documents: requirements, tasks of the suppliers, events; a job mails the contacts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from app.accounts.public import User, UserType
from app.documents.models import DocumentRequirement, DocumentType
from app.documents.operations.contacts import contact_to_ask, end_former_access
from app.documents.operations.recording import name_with_site, record_event
from app.documents.policies.requirements import PAST_DUE, current_state, may_ask, state_after, state_today
from app.documents.queries.parties import (
    AskedSupplier,
    existing_requirements,
    relationships_back,
    requirement_counts,
    suppliers_for,
)
from app.documents.queries.requirements import today_of
from app.documents.queries.types import types_for
from app.documents.types import (
    ANSWER_DAYS,
    ASKED_JOB,
    MAX_PAIRS,
    MAX_REQUIREMENTS,
    RequirementMove,
    RequirementState,
    ShownState,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.jobs.queue import enqueue
from app.tasks.public import DOCUMENT_SUBJECT, TaskType, UserTask, close_all_tasks, open_tasks

TOO_MANY_PAIRS = f"At most {MAX_PAIRS} documents can be asked for at once. Choose fewer suppliers or types."
TOO_MANY = f"{{name}} has {MAX_REQUIREMENTS} required documents, which is the maximum."
NO_RELATIONSHIP = "You have no relationship with {name}."
ARCHIVED = "{name} is archived."
ONE_SUPPLIER = "A contact can be chosen for one supplier only."


@dataclass(frozen=True, slots=True)
class Skipped:
    """A pair that was not asked for, because of its state."""

    relationship_id: int
    type_id: int
    state: ShownState


@dataclass(frozen=True, slots=True)
class Asked:
    """The result of a request: the requirements that were asked for, and the pairs that were not."""

    requirement_ids: Sequence[int]
    skipped: Sequence[Skipped]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The suppliers and types of a request; without `due` the suppliers have ANSWER_DAYS.

    The contact is a user of the supplier (`user_id`) or a person with an e-mail address; without one anyone can answer.
    """

    relationship_ids: Collection[int]
    type_ids: Collection[int]
    site: str
    message: str
    due: date | None
    user_id: int | None
    email: str | None = None
    name: str | None = None


def ask_for_documents(*, actor: Actor, request: Request) -> Asked:
    """Ask each supplier for each type. Documents under review, waived or valid for long are skipped.

    Raises NotFoundError for relationships, types and contacts of others, InvalidError for more than MAX_PAIRS pairs,
    archived types and suppliers without a relationship. The number of statements does not depend on the number of pairs,
    except for the events and tasks, which are inserted together.
    """
    actor.demand(Permission.MANAGE_RELATIONSHIPS)
    if len(set(request.relationship_ids)) * len(set(request.type_ids)) > MAX_PAIRS:
        raise InvalidError(fields={"typeIds": [TOO_MANY_PAIRS]})
    suppliers = suppliers_for(actor=actor, relationship_ids=request.relationship_ids)
    types = types_for(actor=actor, type_ids=request.type_ids)
    _check(suppliers, types)
    contact = _contact(actor, suppliers, request)
    today = today_of(actor)
    if request.due is not None and request.due < today:
        raise InvalidError(fields={"due": [PAST_DUE]})
    existing = existing_requirements(
        relationship_ids=request.relationship_ids, type_ids=request.type_ids, site=request.site
    )
    former = {
        requirement.asked_of_user_id: requirement.relationship_id
        for requirement in existing.values()
        if requirement.asked_of_user_id is not None
    }
    counts = requirement_counts(request.relationship_ids)
    asked: dict[AskedSupplier, list[tuple[DocumentRequirement, DocumentType]]] = {}
    skipped: list[Skipped] = []
    for supplier in suppliers:
        relationship_id, number = supplier.relationship.id, counts.get(supplier.relationship.id, 0)
        for document_type in types:
            requirement = existing.get((relationship_id, document_type.id))
            if requirement is None:
                requirement, number = _new(actor, supplier, document_type, request.site), number + 1
                db.session.add(requirement)
            elif not may_ask(shown := state_today(requirement, document_type, today)):
                skipped.append(Skipped(relationship_id, document_type.id, shown))
                continue
            _ask(actor, requirement, request, contact, today)
            asked.setdefault(supplier, []).append((requirement, document_type))
        if number > MAX_REQUIREMENTS:
            raise ConflictError(TOO_MANY.format(name=supplier.supplier.name))
    db.session.flush()
    ids = [requirement.id for pairs in asked.values() for requirement, _ in pairs]
    _open_tasks(asked, ids, contact)
    end_former_access(former)
    _record(actor, asked)
    if ids:
        enqueue(ASKED_JOB, requirement_ids=ids, user_id=actor.user_id, moment=now().isoformat())
    return Asked(ids, skipped)


def _check(suppliers: Sequence[AskedSupplier], types: Sequence[DocumentType]) -> None:
    unrelated = [row.supplier.name for row in suppliers if not row.is_related]
    if unrelated:
        raise InvalidError(fields={"relationshipIds": [NO_RELATIONSHIP.format(name=unrelated[0])]})
    archived = [document_type.name for document_type in types if document_type.archived]
    if archived:
        raise InvalidError(fields={"typeIds": [ARCHIVED.format(name=archived[0])]})


def _contact(actor: Actor, suppliers: Sequence[AskedSupplier], request: Request) -> User | None:
    if request.user_id is None and request.email is None:
        return None
    if len(suppliers) != 1:
        raise InvalidError(fields={"userId": [ONE_SUPPLIER]})
    return contact_to_ask(
        actor=actor,
        supplier=suppliers[0],
        user_id=request.user_id,
        email=request.email,
        name=request.name or "",
    )


def _new(
    actor: Actor, supplier: AskedSupplier, document_type: DocumentType, site: str
) -> DocumentRequirement:
    return DocumentRequirement(
        relationship_id=supplier.relationship.id,
        organisation_id=actor.organisation_id,
        with_organisation_id=supplier.supplier.id,
        document_type_id=document_type.id,
        site=site,
        state=RequirementState.MISSING,
        message="",
        reason="",
    )


def _ask(
    actor: Actor, requirement: DocumentRequirement, request: Request, contact: User | None, today: date
) -> None:
    requirement.state = state_after(current_state(requirement, today), RequirementMove.ASK)
    requirement.state_before_waiver = requirement.waived_until = None
    requirement.asked_on = today
    requirement.asked_by_user_id = actor.user_id
    requirement.asked_of_user_id = contact.id if contact else None
    requirement.due = request.due or today + timedelta(days=ANSWER_DAYS)
    requirement.message = request.message


def _open_tasks(
    asked: dict[AskedSupplier, list[tuple[DocumentRequirement, DocumentType]]],
    requirement_ids: Sequence[int],
    contact: User | None,
) -> None:
    """Open a task of each supplier for each requirement, instead of the tasks of an earlier request; none for a guest."""
    if not requirement_ids:
        return
    close_all_tasks(subject_type=DOCUMENT_SUBJECT, subject_ids=requirement_ids, types=[TaskType.DOCUMENT])
    if contact is not None and contact.type == UserType.GUEST:
        return
    open_tasks(
        tasks=[
            task_of_supplier(requirement, document_type)
            for pairs in asked.values()
            for requirement, document_type in pairs
        ]
    )


def task_of_supplier(requirement: DocumentRequirement, document_type: DocumentType) -> UserTask:
    """Return the task of the supplier to submit a document, not yet stored."""
    title = name_with_site(document_type, requirement)
    return UserTask(
        type=TaskType.DOCUMENT,
        title=title,
        subject_type=DOCUMENT_SUBJECT,
        subject_id=requirement.id,
        subject_title=title,
        organisation_id=requirement.organisation_id,
        assigned_organisation_id=requirement.with_organisation_id,
        assigned_user_id=requirement.asked_of_user_id,
        assigned_by_user_id=requirement.asked_by_user_id,
        due=requirement.due,
    )


def _record(actor: Actor, asked: dict[AskedSupplier, list[tuple[DocumentRequirement, DocumentType]]]) -> None:
    """Record one event for each supplier, however many documents it is asked for."""
    back = relationships_back(actor.organisation_id, [row.supplier.id for row in asked])
    for supplier, pairs in asked.items():
        requirement, document_type = pairs[0]
        more = f" and {len(pairs) - 1} more" if len(pairs) > 1 else ""
        record_event(
            "document.asked",
            actor=actor,
            requirement=requirement,
            type_name=f"{name_with_site(document_type, requirement)}{more}",
            buyer_name=actor.organisation_name,
            supplier_name=supplier.supplier.name,
            back_id=back.get(supplier.supplier.id),
        )
