import { ApiError } from "./errors";

/** The sentences for each field of a refused call, and for what is in it (`files.0`); empty for any other failure. */
export function fieldErrors(error: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const name = path.split(".")[0] ?? path;
    found[name] = [...(found[name] ?? []), ...sentences];
  }
  return found;
}

/** What is left to be said of a failure by whoever shows the sentences of these fields. */
export function textBesides(error: ApiError, shown: readonly string[]): string {
  if (!error.hasFields) return error.message;
  const others = Object.entries(fieldErrors(error)).filter(([name]) => !shown.includes(name));
  return others.flatMap(([, sentences]) => sentences).join("\n");
}

/**
 * As a call's `toast`, for a form that shows at these fields what was refused of them: the toast tells the rest. A field
 * that the form does not have would be refused in silence otherwise.
 */
export const besides =
  (...shown: string[]) =>
  (error: ApiError): string =>
    textBesides(error, shown);
