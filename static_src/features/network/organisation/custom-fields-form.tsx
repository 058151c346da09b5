import { type SubmitEvent, useMemo, useState } from "react";
import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { uploadFile } from "../../../api/upload";
import { AnswerStore } from "../../../domain/questionnaire/answer-store";
import type { UploadAnswer } from "../../../domain/questionnaire/doc-context";
import { DocView } from "../../../domain/questionnaire/doc-view";
import { fieldId, focusAnswer } from "../../../domain/questionnaire/field-ids";
import { walk } from "../../../domain/questionnaire/rules/walk";
import { useFocusFirst } from "../../../lib/browser/use-focus-first";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { ErrorSummary } from "../../../ui/field";
import type { CustomFields, SavedCustomFields } from "./custom-fields";
import "../network.scss";

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

/** The form for custom fields, with the controls of every questionnaire. It is loaded when the user starts to edit. */
export function CustomFieldsForm({ custom, relationshipId, onCancel, onSaved }: Props) {
  const [fields] = useState(() => walk(custom.doc).filter(({ field }) => field.type !== "FORMSIGNATURE"));
  const [store] = useState(() => new AnswerStore({ fields, values: custom.values }));
  const place = useFocusFirst<HTMLFormElement>();
  const draftState = useDraft(
    `custom-fields.${relationshipId}`,
    () => store.values(),
    (entries) => {
      for (const { key } of fields) store.set(key, entries[key]);
    },
  );
  const [refused, setRefused] = useState<{ fieldId: string; message: string }[]>([]);
  const only = useMemo(() => new Set(fields.map(({ key }) => key)), [fields]);

  const {
    save,
    busy: saving,
    failure,
    setFailure,
  } = useSave({
    send: () => {
      const values = Object.fromEntries(
        Object.entries(store.unsaved()).map(([key, { value }]) => [key, value ?? null]),
      );
      return request("PUT", "/api/relationship/{relationship_id}/customValue", {
        path: { relationship_id: relationshipId },
        body: { values },
        toast: (error) => !error.hasFields,
      });
    },
    success: "Custom fields updated ok",
    onSaved: (saved) => {
      emit("EVENT_LOG_CHANGED", { relationshipId });
      onSaved(saved);
    },
    onError: (error) =>
      setRefused(
        Object.entries(error instanceof ApiError ? error.fields : {}).flatMap(([name, sentences]) =>
          sentences.map((message) => ({ fieldId: fieldId(name.replace(/^values\./, "")), message })),
        ),
      ),
    leaves: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    setFailure("");
    setRefused([]);
    const [firstError] = store.showAllErrors();
    if (firstError) focusAnswer(firstError);
    else save();
  };
  return (
    <form ref={place} noValidate onSubmit={submit} aria-label="Custom Fields">
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
      <FailureAlert error={failure} className="mt-3 mb-0" />
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
