import { Badge } from "../../ui/badge";

/** DRAFT or PUBLISHED, as a word (specification, section 2, Forms) and with a picture. */
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
