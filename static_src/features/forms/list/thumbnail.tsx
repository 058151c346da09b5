import { type FormRow, formTypeLabel } from "../../../domain/forms/doc-forms";
import { classNames } from "../../../ui/class-names";
import { Icon } from "../../../ui/icon";
import "../forms.scss";

/** Thumbnail of the first page; an icon with the type of the form until the worker has rendered it. */
export function Thumbnail({ form, large = false }: { form: FormRow; large?: boolean }) {
  return (
    <span className={classNames("form-thumbnail", large && "large")}>
      {form.thumbnail ? (
        <img src={`/files/${form.thumbnail.id}`} alt="" loading="lazy" decoding="async" />
      ) : (
        <>
          <Icon name="forms" />
          {large && <span aria-hidden="true">{formTypeLabel(form.type)}</span>}
        </>
      )}
    </span>
  );
}
