import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../../api/errors";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import type { FormContent, OpenForm } from "../types";
import { type DraftStorage, type FormDraft, FormDrafts } from "./drafts";
import { FormSaving } from "./form-saving";

const docOf = (text: string) => formOf(blockNode("paragraph", [textNode(text)]));

function openForm(changes: Partial<OpenForm> = {}): OpenForm {
  return {
    id: 5,
    seriesId: "series",
    title: "Qualification",
    type: "RFI",
    status: "DRAFT",
    revision: 0,
    version: 3,
    doc: docOf("as saved"),
    isArchived: false,
    isLatest: true,
    isInUse: false,
    created: "2026-11-20T10:00:00Z",
    updated: "2026-11-20T10:00:00Z",
    savedBy: { id: 7, name: "Rosa Meyer" },
    revisions: [],
    canEdit: true,
    frozenFields: [],
    hasOldPromise: false,
    faults: [],
    bundles: [],
    html: "",
    noteId: null,
    thumbnail: null,
    ...changes,
  };
}

/** In-memory storage that several pages share. */
class MemoryStorage implements DraftStorage {
  drafts = new Map<string, FormDraft>();
  load = async (scope: string) => this.drafts.get(scope) ?? null;
  save = async (scope: string, draft: FormDraft) => void this.drafts.set(scope, structuredClone(draft));
  remove = async (scope: string) => void this.drafts.delete(scope);
}

class Page {
  content: FormContent;
  sent: { id: number; version: number; content: FormContent }[] = [];
  answer: (id: number, version: number, content: FormContent) => Promise<OpenForm>;
  stored: OpenForm;
  readonly saving: FormSaving;

  constructor(form = openForm(), memory = new MemoryStorage()) {
    this.stored = form;
    this.content = { title: form.title, doc: form.doc };
    this.answer = async (_id, version, content) => {
      this.stored = { ...this.stored, ...content, version: version + 1 };
      return this.stored;
    };
    this.saving = new FormSaving({
      form,
      scope: "7.series",
      content: () => this.content,
      show: (content) => {
        this.content = content;
      },
      send: (id, version, content) => {
        this.sent.push({ id, version, content });
        return this.answer(id, version, content);
      },
      load: async () => this.stored,
      userId: 7,
      drafts: new FormDrafts("7.series", async () => memory),
    });
  }

  write(text: string) {
    this.content = { ...this.content, doc: docOf(text) };
    this.saving.markEdited();
  }

  get text() {
    return this.saving.snapshot().text;
  }
}

const staleError = (by: number) =>
  new ApiError(409, {
    code: "stale",
    message: "Someone else has saved this form.",
    docFormId: 5,
    savedBy: { id: by, name: "Daniel Asante" },
    updated: "2026-11-20T11:00:00Z",
  });
const offlineError = () => new ApiError(0, { message: "There is no connection to the server." }, true);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

describe("saving", () => {
  test("starts 1 s after the last change and reports its progress", async () => {
    const page = new Page();
    const texts: string[] = [page.text];
    page.saving.subscribe(() => texts.at(-1) !== page.text && texts.push(page.text));
    page.write("a");
    await vi.advanceTimersByTimeAsync(900);
    page.write("ab");
    await vi.advanceTimersByTimeAsync(900);
    expect(page.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(page.sent.map(({ version, content }) => [version, content.doc])).toEqual([[3, docOf("ab")]]);
    expect(texts).toEqual(["All changes saved", "Changed", "Saving...", "All changes saved"]);
    page.write("ab");
    await vi.advanceTimersByTimeAsync(1_500);
    expect(page.sent).toHaveLength(1);
    expect(page.text).toBe("All changes saved");
  });

  test("continues with the draft that an edit of a published form creates", async () => {
    const page = new Page(openForm({ status: "PUBLISHED" }));
    page.answer = async (_id, version, content) =>
      openForm({ ...content, id: 9, revision: 1, version: version + 1 });
    page.write("a");
    await page.saving.flush();
    expect(page.saving.snapshot()).toMatchObject({ hasNewDraft: true, form: { id: 9, revision: 1 } });
    page.write("b");
    await page.saving.flush();
    expect(page.sent.map(({ id }) => id)).toEqual([5, 9]);
  });

  test("changes made during a save are sent in the next save", async () => {
    const page = new Page();
    page.write("a");
    const flushing = page.saving.flush();
    page.write("b");
    expect(await flushing).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.sent.map(({ version }) => version)).toEqual([3, 4]);
    expect(page.text).toBe("All changes saved");
  });

  test("a rejected document stays with its error and is not sent again until it changes", async () => {
    const page = new Page();
    const { answer } = page;
    const faults = [{ fid: "f1", sentence: "Too many fields.", severity: "REFUSED" }];
    page.answer = () => Promise.reject(new ApiError(500, {}));
    page.write("a");
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Server fault");
    page.sent.length = 0;
    page.answer = () => Promise.reject(new ApiError(422, { errors: ["Too many fields."], faults }));
    page.write("ab");
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Changed");
    expect(page.saving.snapshot().refused).toEqual({ sentence: "Too many fields.", faults });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.sent).toHaveLength(1);
    page.answer = answer;
    page.write("b");
    await page.saving.flush();
    expect(page.saving.snapshot().refused).toBeNull();
  });
});

