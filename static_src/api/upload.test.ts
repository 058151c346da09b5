import { expect, test, vi } from "vitest";
import { usingContext } from "../testing/page";
import { answerCalls } from "../testing/server";
import { uploadFile } from "./upload";

class FakeRequest {
  static status = 204;
  static sent: { method: string; url: string; headers: Record<string, string> }[] = [];
  upload: { onprogress?: (event: ProgressEvent) => void } = {};
  status = 0;
  responseText = "";
  onload = () => {};
  #call = { method: "", url: "", headers: {} as Record<string, string> };
  open(method: string, url: string) {
    this.#call = { method, url, headers: {} };
  }
  getResponseHeader() {
    return FakeRequest.status === 503 ? "5" : null;
  }
  setRequestHeader(name: string, value: string) {
    this.#call.headers[name] = value;
  }
  send() {
    FakeRequest.sent.push(this.#call);
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 } as ProgressEvent);
    this.status = FakeRequest.status;
    this.responseText = this.status >= 400 ? JSON.stringify({ errors: ["No viruses."] }) : "";
    this.onload();
  }
}

const file = new File(["abc"], "a.pdf", { type: "application/pdf" });

test("an upload requests its URL first, then sends the bytes and reports progress", async () => {
  usingContext();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const calls = answerCalls(() => ({ body: { id: 12, uploadUrl: "/api/attachment/12/content" } }));
  const progress = vi.fn();
  const uploaded = await uploadFile(file, "MESSAGE", { onProgress: progress });
  expect(uploaded).toEqual({ id: 12, filename: "a.pdf", size: 3, contentType: "application/pdf" });
  expect(calls[0]?.body).toEqual({ filename: "a.pdf", size: 3, kind: "MESSAGE" });
  expect(FakeRequest.sent[0]?.headers.Authorization).toBe("Bearer token-1");
  expect(progress).toHaveBeenCalledWith(0.5);
});

test("an upload that fails without the database shows a toast", async () => {
  usingContext();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  FakeRequest.status = 503;
  answerCalls(() => ({ body: { id: 12, uploadUrl: "/api/attachment/12/content" } }));
  await expect(uploadFile(file, "MESSAGE")).rejects.toMatchObject({ status: 503, caught: false });
});

test("a rejected file is an ApiError", async () => {
  usingContext();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  FakeRequest.status = 422;
  answerCalls(() => ({ body: { id: 12, uploadUrl: "/api/attachment/12/content" } }));
  await expect(uploadFile(file, "MESSAGE")).rejects.toThrow("No viruses.");
});
