import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../../testing/page";
import { answerCalls } from "../../../../testing/server";
import { DocumentTypeSelect } from "./document-type-select";

const type = { isShipped: false, isOwn: true, archived: false, code: null };
const types = [
  { ...type, id: 1, code: "ISO9001", name: "ISO 9001", isShipped: true, isOwn: false },
  { ...type, id: 21, name: "House rules" },
  { ...type, id: 22, name: "Old rules", archived: true },
  { ...type, id: 23, name: "Rules of a customer", isOwn: false },
];

const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Document type" });
const labels = () => [...select().options].map(({ text }) => text);

async function show(value: string) {
  const chosen: string[] = [];
  answerCalls(() => ({ body: types }));
  renderOnPage(<DocumentTypeSelect value={value} onChange={(documentType) => chosen.push(documentType)} />);
  await screen.findByRole("option", { name: "ISO 9001" });
  return chosen;
}

test("shipped types are chosen by their code and own ones by their id, without those of customers", async () => {
  const chosen = await show("");
  expect(labels()).toEqual(["None", "ISO 9001", "House rules"]);
  await userEvent.selectOptions(select(), "ISO 9001");
  await userEvent.selectOptions(select(), "House rules");
  expect(chosen).toEqual(["ISO9001", "21"]);
});

test("a chosen type that was archived stays in the list", async () => {
  await show("22");
  expect(labels()).toEqual(["None", "ISO 9001", "House rules", "Old rules (archived)"]);
});

test("a chosen type that no longer exists is an error", async () => {
  await show("99");
  expect(select().selectedOptions[0]?.text).toBe("Unknown type");
  expect(screen.getByText("This type no longer exists. Choose another one.")).toBeTruthy();
});
