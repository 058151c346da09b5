import type { FormRow } from "../../../domain/forms/doc-forms";
import { usePermission } from "../../../lib/browser/page-context";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import type { FormAction } from "../types";

/** Menu of the actions on a form in the list. */
export function FormMenu({ form, onAction }: { form: FormRow; onAction: (action: FormAction) => void }) {
  const { isArchived } = form;
  // There can be only one form for custom fields.
  const canCopy = isArchived || form.type !== "CUSTOM_FIELDS";
  const maySend = usePermission("SEND_RFX");
  return (
    <Menu
      label={`Actions for ${form.title}`}
      trigger={<Icon name="more" />}
      triggerClass="btn btn-quiet btn-sm btn-icon"
      align="end"
      items={[
        { label: "Open", icon: "edit", href: `/forms/${form.id}` },
        form.status === "DRAFT" &&
          !isArchived && {
            label: "Publish...",
            icon: "published",
            onSelect: () => onAction({ kind: "publish", form }),
          },
        maySend &&
          form.isInUse &&
          !isArchived && {
            label: "Move open RFxs...",
            icon: "moved",
            onSelect: () => onAction({ kind: "move", form }),
          },
        canCopy && { label: "Copy...", icon: "copy", onSelect: () => onAction({ kind: "copy", form }) },
        !isArchived && {
          label: "Update from a spreadsheet...",
          icon: "upload",
          href: `/forms/${form.id}/import`,
        },
        {
          label: "Form as spreadsheet",
          icon: "xlsx",
          onSelect: () => onAction({ kind: "download", form }),
        },
        {
          label: isArchived ? "Restore" : "Archive",
          icon: isArchived ? "restore" : "archive",
          onSelect: () => onAction({ kind: "archive", form, archived: !isArchived }),
        },
      ]}
    />
  );
}
