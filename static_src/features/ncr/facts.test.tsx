import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { dialog, editing, ncr, serve } from "../../testing/ncr";
import { renderOnPage } from "../../testing/page";
import { draftFaults, draftOf, newDraft, payloadOf } from "./draft";
import { rebased } from "./draft-rebase";
import { NcrModal } from "./ncr-modal";

const burr = { id: 31, code: "BUR", name: "Burr" };
const facts = {
  partNumber: "4711",
  batch: "L-88",
  quantityDelivered: 12000,
  quantityChecked: 100,
  quantityDefective: 12,
  defectCode: burr,
} as const;

function openForm() {
  const calls = serve();
  renderOnPage(<NcrModal show id={4} first={ncr(facts)} onClose={() => {}} />);
  return calls;
}

async function editForm() {
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  return editing();
}

test("the view shows the present facts, and the internal ones to the raiser alone", async () => {
  serve();
  const internal = { cost: "1250.00", currency: "EUR", disposition: "SCRAP", note: "Charge it." } as const;
  const { internal: _, ...received } = ncr(facts);
  const { unmount } = renderOnPage(
    <NcrModal show id={4} first={ncr({ ...facts, internal })} onClose={() => {}} />,
  );
  const part = within((await dialog()).getByRole("region", { name: "Part and quantities" }));
  for (const text of ["4711", "BUR Burr", "L-88", "12,000", "100", "12"])
    expect(part.getByText(text)).toBeTruthy();
  expect(part.queryByText("Order")).toBeNull();
  const own = within((await dialog()).getByRole("region", { name: "Internal" }));
  for (const text of ["1250.00 EUR", "Scrap", "Charge it."]) expect(own.getByText(text)).toBeTruthy();
  unmount();
  renderOnPage(<NcrModal show id={4} first={received} onClose={() => {}} />);
  expect((await dialog()).queryByRole("region", { name: "Internal" })).toBeNull();
});

test("a recurrence leads to the others of its part and defect", async () => {
  serve();
  const recurrence = { label: "Third time", text: "Third time: part 4711, defect 'Burr'" };
  renderOnPage(<NcrModal show id={4} first={ncr({ ...facts, recurrence })} onClose={() => {}} />);
  const link = (await dialog()).getByRole("link", { name: "Third time: part 4711, defect 'Burr'" });
  expect(link.getAttribute("href")).toBe("/ncr?partNumber=4711&defectCodeId=31");
});

test("facts are saved with the form, and the own codes can be chosen", async () => {
  const calls = openForm();
  const form = await editForm();
  const code = form.getByLabelText("Defect code") as HTMLSelectElement;
  await waitFor(() =>
    expect([...code.options].map(({ text }) => text)).toEqual(["None", "BUR Burr", "SCR Scratch"]),
  );
  await userEvent.selectOptions(code, "SCR Scratch");
  await userEvent.clear(form.getByLabelText("Defective"));
  await userEvent.type(form.getByLabelText("Defective"), "7");
  await userEvent.click(form.getByText("Internal"));
  await userEvent.type(form.getByLabelText("Own note"), "Charge it.");
  await userEvent.selectOptions(form.getByLabelText("Disposition"), "Return");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    partNumber: "4711",
    defectCodeId: 32,
    quantityDefective: 7,
    disposition: "RETURN",
    internalNote: "Charge it.",
    cost: null,
    currency: null,
  });
});

test("quantities that do not add up have a sentence, and Save waits", async () => {
  openForm();
  const form = await editForm();
  await userEvent.clear(form.getByLabelText("Defective"));
  await userEvent.type(form.getByLabelText("Defective"), "120");
  await userEvent.tab();
  expect(form.getByText("Defective 120 is more than checked 100.")).toBeTruthy();
  expect(form.getByText("Still needed: Defective")).toBeTruthy();
  expect((form.getByRole("button", { name: "Save" }) as HTMLButtonElement).disabled).toBe(true);
});

test("a server error opens the folded group of its field", async () => {
  const error = "This must have at most 5000 characters.";
  serve(({ method }) =>
    method === "PUT"
      ? { status: 422, body: { errors: [error], fields: { internalNote: [error] } } }
      : undefined,
  );
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  const form = await editForm();
  const group = form.getByText("Internal").closest("details");
  expect(group?.open).toBe(false);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(group?.open).toBe(true));
  expect(form.getByText(error)).toBeTruthy();
});

test.each([
  [
    { quantityChecked: "120", quantityDelivered: "100" },
    { quantityChecked: "Checked 120 is more than delivered 100." },
  ],
  [
    { quantityDefective: "5", quantityDelivered: "4" },
    { quantityDefective: "Defective 5 is more than delivered 4." },
  ],
  [{ quantityDelivered: "1.5" }, { quantityDelivered: "Enter a whole number from 0 to 1,000,000,000." }],
  [{ cost: "12" }, { currency: "Choose a currency from the list." }],
  [{ cost: "12.345", currency: "EUR" }, { cost: "Enter an amount, such as 1250.00." }],
  [{ cost: "12,50", currency: "EUR" }, {}],
  [{ quantityDelivered: "0", quantityDefective: "0" }, {}],
])("the draft %j has the faults %j", (changes, faults) => {
  const all = draftFaults({ ...draftOf(ncr()), ...changes });
  const present = Object.fromEntries(Object.entries(all).filter(([, fault]) => fault));
  expect(present).toEqual(faults);
});

test("a cost with a comma is sent with a point, and a currency without a cost is not sent", () => {
  const draft = { ...newDraft(7, null), currency: "EUR" };
  expect(payloadOf({ ...draft, cost: "12,50" })).toMatchObject({ cost: "12.50", currency: "EUR" });
  expect(payloadOf(draft)).toMatchObject({ cost: null, currency: null });
});

test("changes of another user are merged by field", () => {
  const base = ncr(facts);
  const mine = { ...draftOf(base), batch: "mine", partNumber: "mine" };
  const now = ncr({ ...facts, partNumber: "theirs", orderRef: "PO-1", version: 2 });
  const { draft, differing } = rebased(mine, base, now);
  expect(draft).toMatchObject({ batch: "mine", partNumber: "mine", orderRef: "PO-1" });
  expect(differing).toEqual([{ label: "Part number", theirs: "theirs" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});
