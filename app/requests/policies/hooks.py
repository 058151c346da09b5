"""The additions of features above to the workbook of a comparison."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.kernel.files.cells import CellValue
from app.rfx.public import ComparedRfx, RfxRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierColumns:
    """Columns of the list of suppliers: the headings with their widths, and the values by id of the RFx."""

    headings: Sequence[tuple[str, int]] = ()
    values: Mapping[int, Sequence[CellValue]] = field(default_factory=dict)


@dataclass
class ComparisonHooks:
    """Functions that return more columns for the suppliers of a request; the caller has checked the access."""

    supplier_columns: list[Callable[[RfxRequest, Sequence[ComparedRfx]], SupplierColumns]] = field(
        default_factory=list
    )
