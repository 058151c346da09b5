import { useId, useState, useSyncExternalStore } from "react";
import { type FormFault, revisionLabel } from "../../../domain/forms/doc-forms";
import { usePermission } from "../../../lib/browser/page-context";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Badge } from "../../../ui/badge";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import { SavingNote } from "../../../ui/saving-note";
import { archiveForm, downloadSheet } from "../form-calls";
import { FormStatus } from "../form-status";
import { HistoryModal } from "./publish/history";
import { PublishButton } from "./publish/publish";
import type { SavingState } from "./saving/form-saving";
import type { FormSession } from "./session";
import "./page.scss";

type Props = {
  session: FormSession;
  state: SavingState;
  onFaults: (faults: readonly FormFault[]) => void;
  onGo: (fid: string) => void;
};

/** Header of the editor: back link, title, status, and the actions on the whole form. */
export function EditorHeader({ session, state, onFaults, onGo }: Props) {
  const { form, text, savedAt } = state;
  const canManage = usePermission("MANAGE_FORMS");
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isArchiveOpen, setArchiveOpen] = useState(false);
  const sheet = useSave({
    send: async () => {
      if (!(await session.saving.flush())) throw new Error("Couldn't save your last changes.");
      await downloadSheet(session.saving.snapshot().form.id);
    },
    progress: "Preparing the spreadsheet...",
  });
  const archive = async () => {
    if (!(await session.saving.flush())) return toasts.error("Couldn't save your last changes.");
    session.saving.accept(await archiveForm(form.id, true));
    toasts.success("Form archived");
    setArchiveOpen(false);
  };
  return (
    <div className="page-header form-header">
      <div className="page-header-text">
        <a className="back-link" href="/forms">
          <Icon name="back" />
          Forms
        </a>
        <Title session={session} canEdit={form.canEdit} />
        <div className="sub form-sub">
          <FormStatus status={form.status} />
          <Badge>{revisionLabel(form)}</Badge>
          {form.isArchived && (
            <Badge tone="none" icon="archive">
              Archived
            </Badge>
          )}
        </div>
      </div>
      <div className="page-actions">
        {form.canEdit && <SavingNote text={text} savedAt={savedAt} />}
        <Menu
          label="More actions"
          align="end"
          triggerClass="btn btn-default btn-icon"
          trigger={<Icon name="more" />}
          items={[
            { label: "Revisions...", icon: "history", onSelect: () => setHistoryOpen(true) },
            canManage &&
              form.isLatest &&
              !form.isArchived && {
                label: "Update from a spreadsheet...",
                icon: "upload",
                href: `/forms/${form.id}/import`,
              },
            canManage && { label: "Form as spreadsheet", icon: "xlsx", onSelect: () => sheet.save() },
            canManage &&
              form.isLatest &&
              !form.isArchived && {
                label: "Archive...",
                icon: "archive",
                onSelect: () => setArchiveOpen(true),
              },
          ]}
        />
        <PublishButton session={session} form={form} onFaults={onFaults} onGo={onGo} />
      </div>
      <HistoryModal form={form} show={isHistoryOpen} onClose={() => setHistoryOpen(false)} />
      <ConfirmModal
        show={isArchiveOpen}
        title={`Archive '${form.title}'?`}
        confirmLabel="Archive"
        busyLabel="Archiving..."
        onConfirm={archive}
        onClose={() => setArchiveOpen(false)}
      >
        <p>It can no longer be sent or changed. RFxs that use it keep it, and it can be restored.</p>
      </ConfirmModal>
    </div>
  );
}

function Title({ session, canEdit }: { session: FormSession; canEdit: boolean }) {
  const id = useId();
  const title = useSyncExternalStore(session.subscribe, session.title, session.title);
  if (!canEdit) return <h1>{title}</h1>;
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <label className="visually-hidden" htmlFor={id}>
        Title of the form
      </label>
      <input
        id={id}
        className="form-title-input"
        value={title}
        maxLength={200}
        placeholder="Title of the form"
        aria-invalid={title.trim() === "" || undefined}
        onChange={(event) => session.setTitle(event.target.value)}
      />
      {title.trim() === "" && (
        <div className="field-error" role="alert">
          <Icon name="error" />
          <span>A form needs a title. The last one stays until there is another.</span>
        </div>
      )}
    </>
  );
}
