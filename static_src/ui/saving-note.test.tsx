import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOnPage } from "../testing/page";
import { SavingNote } from "./saving-note";

test("the note shows the state of saving and the reason of a failure", () => {
  renderOnPage(<SavingNote text="Offline: kept on this device" savedAt={null} />);
  expect(screen.getByRole("status").textContent).toBe("Offline: kept on this device");
  cleanup();
  renderOnPage(<SavingNote text="Server fault" savedAt={null} />);
  expect(screen.getByText("Changed")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Changed (server fault: kept here, tried again)");
});
