"""Files with all data of an organisation."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Integer, text
from sqlalchemy.orm import Mapped, mapped_column

from app.data_export.types import DataExportStatus
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class DataExport(Base):
    """A requested file with all data of an organisation. The user who requested it can download it until it expires."""

    __tablename__ = "data_export"
    __table_args__ = (
        Index("ix_data_export_organisation", "organisation_id", "id"),
        Index(
            "uq_data_export_unfinished",
            "organisation_id",
            unique=True,
            postgresql_where=text("status in ('QUEUED', 'RUNNING')"),
        ),
        Index("ix_data_export_expires", "expires", postgresql_where=text("status = 'DONE'")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    status: Mapped[DataExportStatus] = enum_column(DataExportStatus, default=DataExportStatus.QUEUED)
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=1)
    """The steps of the work: tables, RFxs and files."""
    last_rfx_id: Mapped[int] = mapped_column(default=0)
    """The RFxs up to this id are in slices in the storage."""
    slices: Mapped[int] = mapped_column(Integer, default=0)
    has_all_rfxs: Mapped[bool] = mapped_column(default=False)
    size: Mapped[int | None]
    """Bytes of the finished file."""
    storage_key: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime | None]

    @property
    def progress(self) -> int:
        """Return the progress in per cent; 100 only for a finished file."""
        if self.status in {DataExportStatus.DONE, DataExportStatus.EXPIRED}:
            return 100
        return min(99, 100 * self.done // max(self.total, 1))

    def slice_key(self, number: int) -> str:
        """Return the key of a slice of RFxs in the storage, from 0."""
        return f"data-exports/{self.id}/rfxs-{number}.jsonl"
