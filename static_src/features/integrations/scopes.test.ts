import { expect, test } from "vitest";
import { type KeyArea, scopesText, toggleScope } from "./scopes";

const suppliers: KeyArea = { label: "Suppliers", hint: "", read: "suppliers:read", write: "suppliers:write" };
const rfxs: KeyArea = { label: "RFxs", hint: "", read: "rfx:read", write: "rfx:write" };
const events: KeyArea = { label: "Events", hint: "", read: "events:read", write: null };

test("writing includes reading, and giving up reading gives up writing", () => {
  expect(toggleScope([], rfxs, "write", true)).toEqual(["rfx:read", "rfx:write"]);
  expect(toggleScope(["rfx:read", "rfx:write"], rfxs, "write", false)).toEqual(["rfx:read"]);
  expect(toggleScope(["rfx:read", "rfx:write"], rfxs, "read", false)).toEqual([]);
  expect(toggleScope([], events, "read", true)).toEqual(["events:read"]);
});

test("a change leaves the scopes of other areas", () => {
  expect(toggleScope(["suppliers:write"], rfxs, "read", true)).toEqual(["suppliers:write", "rfx:read"]);
  expect(toggleScope(["suppliers:read", "rfx:read"], rfxs, "read", false)).toEqual(["suppliers:read"]);
});

test("scopes are described in the order of the areas", () => {
  expect(
    scopesText(["events:read", "rfx:write", "rfx:read", "suppliers:read"], [suppliers, rfxs, events]),
  ).toBe("Suppliers (read), RFxs (read and write), Events (read)");
  expect(scopesText([], [suppliers])).toBe("");
});
