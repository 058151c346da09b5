"""Start threads, reply, and change each user's tags (specification sections 3 and 4; Threads and messages)."""

from collections.abc import Collection, Sequence

from blinker import Signal
from sqlalchemy import Text, and_, case, cast, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, array, insert

from app.accounts.public import Organisation, User, UserStatus, UserType
from app.events.public import record
from app.extensions import db
from app.files.public import attach
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError, NotFoundError
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry
from app.kernel.sanitise import plain_text
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.policies import check_may_start, may_reply
from app.messages.queries import thread_for
from app.messages.types import EMPTY_SENTENCE, MAIL_GAP, MESSAGE_SUBJECT, SAMPLE_LENGTH, ThreadTag, ThreadType
from app.network.public import mark_as_known, may_message, relationship_with

MAIL_JOB = "messages.mailThread"

thread_replied = Signal()
"""Sent with `actor`, `thread_id` and `message_id` in the transaction that adds a reply."""


def create_thread(
    *,
    actor: Actor,
    organisation_id: int,
    user_ids: Sequence[int],
    type: ThreadType,
    subject: str,
    html: str,
    attachment_ids: Sequence[int] = (),
    notify: bool = True,
) -> MessageThread:
    """Start a thread with users of another organisation, as `start_thread` does, after checking the permission.

    Raises ForbiddenError if the actor may not send messages or the organisations are not related.
    """
    check_may_start(actor, related=may_message(actor, organisation_id))
    return start_thread(
        actor=actor,
        organisation_id=organisation_id,
        user_ids=user_ids,
        type=type,
        subject=subject,
        html=html,
        attachment_ids=attachment_ids,
        notify=notify,
    )


def start_thread(
    *,
    actor: Actor,
    organisation_id: int,
    user_ids: Sequence[int],
    type: ThreadType,
    subject: str,
    html: str,
    attachment_ids: Sequence[int] = (),
    notify: bool = True,
    colleague_ids: Sequence[int] = (),
    unmailed_ids: Collection[int] = (),
) -> MessageThread:
    """Start a thread between the actor and users of one organisation, with its first message.

    The caller checks that the actor may do it, and passes `notify=False` if it sends another mail instead;
    `unmailed_ids` are users who get no mail about this message.
    `colleague_ids` are users of the actor's organisation who also take part. Guests cannot take part in a thread,
    so guests among `user_ids` are ignored. Raises InvalidError for users who are suspended or belong to another
    organisation, for an empty message, and for files that cannot be attached.
    """
    _check_message(html)
    recipients = _recipients(organisation_id, user_ids)
    if colleague_ids:
        recipients += _recipients(actor.organisation_id, colleague_ids)
    moment = now()
    thread = MessageThread(
        type=type,
        subject=subject,
        organisation_id=actor.organisation_id,
        with_organisation_id=organisation_id,
        created_by_user_id=actor.user_id,
        created=moment,
        last_activity=moment,
        message_count=1,
    )
    db.session.add(thread)
    db.session.flush()
    message = _add_message(actor, thread, html, attachment_ids)
    due = moment + MAIL_GAP if notify and recipients else None
    mailed = None if notify else message.id
    own = _participant(thread, actor.user_id, actor.organisation_id, [ThreadTag.INBOX])
    others = [
        _participant(thread, user.id, user.organisation_id, [ThreadTag.INBOX, ThreadTag.NEW])
        for user in recipients
        if user.id != actor.user_id
    ]
    for participant in others:
        participant.mail_due = None if participant.user_id in unmailed_ids else due
        participant.mailed_message_id = mailed
    db.session.add_all([own, *others])
    if due is not None:
        enqueue(MAIL_JOB, run_at=due, thread_id=thread.id)
    _record_sent(actor, thread)
    db.session.flush()
    return thread


def reply(*, actor: Actor, thread_id: int, html: str, attachment_ids: Sequence[int] = ()) -> Message:
    """Reply in a thread, as `send_message` does; raises ForbiddenError if the actor may only read it."""
    _, participant = thread_for(actor=actor, thread_id=thread_id)
    if not may_reply(actor, takes_part=participant is not None):
        raise ForbiddenError
    return send_message(actor=actor, thread_id=thread_id, html=html, attachment_ids=attachment_ids)


