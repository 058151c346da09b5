import { beforeEach, expect, test } from "vitest";
import { keyOfPath, noteViewed, recentKeys, removeViewed } from "./recent-records";

beforeEach(() => localStorage.clear());

test("the pages of records have keys, lists have none", () => {
  expect(keyOfPath("/rfx/1188/task/3")).toBe("rfx:1188");
  expect(keyOfPath("/rfx/request/4")).toBe("request:4");
  expect(keyOfPath("/organisations/8/documents")).toBe("supplier:8");
  for (const path of ["/rfx", "/organisations/invite", "/home", "/guest/x/rfx/3"])
    expect(keyOfPath(path)).toBeNull();
});

test("the latest 30 keys are stored for each user until the user signs out", () => {
  for (let id = 1; id <= 40; id++) noteViewed(7, `/ncr/${id}`);
  noteViewed(7, "/ncr/20");
  expect(recentKeys(7)).toHaveLength(30);
  expect(recentKeys(7).slice(0, 2)).toEqual(["ncr:20", "ncr:40"]);
  expect(recentKeys(8)).toEqual([]);
  removeViewed(7);
  expect(recentKeys(7)).toEqual([]);
});

test("damaged storage counts as empty", () => {
  localStorage.setItem("assay.recent.7", '["rfx:1", "no key", 3]');
  expect(recentKeys(7)).toEqual(["rfx:1"]);
  localStorage.setItem("assay.recent.7", "{");
  expect(recentKeys(7)).toEqual([]);
});
