import { useState } from "react";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Icon } from "../../../ui/icon";
import { Checkbox, Select } from "../../../ui/inputs";
import { MarkCell } from "./mark-cell";
import { CriterionName, FormScore, type MarkingView } from "./marking-grid";
import "./marking.scss";
import "./evaluation.scss";

/** The marks on a phone: one supplier at a time, with the criteria as rows. */
export function OneSupplier({ store, criteria, suppliers, conflicts, isLocked, ...act }: MarkingView) {
  const [rfxId, setRfxId] = useState<number | null>(null);
  const index = Math.max(
    0,
    suppliers.findIndex((supplier) => supplier.rfxId === rfxId),
  );
  const supplier = suppliers[index];
  if (!supplier) return null;
  const isInConflict = conflicts.has(supplier.rfxId);
  return (
    <div className="one-supplier">
      <Select
        aria-label="Supplier"
        value={String(supplier.rfxId)}
        options={suppliers.map((each) => ({ value: String(each.rfxId), label: each.name }))}
        onChange={(event) => setRfxId(Number(event.target.value))}
      />
      <div className="one-supplier-steps">
        <Button
          icon="left"
          disabled={index === 0}
          onClick={() => setRfxId(suppliers[index - 1]?.rfxId ?? null)}
        >
          Previous
        </Button>
        <span className="num" aria-live="polite">
          {index + 1} of {suppliers.length}
        </span>
        <Button
          disabled={index === suppliers.length - 1}
          onClick={() => setRfxId(suppliers[index + 1]?.rfxId ?? null)}
        >
          Next
          <Icon name="right" />
        </Button>
      </div>
      <Card>
        <div className="one-supplier-tools">
          <Button size="sm" icon="preview" onClick={() => act.onRead(supplier)}>
            Read the answers
          </Button>
          <Checkbox
            label="Conflict of interest"
            checked={isInConflict}
            disabled={isLocked}
            onChange={(event) => act.onConflict(supplier, event.target.checked)}
          />
        </div>
        {isInConflict && (
          <p className="evaluation-note">You have a conflict of interest, so you don't mark this supplier.</p>
        )}
        <ul className="one-supplier-criteria">
          {criteria.map((criterion, row) => (
            <li key={criterion.id}>
              <CriterionName criterion={criterion} />
              {criterion.source === "SCORE" ? (
                <FormScore supplier={supplier} criterion={criterion} />
              ) : (
                !isInConflict && (
                  <MarkCell
                    key={supplier.rfxId}
                    store={store}
                    supplier={supplier}
                    criterion={criterion}
                    isLocked={isLocked}
                    position={`${row}.0`}
                    showsComment
                  />
                )
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
