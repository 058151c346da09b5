import { useState } from "react";
import type { FormDocument } from "../../lib/form-document/types";
import { usePermission } from "../../lib/page-context";
import { useFocusBack } from "../../lib/use-focus-back";
import { useLoaded } from "../../lib/use-loaded";
import { IconButton } from "../../ui/button";
import { Card, Facts } from "../../ui/card";
import { Skeleton } from "../../ui/skeleton";

/** The form of the own organisation's custom fields, and the values of one relationship. */
export type CustomFields = {
  docFormId: number;
  title: string;
  doc: FormDocument;
  values: Record<string, unknown>;
  /** The fields that show, in words. */
  summary: { name: string; label: string; text: string }[];
};

/** What is different after a change. */
export type SavedCustomFields = Pick<CustomFields, "values" | "summary">;

type Props = {
  custom: CustomFields;
  relationshipId: number;
  onSaved: (saved: SavedCustomFields) => void;
};

const loadForm = () => import("./custom-fields-form");

/** What the own organisation keeps on record of a supplier, with a pencil (specification, section 2). */
export function CustomFieldsPanel({ custom, relationshipId, onSaved }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const [editing, setEditing] = useState(false);
  const pencil = useFocusBack(editing);
  const form = useLoaded(loadForm, editing);

  const leave = () => setEditing(false);
  return (
    <Card
      title="Custom Fields"
      actions={
        mayChange &&
        !editing && (
          <IconButton
            icon="edit"
            size="sm"
            label="Edit custom fields"
            ref={pencil}
            onClick={() => setEditing(true)}
          />
        )
      }
    >
      {!editing && (
        <Facts
          stacked
          items={custom.summary.map(({ label, text }) => [
            label,
            text || <span className="text-secondary">none</span>,
          ])}
        />
      )}
      {editing && !form && <Skeleton lines={6} />}
      {editing && form && (
        <form.CustomFieldsForm
          custom={custom}
          relationshipId={relationshipId}
          onCancel={leave}
          onSaved={(saved) => {
            onSaved(saved);
            leave();
          }}
        />
      )}
    </Card>
  );
}
