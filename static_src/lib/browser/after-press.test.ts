import { expect, test, vi } from "vitest";
import { afterPress } from "./after-press";

test("an action runs at once without a press", () => {
  const action = vi.fn();
  afterPress(action);
  expect(action).toHaveBeenCalledOnce();
});

test("an action waits for the end of a press and for its click", async () => {
  const said: string[] = [];
  document.addEventListener("click", () => said.push("click"), { once: true });
  document.dispatchEvent(new Event("pointerdown"));
  afterPress(() => said.push("action"));
  expect(said).toEqual([]);
  document.dispatchEvent(new Event("pointerup"));
  document.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(said).toEqual(["click", "action"]));
});
