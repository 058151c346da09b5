import { expectTypeOf, test } from "vitest";
import type { request, requestPage } from "./client";
import type { ApiResponse, ListFilters, RowOf } from "./types";

/** Calls that are compiled and never made: tsc fails where an expected error is missing. */
function checkedCalls(send: typeof request, list: typeof requestPage) {
  const path = { rfx_id: 7 };
  return [
    () => send("GET", "/api/rfx/{rfx_id}", { path, query: { i: ["tasks"] } }),
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path, body: { reason: "Capacity" } }),
    () => list("/api/rfx", { query: { pending: "true", sort: "-ref" } }),
    // @ts-expect-error: no such path
    () => send("GET", "/api/rfy"),
    // @ts-expect-error: the path is described, this method of it is not
    () => send("DELETE", "/api/rfx/{rfx_id}", { path }),
    // @ts-expect-error: an address in place of its template
    () => send("GET", `/api/rfx/${7}`),
    // @ts-expect-error: the value of the path is missing
    () => send("GET", "/api/rfx/{rfx_id}"),
    // @ts-expect-error: a misspelled value of the path
    () => send("GET", "/api/rfx/{rfx_id}", { path: { rfxId: 7 } }),
    // @ts-expect-error: a misspelled parameter of the query
    () => send("GET", "/api/relationship/supplier", { query: { serach: "a" } }),
    // @ts-expect-error: a value that the parameter does not have
    () => send("GET", "/api/rfx/{rfx_id}", { path, query: { i: ["task"] } }),
    // @ts-expect-error: the body is missing
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path }),
    // @ts-expect-error: a field of the body is missing
    () => send("POST", "/api/session", { body: { email: "a@b.co" } }),
    // @ts-expect-error: a misspelled field of the body
    () => send("POST", "/api/rfx/{rfx_id}/decline", { path, body: { reason: "Capacity", raeson: "" } }),
    // @ts-expect-error: a body where none is taken
    () => send("POST", "/api/rfx/{rfx_id}/opened", { path, body: {} }),
    // @ts-expect-error: no list
    () => list("/api/home/chart"),
    // @ts-expect-error: a misspelled filter of a list
    () => list("/api/rfx", { query: { pendign: "true" } }),
  ];
}

/** What the responses have: a misspelled field fails. */
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
