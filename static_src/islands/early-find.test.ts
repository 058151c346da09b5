import { afterEach, expect, test, vi } from "vitest";
import { listen } from "../lib/events";
import { startFind } from "./early-find";

let stop = () => {};

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function page(): HTMLInputElement {
  document.body.innerHTML =
    '<div data-island="shell/overlays" data-mounted></div><label class="find"><input id="find"></label>' +
    '<textarea></textarea><button type="button">Other</button>';
  stop = startFind("");
  return document.getElementById("find") as HTMLInputElement;
}

const press = (target: Element, key: string, changes: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...changes });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};

async function opened(act: () => unknown): Promise<{ from: Element | null }[]> {
  const details: { from: Element | null }[] = [];
  const unlisten = listen("OPEN_FIND", (detail) => {
    details.push(detail);
    detail.onOpen();
  });
  act();
  await new Promise((resolve) => setTimeout(resolve));
  unlisten();
  return details;
}

test("Ctrl K, Cmd K and / open the palette and remember the focus", async () => {
  const field = page();
  const button = document.querySelector("button") as HTMLButtonElement;
  for (const [key, changes] of [
    ["k", { ctrlKey: true }],
    ["K", { metaKey: true }],
    ["/", {}],
  ] as const) {
    button.focus();
    const details = await opened(() => expect(press(button, key, changes)).toBe(true));
    expect(details.map(({ from }) => from)).toEqual([button]);
    expect(document.activeElement).toBe(field);
  }
});

test("/ is a character in fields, and other keys do nothing", async () => {
  page();
  const text = document.querySelector("textarea") as HTMLTextAreaElement;
  expect(await opened(() => press(text, "/"))).toEqual([]);
  expect(await opened(() => press(text, "k"))).toEqual([]);
  expect(await opened(() => press(text, "k", { ctrlKey: true }))).toHaveLength(1);
});

test("nothing opens over a dialog", async () => {
  page();
  document.body.insertAdjacentHTML("beforeend", '<div role="dialog"></div>');
  expect(await opened(() => press(document.body, "k", { ctrlKey: true }))).toEqual([]);
});

test("a click, typing and the arrow key open it, the focus alone only prepares it", async () => {
  const field = page();
  const prepared = vi.fn();
  const unlisten = listen("PREPARE_FIND", prepared);
  expect(await opened(() => field.focus())).toEqual([]);
  expect(prepared).toHaveBeenCalledOnce();
  unlisten();
  expect(await opened(() => field.click())).toHaveLength(1);
  field.value = "b";
  expect(await opened(() => field.dispatchEvent(new Event("input", { bubbles: true })))).toHaveLength(1);
  expect(await opened(() => press(field, "ArrowDown"))).toHaveLength(1);
});

test("it waits until the island that opens the palette is mounted", async () => {
  const field = page();
  const overlays = document.querySelector("[data-island]") as HTMLElement;
  delete overlays.dataset.mounted;
  expect(await opened(() => field.click())).toEqual([]);
  // Enter belongs to the palette that is opening.
  field.value = "1188";
  press(field, "Enter");
  expect(field.dataset.entered).toBe("");
  expect(
    await opened(() => {
      overlays.dataset.mounted = "";
    }),
  ).toHaveLength(1);
});
