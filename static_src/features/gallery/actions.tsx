import { useState } from "react";
import { toasts } from "../../lib/toasts";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { ConfirmModal } from "../../ui/confirm-modal";
import { CopiedText } from "../../ui/copied-text";
import { CopyField } from "../../ui/copy-field";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { FullScreen } from "../../ui/full-screen";
import { Icon } from "../../ui/icon";
import { TextInput } from "../../ui/inputs";
import { Menu } from "../../ui/menu";
import { Modal } from "../../ui/modal";
import { Tooltip } from "../../ui/tooltip";
import { Example } from "./example";
import "./gallery.scss";

export function ActionExamples() {
  return (
    <>
      <Example name="Button" use="An action. One primary button in a form or dialog." inline>
        <Button>Default</Button>
        <Button variant="primary" icon="saved">
          Primary
        </Button>
        <Button variant="danger">Danger</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="link">Link</Button>
        <Button size="sm">Small</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" busy busyText="Saving...">
          Save
        </Button>
      </Example>
      <Example
        name="ButtonLink, IconButton"
        use="A link that looks like a button; an action with an icon only."
        inline
      >
        <ButtonLink href="#actions" icon="back">
          Link
        </ButtonLink>
        <IconButton icon="edit" label="Edit" />
        <IconButton icon="delete" label="Delete" variant="danger" />
        <IconButton icon="refresh" label="Refresh" busy />
      </Example>
      <Example name="Menu" use="More actions than fit as buttons, or a choice of views." inline>
        <Menu
          trigger="Actions"
          items={[
            { heading: "Supplier questionnaire", text: "Sent to 3 suppliers" },
            { label: "Edit", icon: "edit", onSelect: () => toasts.info("Edit was chosen.") },
            { label: "Open", icon: "preview", href: "#actions" },
            { label: "Locked", disabled: true },
            "divider",
            {
              label: "Delete",
              icon: "delete",
              danger: true,
              onSelect: () => toasts.info("Delete was chosen."),
            },
          ]}
        />
        <Menu
          trigger="Sort by"
          items={[{ group: "Order" }, { label: "Name", checked: true }, { label: "Date", checked: false }]}
        />
        <Menu
          label="More"
          trigger={<Icon name="more" />}
          triggerClass="btn btn-quiet btn-icon"
          items={[{ label: "Archive" }]}
        />
        <Menu trigger="Busy" busy items={[]} />
      </Example>
      <Dialogs />
      <Copying />
      <Example name="Tooltip" use="A few words about a control, on hover and focus." inline>
        <Tooltip text="Shown to both organisations.">
          <Button>Centre</Button>
        </Tooltip>
        <Tooltip text="Shown to both organisations." align="start" below>
          <Button>Below</Button>
        </Tooltip>
      </Example>
      <Example name="FullScreen" use="Content that can fill the screen, such as an editor." inline>
        <FullScreen className="gallery-inline">
          {(button) => (
            <>
              {button} <span>Press the button to enlarge this part.</span>
            </>
          )}
        </FullScreen>
      </Example>
    </>
  );
}

type Dialog = "message" | "form" | "confirm" | null;

function Copying() {
  return (
    <Example
      name="CopyField, CopiedText"
      use="A value or a longer text that the user copies to another program."
    >
      <CopyField label="Redirect address" value="https://assay.example/signin/company/return" />
      <CopiedText label="Body" text={'{\n  "type": "rfx.sent"\n}'} copied="Body copied" />
    </Example>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<Dialog>(null);
  const [attempts, setAttempts] = useState(0);
  const close = () => setOpen(null);
  const error = attempts > 0 ? "Enter a name." : null;
  return (
    <Example
      name="Modal, FormModal, ConfirmModal"
      use="A text to read, a form to send, a question before an action."
      inline
    >
      <Button onClick={() => setOpen("message")}>Open a message</Button>
      <Button onClick={() => setOpen("form")}>Open a form</Button>
      <Button onClick={() => setOpen("confirm")}>Open a question</Button>
      <Modal
        show={open === "message"}
        title="Message"
        onClose={close}
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>The focus stays inside the dialog. Escape closes it.</p>
      </Modal>
      <FormModal
        show={open === "form"}
        title="New contact"
        submitLabel="Save"
        busyText="Saving..."
        busy={false}
        summary={error ? [{ fieldId: "gallery-name", message: error }] : []}
        attempts={attempts}
        draftState={null}
        onSubmit={() => setAttempts(attempts + 1)}
        onClose={close}
      >
        <Field label="Name" id="gallery-name" required error={error}>
          <TextInput />
        </Field>
      </FormModal>
      <ConfirmModal
        show={open === "confirm"}
        title="Delete the form?"
        confirmLabel="Delete"
        danger
        onConfirm={close}
        onClose={close}
      >
        <p>The form and its 12 answers are deleted.</p>
      </ConfirmModal>
    </Example>
  );
}
