import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aContact } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { UserDetails } from "../types";
import { ContactDetails } from "./contact-details";

function details(changes: Partial<UserDetails> = {}): UserDetails {
  return {
    ...aContact(),
    email: "jana@old.example",
    phone: "1",
    mobile: "2",
    jobTitle: "Buyer",
    organisation: { id: 8, name: "Bergmann", logoUrl: null },
    relationship: null,
    hasPage: true,
    joinDate: "2026-01-05T09:00:00Z",
    timeZone: null,
    organisationTimeZone: "Europe/London",
    isOwnOrganisation: true,
    mayResendInvite: false,
    type: "USER",
    address: null,
    colours: ["rose"],
    pictures: [],
    largePic: null,
    authorities: [],
    mayEdit: true,
    mayChangeRole: false,
    mayResetFactor: false,
    maySuspend: false,
    mayErase: false,
    roles: [],
    ...changes,
  };
}

const type = (label: RegExp, value: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

function edit(user: UserDetails, viewerId: number) {
  renderOnPage(<ContactDetails user={user} onSaved={() => {}} />, {
    user: { id: viewerId } as never,
  });
  fireEvent.click(screen.getByRole("button", { name: "Edit details" }));
}

const answers = (saved: { status?: number; body: unknown }) =>
  answerCalls(({ method }) => (method === "PUT" ? saved : { body: { available: true } }));

test("changing the own e-mail asks for the password and explains when it takes effect", async () => {
  const user = details();
  const calls = answers({ body: user });
  edit(user, user.id);
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  type(/^E-mail address/, "JANA@old.example");
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  type(/^E-mail address/, "jana@new.example");
  expect(save().disabled).toBe(true);
  type(/^Current password/, "Walnut");
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  expect(
    await screen.findByText("We sent a link to jana@new.example. Your e-mail changes when you open it."),
  ).toBeTruthy();
  const sent = calls.find(({ method }) => method === "PUT")?.body as Record<string, unknown>;
  expect(sent.currentPassword).toBe("Walnut");
  expect(sent.basedOn).not.toHaveProperty("currentPassword");
});

test("a wrong password is an error at its field and the values stay", async () => {
  const user = details();
  const sentence = "This is not your current password.";
  answers({ status: 422, body: { errors: [sentence], fields: { currentPassword: [sentence] } } });
  edit(user, user.id);
  type(/^E-mail address/, "jana@new.example");
  type(/^Current password/, "Walnut");
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^E-mail address/).value).toBe("jana@new.example");
});

test("changing a colleague's e-mail needs no password and waits for confirmation", async () => {
  const user = details();
  answers({ body: user });
  edit(user, user.id + 1);
  type(/^E-mail address/, "jana@new.example");
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  expect(
    await screen.findByText("We sent a link to jana@new.example. The e-mail changes when it is opened."),
  ).toBeTruthy();
});

test("the own time zone is saved, and shown next to the organisation's", async () => {
  const user = details();
  const calls = answers({ body: { ...user, timeZone: "Asia/Tokyo" } });
  renderOnPage(<ContactDetails user={user} onSaved={() => {}} />, { user: { id: user.id } as never });
  expect(screen.getByText("Same as your organisation (Europe/London)")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit details" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Time zone/).value).toBe(
    "Same as your organisation (Europe/London)",
  );
  type(/^Phone/, "3");
  fireEvent.click(save());
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  const body = calls.find(({ method }) => method === "PUT")?.body as Record<string, unknown>;
  expect(body.timeZone).toBe("");
  expect(body.basedOn).toMatchObject({ timeZone: "" });
});
