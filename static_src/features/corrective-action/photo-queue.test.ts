import { expect, test, vi } from "vitest";
import type { Uploaded } from "../../api/upload";
import type { UnsentFile, UnsentFiles } from "../../domain/saving/unsent-files";
import { PhotoQueue } from "./photo-queue";

/** Storage of a browser, which a second page shares. */
function fakeFiles(): UnsentFiles {
  const stored = new Map<string, UnsentFile>();
  return {
    load: async () => [...stored.values()],
    store: async (file: UnsentFile) => {
      stored.set(file.key, file);
      return true;
    },
    remove: async (key: string) => {
      stored.delete(key);
    },
  } as unknown as UnsentFiles;
}

function file(key: string): UnsentFile {
  return { key, place: "", name: `${key}.pdf`, type: "application/pdf", content: new Blob([key]), at: 1 };
}

test("without a connection files wait, a later page has them, and they are uploaded once it is back", async () => {
  const files = fakeFiles();
  let isOnline = false;
  const upload = vi.fn(async (sent: File): Promise<Uploaded> => {
    if (!isOnline) throw new Error("No connection");
    return { id: 7, filename: sent.name, size: sent.size, contentType: sent.type };
  });
  const received: string[] = [];
  const options = { scope: "s", files, upload, onUploaded: ({ key }: UnsentFile) => received.push(key) };
  const first = new PhotoQueue(options);
  await first.add(file("a"));
  expect(await first.flush()).toBe(false);
  expect(first.snapshot().map(({ name, error }) => [name, error])).toEqual([["a.pdf", null]]);

  const second = new PhotoQueue(options);
  const stop = second.start();
  await vi.waitFor(() => expect(second.snapshot()).toHaveLength(1));
  isOnline = true;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(received).toEqual(["a"]));
  expect(await second.flush()).toBe(true);
  expect(await files.load()).toEqual([]);
  stop();
});

test("a file that the server refuses is shown with the reason and does not hold up the others", async () => {
  const received: string[] = [];
  const queue = new PhotoQueue({
    scope: "s",
    files: fakeFiles(),
    upload: async (sent) => {
      if (sent.name === "a.pdf") throw Object.assign(new Error("Too large."), { status: 413 });
      return { id: 8, filename: sent.name, size: 1, contentType: sent.type };
    },
    onUploaded: ({ key }) => received.push(key),
  });
  await queue.add(file("a"));
  await queue.add(file("b"));
  await vi.waitFor(() => expect(received).toEqual(["b"]));
  expect(queue.snapshot().map(({ key, error }) => [key, error])).toEqual([["a", "Too large."]]);
  await queue.remove("a");
  expect(await queue.flush()).toBe(true);
});
