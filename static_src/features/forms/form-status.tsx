import type { FormRow } from "../../domain/forms/doc-forms";
import { Badge } from "../../ui/badge";

/** Badge with an icon and the word DRAFT or PUBLISHED (specification, section 2, Forms). */
export function FormStatus({ status }: { status: string }) {
  return status === "PUBLISHED" ? (
    <Badge tone="ok" icon="published">
      PUBLISHED
    </Badge>
  ) : (
    <Badge tone="wait" icon="draft">
      DRAFT
    </Badge>
  );
}

/** Mark of a survey with an outdated sentence; its page has the notice with the correction. */
export function CorrectionMark({ form }: { form: FormRow }) {
  if (!form.hasOldPromise) return null;
  return (
    <Badge tone="wait" icon="warning">
      Needs correction
    </Badge>
  );
}
