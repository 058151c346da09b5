import { act, fireEvent, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { LatePart, serverModules } from "./late-part";

type Module = { onPress: () => void };

async function hydrate(part: Module) {
  let resolve: (module: Module) => void = () => {};
  const load = () =>
    new Promise<Module>((done) => {
      resolve = done;
    });
  const page = (
    <LatePart load={load}>
      {({ onPress }) => (
        <>
          <button type="button">Give it back</button>
          <button type="button" onClick={onPress}>
            Done
          </button>
        </>
      )}
    </LatePart>
  );
  const root = document.body.appendChild(document.createElement("div"));
  serverModules.set(load, part);
  root.innerHTML = renderToString(page);
  serverModules.delete(load);
  await act(async () => {
    hydrateRoot(root, page);
  });
  return { finish: () => act(async () => resolve(part)) };
}

test("the HTML of the server stays until the module has loaded, and an earlier press is repeated", async () => {
  const onPress = vi.fn();
  const errors = vi.spyOn(console, "error");
  const { finish } = await hydrate({ onPress });
  const served = screen.getByRole("button", { name: "Done" });
  fireEvent.click(served);
  expect(onPress).not.toHaveBeenCalled();
  await finish();
  expect(screen.getByRole("button", { name: "Done" })).not.toBe(served);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(errors).not.toHaveBeenCalled();
});

test("without an earlier press nothing is pressed", async () => {
  document.body.replaceChildren();
  const onPress = vi.fn();
  const { finish } = await hydrate({ onPress });
  await finish();
  expect(onPress).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(onPress).toHaveBeenCalledTimes(1);
});