describe("nothing is lost", () => {
  test("changes made offline are stored on the device and sent when the connection is back", async () => {
    const memory = new MemoryStorage();
    const page = new Page(openForm(), memory);
    const stop = page.saving.start();
    const { answer } = page;
    page.answer = () => Promise.reject(offlineError());
    page.write("offline");
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Offline: kept on this device");
    expect(memory.drafts.get("7.series")?.doc).toEqual(docOf("offline"));
    page.answer = answer;
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(100);
    expect(page.text).toBe("All changes saved");
    expect(memory.drafts.size).toBe(0);
    stop();
  });

  test("leaving the page asks for confirmation if the browser cannot store a draft either", async () => {
    const isLeavingBlocked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const memory = new MemoryStorage();
    memory.save = () => Promise.reject(new DOMException("Refused", "QuotaExceededError"));
    const page = new Page(openForm(), memory);
    const stop = page.saving.start();
    const { answer } = page;
    page.answer = () => Promise.reject(offlineError());
    page.write("kept nowhere");
    await vi.advanceTimersByTimeAsync(1_100);
    expect([page.text, isLeavingBlocked()]).toEqual(["Changed", true]);
    page.answer = answer;
    await page.saving.flush();
    expect([page.text, isLeavingBlocked()]).toEqual(["All changes saved", false]);
    stop();
  });

  test("the text says 'kept' only while a draft of the last change is stored, and drafts are stored during continuous typing", async () => {
    const memory = new MemoryStorage();
    const page = new Page(openForm(), memory);
    page.answer = () => Promise.reject(offlineError());
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    page.write("a");
    expect(page.text).toBe("Changed");
    for (const text of ["ab", "abc", "abcd"]) {
      await vi.advanceTimersByTimeAsync(150);
      page.write(text);
    }
    expect(memory.drafts.get("7.series")?.doc).toEqual(docOf("abc"));
    expect(page.text).toBe("Changed");
    await vi.advanceTimersByTimeAsync(400);
    expect(memory.drafts.get("7.series")?.doc).toEqual(docOf("abcd"));
    expect(page.text).toBe("Offline: kept on this device");
  });

  test("a server error is not shown as offline", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(new ApiError(502, {}));
    page.write("a");
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Server fault");
    page.answer = () => Promise.reject(offlineError());
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Offline: kept on this device");
  });

  test("the text changes when the connection is back even if saving is no longer allowed", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(new ApiError(403, { message: "You may not change forms." }));
    const stop = page.saving.start();
    page.write("a");
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.saving.snapshot().closed).toBe("You may not change forms.");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    page.write("ab");
    await vi.advanceTimersByTimeAsync(400);
    expect(page.text).toBe("Offline: kept on this device");
    online.mockRestore();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(page.text).toBe("Changed");
    stop();
  });

  test.each([
    ["the user returns to the page", () => document.dispatchEvent(new Event("visibilitychange"))],
    ["the content changes again", (page: Page) => page.write("abc")],
  ] as const)("changes to an archived form are saved after it is restored and %s", async (_, trigger) => {
    const page = new Page();
    const answerNormally = page.answer;
    const archived = () => new ApiError(409, { code: "archived", message: "This form is archived." });
    page.answer = () => Promise.reject(archived());
    const stop = page.saving.start();
    page.write("ab");
    await vi.advanceTimersByTimeAsync(1_100);
    trigger(page);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.saving.snapshot().closed).toBe("This form is archived.");
    page.answer = answerNormally;
    trigger(page);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.saving.snapshot()).toMatchObject({ closed: null, text: "All changes saved" });
    expect(page.stored.doc).toEqual(page.content.doc);
    stop();
  });

  test("changed content of a form that was published elsewhere is a conflict and does not replace the screen", async () => {
    const page = new Page();
    page.stored = openForm({ status: "PUBLISHED", version: 4 });
    await page.saving.reload();
    expect(page.saving.snapshot()).toMatchObject({ form: { status: "PUBLISHED", version: 4 }, stale: null });
    page.stored = openForm({ status: "PUBLISHED", version: 5, doc: docOf("by a colleague") });
    await page.saving.reload();
    expect(page.saving.snapshot()).toMatchObject({ form: { version: 4 }, stale: { docFormId: 5 } });
    expect(page.content.doc).toEqual(docOf("as saved"));
  });

  test("a page with an archived form reloads the restored form when the user returns", async () => {
    const page = new Page(openForm({ isArchived: true, canEdit: false }));
    const stop = page.saving.start();
    page.stored = openForm({ doc: docOf("restored, then written on"), version: 4 });
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(page.saving.snapshot().form).toMatchObject({ canEdit: true, isArchived: false, version: 4 });
    expect(page.content.doc).toEqual(docOf("restored, then written on"));
    stop();
  });

  test("the next page restores the draft and saves it", async () => {
    const memory = new MemoryStorage();
    const before = new Page(openForm(), memory);
    before.answer = () => Promise.reject(offlineError());
    before.write("from before");
    await before.saving.flush();
    await before.saving.settled();
    const page = new Page(openForm(), memory);
    expect(await page.saving.restoreDraft()).toBe(true);
    expect(page.content.doc).toEqual(docOf("from before"));
    await page.saving.flush();
    expect(page.text).toBe("All changes saved");
    expect(page.saving.snapshot().stale).toBeNull();
    expect(memory.drafts.size).toBe(0);
  });

  test("a draft based on an older version waits for the user's choice", async () => {
    const memory = new MemoryStorage();
    const before = new Page(openForm(), memory);
    before.answer = () => Promise.reject(offlineError());
    before.write("from before");
    await before.saving.flush();
    await before.saving.settled();
    const page = new Page(openForm({ version: 4, doc: docOf("theirs") }), memory);
    expect(await page.saving.restoreDraft()).toBe(true);
    await page.saving.flush();
    expect(page.sent).toHaveLength(0);
    expect(page.saving.snapshot().stale).not.toBeNull();
  });

  test("a draft that equals the stored form is removed", async () => {
    const memory = new MemoryStorage();
    const { schemaVersion, doc } = docOf("as saved");
    await memory.save("7.series", {
      title: "Qualification",
      doc: { doc, schemaVersion },
      formId: 5,
      version: 2,
      at: 1,
    });
    const page = new Page(openForm({ version: 3 }), memory);
    expect(await page.saving.restoreDraft()).toBe(false);
    expect(page.saving.snapshot().stale).toBeNull();
    await page.saving.settled();
    expect(memory.drafts.size).toBe(0);
  });
});

