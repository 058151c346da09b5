import { vi } from "vitest";

export type Call = { method: string; url: URL; headers: Headers; body: unknown; keepalive: boolean };
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Response;

/** Replace fetch: `answer` returns the response for each request. Returns the list of recorded requests. */
export function answerCalls(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const call: Call = {
      method: init.method ?? "GET",
      url: new URL(input, "http://localhost"),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      keepalive: init.keepalive ?? false,
    };
    calls.push(call);
    const response = await answer(call);
    init.signal?.throwIfAborted();
    if (response instanceof Response) return response;
    const { status = 200, body, headers = {} } = response;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
  return calls;
}
