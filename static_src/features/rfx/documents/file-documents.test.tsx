import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { company, press, show } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import "../../../domain/documents/upload-dialog";
import "./file-documents";

const iso = fieldNode("iso", { label: "ISO 9001 certificate", type: "FILE", documentType: "ISO9001" });
const plain = fieldNode("plain", { label: "Other file", type: "FILE" });
const type = {
  id: 1,
  code: "ISO9001",
  name: "ISO 9001",
  standard: "ISO 9001:2015",
  validity: "UNTIL_DATE",
  months: null,
  fields: ["NUMBER"],
};
const attachment = {
  id: 71,
  filename: "iso.pdf",
  size: 2048,
  contentType: "application/pdf",
  sha256: "",
  created: "2026-11-20T14:02:00Z",
  previewUrl: null,
};
const document = { number: "Q-1", validUntil: "2027-03-12", hasEnded: false, attachment };
const offer = { documentType: "ISO9001", type, document, requirement: null };
const file = { attachmentId: 71, filename: "iso.pdf", size: 2048, contentType: "application/pdf" };
const path = "/api/rfx/41/answerDocument";
const useButton = /^Use the one you have/;

type Answer = { offers?: unknown[]; files?: unknown[] };

function open(answer: Answer, options: Partial<ConstructorParameters<typeof RfxServer>[0]> = {}) {
  const server = new RfxServer({ forms: [formOf(company, iso, plain)], ...options });
  server.answers[`GET ${path}`] = { status: 200, body: { offers: [], files: [], ...answer } };
  show(server, { buyer: options.role === "REQUESTER" });
  return server;
}

const requests = (server: RfxServer) => server.calls.filter(({ url }) => url.pathname === path).length;

beforeEach(() => localStorage.clear());

test("one press attaches the own document, at the question that asks for it", async () => {
  const server = open({ offers: [offer] });
  const button = await screen.findByRole("button", { name: useButton });
  expect(button.textContent).toBe("Use the one you have (valid to Mar 12, 2027): ISO 9001 certificate");
  expect(screen.getAllByRole("button", { name: useButton })).toHaveLength(1);
  await userEvent.click(button);
  expect(screen.queryByRole("button", { name: useButton })).toBeNull();
  await waitFor(() => expect(server.values.iso?.value).toEqual([file]));
  expect(server.moves).toContain("PUT /api/rfx/41/value");
});

test("a document that has ended is mentioned and can't be used", async () => {
  open({ offers: [{ ...offer, document: { ...document, validUntil: "2026-02-01", hasEnded: true } }] });
  expect(await screen.findByText(/in My Documents ended on Feb 1, 2026\. Upload a newer one\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: useButton })).toBeNull();
});

test("an answered question shows what its file is, in red after its end", async () => {
  const shown = { attachmentId: 71, typeName: "ISO 9001", validUntil: "2026-02-01" };
  open({ offers: [offer], files: [shown] }, { values: { iso: [file] } });
  const note = await screen.findByText("ISO 9001, ended on Feb 1, 2026");
  expect(note.closest("p")?.className).toContain("field-note-bad");
  expect(screen.queryByRole("button", { name: useButton })).toBeNull();
});

test("the buyer sees the type and the end of a file in the answer", async () => {
  const shown = { attachmentId: 71, typeName: "ISO 9001", validUntil: "2027-03-12" };
  open({ files: [shown] }, { values: { iso: [file] }, role: "REQUESTER", status: "COMPLETED" });
  const note = await screen.findByText("ISO 9001, valid to Mar 12, 2027");
  expect(note.closest("p")?.className).not.toContain("field-note-bad");
});

test("an uploaded file is added to My Documents with the dialog of the shelf", async () => {
  const server = open(
    {
      offers: [{ ...offer, document: null }],
      files: [{ attachmentId: 71, typeName: null, validUntil: null }],
    },
    { values: { iso: [file] } },
  );
  server.answers["PUT /api/documentReading/71"] = {
    status: 200,
    body: { isFinished: true, number: "", issuedOn: null, validUntil: "2027-03-12" },
  };
  server.answers["POST /api/document"] = { status: 201, body: { id: 9, type, customers: [] } };
  await press(/^Add to My Documents/);
  const dialog = within(await screen.findByRole("dialog", { name: "Add ISO 9001 to My Documents" }));
  expect(dialog.getByRole("button", { name: "Remove iso.pdf" })).toBeTruthy();
  fireEvent.change(dialog.getByRole("textbox", { name: /Number/ }), { target: { value: "Q-2" } });
  await userEvent.click(await dialog.findByRole("button", { name: /^Use valid until/ }));
  const before = requests(server);
  await userEvent.click(dialog.getByRole("button", { name: "Add document" }));
  await waitFor(() => expect(requests(server)).toBe(before + 1));
  const added = server.calls.find(({ method, url }) => method === "POST" && url.pathname === "/api/document");
  expect(added?.body).toMatchObject({ attachmentId: 71, typeId: 1, number: "Q-2", validUntil: "2027-03-12" });
});

test("an RFx without such questions asks for no documents, and a guest never does", async () => {
  const server = open({}, { forms: [formOf(company, plain)] });
  const guest = open({}, { role: "GUEST" });
  await screen.findAllByText("Other file");
  await waitFor(() => expect(screen.getAllByText("ISO 9001 certificate").length).toBeGreaterThan(0));
  expect([requests(server), requests(guest)]).toEqual([0, 0]);
});
