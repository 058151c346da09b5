import { createHash } from "node:crypto";

/** Return the first eight hexadecimal digits of the content's SHA-256. */
export function contentHash(contents) {
  return createHash("sha256").update(contents).digest("hex").slice(0, 8);
}
