import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { anOrganisation } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { Organisation } from "../types";
import { AddressPanel } from "./address-panel";

const address = {
  line1: "1 Lane",
  line2: null,
  city: "Leeds",
  region: null,
  zipcode: "LS1",
  country: "GBR",
  countryName: "United Kingdom",
};

test("a conflicting line is shown at its field and overwritten only after that", async () => {
  const says = "It says now: York.";
  const calls = answerCalls(({ method }) =>
    method === "GET"
      ? { body: [] }
      : {
          status: 409,
          body: { code: "stale", errors: [says], fields: { city: [says] }, now: { city: "York" } },
        },
  );
  const organisation = { ...anOrganisation({}), address } as unknown as Organisation;
  renderOnPage(<AddressPanel organisation={organisation} onSaved={() => {}} />);
  await userEvent.type(screen.getByLabelText(/^City/), " West");
  const save = screen.getByRole("button", { name: "Save address" });
  await userEvent.click(save);
  expect(await screen.findByText(says)).toBeTruthy();
  await userEvent.click(save);
  const puts = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()).toMatchObject([
    { city: "Leeds West", basedOn: { city: "Leeds", line1: "1 Lane" } },
    { city: "Leeds West", basedOn: { city: "York", line1: "1 Lane" } },
  ]);
});
