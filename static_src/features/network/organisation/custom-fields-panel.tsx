import { useState } from "react";
import { usePermission } from "../../../lib/browser/page-context";
import { useFocusBack } from "../../../lib/browser/use-focus-back";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button, IconButton } from "../../../ui/button";
import { Card, Facts } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";
import type { CustomFields, SavedCustomFields } from "./custom-fields";
import "../network.scss";

type Props = {
  custom: CustomFields;
  relationshipId: number;
  onSaved: (saved: SavedCustomFields) => void;
};

const loadForm = () => import("./custom-fields-form");

/** Custom fields of the viewer's organisation for a supplier, with an edit button (specification, section 2). */
export function CustomFieldsPanel({ custom, relationshipId, onSaved }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const [editing, setEditing] = useState(false);
  const pencil = useFocusBack(editing);
  const form = useLoaded(loadForm, editing);

  const stopEditing = () => setEditing(false);
  return (
    <Card
      title="Custom Fields"
      className="custom-fields"
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
            text || (
              <span key={label} className="text-secondary">
                -
              </span>
            ),
          ])}
        />
      )}
      {!editing && mayChange && custom.summary.some(({ text }) => !text) && (
        <Button variant="link" onClick={() => setEditing(true)}>
          Add details
        </Button>
      )}
      {editing && !form && <Skeleton lines={6} />}
      {editing && form && (
        <form.CustomFieldsForm
          custom={custom}
          relationshipId={relationshipId}
          onCancel={stopEditing}
          onSaved={(saved) => {
            onSaved(saved);
            stopEditing();
          }}
        />
      )}
    </Card>
  );
}
