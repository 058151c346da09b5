import { beforeEach, expect, test, vi } from "vitest";
import { listen } from "../lib/events";
import { usingContext } from "../testing/page";
import { answerCalls, type Call } from "../testing/server";
import type { ApiError } from "./errors";

const assign = vi.fn();

/** Import the client of a new page, with its own module state. */
async function page(changes = {}) {
  vi.resetModules();
  const { setBrowserPageContext } = await import("../lib/browser/page-context");
  setBrowserPageContext(usingContext(changes));
  const { request } = await import("./client");
  const { toasts, useToasts } = await import("../lib/toasts");
  const { renderHook } = await import("@testing-library/react");
  toasts.clear();
  return {
    request,
    toasted: () => renderHook(() => useToasts()).result.current.map(({ text }) => text),
    failure: (call: Promise<unknown>) =>
      call.then(
        () => {
          throw new Error("The call succeeded");
        },
        (error: ApiError) => error,
      ),
  };
}

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
});

test("requests carry token and version, and empty query values are left out", async () => {
  const calls = answerCalls(() => ({ body: { id: 1 }, headers: { "Server-Version": "1.0.412" } }));
  const { request } = await page();
  const query = { search: "x y", tags: ["a", "b"], country: "", allOrganisations: false, page: undefined };
  expect(await request("GET", "/api/organisation", { query })).toEqual({ id: 1 });
  expect(calls[0]?.url.search).toBe("?search=x+y&tags=a&tags=b&allOrganisations=false");
  expect(calls[0]?.headers.get("Authorization")).toBe("Bearer token-1");
  expect(calls[0]?.headers.get("Client-Version")).toBe("1.0.412");
  expect(assign).not.toHaveBeenCalled();
});

test("sign-in carries no token", async () => {
  const calls = answerCalls(() => ({ body: {} }));
  const { request } = await page();
  const body = { email: "a@b.co", password: "x" };
  await request("POST", "/api/session", { body, anonymous: true, idempotencyKey: "k" });
  expect(calls[0]?.headers.get("Authorization")).toBeNull();
  expect(calls[0]?.headers.get("Idempotency-Key")).toBe("k");
  expect(calls[0]?.body).toEqual(body);
});

test("a token about to expire is renewed before the request, once for concurrent requests", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/session/refresh"
      ? { body: { accessToken: "token-2", expiresIn: 900, userId: 7 } }
      : { body: {} },
  );
  const { request } = await page({ expiresIn: 0 });
  await Promise.all([request("GET", "/api/rfx"), request("GET", "/api/ncr")]);
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/session/refresh", "/api/rfx", "/api/ncr"]);
  expect(calls[0]?.headers.get("Client-Version")).toBe("1.0.412");
  expect(calls[1]?.headers.get("Authorization")).toBe("Bearer token-2");
});

test("a page does not continue under the name of a user who signed in in another tab", async () => {
  const calls = answerCalls(({ url, headers }) => {
    if (url.pathname === "/api/session/refresh")
      return { body: { accessToken: "another's", expiresIn: 900, userId: 8 } };
    return headers.get("Authorization") === "Bearer token-1" ? { status: 401 } : { body: {} };
  });
  const { request, failure } = await page();
  expect(
    (
      await failure(
        request("PUT", "/api/messageThread/{thread_id}/trash", {
          path: { thread_id: 5 },
          body: { trash: true },
        }),
      )
    ).status,
  ).toBe(401);
  expect(calls.filter(({ headers }) => headers.get("Authorization") === "Bearer another's")).toEqual([]);
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/login\?returnUrl=/));
});

test("a guest's page gets each token by its link, never by the cookie", async () => {
  let tokens = 0;
  const calls = answerCalls(({ url }) => {
    if (url.pathname === "/api/session/guest") {
      tokens += 1;
      return { body: { accessToken: `guest-${tokens}`, expiresIn: 900 } };
    }
    return tokens === 1 && calls.length > 2 ? { status: 401 } : { body: {} };
  });
  const { request } = await page();
  const { becomeGuest } = await import("./session");
  becomeGuest("u-1", "The link is gone.");
  await request("GET", "/api/rfx/{rfx_id}", { path: { rfx_id: 41 } });
  await request("GET", "/api/rfx/{rfx_id}/value", { path: { rfx_id: 41 } });
  expect(calls.map(({ url }) => url.pathname)).toEqual([
    "/api/session/guest",
    "/api/rfx/41",
    "/api/rfx/41/value",
    "/api/session/guest",
    "/api/rfx/41/value",
  ]);
  expect(calls[0]?.body).toEqual({ uuid: "u-1" });
  expect(calls[4]?.headers.get("Authorization")).toBe("Bearer guest-2");
});

