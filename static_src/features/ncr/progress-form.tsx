import { useId, useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { ApiError, errorText, isNotFound, isOffline } from "../../api/errors";
import { besides, fieldErrors } from "../../api/field-errors";
import type { Uploaded } from "../../api/upload";
import type { NcrStatus } from "../../domain/ncr/ncr";
import { FileUpload } from "../../domain/uploads/file-upload";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { Checkbox, Select } from "../../ui/inputs";
import { bringIntoSight, OfflineAlert } from "../../ui/offline-alert";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import { deletedBy, isDeleted } from "./calls";
import type { Ncr } from "./types";
import "./ncr.scss";

type Props = { ncr: Ncr; onCancel: () => void; onSaved: (ncr: Ncr) => void };

const labels: Record<string, string> = { INPROGRESS: "In Progress", RESOLVED: "Resolved" };

type Draft = { html: string; files: Uploaded[] };
const empty: Draft = { html: "", files: [] };

/** A progress update: words, files, and a new status where there is one to go to. */
export function ProgressForm({ ncr, onCancel, onSaved }: Props) {
  const id = useId();
  const { user, organisation } = usePageContext();
  const userId = user?.id ?? 0;
  const draftKey = `ncrProgress.${ncr.id}`;
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<Draft>(draftKey, userId));
  const [html, setHtml] = useState(restoredDraft?.html ?? "");
  const [chosen, choose] = useState<{ at: NcrStatus; status: NcrStatus | "" }>({
    at: ncr.status,
    status: "",
  });
  const [asked, setAsked] = useState(false);
  const [files, setFiles] = useState(restoredDraft?.files ?? empty.files);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState("");
  const [saving, setSaving] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const { actions } = ncr;
  // What was chosen of a status that the other end, or a colleague, has moved on meanwhile means nothing any more.
  const status = chosen.at === ncr.status ? chosen.status : "";
  const asks = asked && actions.askResolution;
  const reopens = ncr.status === "RESOLVED" && status === "INPROGRESS";

  const takesUp = asks || ncr.userTask.assignedToOrganisation.id === organisation?.id;
  const unchosen =
    ncr.status === "PENDING" && takesUp ? "Becomes In Progress" : `Stays ${ncr.statusInfo.label}`;

  const discard = useDraftSaving<Draft>(draftKey, userId, () =>
    !isBlankHtml(html) || files.length > 0 ? { html, files } : null,
  );

  const told = besides("html", "attachmentIds", ...(actions.statuses.length > 0 ? ["status"] : []));
  const changed = () => {
    setKey(newIdempotencyKey());
    setErrors({});
  };
  const save = async () => {
    setFailure("");
    if (isBlankHtml(html) && (reopens || (!status && !asks))) {
      setErrors({
        html: [reopens ? "Please say why it is reopened." : "Please enter a progress update."],
      });
      document.getElementById(`${id}-html`)?.focus();
      return;
    }
    setSaving(true);
    try {
      const body = {
        html: isBlankHtml(html) ? "" : html,
        status: status || null,
        attachmentIds: files.map((file) => file.id),
        asksResolution: asks,
      };
      const now = await request("POST", "/api/ncr/{ncr_id}/progress", {
        path: { ncr_id: ncr.id },
        body,
        idempotencyKey: key,
        toast: (error) => !isDeleted(error) && told(error),
      });
      discard();
      toasts.success("Progress update added.");
      onSaved(now);
    } catch (error) {
      setErrors(fieldErrors(error));
      // Somebody was first: what is shown is not so any more.
      if (error instanceof ApiError && error.status === 409) emit("NON_CONFORMANCE_CHANGED", {});
      const sentence = isNotFound(error) ? deletedBy(ncr) : errorText(error);
      if (isOffline(error) || isDeleted(error)) setFailure(`${sentence} What you wrote is still here.`);
      setSaving(false);
    }
  };
  return (
    <form
      ref={bringIntoSight}
      className="ncr-progress"
      aria-label="Progress update"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving && !uploading) save();
      }}
    >
      {restoredDraft && (
        <DraftRestoredAlert
          onStartOver={() => {
            setRestoredDraft(null);
            setHtml(empty.html);
            setFiles(empty.files);
          }}
        />
      )}
      <Field
        isCustom
        label={reopens ? "Reason" : "Progress update"}
        id={`${id}-html`}
        error={errors.html ?? []}
        required={reopens}
      >
        <RichEditor
          autoFocus
          value={html}
          onChange={(text) => {
            setHtml(text);
            changed();
          }}
        />
      </Field>
      {actions.statuses.length > 0 && (
        <Field label="Status" error={errors.status ?? []}>
          <Select
            value={status}
            placeholder={unchosen}
            options={actions.statuses.map((value) => ({ value, label: labels[value] ?? value }))}
            disabled={asks}
            onChange={(event) => {
              choose({ at: ncr.status, status: event.target.value as NcrStatus | "" });
              changed();
            }}
          />
        </Field>
      )}
      {actions.askResolution && (
        <Checkbox
          className="mb-3"
          label={`Ask ${ncr.supplierRelationship.organisation.name} to resolve it`}
          checked={asks}
          disabled={status !== ""}
          onChange={(event) => {
            setAsked(event.target.checked);
            changed();
          }}
        />
      )}
      <FieldGroup label="Attachments">
        <FileUpload
          kind="NCR"
          files={files}
          onChange={(now) => {
            setFiles(now);
            changed();
          }}
          onBusy={setUploading}
        />
        <FieldErrors errors={errors.attachmentIds ?? []} />
      </FieldGroup>
      <OfflineAlert error={failure} />
      <div className="button-row">
        <Button type="submit" variant="primary" busy={saving} busyText="Saving..." disabled={uploading}>
          Add update
        </Button>
        <Button
          variant="quiet"
          disabled={saving}
          onClick={() => {
            discard();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
