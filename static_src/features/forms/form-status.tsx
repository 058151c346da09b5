import { Badge } from "../../ui/badge";

/** DRAFT or PUBLISHED, in words and with a picture. */
export function FormStatus({ status }: { status: string }) {
  return status === "PUBLISHED" ? (
    <Badge tone="ok" icon="published">
      Published
    </Badge>
  ) : (
    <Badge tone="wait" icon="draft">
      Draft
    </Badge>
  );
}