test("a guest with an invalid link sees one toast and stays on the page", async () => {
  answerCalls(() => ({ status: 401, body: { message: "Please sign in again." } }));
  history.replaceState(null, "", "/guest/u-1/rfx/41");
  const { request, failure, toasted } = await page();
  const { becomeGuest } = await import("./session");
  becomeGuest("u-1", "The link is gone.");
  const error = await failure(
    request("POST", "/api/rfx/{rfx_id}/submission", { path: { rfx_id: 41 }, body: {} }),
  );
  expect([error.status, error.code, error.message]).toEqual([401, "linkGone", "The link is gone."]);
  expect(toasted()).toEqual(["The link is gone."]);
  expect(assign).not.toHaveBeenCalled();
});

const refuse = ({ url }: Call) => (url.pathname === "/api/rfx" ? { status: 401 } : { status: 401, body: {} });

test("a 401 is retried once with a new token", async () => {
  let tries = 0;
  answerCalls(({ url }) => {
    if (url.pathname === "/api/session/refresh")
      return { body: { accessToken: "token-2", expiresIn: 900, userId: 7 } };
    tries += 1;
    return tries === 1 ? { status: 401 } : { body: [1] };
  });
  const { request } = await page();
  expect(await request("GET", "/api/rfx")).toEqual([1]);
});

test("a repeated 401 stores unsaved input and opens the sign-in with a return address", async () => {
  answerCalls(refuse);
  history.replaceState(null, "", "/contacts?tab=x");
  const { request, failure, toasted } = await page();
  const onLeave = vi.fn();
  const stop = listen("BEFORE_LEAVE", onLeave);
  const error = await failure(request("GET", "/api/rfx"));
  stop();
  expect(assign.mock.calls).toEqual([["/login?returnUrl=%2Fcontacts%3Ftab%3Dx&reason=expired"]]);
  expect(onLeave).toHaveBeenCalledWith(
    expect.objectContaining({ to: "/login?returnUrl=%2Fcontacts%3Ftab%3Dx" }),
  );
  expect(error.caught).toBe(true);
  expect(toasted()).toEqual([]);
});

test("the sign-in page shows that input was stored only if a listener stored it, and fills in the e-mail address", async () => {
  answerCalls(refuse);
  history.replaceState(null, "", "/rfx/7");
  const { request, failure } = await page();
  const stop = listen("BEFORE_LEAVE", ({ onKept }) => onKept?.());
  await failure(request("GET", "/api/rfx"));
  stop();
  expect(assign.mock.calls).toEqual([["/login?returnUrl=%2Frfx%2F7&reason=kept"]]);
  expect(sessionStorage.getItem("assay.signIn.email")).toBe("rosa.meyer@meridian.example");
});

test.each(["/login", "/passwordReset/u", "/acceptInvite/u", "/guest/u", "/loading", "/maintenance"])(
  "a 401 does not leave %s",
  async (path) => {
    answerCalls(refuse);
    history.replaceState(null, "", path);
    const { request, failure, toasted } = await page();
    expect((await failure(request("GET", "/api/rfx"))).status).toBe(401);
    expect(assign).not.toHaveBeenCalled();
    expect(toasted()).toEqual([]);
  },
);

test.each([500, 429])("a renewal with status %i does not end the session", async (status) => {
  answerCalls(({ url }) =>
    url.pathname === "/api/session/refresh" ? { status, body: { message: "It broke." } } : { status: 401 },
  );
  const { request, failure } = await page();
  const error = await failure(request("GET", "/api/rfx"));
  expect([error.status, error.caught, error.message]).toEqual([
    status,
    true,
    "Something went wrong. Please try again.",
  ]);
  expect(assign).not.toHaveBeenCalled();
});

