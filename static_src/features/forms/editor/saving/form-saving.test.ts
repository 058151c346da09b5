import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../../../api/errors";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import type { FormContent, OpenForm } from "../types";
import { type DraftArea, type KeptDraft, KeptDrafts } from "./drafts";
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
    faults: [],
    bundles: [],
    html: "",
    noteId: null,
    thumbnail: null,
    ...changes,
  };
}

/** In-memory storage that several pages share. */
class Memory implements DraftArea {
  drafts = new Map<string, KeptDraft>();
  load = async (scope: string) => this.drafts.get(scope) ?? null;
  keep = async (scope: string, draft: KeptDraft) => void this.drafts.set(scope, structuredClone(draft));
  forget = async (scope: string) => void this.drafts.delete(scope);
}

class Page {
  content: FormContent;
  sent: { id: number; version: number; content: FormContent }[] = [];
  answer: (id: number, version: number, content: FormContent) => Promise<OpenForm>;
  stored: OpenForm;
  readonly saving: FormSaving;

  constructor(form = openForm(), memory = new Memory()) {
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
      kept: new KeptDrafts("7.series", async () => memory),
    });
  }

  write(text: string) {
    this.content = { ...this.content, doc: docOf(text) };
    this.saving.edited();
  }

  get text() {
    return this.saving.snapshot().text;
  }
}

const stale = (by: number) =>
  new ApiError(409, {
    code: "stale",
    message: "Somebody else has saved this form.",
    docFormId: 5,
    savedBy: { id: by, name: "Daniel Asante" },
    updated: "2026-11-20T11:00:00Z",
  });
const lost = () => new ApiError(0, { message: "There is no connection to the server." }, true);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

