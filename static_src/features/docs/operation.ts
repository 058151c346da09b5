/** An operation of the API as the page gets it (app/kernel/http/operations.py). */
export type Operation = {
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: string[];
  body: string;
  /** The scope that an API key needs; null if keys can't use the operation. */
  scope: string | null;
  /** It needs no sign-in. */
  isPublic: boolean;
  /** The path with example ids. */
  samplePath: string;
  /** The required parameters of the query with example values. */
  sampleQuery: Record<string, string>;
  sampleBody: unknown;
  /** The body is the content of a file. */
  sendsFile: boolean;
};

export type Change = { version: string; entries: string[] };