test("another server version, or a 503, opens the maintenance page with a return address", async () => {
  history.replaceState(null, "", "/rfx/7?tab=rfi");
  const maintenance = "/maintenance?returnUrl=%2Frfx%2F7%3Ftab%3Drfi";
  answerCalls(() => ({ body: 5, headers: { "Server-Version": "1.0.413" } }));
  const first = await page();
  expect(await first.request("GET", "/api/rfx")).toBe(5);
  expect(assign.mock.calls).toEqual([[maintenance]]);
  answerCalls(() => ({ status: 503 }));
  const second = await page();
  const error = await second.failure(second.request("GET", "/api/rfx"));
  expect(error.caught).toBe(true);
  expect(assign.mock.calls).toEqual([[maintenance], [maintenance]]);
  expect(second.toasted()).toEqual([]);
});

test("a 503 with Retry-After shows a toast and the page stays", async () => {
  const body = { errors: ["The service is away for a moment."] };
  answerCalls(() => ({ status: 503, body, headers: { "Retry-After": "5" } }));
  const { request, failure, toasted } = await page();
  const error = await failure(request("GET", "/api/rfx"));
  expect([error.status, error.caught]).toEqual([503, false]);
  expect(assign).not.toHaveBeenCalled();
  expect(toasted()).toEqual(["The service is away for a moment."]);
});

test.each([
  [400, { errors: ["First.", "Second."], message: "No." }, "First.\nSecond."],
  [403, { message: "You don't have permission to do that." }, "You don't have permission to do that."],
  [500, undefined, "Something went wrong. Please try again."],
])("a %i shows a toast", async (status, body, text) => {
  answerCalls(() => ({ status, body }));
  const { request, failure, toasted } = await page();
  const error = await failure(
    request("PUT", "/api/ncr/{ncr_id}/deleted", { path: { ncr_id: 1 }, body: { deleted: true } }),
  );
  expect(error.message).toBe(text);
  expect(toasted()).toEqual([text]);
});

test("a response that is not JSON is a generic error", async () => {
  answerCalls(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const { request, failure, toasted } = await page();
  expect((await failure(request("GET", "/api/rfx"))).status).toBe(502);
  expect(toasted()).toEqual(["Something went wrong. Please try again."]);
});

const role = { name: "Auditor", permissions: [] };

test("a caller may show errors of fields itself", async () => {
  answerCalls(() => ({ status: 422, body: { errors: ["Too long."], fields: { title: ["Too long."] } } }));
  const { request, failure, toasted } = await page();
  const error = await failure(request("POST", "/api/role", { body: role, toast: (e) => !e.hasFields }));
  expect(error.fields).toEqual({ title: ["Too long."] });
  expect(toasted()).toEqual([]);
});

test("a form that shows the errors of some fields leaves the others to the toast", async () => {
  const { request, failure, toasted } = await page();
  const { besides } = await import("./field-errors");
  const refuse = async (body: object) => {
    answerCalls(() => ({ status: 422, body }));
    await failure(request("POST", "/api/role", { body: role, toast: besides("title", "files") }));
    return toasted();
  };
  expect(await refuse({ fields: { title: ["Too long."], "files.0": ["Gone."] } })).toEqual([]);
  const fields = { title: ["Too long."], version: ["Load it again.", "It is old."] };
  expect(await refuse({ errors: ["Too long.", "Load it again."], fields })).toEqual([
    "Load it again.\nIt is old.",
  ]);
  expect(await refuse({ errors: ["Not now."] })).toEqual(["Load it again.\nIt is old.", "Not now."]);
});

test("without a connection there is no toast, and the error is marked as caught", async () => {
  answerCalls(() => {
    throw new TypeError("Failed to fetch");
  });
  const { request, failure, toasted } = await page();
  const error = await failure(request("GET", "/api/rfx"));
  expect([error.status, error.caught]).toEqual([0, true]);
  expect(toasted()).toEqual([]);
});

test("path parameters are filled in and escaped", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  const { request } = await page();
  const path = { rfx_id: 41, field: "5/company name" };
  await request("GET", "/api/rfx/{rfx_id}/value/{field}/history", { path });
  expect(calls[0]?.url.pathname).toBe("/api/rfx/41/value/5%2Fcompany%20name/history");
});
