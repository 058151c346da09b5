import { afterEach, expect, test, vi } from "vitest";
import { browserTimeZone, findBrowserTimeZone } from "./time-zone";

afterEach(() => vi.restoreAllMocks());

/** Let the browser be in a zone; all other zones keep their names, as far as the browser knows them. */
function be(zone: string) {
  vi.restoreAllMocks();
  const original = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = original.call(this);
    const names: Record<string, string> = { "Asia/Kolkata": "Asia/Calcutta" };
    const isOwn = options.timeZone === original.call(new Intl.DateTimeFormat()).timeZone;
    return { ...options, timeZone: isOwn ? zone : (names[options.timeZone] ?? options.timeZone) };
  });
}

test("the browser's zone is found by its current and by its older name", () => {
  const zones = ["Asia/Kolkata", "Europe/Paris", "Mars/Olympus"];
  be("Europe/Paris");
  expect(browserTimeZone()).toBe("Europe/Paris");
  expect(findBrowserTimeZone(zones)).toBe("Europe/Paris");
  be("Asia/Calcutta");
  expect(findBrowserTimeZone(zones)).toBe("Asia/Kolkata");
  be("Pacific/Nowhere");
  expect(findBrowserTimeZone(zones)).toBeNull();
});