describe("two users edit at the same time", () => {
  test("the second save reports the other user and the time, and nothing more is sent", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(staleError(12));
    page.write("mine");
    await page.saving.flush();
    expect(page.saving.snapshot().stale).toEqual({
      docFormId: 5,
      savedBy: { id: 12, name: "Daniel Asante" },
      updated: "2026-11-20T11:00:00Z",
    });
    page.write("mine still");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(page.sent).toHaveLength(1);
    expect(page.text).toBe("Changed");
  });

  test("the other version can be loaded, and later saves are based on it", async () => {
    const page = new Page();
    const { answer } = page;
    page.answer = () => Promise.reject(staleError(12));
    page.write("mine");
    await page.saving.flush();
    page.stored = openForm({ version: 8, doc: docOf("theirs") });
    await page.saving.takeTheirs();
    expect(page.content.doc).toEqual(docOf("theirs"));
    expect(page.saving.snapshot()).toMatchObject({ stale: null, text: "All changes saved" });
    page.answer = answer;
    page.write("theirs and mine");
    await page.saving.flush();
    expect(page.sent.at(-1)?.version).toBe(8);
  });

  test("the user's own save whose response was lost is not a conflict", async () => {
    const page = new Page(openForm({ doc: formOf(fieldNode("one")) }));
    page.answer = () => Promise.reject(offlineError());
    page.write("mine");
    await page.saving.flush();
    page.stored = openForm({ version: 4, doc: docOf("mine") });
    page.answer = () => Promise.reject(staleError(7));
    await page.saving.flush();
    expect(page.saving.snapshot()).toMatchObject({
      stale: null,
      text: "All changes saved",
      form: { version: 4 },
    });
  });
});