def send_message(
    *,
    actor: Actor,
    thread_id: int,
    html: str,
    attachment_ids: Sequence[int] = (),
    unmailed_ids: Collection[int] = (),
) -> Message:
    """Add a message to a thread; an actor who is not a participant becomes one. `unmailed_ids` as in `start_thread`.

    Raises NotFoundError if the actor is no participant and may not see the thread's subject, and InvalidError for
    an empty message and for files that cannot be attached.
    """
    _check_message(html)
    thread, participant = thread_for(actor=actor, thread_id=thread_id, lock=True)
    if participant is None:
        db.session.execute(
            insert(ThreadParticipant)
            .values(
                thread_id=thread.id,
                user_id=actor.user_id,
                organisation_id=actor.organisation_id,
                tags=[ThreadTag.INBOX],
                last_activity=thread.last_activity,
            )
            .on_conflict_do_nothing()
        )
    message = _add_message(actor, thread, html, attachment_ids)
    thread.last_activity, thread.message_count = message.created, thread.message_count + 1
    db.session.flush()
    if _notify_participants(actor, thread, message, unmailed_ids):
        enqueue(MAIL_JOB, run_at=message.created + MAIL_GAP, thread_id=thread.id)
    _record_sent(actor, thread)
    current_registry().send(thread_replied, actor=actor, thread_id=thread.id, message_id=message.id)
    return message


def join_thread(*, thread_id: int, users: Sequence[User]) -> None:
    """Add users to the participants of a thread; existing ones stay unchanged. The caller checks that they may see it."""
    thread = db.session.get_one(MessageThread, thread_id)
    for user in users:
        db.session.execute(
            insert(ThreadParticipant)
            .values(
                thread_id=thread.id,
                user_id=user.id,
                organisation_id=user.organisation_id,
                tags=[ThreadTag.INBOX, ThreadTag.NEW],
                last_activity=thread.last_activity,
                mailed_message_id=thread.last_message_id,
            )
            .on_conflict_do_nothing()
        )


def move_participation(*, thread_id: int, from_user_id: int, user: User) -> None:
    """Let `user` take the place of another participant of a thread, who no longer sees it or gets its mails."""
    join_thread(thread_id=thread_id, users=[user])
    db.session.execute(
        delete(ThreadParticipant).where(
            ThreadParticipant.thread_id == thread_id, ThreadParticipant.user_id == from_user_id
        )
    )


def mark_seen(*, actor: Actor, thread_id: int) -> None:
    """Remove the actor's tag `new` from a thread; NotFoundError if the actor may not see it."""
    _update_tags(actor, thread_id, func.array_remove(ThreadParticipant.tags, ThreadTag.NEW.value))


def mark_unseen(*, actor: Actor, thread_id: int) -> None:
    """Add the actor's tag `new` to a thread that they take part in; a deleted thread stays without it."""
    is_seen = ~ThreadParticipant.tags.overlap([ThreadTag.NEW.value, ThreadTag.TRASH.value])
    new_tags = func.array_append(ThreadParticipant.tags, ThreadTag.NEW.value)
    _update_tags(
        actor, thread_id, case((is_seen, new_tags), else_=ThreadParticipant.tags), participants_only=True
    )


def set_trash(*, actor: Actor, thread_id: int, trash: bool) -> None:
    """Delete a thread for the actor only, or restore it to the inbox. A new message also restores it."""
    _update_tags(
        actor, thread_id, _tags(ThreadTag.TRASH if trash else ThreadTag.INBOX), participants_only=True
    )


def _check_message(html: str) -> None:
    if not plain_text(html):
        raise InvalidError(fields={"html": [EMPTY_SENTENCE]})


