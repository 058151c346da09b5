import { ApiError } from "./errors";

/** Return the sentences of an error response by field; sentences of nested fields (`files.0`) count for the outer one. */
export function fieldErrors(error: unknown): Record<string, string[]> {
  const byField: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const name = path.split(".")[0] ?? path;
    byField[name] = [...(byField[name] ?? []), ...sentences];
  }
  return byField;
}

/** Return the sentences of an error except the ones of the fields in `shown`, one per line; the message without fields. */
export function textBesides(error: ApiError, shown: readonly string[]): string {
  if (!error.hasFields) return error.message;
  const others = Object.entries(fieldErrors(error)).filter(([name]) => !shown.includes(name));
  return others.flatMap(([, sentences]) => sentences).join("\n");
}

/**
 * Return a `toast` option for a form that shows the errors of these fields: the toast contains the other errors.
 * Otherwise the user would not see the error of a field that the form does not have.
 */
export const besides =
  (...shown: string[]) =>
  (error: ApiError): string =>
    textBesides(error, shown);
