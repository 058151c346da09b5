import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { emit } from "../../lib/events";
import type { OverlayProps, OverlayRegistry } from "../../lib/overlays";
import { renderOnPage } from "../../testing/page";
import { OverlayHost } from "./overlay-host";

function AddUser({ detail, show, onClose }: OverlayProps<"OPEN_ADD_USER">) {
  return show ? (
    <button type="button" onClick={onClose}>
      Close {detail.organisationName}
    </button>
  ) : null;
}

const registry: OverlayRegistry = { OPEN_ADD_USER: async () => ({ default: AddUser }) };

test("a modal opens on its event with the detail of the event, and closes", async () => {
  renderOnPage(<OverlayHost registry={registry} />);
  act(() => emit("OPEN_ADD_USER", { organisationId: 3, organisationName: "Bergmann" }));
  const button = await screen.findByText("Close Bergmann");
  act(() => button.click());
  expect(screen.queryByText("Close Bergmann")).toBeNull();
  act(() => emit("OPEN_ADD_USER", { organisationName: "Calder" }));
  expect(await screen.findByText("Close Calder")).toBeTruthy();
});