def _recipients(organisation_id: int, user_ids: Sequence[int]) -> list[User]:
    """Return the users with these ids, without guests, in one statement; InvalidError for a user who cannot receive messages."""
    ids = set(user_ids)
    users = (
        db.session.execute(
            select(User).where(
                User.id.in_(ids),
                User.organisation_id == organisation_id,
                User.status != UserStatus.SUSPENDED,
                User.type != UserType.SERVICE,
            )
        )
        .scalars()
        .all()
        if ids
        else []
    )
    if len(users) != len(ids):
        raise InvalidError(fields={"toUserIds": ["One of the recipients can't receive messages."]})
    return sorted((user for user in users if user.type == UserType.USER), key=lambda user: user.id)


def _add_message(actor: Actor, thread: MessageThread, html: str, attachment_ids: Sequence[int]) -> Message:
    message = Message(
        thread_id=thread.id,
        created=now(),
        created_by_user_id=actor.user_id,
        html=html,
        sample=plain_text(html, SAMPLE_LENGTH),
    )
    db.session.add(message)
    db.session.flush()
    attach(
        actor=actor,
        attachment_ids=attachment_ids,
        subject_type=MESSAGE_SUBJECT,
        subject_id=message.id,
        reuse=True,
    )
    thread.last_message_id = message.id
    if thread.organisation_id != thread.with_organisation_id:
        mark_as_known(user_ids=[actor.user_id], to_organisation_id=_other_party(actor, thread))
    return message


def _other_party(actor: Actor, thread: MessageThread) -> int:
    own = thread.organisation_id == actor.organisation_id
    return thread.with_organisation_id if own else thread.organisation_id


def _participant(
    thread: MessageThread, user_id: int, organisation_id: int, tags: Sequence[ThreadTag]
) -> ThreadParticipant:
    return ThreadParticipant(
        thread_id=thread.id,
        user_id=user_id,
        organisation_id=organisation_id,
        tags=[tag.value for tag in tags],
        last_activity=thread.last_activity,
    )


def _notify_participants(
    actor: Actor, thread: MessageThread, message: Message, unmailed_ids: Collection[int]
) -> bool:
    """Move the thread to the top of each participant's list, new for all except the actor; True if a mail job is needed."""
    other = ThreadParticipant.user_id != actor.user_id
    is_mailed = and_(other, ThreadParticipant.user_id.not_in(unmailed_ids)) if unmailed_ids else other
    due = message.created + MAIL_GAP
    rows = db.session.execute(
        update(ThreadParticipant)
        .where(ThreadParticipant.thread_id == thread.id)
        .values(
            last_activity=message.created,
            tags=case((other, _tags(ThreadTag.INBOX, ThreadTag.NEW)), else_=_tags(ThreadTag.INBOX)),
            mail_due=case(
                (is_mailed, func.coalesce(ThreadParticipant.mail_due, due)), else_=ThreadParticipant.mail_due
            ),
        )
        .returning(ThreadParticipant.user_id, ThreadParticipant.mail_due)
        .execution_options(synchronize_session=False)
    ).all()
    return any(user_id != actor.user_id and mail_due == due for user_id, mail_due in rows)


def _record_sent(actor: Actor, thread: MessageThread) -> None:
    """Record the event, in the journal of the sender's relationship with the other organisation if it has one."""
    other_id = _other_party(actor, thread)
    relationship = relationship_with(actor=actor, organisation_id=other_id)
    other = db.session.execute(select(Organisation.name).where(Organisation.id == other_id)).scalar_one()
    record(
        "message.sent",
        actor=actor,
        relationship_id=relationship.id if relationship else None,
        threadId=thread.id,
        subject=thread.subject,
        organisationId=other_id,
        organisationName=other,
    )


def _update_tags(actor: Actor, thread_id: int, tags: object, *, participants_only: bool = False) -> None:
    participant_id = db.session.execute(
        update(ThreadParticipant)
        .where(ThreadParticipant.thread_id == thread_id, ThreadParticipant.user_id == actor.user_id)
        .values(tags=tags)
        .returning(ThreadParticipant.id)
        .execution_options(synchronize_session=False)
    ).scalar()
    if participant_id is None:
        if participants_only:
            raise NotFoundError
        thread_for(actor=actor, thread_id=thread_id)


def _tags(*tags: ThreadTag) -> object:
    return cast(array([literal(tag.value) for tag in tags]), ARRAY(Text))
