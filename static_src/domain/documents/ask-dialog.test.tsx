import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../lib/toasts";
import { aType } from "../../testing/documents";
import { anOrganisation } from "../../testing/network";
import { shownToasts } from "../../testing/organisation-page";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { AskDialog } from "./ask-dialog";

const types = [
  aType(),
  aType({ id: 2, name: "Liability insurance", standard: "", code: "LIABILITY" }),
  aType({ id: 3, name: "Old audit", isShipped: false, isOwn: true, archived: true }),
  aType({ id: 4, name: "Form of a customer", isShipped: false, isOwn: false }),
];
const bergmann = { relationshipId: 3, organisationId: 8, name: "Bergmann" };

beforeEach(() => toasts.clear());

function answer(post: { status?: number; body: unknown }): Call[] {
  return answerCalls(({ method, url }) => {
    if (method === "POST") return post;
    return { body: url.pathname === "/api/documentType" ? types : anOrganisation() };
  });
}

async function open(changes = {}) {
  const onClose = vi.fn();
  renderOnPage(<AskDialog suppliers={[bergmann]} show onClose={onClose} {...changes} />);
  await screen.findByRole("checkbox", { name: "Liability insurance" });
  return onClose;
}

const posted = (calls: Call[]) => calls.filter(({ method }) => method === "POST");

test("it offers the types that can be asked for, and sends the choice with site, contact and message", async () => {
  const calls = answer({ status: 201, body: { requirementIds: [9, 10], skipped: [] } });
  const onClose = await open();
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Ask for document" });
  expect(submit.disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: "Quality management certificate" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Liability insurance" }));
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "Contact" }),
    await screen.findByRole("option", { name: /Jana Bergmann/ }),
  );
  await userEvent.type(screen.getByLabelText("Site"), " Esslingen ");
  await userEvent.type(screen.getByLabelText("Due"), "24/12/2026");
  await userEvent.type(screen.getByLabelText("Message"), "Please send both.");
  await userEvent.click(screen.getByRole("button", { name: "Ask for 2 documents" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(posted(calls).map(({ url, body }) => [url.pathname, body])).toEqual([
    [
      "/api/documentRequirement/request",
      {
        relationshipIds: [3],
        typeIds: [1, 2],
        site: "Esslingen",
        message: "Please send both.",
        due: "2026-12-24",
        userId: 27,
      },
    ],
  ]);
  expect(posted(calls)[0]?.headers.get("Idempotency-Key")).toBeTruthy();
  expect(shownToasts()).toEqual(["Asked for 2 documents."]);
});

test("a document that was not asked for is named with its state", async () => {
  answer({
    status: 201,
    body: { requirementIds: [], skipped: [{ relationshipId: 3, typeId: 2, state: "ACCEPTED" }] },
  });
  const onClose = await open({ typeIds: [2] });
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(shownToasts()).toEqual(["No document was asked for. Liability insurance: valid already."]);
});

test("an error of the server is shown at its field, and the entries stay", async () => {
  const says = "This day is already over. Choose a later one.";
  answer({ status: 422, body: { errors: [says], fields: { due: [says] } } });
  const onClose = await open({ typeIds: [1] });
  await userEvent.type(screen.getByLabelText("Due"), "01/11/2026");
  await userEvent.type(screen.getByLabelText("Message"), "Please");
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  expect(await screen.findByText(says)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("Please");
  expect(onClose).not.toHaveBeenCalled();
});

test("a date that does not exist is not sent", async () => {
  const calls = answer({ status: 201, body: { requirementIds: [], skipped: [] } });
  await open({ typeIds: [1] });
  await userEvent.type(screen.getByLabelText("Due"), "31/02/2027");
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  expect(await screen.findByText("31 February does not exist. Use dd/mm/yyyy.")).toBeTruthy();
  expect(posted(calls)).toEqual([]);
});

test("several suppliers are asked at once, without a contact", async () => {
  const calls = answer({ status: 201, body: { requirementIds: [1, 2], skipped: [] } });
  await open({
    suppliers: [bergmann, { relationshipId: 4, organisationId: 9, name: "Calder" }],
    typeIds: [1],
  });
  expect(screen.getByRole("dialog", { name: "Ask 2 suppliers for documents" })).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "Contact" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  await waitFor(() => expect(posted(calls)).toHaveLength(1));
  expect(posted(calls)[0]?.body).toMatchObject({ relationshipIds: [3, 4], userId: null });
});

test("types that could not be loaded can be loaded again", async () => {
  let fails = true;
  answerCalls(({ url }) => {
    if (url.pathname !== "/api/documentType") return { body: anOrganisation() };
    return fails ? { status: 500, body: { errors: ["Sorry"] } } : { body: types };
  });
  renderOnPage(<AskDialog suppliers={[bergmann]} show onClose={() => undefined} />);
  expect(await screen.findByText("The types could not be loaded.")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("checkbox", { name: "Liability insurance" })).toBeTruthy();
});

test("a long list of types is filtered by name or standard, and chosen types stay", async () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    aType({ id: index + 10, name: `Type ${index}`, standard: index === 7 ? "IATF 16949" : "" }),
  );
  answerCalls(({ url }) => ({ body: url.pathname === "/api/documentType" ? many : anOrganisation() }));
  renderOnPage(<AskDialog suppliers={[bergmann]} show onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Type 3" }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Filter the documents" }), "iatf{Enter}");
  const names = () =>
    screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
  expect(names()).toEqual(["Type 3", "Type 7"]);
});

test("a person without an account is asked by e-mail and name", async () => {
  const calls = answer({ status: 201, body: { requirementIds: [9], skipped: [] } });
  await open();
  await userEvent.click(screen.getByRole("checkbox", { name: "Liability insurance" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Contact" }), "email");
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  expect(await screen.findByText("Enter the person's e-mail address.")).toBeTruthy();
  expect(screen.getByText("Enter the person's name.")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: /E-mail/ }), "ida@works.example");
  expect(screen.getByText("works.example")).toBeTruthy();
  expect(screen.queryByText(/is not your organisation's domain/)).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "Ida Berg");
  await userEvent.click(screen.getByRole("button", { name: "Ask for document" }));
  await waitFor(() => expect(posted(calls)).toHaveLength(1));
  expect(posted(calls)[0]?.body).toMatchObject({
    email: "ida@works.example",
    name: "Ida Berg",
    typeIds: [2],
  });
  expect(posted(calls)[0]?.body).not.toHaveProperty("userId");
});
