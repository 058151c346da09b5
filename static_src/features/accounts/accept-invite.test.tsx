import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import AcceptInvite, { type Invite } from "./accept-invite";

const invalidText = "Sorry, it looks like that invite has already been accepted.";
const invite: Invite = {
  user: {
    name: "Sofie Lund",
    email: "sofie@lund.example",
    organisation: { name: "Lund Medico", status: "INVITED" },
  },
  relationship: { withOrganisation: { name: "Lund Medico" } },
  senderName: "Rosa Meyer",
  senderPic: null,
  senderOrgName: "Meridian Surgical",
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(changes: Partial<Invite> = {}) {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(
    <AcceptInvite uuid="abc" invite={{ ...invite, ...changes }} rule="8 to 128." invalidText={invalidText} />,
    {
      accessToken: null,
      user: null,
    },
  );
  return assign;
}

const field = (label: RegExp) => screen.getByLabelText(label) as HTMLInputElement;
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function passwords(password: string, again = password) {
  type(/^Password \*/, password);
  type(/^Password again/, again);
}

test("Next is enabled only with a valid name, e-mail and matching passwords", async () => {
  const answered = answerCalls(({ url }: Call) => ({
    body: { available: url.searchParams.get("email") !== "taken@lund.example", fault: null },
  }));
  const calls = () => answered.filter(({ method }) => method === "GET");
  open();
  expect(field(/^Name/).value).toBe("Sofie Lund");
  expect(screen.getByText("Rosa Meyer")).toBeTruthy();
  expect(button("Next").disabled).toBe(true);
  passwords("Walnut-Harbour");
  await wait(200);
  expect(button("Next").disabled).toBe(false);
  passwords("Walnut-Harbour", "Walnut");
  expect(screen.getByText("Passwords must match!")).toBeTruthy();
  expect(button("Next").disabled).toBe(true);
  passwords("sofie@lund.example");
  expect(button("Next").disabled).toBe(true);
  passwords("Walnut-Harbour");
  type(/^Name/, " ");
  expect(button("Next").disabled).toBe(true);
  type(/^Name/, "Sofie Lund");
  type(/^E-mail/, "nobody");
  expect(button("Next").disabled).toBe(true);
  type(/^E-mail/, "taken@lund.example");
  await wait(499);
  expect(calls()).toHaveLength(0);
  await wait(1);
  expect(calls()[0]?.url.searchParams.get("invite")).toBe("abc");
  expect(screen.getByText("Email address already in use.")).toBeTruthy();
  expect(button("Next").disabled).toBe(true);
  type(/^E-mail/, "sofie@lund.example");
  expect(button("Next").disabled).toBe(false);
});

test("a common password disables Next and shows an error at the field", async () => {
  const sentence = "This password is too common. Please choose another one.";
  const calls = answerCalls(({ body }: Call) => ({
    body: { fault: (body as { password: string }).password === "password1234" ? sentence : null },
  }));
  open();
  passwords("password1234");
  fireEvent.blur(field(/^Password \*/));
  expect(button("Next").disabled).toBe(true);
  await wait(200);
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/user/invite/abc/passwordCheck"]);
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(button("Next").disabled).toBe(true);
  passwords("Walnut-Harbour");
  expect(screen.queryByText(sentence)).toBeNull();
  await wait(200);
  expect(button("Next").disabled).toBe(false);
});

test("both steps accept the invitation and lead home; Back keeps the values", async () => {
  const answered = answerCalls(() => ({ body: { accessToken: "t", expiresIn: 900, fault: null } }));
  const assign = open();
  passwords("Walnut-Harbour");
  await wait(200);
  fireEvent.click(button("Next"));
  expect(screen.getByRole("heading", { name: "Your organisation" })).toBeTruthy();
  expect(button("Done").disabled).toBe(true);
  fireEvent.click(screen.getByLabelText(/terms/));
  type(/^Organisation name/, "");
  expect(button("Done").disabled).toBe(true);
  type(/^Organisation name/, "Lund Medico ApS");
  fireEvent.click(button("Back"));
  expect(field(/^Password again/).value).toBe("Walnut-Harbour");
  fireEvent.click(button("Next"));
  expect(field(/^Organisation name/).value).toBe("Lund Medico ApS");
  fireEvent.click(button("Done"));
  await wait(0);
  const calls = answered.filter(({ method }) => method === "PUT");
  expect(calls).toHaveLength(1);
  expect([calls[0]?.method, calls[0]?.url.pathname, calls[0]?.body]).toEqual([
    "PUT",
    "/api/user/invite/abc",
    {
      name: "Sofie Lund",
      email: "sofie@lund.example",
      password: "Walnut-Harbour",
      organisationName: "Lund Medico ApS",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
  expect(assign).toHaveBeenCalledWith("/home");
});

test("an error about the person leads back to the first step", async () => {
  answerCalls(({ method }: Call) => ({
    status: method === "PUT" ? 422 : 500,
    body: { fields: { password: ["This password is too common. Please choose another one."] } },
  }));
  open();
  passwords("password1234");
  await wait(200);
  fireEvent.click(button("Next"));
  fireEvent.click(screen.getByLabelText(/terms/));
  fireEvent.click(button("Done"));
  await wait(0);
  expect(screen.getByRole("heading", { name: "About you" })).toBeTruthy();
  expect(screen.getByText("This password is too common. Please choose another one.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password(?! again)/));
});

test("the name of a confirmed organisation is locked", async () => {
  answerCalls(() => ({ body: { fault: null } }));
  open({ user: { ...invite.user, organisation: { name: "Lund Medico", status: "CONFIRMED" } } });
  passwords("Walnut-Harbour");
  await wait(200);
  fireEvent.click(button("Next"));
  expect(field(/^Organisation name/).readOnly).toBe(true);
});

test("an expired invitation shows an error", async () => {
  renderOnPage(<AcceptInvite uuid="abc" invite={null} rule="" invalidText={invalidText} />, {
    accessToken: null,
    user: null,
  });
  expect(screen.getByText(invalidText)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to Login..." }).getAttribute("href")).toBe("/login");
});

test("an invitation accepted in another tab shows an error", async () => {
  answerCalls(() => ({ status: 404, body: { errors: [invalidText] } }));
  open();
  passwords("Walnut-Harbour");
  await wait(200);
  fireEvent.click(button("Next"));
  fireEvent.click(screen.getByLabelText(/terms/));
  fireEvent.click(button("Done"));
  await wait(0);
  expect(screen.getByText(invalidText)).toBeTruthy();
});