describe("saving", () => {
  test("waits 1 s after the last change, and says how far it is", async () => {
    const page = new Page();
    const said: string[] = [page.text];
    page.saving.subscribe(() => said.at(-1) !== page.text && said.push(page.text));
    page.write("a");
    await vi.advanceTimersByTimeAsync(900);
    page.write("ab");
    await vi.advanceTimersByTimeAsync(900);
    expect(page.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(page.sent.map(({ version, content }) => [version, content.doc])).toEqual([[3, docOf("ab")]]);
    expect(said).toEqual(["All changes saved", "Changed", "Saving...", "All changes saved"]);
    page.write("ab");
    await vi.advanceTimersByTimeAsync(1_500);
    expect(page.sent).toHaveLength(1);
    expect(page.text).toBe("All changes saved");
  });

  test("goes on with the draft that writing on a published form begins", async () => {
    const page = new Page(openForm({ status: "PUBLISHED" }));
    page.answer = async (_id, version, content) =>
      openForm({ ...content, id: 9, revision: 1, version: version + 1 });
    page.write("a");
    await page.saving.flush();
    expect(page.saving.snapshot()).toMatchObject({ begunDraft: true, form: { id: 9, revision: 1 } });
    page.write("b");
    await page.saving.flush();
    expect(page.sent.map(({ id }) => id)).toEqual([5, 9]);
  });

  test("what is written while it is sent is sent next", async () => {
    const page = new Page();
    page.write("a");
    const flushing = page.saving.flush();
    page.write("b");
    expect(await flushing).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.sent.map(({ version }) => version)).toEqual([3, 4]);
    expect(page.text).toBe("All changes saved");
  });

  test("a document that the server does not take stays, with the reason, until it is changed", async () => {
    const page = new Page();
    const { answer } = page;
    const faults = [{ fid: "f1", sentence: "Too many fields.", severity: "REFUSED" }];
    page.answer = () => Promise.reject(new ApiError(422, { errors: ["Too many fields."], faults }));
    page.write("a");
    await page.saving.flush();
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
  test("without a connection it is kept on the device, and sent when there is one", async () => {
    const memory = new Memory();
    const page = new Page(openForm(), memory);
    const stop = page.saving.start();
    const { answer } = page;
    page.answer = () => Promise.reject(lost());
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

  test("where the browser keeps nothing either, the page is not left without a question", async () => {
    const asked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const memory = new Memory();
    memory.keep = () => Promise.reject(new DOMException("Refused", "QuotaExceededError"));
    const page = new Page(openForm(), memory);
    const stop = page.saving.start();
    const { answer } = page;
    page.answer = () => Promise.reject(lost());
    page.write("kept nowhere");
    await vi.advanceTimersByTimeAsync(1_100);
    expect([page.text, asked()]).toEqual(["Changed", true]);
    page.answer = answer;
    await page.saving.flush();
    expect([page.text, asked()]).toEqual(["All changes saved", false]);
    stop();
  });

  test("nothing is called kept before it is, and whoever writes without a pause is kept as they go", async () => {
    const memory = new Memory();
    const page = new Page(openForm(), memory);
    page.answer = () => Promise.reject(lost());
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    page.write("a");
    expect(page.text).toBe("Changed");
    for (const text of ["ab", "abc", "abcd"]) {
      await vi.advanceTimersByTimeAsync(150);
      page.write(text);
    }
    expect(page.text).toBe("Offline: kept on this device");
    expect(memory.drafts.get("7.series")?.doc).toEqual(docOf("abc"));
  });

  test("a fault of the server is not called offline", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(new ApiError(502, {}));
    page.write("a");
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Server fault");
    page.answer = () => Promise.reject(lost());
    await page.saving.flush();
    await page.saving.settled();
    expect(page.text).toBe("Offline: kept on this device");
  });

  test("where nothing can be saved any more it is said all the same that one is online again", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(new ApiError(403, { message: "You may not change forms." }));
    const stop = page.saving.start();
    page.write("a");
    await vi.advanceTimersByTimeAsync(1_100);
    expect(page.saving.snapshot().closed).toBe("You may not change forms.");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    page.write("ab");
    expect(page.text).toBe("Offline: kept on this device");
    online.mockRestore();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(page.text).toBe("Changed");
    stop();
  });

  test.each([
    ["the page is looked at again", () => document.dispatchEvent(new Event("visibilitychange"))],
    ["more is written", (page: Page) => page.write("abc")],
  ] as const)(
    "what an archived form did not take is saved once it is restored and %s",
    async (_, happens) => {
      const page = new Page();
      const take = page.answer;
      const archived = () => new ApiError(409, { code: "archived", message: "This form is archived." });
      page.answer = () => Promise.reject(archived());
      const stop = page.saving.start();
      page.write("ab");
      await vi.advanceTimersByTimeAsync(1_100);
      happens(page);
      await vi.advanceTimersByTimeAsync(1_100);
      expect(page.saving.snapshot().closed).toBe("This form is archived.");
      page.answer = take;
      happens(page);
      await vi.advanceTimersByTimeAsync(1_100);
      expect(page.saving.snapshot()).toMatchObject({ closed: null, text: "All changes saved" });
      expect(page.stored.doc).toEqual(page.content.doc);
      stop();
    },
  );

  test("of a form that was published elsewhere what is not on the screen is put on it by choice alone", async () => {
    const page = new Page();
    page.stored = openForm({ status: "PUBLISHED", version: 4 });
    await page.saving.lookAgain();
    expect(page.saving.snapshot()).toMatchObject({ form: { status: "PUBLISHED", version: 4 }, stale: null });
    page.stored = openForm({ status: "PUBLISHED", version: 5, doc: docOf("by a colleague") });
    await page.saving.lookAgain();
    expect(page.saving.snapshot()).toMatchObject({ form: { version: 4 }, stale: { docFormId: 5 } });
    expect(page.content.doc).toEqual(docOf("as saved"));
  });

  test("a page that shows a form as archived takes it up as it was restored when it is looked at again", async () => {
    const page = new Page(openForm({ isArchived: true, canEdit: false }));
    const stop = page.saving.start();
    page.stored = openForm({ doc: docOf("restored, then written on"), version: 4 });
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(page.saving.snapshot().form).toMatchObject({ canEdit: true, isArchived: false, version: 4 });
    expect(page.content.doc).toEqual(docOf("restored, then written on"));
    stop();
  });

  test("a page that comes after brings it back and saves it", async () => {
    const memory = new Memory();
    const before = new Page(openForm(), memory);
    before.answer = () => Promise.reject(lost());
    before.write("from before");
    await before.saving.flush();
    await before.saving.settled();
    const page = new Page(openForm(), memory);
    expect(await page.saving.takeUpKept()).toBe(true);
    expect(page.content.doc).toEqual(docOf("from before"));
    await page.saving.flush();
    expect(page.text).toBe("All changes saved");
    expect(page.saving.snapshot().stale).toBeNull();
    expect(memory.drafts.size).toBe(0);
  });

  test("what was kept on an older version waits for a choice", async () => {
    const memory = new Memory();
    const before = new Page(openForm(), memory);
    before.answer = () => Promise.reject(lost());
    before.write("from before");
    await before.saving.flush();
    await before.saving.settled();
    const page = new Page(openForm({ version: 4, doc: docOf("theirs") }), memory);
    expect(await page.saving.takeUpKept()).toBe(true);
    await page.saving.flush();
    expect(page.sent).toHaveLength(0);
    expect(page.saving.snapshot().stale).not.toBeNull();
  });

  test("what was kept although it arrived is forgotten", async () => {
    const memory = new Memory();
    const { schemaVersion, doc } = docOf("as saved");
    await memory.keep("7.series", {
      title: "Qualification",
      doc: { doc, schemaVersion },
      formId: 5,
      version: 2,
      at: 1,
    });
    const page = new Page(openForm({ version: 3 }), memory);
    expect(await page.saving.takeUpKept()).toBe(false);
    expect(page.saving.snapshot().stale).toBeNull();
    await page.saving.settled();
    expect(memory.drafts.size).toBe(0);
  });
});

describe("two who write at once", () => {
  test("the second to save is told who and when, and nothing more is sent", async () => {
    const page = new Page();
    page.answer = () => Promise.reject(stale(12));
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

  test("theirs can be loaded, and writing goes on over it", async () => {
    const page = new Page();
    const { answer } = page;
    page.answer = () => Promise.reject(stale(12));
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

  test("a save of one's own whose answer was lost is no conflict", async () => {
    const page = new Page(openForm({ doc: formOf(fieldNode("one")) }));
    page.answer = () => Promise.reject(lost());
    page.write("mine");
    await page.saving.flush();
    page.stored = openForm({ version: 4, doc: docOf("mine") });
    page.answer = () => Promise.reject(stale(7));
    await page.saving.flush();
    expect(page.saving.snapshot()).toMatchObject({
      stale: null,
      text: "All changes saved",
      form: { version: 4 },
    });
  });
});
