import { expectTypeOf, test } from "vitest";
import type { request, requestPage } from "./client";
import type { ApiResponse, ListFilters, RowOf } from "./types";

/** Requests that are compiled and never sent: tsc fails if an expected error is missing. */
function checkedCalls(send: typeof request, list: typeof requestPage) {
  const path = { rfx_id: 7 };
  return [
    () => send("GET", "/api/rfx/{rfx_id}", { path, query: { i: ["tasks"] } }),
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path, body: { reason: "Capacity" } }),
    () => list("/api/rfx", { query: { pending: "true", sort: "-ref" } }),
    // @ts-expect-error: an unknown path
    () => send("GET", "/api/rfy"),
    // @ts-expect-error: a known path without this method
    () => send("DELETE", "/api/rfx/{rfx_id}", { path }),
    // @ts-expect-error: an address instead of its template
    () => send("GET", `/api/rfx/${7}`),
    // @ts-expect-error: the path parameter is missing
    () => send("GET", "/api/rfx/{rfx_id}"),
    // @ts-expect-error: a misspelled path parameter
    () => send("GET", "/api/rfx/{rfx_id}", { path: { rfxId: 7 } }),
    // @ts-expect-error: a misspelled query parameter
    () => send("GET", "/api/relationship/supplier", { query: { serach: "a" } }),
    // @ts-expect-error: an invalid value of the parameter
    () => send("GET", "/api/rfx/{rfx_id}", { path, query: { i: ["task"] } }),
    // @ts-expect-error: the body is missing
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path }),
    // @ts-expect-error: a field of the body is missing
    () => send("POST", "/api/session", { body: { email: "a@b.co" } }),
    // @ts-expect-error: a misspelled field of the body
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path, body: { reason: "Capacity", raeson: "" } }),
    // @ts-expect-error: a body for an endpoint without one
    () => send("POST", "/api/rfx/{rfx_id}/opened", { path, body: {} }),
    // @ts-expect-error: an endpoint that is not a list
    () => list("/api/home/chart"),
    // @ts-expect-error: a misspelled filter of a list
    () => list("/api/rfx", { query: { pendign: "true" } }),
  ];
}

/** Read fields of responses; a misspelled field fails to compile. */
async function checkedResponses(send: typeof request, list: typeof requestPage) {
  const rfx = await send("GET", "/api/rfx/{rfx_id}", { path: { rfx_id: 7 } });
  // @ts-expect-error: a misspelled field of the response
  rfx.titel;
  const { rows } = await list("/api/rfx");
  // @ts-expect-error: a misspelled field of a row
  rows[0]?.titel;
  return [rfx.title, rows[0]?.title];
}

test("method, path, query, body and response of a request are checked", () => {
  expectTypeOf(checkedCalls).returns.toBeArray();
  expectTypeOf(checkedResponses).returns.resolves.toEqualTypeOf<(string | undefined)[]>();
  expectTypeOf<RowOf<"/api/ncr">>().toEqualTypeOf<ApiResponse<"NcrRow">>();
  expectTypeOf<ListFilters<"/api/userTask">>().toEqualTypeOf<Record<never, never>>();
});

test("every field of a response is present, and a nullable field is null or its value", () => {
  expectTypeOf<ApiResponse<"Contact">["email"]>().toEqualTypeOf<string | null>();
  expectTypeOf<ApiResponse<"TaskRow">["rfx"]>().toEqualTypeOf<{ id: number; title: string } | null>();
});
