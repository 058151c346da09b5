import type { FormFault, FormRow } from "../../../domain/forms/doc-forms";
import { Button, ButtonLink } from "../../../ui/button";
import { Modal } from "../../../ui/modal";

type Props = { form: FormRow; faults: readonly FormFault[]; onClose: () => void };

/** Dialog with the errors that block publishing. */
export function FaultsModal({ form, faults, onClose }: Props) {
  return (
    <Modal
      show
      title="This form can't be published yet"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink variant="primary" icon="edit" href={`/forms/${form.id}`}>
            Open the form
          </ButtonLink>
        </>
      }
    >
      <p>
        Finish this in <strong>{form.title}</strong> first:
      </p>
      <ul>
        {faults.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Modal>
  );
}
