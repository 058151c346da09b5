import { expect, test } from "vitest";
import { safeReturnUrl } from "./return-url";

test.each([
  ["/contacts?tab=x#y", "/contacts?tab=x#y"],
  ["/rfx/12", "/rfx/12"],
  ["//evil.example/x", "/home"],
  ["/\\evil.example", "/home"],
  ["https://evil.example", "/home"],
  ["javascript:alert(1)", "/home"],
  ["/\t/evil.example", "/home"],
  ["", "/home"],
  [null, "/home"],
])("%s leads to %s", (wanted, target) => expect(safeReturnUrl(wanted)).toBe(target));
