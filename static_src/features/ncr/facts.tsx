import { groupDigits } from "../../lib/text/numbers";
import { Facts } from "../../ui/card";
import { dispositions, ncrListHref } from "./dispositions";
import type { Ncr } from "./types";
import "./ncr.scss";

type Items = [string, string | null][];

/** Part, quantities and defect of a non-conformance, and for the raiser's organisation the internal values. */
export function PartFacts({ ncr }: { ncr: Ncr }) {
  const { internal, defectCode } = ncr;
  const quantity = (value: number | null) => (value === null ? null : groupDigits(value));
  return (
    <>
      <FactSection
        title="Part and quantities"
        items={[
          ["Part number", ncr.partNumber],
          ["Defect", defectCode && `${defectCode.code} ${defectCode.name}`],
          ["Batch", ncr.batch],
          ["Order", ncr.orderRef],
          ["Delivered", quantity(ncr.quantityDelivered)],
          ["Checked", quantity(ncr.quantityChecked)],
          ["Defective", quantity(ncr.quantityDefective)],
        ]}
      />
      {internal && (
        <FactSection
          title="Internal"
          note="Only your organisation sees this."
          text={internal.note}
          items={[
            ["Cost", internal.cost && `${internal.cost} ${internal.currency}`],
            ["Disposition", internal.disposition && dispositions[internal.disposition]],
          ]}
        />
      )}
    </>
  );
}

type SectionProps = { title: string; note?: string; items: Items; text?: string | null };

function FactSection({ title, note, items, text = null }: SectionProps) {
  const present = items.filter((item): item is [string, string] => item[1] !== null);
  if (present.length === 0 && !text) return null;
  return (
    <section className="ncr-section ncr-facts" aria-label={title}>
      <h3>
        {title}
        {note && <span className="cell-sub"> {note}</span>}
      </h3>
      {present.length > 0 && <Facts stacked items={present} />}
      {text && <p className="cell-sub mb-0">{text}</p>}
    </section>
  );
}

/** The sentence about a recurrence, with a link to the others of the same part and defect. */
export function RecurrenceNote({ ncr: { recurrence, partNumber, defectCode } }: { ncr: Ncr }) {
  if (!recurrence) return null;
  const filters = { partNumber: partNumber ?? "", defectCodeId: String(defectCode?.id ?? "") };
  return (
    <p className="alert alert-warning">
      <a href={ncrListHref(filters)}>{recurrence.text}</a>
    </p>
  );
}
