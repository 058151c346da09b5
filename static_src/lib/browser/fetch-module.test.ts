import { expect, test, vi } from "vitest";
import { fetchModule, modulePath } from "./fetch-module";

const failed = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`);

test("a loaded module is returned", async () => {
  expect(await fetchModule(async () => ({ answer: 1 }))).toEqual({ answer: 1 });
});

test("an error that names no module of the build is rethrown", async () => {
  const load = vi.fn(() => Promise.reject(failed("https://elsewhere.example/static/build/a-1.js")));
  await expect(fetchModule(load)).rejects.toThrow("elsewhere.example");
  expect(load).toHaveBeenCalledTimes(1);
});

test("the path of the module is read from the browser's error, without the query", () => {
  const { origin } = window.location;
  expect(modulePath(failed(`${origin}/static/build/modal-dialog-A1B2.js`))).toBe(
    "/static/build/modal-dialog-A1B2.js",
  );
  expect(modulePath(failed(`${origin}/static/build/modal-dialog-A1B2.js?again=5`))).toBe(
    "/static/build/modal-dialog-A1B2.js",
  );
  expect(modulePath(failed(`${origin}/other/file.js`))).toBeNull();
  expect(modulePath(new TypeError("Importing a module script failed."))).toBeNull();
  expect(modulePath(undefined)).toBeNull();
});
