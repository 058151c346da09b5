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
