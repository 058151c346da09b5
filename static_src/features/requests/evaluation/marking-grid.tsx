import { OrgLogo } from "../../../domain/people/faces";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/inputs";
import { MarkCell } from "./mark-cell";
import type { MarkStore } from "./mark-store";
import type { Criterion, EvaluatedSupplier } from "./types";
import "./marking.scss";

export type MarkingView = {
  store: MarkStore;
  criteria: readonly Criterion[];
  suppliers: readonly EvaluatedSupplier[];
  /** RFxs with a conflict of interest. */
  conflicts: ReadonlySet<number>;
  /** The evaluator has finished. */
  isLocked: boolean;
  onRead: (supplier: EvaluatedSupplier) => void;
  onConflict: (supplier: EvaluatedSupplier, isDeclared: boolean) => void;
};

/** The marks as a table: criteria down, suppliers across. */
export function MarkingGrid({ store, criteria, suppliers, conflicts, isLocked, ...act }: MarkingView) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be scrollable with the keyboard
    <section className="marking-scroll" aria-label="Marks by supplier" tabIndex={0}>
      <table className="marking-grid">
        <thead>
          <tr>
            <th scope="col">Criterion</th>
            {suppliers.map((supplier) => (
              <th key={supplier.rfxId} scope="col">
                <span className="marking-supplier">
                  <OrgLogo
                    organisation={{ id: supplier.rfxId, name: supplier.name, logoUrl: supplier.logoUrl }}
                    size="sm"
                  />
                  <bdi>{supplier.name}</bdi>
                </span>
                <Button size="sm" variant="link" onClick={() => act.onRead(supplier)}>
                  Read the answers<span className="visually-hidden"> of {supplier.name}</span>
                </Button>
                <Checkbox
                  label="Conflict of interest"
                  aria-label={`Conflict of interest with ${supplier.name}`}
                  checked={conflicts.has(supplier.rfxId)}
                  disabled={isLocked}
                  onChange={(event) => act.onConflict(supplier, event.target.checked)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {criteria.map((criterion, row) => (
            <tr key={criterion.id}>
              <th scope="row">
                <CriterionName criterion={criterion} />
              </th>
              {suppliers.map((supplier, column) => (
                <td key={supplier.rfxId}>
                  {criterion.source === "SCORE" ? (
                    <FormScore supplier={supplier} criterion={criterion} />
                  ) : conflicts.has(supplier.rfxId) ? (
                    <span className="marking-none">Conflict of interest</span>
                  ) : (
                    <MarkCell
                      store={store}
                      supplier={supplier}
                      criterion={criterion}
                      isLocked={isLocked}
                      position={`${row}.${column}`}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function CriterionName({ criterion }: { criterion: Criterion }) {
  return (
    <span className="marking-criterion">
      <bdi>{criterion.name}</bdi>
      <span className="marking-weight num">{criterion.weight} %</span>
      {criterion.description && <span className="marking-description">{criterion.description}</span>}
    </span>
  );
}

/** The score of the form, which needs no mark. */
export function FormScore({ supplier, criterion }: { supplier: EvaluatedSupplier; criterion: Criterion }) {
  const score = supplier.scores.find(({ criterionId }) => criterionId === criterion.id);
  return (
    <span className="marking-none">
      {score ? <span className="num">{score.percent} % from the form</span> : "No score from the form"}
    </span>
  );
}
