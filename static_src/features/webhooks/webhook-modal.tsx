import { request } from "../../api/client";
import type { ApiError } from "../../api/errors";
import { useBasis } from "../../lib/state/use-basis";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Field, StillNeeded } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { TypePicker } from "./type-picker";
import { type EventName, type EventType, nameOf, type Webhook } from "./types";

type Values = { url: string; description: string; all: boolean; eventTypes: readonly EventName[] };

type Props = {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  types: readonly EventType[];
  show: boolean;
  onClose: () => void;
  onSaved: (webhook: Webhook) => void;
};

const limits = { url: 2_000, description: 200 };

/** Dialog that adds a webhook or changes one. */
export function WebhookModal({ webhook, types, show, onClose, onSaved }: Props) {
  const form = useFormFields<Values>(initialValues(webhook), check);
  const { values } = form;
  const basis = useBasis({ updated: webhook?.updated ?? null });
  const draftState = useDraft(`webhook.${webhook?.id ?? "new"}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave<Webhook>({
    send: (_, key) => {
      const body = {
        url: values.url.trim(),
        description: values.description.trim(),
        eventTypes: values.all ? [] : values.eventTypes,
        isActive: webhook?.isActive ?? true,
      };
      const toast = (error: ApiError) => form.refuse(error);
      return webhook
        ? request("PUT", "/api/webhook/{webhook_id}", {
            path: { webhook_id: webhook.id },
            body: { ...body, basedOn: basis.basedOn.updated },
            toast,
          })
        : request("POST", "/api/webhook", { body, idempotencyKey: key, toast });
    },
    basis,
    success: (saved) => (webhook ? `${nameOf(saved)} saved.` : `${nameOf(saved)} added.`),
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    offlineNote: "Your entries are still here.",
  });
  const text = (name: "url" | "description") => ({
    ...form.text(name),
    autoComplete: "off",
    disabled: busy,
    maxLength: limits[name],
  });
  return (
    <FormModal
      show={show}
      size="lg"
      title={webhook ? `Edit ${nameOf(webhook)}` : "New webhook"}
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save()}
      submitLabel={webhook ? "Save changes" : "Add webhook"}
      busyText="Saving..."
      canSubmit={form.valid}
      note={<StillNeeded labels={form.missing({ url: "Address", eventTypes: "Events" })} />}
    >
      <Field
        label="Address"
        required
        hint="Begins with https:// and is reachable from the internet. Events are sent to it as POST requests."
        error={form.shown("url")}
      >
        <TextInput {...text("url")} type="url" inputMode="url" placeholder="https://example.com/webhooks" />
      </Field>
      <Field
        label="Description"
        hint="Optional. For example the system that receives the events."
        error={form.shown("description")}
      >
        <TextInput {...text("description")} />
      </Field>
      <TypePicker
        types={types}
        all={values.all}
        chosen={values.eventTypes}
        disabled={busy}
        error={form.shown("eventTypes")}
        onAll={(all) => form.set("all", all)}
        onChosen={(eventTypes) => form.set("eventTypes", eventTypes)}
      />
    </FormModal>
  );
}

function initialValues(webhook: Webhook | null): Values {
  return {
    url: webhook?.url ?? "",
    description: webhook?.description ?? "",
    all: webhook ? webhook.eventTypes.length === 0 : true,
    eventTypes: webhook?.eventTypes ?? [],
  };
}

function check({ url, all, eventTypes }: Values) {
  const text = url.trim();
  return {
    url: !text
      ? "Enter an address."
      : /^https?:\/\/[^\s/]/.test(text)
        ? undefined
        : "Enter a full address, such as https://example.com/path.",
    eventTypes: all || eventTypes.length > 0 ? undefined : "Choose at least one event.",
  };
}
