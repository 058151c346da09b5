import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { anOrganisation } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { Organisation } from "../types";
import { ProfileForm } from "./profile-form";

const requiredDetails = { registrationNumber: "HRB 7", preferredCurrency: "EUR", taxIdNumber: "DE 1" };

function Page({ first }: { first: Organisation }) {
  const [organisation, setOrganisation] = useState(first);
  return <ProfileForm organisation={organisation} onSaved={setOrganisation} />;
}

/** The page is left, for the sign-in or by the reader's own will, and opened again. */
function open(changes: Record<string, unknown> = {}) {
  cleanup();
  renderOnPage(<Page first={anOrganisation({ ...requiredDetails, ...changes }) as Organisation} />);
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

test("unsaved changes are restored next to what colleagues saved since", async () => {
  open();
  expect(screen.queryByText("Your draft was restored.")).toBeNull();
  await userEvent.type(field("Brief description"), " Since 1961.");
  open({ taxIdNumber: "DE 2" });
  expect(screen.getByText("Your draft was restored.")).toBeTruthy();
  expect(field("Brief description").value).toBe("Five-axis machining. Since 1961.");
  expect(field("Tax id (VAT)").value).toBe("DE 2");

  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(field("Brief description").value).toBe("Five-axis machining.");
  open();
  expect(screen.queryByText("Your draft was restored.")).toBeNull();
});

test("saving removes the draft", async () => {
  open();
  await userEvent.type(field("DUNS number"), "315");
  answerCalls(() => ({ body: anOrganisation({ ...requiredDetails, dunsNumber: "315" }) }));
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save profile" });
  await userEvent.click(save);
  await waitFor(() => expect(save.disabled).toBe(true));
  expect(field("DUNS number").disabled).toBe(false);
  open({ dunsNumber: "316" });
  expect(field("DUNS number").value).toBe("316");
});

test("a conflicting field is shown and overwritten only after that", async () => {
  const says = "It says now: Theirs.";
  const calls = answerCalls(() => ({
    status: 409,
    body: {
      code: "stale",
      status: 409,
      message: says,
      errors: [says],
      fields: { briefDescription: [says] },
      now: { briefDescription: "Theirs." },
    },
  }));
  open();
  await userEvent.type(field("Brief description"), " Mine.");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save profile" });
  await userEvent.click(save);
  expect(await screen.findByText(says)).toBeTruthy();
  expect(field("Brief description").value).toBe("Five-axis machining. Mine.");
  await userEvent.click(save);
  await waitFor(() => expect(calls).toHaveLength(2));
  const basedOn = calls.map(({ body }) => (body as { basedOn: Record<string, unknown> }).basedOn);
  expect(basedOn.map(({ briefDescription }) => briefDescription)).toEqual([
    "Five-axis machining.",
    "Theirs.",
  ]);
  expect(basedOn[1]?.taxIdNumber).toBe("DE 1");
});
