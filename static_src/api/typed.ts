import createClient from "openapi-fetch";
import { fail, type RequestOptions, send } from "./client";
import type { components, paths } from "./schema";

/** A thing of the API by its name in the API's own description, e.g. Schema<"Organisation">. */
export type Schema<N extends keyof components["schemas"]> = components["schemas"][N];

/**
 * A thing as the server dumps it: every field is there, and a field that may be null is null or the thing. (The
 * description calls whatever may be left out of a body optional, and writes a nullable thing as one of two shapes.)
 */
export type Dumped<N extends keyof components["schemas"]> = {
  [K in keyof Schema<N>]-?: Exclude<Schema<N>[K], Record<string, never> | undefined>;
};

type Told = Pick<RequestOptions, "toast" | "anonymous">;

/** Sends through the one client, so that token, version and failures are dealt with as everywhere. */
const deliver = (options: Told) => async (request: Request) => {
  const body = request.body === null ? undefined : await request.text();
  const init: RequestInit = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
  };
  if (body !== undefined) init.body = body;
  const response = await send(request.url, init, options.anonymous ?? false);
  if (!response.ok) throw await fail(response, options);
  return response;
};

/**
 * The API with every path, parameter, body and answer checked against its description:
 * `const rfx = await answer(api.GET("/api/rfx/{rfx_id}", { params: { path: { rfx_id: 7 } } }))`.
 */
export const api = createClient<paths>({ fetch: deliver({}) });

/** Spread into a call's options to say how its failure is told: `{ body, ...told({ toast: false }) }`. */
export function told(options: Told): { fetch: (request: Request) => Promise<Response> } {
  return { fetch: deliver(options) };
}

/** What a call answers; a refusal has been thrown as ApiError before. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}
