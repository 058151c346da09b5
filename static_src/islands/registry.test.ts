import { expect, test } from "vitest";
import { islands } from "./registry";
import { serverIslands } from "./registry.server";

test("the server renders the same components as the browser", async () => {
  const names = Object.keys(islands);
  expect(Object.keys(serverIslands).sort()).toEqual([...names].sort());
  for (const name of names) {
    const module = await islands[name]?.();
    expect(module?.default, name).toBe(serverIslands[name]);
  }
});
