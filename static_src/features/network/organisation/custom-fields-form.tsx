import { type SubmitEvent, useMemo, useState } from "react";
import { request } from "../../../api/client";
import { ApiError, errorText, isOffline } from "../../../api/errors";
import { uploadFile } from "../../../api/upload";
import { AnswerStore } from "../../../domain/questionnaire/answer-store";
import type { UploadAnswer } from "../../../domain/questionnaire/doc-context";
import { DocView } from "../../../domain/questionnaire/doc-view";
import { fieldId, focusAnswer } from "../../../domain/questionnaire/field-ids";
import { walk } from "../../../domain/questionnaire/rules/walk";
import { useFocusFirst } from "../../../lib/browser/use-focus-first";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { ErrorSummary } from "../../../ui/field";
import type { CustomFields, SavedCustomFields } from "./custom-fields";

type Props = {
  custom: CustomFields;
  relationshipId: number;
  onCancel: () => void;
  onSaved: (saved: SavedCustomFields) => void;
};

const uploadAnswer: UploadAnswer = async (file, options) => {
  const { id, filename, size, contentType } = await uploadFile(file, "RFXANSWER", {
    toast: false,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  return { attachmentId: id, filename, size, contentType };
};

/** The custom fields to fill in, by the same controls as every form. Loaded when the pencil is used. */
export function CustomFieldsForm({ custom, relationshipId, onCancel, onSaved }: Props) {
  const [fields] = useState(() => walk(custom.doc).filter(({ field }) => field.type !== "FORMSIGNATURE"));
  const [store] = useState(() => new AnswerStore({ fields, values: custom.values }));
  const [saving, setSaving] = useState(false);
  const place = useFocusFirst<HTMLFormElement>();
  const [failure, setFailure] = useState("");
  const draftState = useDraft(
    `custom-fields.${relationshipId}`,
    () => store.values(),
    (entries) => {
      for (const { key } of fields) store.set(key, entries[key]);
    },
  );
  const [refused, setRefused] = useState<{ fieldId: string; message: string }[]>([]);
  const only = useMemo(() => new Set(fields.map(({ key }) => key)), [fields]);

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    setFailure("");
    setRefused([]);
    const [wrong] = store.showAllErrors();
    if (wrong) return focusAnswer(wrong);
    setSaving(true);
    try {
      const values = Object.fromEntries(
        Object.entries(store.unsaved()).map(([key, { value }]) => [key, value ?? null]),
      );
      const saved = await request("PUT", "/api/relationship/{relationship_id}/customValue", {
        path: { relationship_id: relationshipId },
        body: { values },
        toast: (error) => !error.hasFields,
      });
      toasts.success("Custom fields updated ok");
      emit("EVENT_LOG_CHANGED", { relationshipId });
      onSaved(saved);
    } catch (error) {
      setSaving(false);
      if (isOffline(error)) setFailure(errorText(error));
      setRefused(
        Object.entries(error instanceof ApiError ? error.fields : {}).flatMap(([name, sentences]) =>
          sentences.map((message) => ({ fieldId: fieldId(name.replace(/^values\./, "")), message })),
        ),
      );
    }
  };
  return (
    <form ref={place} noValidate onSubmit={save} aria-label="Custom Fields">
      <ErrorSummary errors={refused} />
      {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
      <DocView
        doc={custom.doc}
        fields={fields}
        mode="form"
        store={store}
        only={only}
        hideTitle
        upload={uploadAnswer}
        className="custom-fields"
      />
      <div role="alert">{failure && <div className="alert alert-danger mt-3 mb-0">{failure}</div>}</div>
      <div className="button-row mt-3">
        <Button type="submit" variant="primary" busy={saving} busyText="Saving...">
          Save Changes
        </Button>
        <Button onClick={onCancel} disabled={saving}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
