"""Kinds and states of tasks."""

from enum import StrEnum


class TaskType(StrEnum):
    """What a task asks for. RFX: answer it. FOLLOW_UP: one question on one field. NONCONFORMANCE: resolve it."""

    RFX = "RFX"
    FOLLOW_UP = "FOLLOW_UP"
    NONCONFORMANCE = "NONCONFORMANCE"


class TaskStatus(StrEnum):
    """OPEN, then ANSWERED by the assignee, then CLOSED by who asked."""

    OPEN = "OPEN"
    ANSWERED = "ANSWERED"
    CLOSED = "CLOSED"
