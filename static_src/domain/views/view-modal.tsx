import { useId } from "react";
import { useFormFields } from "../../lib/state/use-form-fields";
import { setQueryParams } from "../../lib/state/use-query-param";
import { useSave } from "../../lib/state/use-save";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Checkbox, TextInput } from "../../ui/inputs";
import type { useViews } from "./use-views";
import { changeView, createView, setStart } from "./view-calls";
import type { SavedView, ViewParams } from "./views";

type Props = {
  /** The view to change; null for a new one. */
  view: SavedView | null;
  list: string;
  params: ViewParams;
  state: ReturnType<typeof useViews>;
  onClose: () => void;
};

const maxName = 80;

/** Dialog that saves the filters of a list under a name, or changes the name of a view and who sees it where. */
export function ViewModal({ view, list, params, state, onClose }: Props) {
  const id = useId();
  const form = useFormFields(
    {
      name: view?.name ?? "",
      isShared: view?.isShared ?? false,
      isPinned: view?.isPinned ?? false,
      isStart: view?.isStart ?? false,
    },
    ({ name }) => ({ name: name.trim() ? undefined : "Enter a name." }),
  );
  const { name, isShared, isPinned, isStart } = form.values;
  const { save, busy, failure } = useSave({
    send: async () => {
      if (!view) return createView(list, { name, params, isShared, isPinned, isStart });
      const changed = await changeView(view.id, { name, params, isShared, isPinned });
      return isStart === view.isStart ? changed : setStart(view.id, isStart);
    },
    success: (saved) => `View “${saved.name}” saved.`,
    onSaved: (saved) => {
      state.put(saved);
      if (!view) setQueryParams({ view: String(saved.id) }, "replace");
      onClose();
    },
    onError: (error) => form.refuse(error),
    offlineNote: "What you typed is still here.",
  });
  const mayShare = state.mayShare || view?.isShared === true;
  return (
    <FormModal
      title={view ? "Rename or share view" : "Save view"}
      size="sm"
      draftState={null}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => {
        if (form.touchAll()) save();
      }}
      submitLabel={view ? "Save changes" : "Save view"}
      busyText="Saving..."
    >
      <Field label="Name" id={`${id}-name`} error={form.shown("name")} required>
        <TextInput maxLength={maxName} autoComplete="off" {...form.text("name")} />
      </Field>
      <FieldGroup label="Where to show it">
        {mayShare && (
          <Checkbox
            label={`For everybody in ${state.organisationName}`}
            hint="Each colleague sees the rows that they may see."
            checked={isShared}
            onChange={({ target }) => form.set("isShared", target.checked)}
          />
        )}
        <Checkbox
          label="Show on Home"
          hint={isShared ? "With the number of rows, for everybody." : "With the number of rows."}
          checked={isPinned}
          onChange={({ target }) => form.set("isPinned", target.checked)}
        />
        <Checkbox
          label="My start view"
          hint="This list opens with it. “All” shows all rows again."
          checked={isStart}
          onChange={({ target }) => form.set("isStart", target.checked)}
        />
      </FieldGroup>
    </FormModal>
  );
}
