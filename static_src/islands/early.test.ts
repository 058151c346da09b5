import { afterEach, expect, test, vi } from "vitest";
import { bufferClick, bufferInput, type EarlyIsland, preloadFont, setTheme, startModules } from "./early";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
  window.removeEventListener("click", bufferClick, true);
  window.removeEventListener("input", bufferInput, true);
});

function island(html: string): EarlyIsland {
  const element = document.createElement("div");
  element.dataset.island = "some/island";
  element.innerHTML = html;
  document.body.append(element);
  return element;
}

test("the theme of the page stays, and without one the system's theme is set", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const [chosen, unset] = [document.createElement("div"), document.createElement("div")];
  chosen.dataset.bsTheme = "light";
  for (const root of [chosen, unset]) setTheme(root);
  expect([chosen.dataset.bsTheme, unset.dataset.bsTheme]).toEqual(["light", "dark"]);
});

test.each([
  ["a fast network", { effectiveType: "4g", saveData: false }, 1],
  ["a browser that reports no network", undefined, 1],
  ["a slow network", { effectiveType: "3g", saveData: false }, 0],
  ["a user who saves data", { effectiveType: "4g", saveData: true }, 0],
])("with %s the font is preloaded or left to the styles", (_, connection, count) => {
  vi.stubGlobal("navigator", { connection });
  preloadFont("/static/build/font.woff2");
  const links = document.head.querySelectorAll("link[rel=preload][as=font][crossorigin]");
  expect(links).toHaveLength(count);
  for (const link of links) link.remove();
  vi.unstubAllGlobals();
});

test("a click before hydration is buffered, and after its replay clicks pass", () => {
  window.addEventListener("click", bufferClick, true);
  const element = island("<button><span>Send</span></button>");
  const button = element.querySelector("button") as HTMLButtonElement;
  const listener = vi.fn();
  button.addEventListener("click", listener);
  element.querySelector("span")?.click();
  expect(listener).not.toHaveBeenCalled();
  expect(element.pressedEarly).toBe(button);
  element.dataset.mounted = "";
  button.click();
  expect(listener).not.toHaveBeenCalled();
  delete element.pressedEarly;
  button.click();
  expect(listener).toHaveBeenCalledOnce();
});

test("links and buttons outside islands are not buffered", () => {
  window.addEventListener("click", bufferClick, true);
  const button = document.createElement("button");
  document.body.append(button);
  const listener = vi.fn();
  button.addEventListener("click", listener);
  button.click();
  expect(listener).toHaveBeenCalledOnce();
});

test("typed text and ticked boxes are buffered in the order of the last change until hydration", () => {
  window.addEventListener("input", bufferInput, true);
  const element = island('<input name="text"><input type="checkbox" name="agreed">');
  const [text, agreed] = element.querySelectorAll("input");
  if (!text || !agreed) throw new Error("no controls");
  const change = (control: HTMLInputElement) => control.dispatchEvent(new Event("input", { bubbles: true }));
  text.value = "a";
  change(text);
  agreed.checked = true;
  change(agreed);
  text.value = "ab";
  change(text);
  expect([...(element.typedEarly ?? [])]).toEqual([
    [agreed, true],
    [text, "ab"],
  ]);
  element.dataset.mounted = "";
  text.value = "abc";
  change(text);
  expect(element.typedEarly?.get(text)).toBe("ab");
});

function script(): HTMLScriptElement {
  const element = document.createElement("script");
  element.dataset.mount = "/mount.js";
  element.dataset.preload = "/a.js /b.js";
  return element;
}

/** Record the addresses added to the head, in order. The DOM of the tests would load the scripts. */
function recordLoads(): string[] {
  const loads: string[] = [];
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes as HTMLElement[])
      loads.push(node.outerHTML.match(/(?:href|src)="(.*?)"/)?.[1] ?? "");
  });
  return loads;
}

test("modules wait for the first paint", () => {
  const loads = recordLoads();
  vi.useFakeTimers();
  startModules(script());
  expect(loads).toEqual([]);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(loads).toEqual(["/a.js", "/b.js", "/mount.js"]);
});

test("modules of a hidden page start at once, since it is never painted", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const loads = recordLoads();
  startModules(script());
  expect(loads).toEqual(["/a.js", "/b.js", "/mount.js"]);
});

test("modules are fetched while the page is parsed, and run when all of its islands are", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  const loads = recordLoads();
  startModules(script());
  expect(loads).toEqual(["/a.js", "/b.js"]);
  state.mockReturnValue("interactive");
  window.dispatchEvent(new Event("DOMContentLoaded"));
  window.dispatchEvent(new Event("DOMContentLoaded"));
  expect(loads).toEqual(["/a.js", "/b.js", "/mount.js"]);
});
