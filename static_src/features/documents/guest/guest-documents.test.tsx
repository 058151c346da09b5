import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { toasts } from "../../../lib/toasts";
import { aType } from "../../../testing/documents";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import { takeUploads } from "../../../testing/uploads";
import GuestDocuments from "./guest-documents";
import type { GuestRequirement } from "./types";

const iso = aType({ name: "ISO 9001" });
const asked: GuestRequirement = {
  id: 5,
  type: iso,
  site: "Bremen",
  state: "ASKED",
  isOpen: true,
  askedByName: "Rosa Meyer",
  due: "2026-12-24",
  message: "Please send the English version.",
  reason: "",
  validUntil: null,
  document: null,
};
const reading = { isFinished: true, issuedOn: "2026-03-13", validUntil: "2029-03-12", number: "Q-12" };

function open({
  requirements = [asked],
  signsIn = true,
  sent = { status: 200, body: { ...asked, state: "RECEIVED", isOpen: false } as object },
} = {}): Call[] {
  const calls = answerCalls(({ method, url }) => {
    switch (url.pathname) {
      case "/api/session/guest":
        return signsIn ? { body: { accessToken: "token" } } : { status: 404, body: {} };
      case "/api/session":
        return { body: {} };
      case "/api/attachment/start":
        return { body: { id: 90, uploadUrl: "/api/upload/90" } };
      case "/api/documentReading/90":
        return { body: reading };
      default:
        return method === "POST" ? sent : { body: requirements };
    }
  });
  renderOnPage(
    <GuestDocuments
      uuid="token"
      buyer={{ id: 1, name: "Meridian Surgical" }}
      supplierName="Bergmann"
      requirements={requirements}
      logoUrl={null}
      expiredText="Sorry, that link is no longer valid."
      endedHint="You are no longer asked for these documents."
    />,
  );
  return calls;
}

async function chooseFile() {
  const input = document.querySelector<HTMLInputElement>("input[type=file]:not([capture])");
  if (!input) throw new Error("no input");
  await userEvent.upload(input, new File(["pdf"], "iso.pdf", { type: "application/pdf" }));
  await screen.findByRole("button", { name: "Remove iso.pdf" });
}

const posts = (calls: Call[]) =>
  calls.filter(({ method, url }) => method === "POST" && url.pathname.endsWith("/file"));

beforeEach(() => {
  toasts.clear();
  takeUploads();
});

test("the page names the buyer and the documents, and asks for the file first", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Send 1 document to Meridian Surgical");
  for (const text of ["ISO 9001", "Bremen", "Please send the English version.", "Rosa Meyer"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.queryByRole("textbox", { name: /Valid until/ })).toBeNull();
});

test("details from the file are proposals until they are used, and the document is sent", async () => {
  const calls = open();
  await chooseFile();
  const until = screen.getByRole<HTMLInputElement>("textbox", { name: /Valid until/ });
  const use = await screen.findByRole("button", { name: /^Use valid until (12 Mar|Mar 12,) 2029$/ });
  expect(until.value).toBe("");
  await userEvent.click(use);
  expect(until.value).toBe("12/03/2029");
  expect(screen.queryByRole("button", { name: /^Use valid until/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Use number Q-12" }));
  await userEvent.click(screen.getByRole("button", { name: "Send ISO 9001" }));
  expect(await screen.findByText("Enter who issued the document.")).toBeTruthy();
  expect(posts(calls)).toHaveLength(0);
  await userEvent.type(screen.getByRole("textbox", { name: /Issued by/ }), "TÜV");
  await userEvent.click(screen.getByRole("button", { name: "Send ISO 9001" }));
  expect(await screen.findByText("Sent, waiting for the review")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Nothing left to send to Meridian Surgical",
  );
  expect(posts(calls)[0]?.body).toMatchObject({
    attachmentId: 90,
    number: "Q-12",
    issuer: "TÜV",
    issuedOn: null,
    validUntil: "2029-03-12",
  });
  expect(posts(calls)[0]?.body).not.toHaveProperty("typeId");
});

test("an error of the server is shown, and the entries stay", async () => {
  const sentence = "This PDF is protected by a password. Add a copy without one.";
  open({ sent: { status: 422, body: { fields: { attachmentId: [sentence] } } } });
  await chooseFile();
  await userEvent.type(screen.getByRole("textbox", { name: /Number/ }), "Q-1");
  await userEvent.type(screen.getByRole("textbox", { name: /Issued by/ }), "TÜV");
  await userEvent.type(screen.getByRole("textbox", { name: /Valid until/ }), "12/03/2029");
  await userEvent.click(screen.getByRole("button", { name: "Send ISO 9001" }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole("textbox", { name: /Number/ })).toHaveProperty("value", "Q-1");
});

test("a rejected document shows the reason, and a new file can be added", () => {
  open({ requirements: [{ ...asked, state: "REJECTED", reason: "The second page is missing." }] });
  expect(screen.getByText("The second page is missing.")).toBeTruthy();
  expect(screen.getByText("New file")).toBeTruthy();
});

test("an accepted document has no form, and its file can be opened", () => {
  const document_ = {
    number: "Q-12",
    validUntil: "2029-03-12",
    created: "2026-11-19T08:00:00Z",
    attachment: {
      id: 71,
      filename: "iso-9001.pdf",
      size: 188_000,
      contentType: "application/pdf",
      created: "2026-11-19T08:00:00Z",
      thumbnailUrl: null,
      previewUrl: null,
      url: "/files/71",
    },
  };
  open({ requirements: [{ ...asked, state: "ACCEPTED", isOpen: false, document: document_ }] });
  expect(screen.getByText("Accepted")).toBeTruthy();
  expect(screen.getByRole("link", { name: /iso-9001.pdf/ }).getAttribute("href")).toBe("/files/71");
  expect(document.querySelector("input[type=file]")).toBeNull();
});

test("two documents with the same message show it once", () => {
  open({ requirements: [asked, { ...asked, id: 6, type: aType({ id: 2, name: "ISO 14001" }) }] });
  expect(screen.getAllByText("Please send the English version.")).toHaveLength(1);
});

test("an ended link says so", async () => {
  open({ signsIn: false });
  expect(await screen.findByText("Sorry, that link is no longer valid.")).toBeTruthy();
});

test("a guest with no requirements left reads that the request has ended", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/guestDocument" ? { body: [] } : { body: { accessToken: "token" } },
  );
  renderOnPage(
    <GuestDocuments
      uuid="token"
      buyer={{ id: 1, name: "Meridian Surgical" }}
      supplierName="Bergmann"
      requirements={[asked]}
      logoUrl={null}
      expiredText="Sorry, that link is no longer valid."
      endedHint="You are no longer asked for these documents."
    />,
  );
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/guestDocument")).toBe(true));
  expect(await screen.findByText("You are no longer asked for these documents.")).toBeTruthy();
});
