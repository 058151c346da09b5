import { useId, useState } from "react";
import { request } from "../../api/client";
import { ApiError, errorText, isNotFound, isOffline } from "../../api/errors";
import { besides, fieldErrors } from "../../api/field-errors";
import type { ApiBody } from "../../api/types";
import type { Uploaded } from "../../api/upload";
import type { NcrStatus } from "../../domain/ncr/ncr";
import { FileUpload } from "../../domain/uploads/file-upload";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { bringIntoSight, FailureAlert } from "../../ui/failure-alert";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { Checkbox, Select } from "../../ui/inputs";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import { deletedBy, isDeleted } from "./calls";
import type { Ncr } from "./types";
import "./ncr.scss";

type Props = { ncr: Ncr; onCancel: () => void; onSaved: (ncr: Ncr) => void };

const labels: Record<string, string> = { INPROGRESS: "In Progress", RESOLVED: "Resolved" };

type Draft = { html: string; files: Uploaded[] };
const empty: Draft = { html: "", files: [] };

/** The form for a progress update: text, files and, if the status may change, a new status. */
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
  const [uploading, setUploading] = useState(false);
  const { actions } = ncr;
  // A choice is valid only for the status that it was made at, which another user may have changed meanwhile.
  const status = chosen.at === ncr.status ? chosen.status : "";
  const asks = asked && actions.askResolution;
  const reopens = ncr.status === "RESOLVED" && status === "INPROGRESS";

  const takesUp = asks || ncr.userTask.assignedToOrganisation.id === organisation?.id;
  const unchosen =
    ncr.status === "PENDING" && takesUp ? "Change to In Progress" : `Keep ${ncr.statusInfo.label}`;

  const discard = useDraftSaving<Draft>(draftKey, userId, () =>
    !isBlankHtml(html) || files.length > 0 ? { html, files } : null,
  );

  const toastText = besides("html", "attachmentIds", ...(actions.statuses.length > 0 ? ["status"] : []));
  const {
    save,
    busy: saving,
    failure,
    setFailure,
  } = useSave({
    send: (body: ApiBody<"NcrProgress">, idempotencyKey) =>
      request("POST", "/api/ncr/{ncr_id}/progress", {
        path: { ncr_id: ncr.id },
        body,
        idempotencyKey,
        toast: (error) => !isDeleted(error) && toastText(error),
      }),
    success: "Progress update added.",
    onSaved: (updated) => {
      discard();
      onSaved(updated);
    },
    failureOf: (error) => {
      const sentence = isNotFound(error) ? deletedBy(ncr) : errorText(error);
      return isOffline(error) || isDeleted(error) ? `${sentence} What you wrote is still here.` : "";
    },
    onError: (error) => {
      setErrors(fieldErrors(error));
      // Another user was first, so the page loads the current state.
      if (error instanceof ApiError && error.status === 409) emit("NON_CONFORMANCE_CHANGED", {});
    },
    leaves: true,
  });
  const submit = () => {
    setFailure("");
    if (isBlankHtml(html) && (reopens || (!status && !asks))) {
      setErrors({
        html: [reopens ? "Please say why it is reopened." : "Please enter a progress update."],
      });
      document.getElementById(`${id}-html`)?.focus();
      return;
    }
    save({
      html: isBlankHtml(html) ? "" : html,
      status: status || null,
      attachmentIds: files.map((file) => file.id),
      asksResolution: asks,
    });
  };
  return (
    <form
      ref={bringIntoSight}
      className="ncr-progress"
      aria-label="Progress update"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving && !uploading) submit();
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
            setErrors({});
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
              setErrors({});
            }}
          />
        </Field>
      )}
      {actions.askResolution && (
        <Checkbox
          className="mb-3"
          label={`Request sign-off from ${ncr.supplierRelationship.organisation.name}`}
          checked={asks}
          disabled={status !== ""}
          onChange={(event) => {
            setAsked(event.target.checked);
            setErrors({});
          }}
        />
      )}
      <FieldGroup label="Attachments">
        <FileUpload
          kind="NCR"
          camera
          files={files}
          onChange={(next) => {
            setFiles(next);
            setErrors({});
          }}
          onBusy={setUploading}
        />
        <FieldErrors errors={errors.attachmentIds ?? []} />
      </FieldGroup>
      <FailureAlert error={failure} />
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
