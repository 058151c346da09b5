import { createHash } from "node:crypto";

/** Eight hexadecimal digits that stand for the content. */
export function contentHash(contents) {
  return createHash("sha256").update(contents).digest("hex").slice(0, 8);
}
