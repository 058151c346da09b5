import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { FormRow } from "../../../domain/forms/doc-forms";
import { toasts } from "../../../lib/toasts";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { aBundle, aForm } from "../../../testing/forms";
import { firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import Forms from "./list";

const starters = [{ key: "mutual-nda", title: "Mutual NDA", type: "NDA" }] as const;
const manager = { path: "/forms", permissions: ["MANAGE_FORMS"] };

function show(rows: FormRow[], context: object = manager) {
  renderOnPage(<Forms list={firstPage(rows)} starters={starters} />, context);
}

const bundles = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, name: `Bundle ${n}`, description: "" }));

test("a row shows type, status and the revision counted from one", () => {
  answerCalls(() => ({ body: [] }));
  show([aForm(), aForm({ id: 5, title: "New annex", status: "DRAFT", revision: 2, thumbnail: { id: 77 } })]);
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Select the rows shown", "Title", "Status", "Created", "Updated"]);
  const [, published, draft] = screen.getAllByRole("row") as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(published).getByText("RFI")).toBeTruthy();
  expect(within(published).getByText("PUBLISHED")).toBeTruthy();
  expect(within(published).getByText("Revision 1")).toBeTruthy();
  expect(within(draft).getByText("DRAFT")).toBeTruthy();
  expect(within(draft).getByText("Revision 3")).toBeTruthy();
  expect(draft.querySelector("img")?.getAttribute("src")).toBe("/files/77");
  expect(within(draft).getByRole("link", { name: "New annex" }).getAttribute("href")).toBe("/forms/5");
});

test("three bundles are shown, and the others on demand", async () => {
  answerCalls(() => ({ body: [] }));
  show([aForm({ bundles: bundles(5) }), aForm({ id: 5, bundles: bundles(3) })]);
  expect(screen.getAllByText(/^Bundle \d$/)).toHaveLength(6);
  await userEvent.click(screen.getByRole("button", { name: "2 more" }));
  expect(screen.getAllByText(/^Bundle \d$/)).toHaveLength(8);
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.getAllByText(/^Bundle \d$/)).toHaveLength(6);
});

test("filters are in the URL and the request, the display only in the URL", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  show([aForm()]);
  const type = screen.getByRole("combobox", { name: "Type" }) as HTMLSelectElement;
  expect(type.selectedOptions[0]?.textContent).toBe("All Types");
  await userEvent.click(screen.getByRole("button", { name: "Grid" }));
  expect(window.location.search).toBe("?display=grid");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("link", { name: "Supplier qualification" }).getAttribute("href")).toBe("/forms/4");
  expect(calls).toHaveLength(0);
  await userEvent.selectOptions(type, "NDA");
  await userEvent.type(screen.getByRole("searchbox", { name: "Title" }), "mutual");
  await waitFor(() => expect(calls.at(-1)?.url.search).toContain("title=mutual"));
  expect(calls.at(-1)?.url.searchParams.get("type")).toBe("NDA");
  expect(calls.at(-1)?.url.searchParams.get("i")).toBe("bundles");
  expect(window.location.search).toContain("type=NDA");
  expect(await screen.findByText("No forms for the current search filter.")).toBeTruthy();
  window.history.replaceState(null, "", "/forms");
});

test("a heading sorts the list", async () => {
  const calls = answerCalls(() => ({ body: [aForm()] }));
  show([aForm()]);
  expect(screen.getByRole("columnheader", { name: "Title" }).getAttribute("aria-sort")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Updated" }));
  await userEvent.click(screen.getByRole("button", { name: "Updated" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe("-updated"));
  expect(window.location.search).toBe("?sort=-updated");
  window.history.replaceState(null, "", "/forms");
});

test("a user without permission to manage forms can only read them", () => {
  answerCalls(() => ({ body: [] }));
  show([aForm()], { path: "/forms" });
  expect(screen.queryByRole("button", { name: "New form..." })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Bundles..." })).toBeTruthy();
});

test("a form is archived from its menu and the list is read again", async () => {
  const calls = answerCalls(({ method }) => ({ body: method === "GET" ? [] : {} }));
  toasts.clear();
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Supplier qualification" }));
  expect(screen.queryByRole("menuitem", { name: "Publish..." })).toBeNull();
  await userEvent.click(screen.getByRole("menuitem", { name: "Archive" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.method).toBe("PUT");
  expect(calls[0]?.url.pathname).toBe("/api/docForm/4/archived");
  expect(calls[0]?.body).toEqual({ archived: true });
});

test("failing to archive a form while offline shows an error", async () => {
  answerCalls(() => {
    throw new TypeError("Failed to fetch");
  });
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Supplier qualification" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Archive" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no connection to the server.");
});

test("failing to publish a form while offline shows an error", async () => {
  answerCalls(() => {
    throw new TypeError("Failed to fetch");
  });
  show([aForm({ id: 5, status: "DRAFT" })]);
  await userEvent.click(screen.getByRole("button", { name: /^Actions for/ }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Publish..." }));
  const asked = await screen.findByRole("dialog", { name: "Publish form" });
  await userEvent.click(within(asked).getByRole("button", { name: "Publish" }));
  expect((await within(asked).findByRole("alert")).textContent).toContain("There is no connection");
});

test("the dialog lists the warnings before publishing, with links to the fields", async () => {
  const doc = formOf(fieldNode("number_1", { fid: "the-number", type: "NUMBER", label: "Number" }));
  answerCalls(() => ({ body: { doc } }));
  show([aForm({ id: 5, title: "New annex", status: "DRAFT" })]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for New annex" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Publish..." }));
  const dialog = await screen.findByRole("dialog", { name: "Publish form" });
  const link = await within(dialog).findByRole("link", { name: /still has its default label/ });
  expect(link.getAttribute("href")).toBe("/forms/5?field=the-number");
});

test("an unfinished draft shows its problems instead of being published", async () => {
  const faults = [{ fid: "fid-1", sentence: "Field 'a' needs a label.", severity: "UNFINISHED" }];
  const calls = answerCalls(({ method }) =>
    method === "POST"
      ? { status: 422, body: { errors: ["Field 'a' needs a label."], fields: { doc: ["x"] }, faults } }
      : { body: [] },
  );
  show([aForm({ id: 5, status: "DRAFT", version: 7 })]);
  await userEvent.click(screen.getByRole("button", { name: /^Actions for/ }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Publish..." }));
  const asked = await screen.findByRole("dialog", { name: "Publish form" });
  await userEvent.click(within(asked).getByRole("button", { name: "Publish" }));
  const problems = await screen.findByRole("dialog", { name: "This form can't be published yet" });
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ version: 7 });
  expect(within(problems).getByText("Field 'a' needs a label.")).toBeTruthy();
  expect(within(problems).getByRole("link", { name: "Open the form" }).getAttribute("href")).toBe("/forms/5");
});

test("a new form shows missing values, and a refused one keeps its values", async () => {
  const calls = answerCalls(() => ({
    status: 422,
    body: { errors: ["Too long."], fields: { title: ["Too long."] } },
  }));
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "New form..." }));
  const dialog = await screen.findByRole("dialog", { name: "New form" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Create form" }));
  expect(within(dialog).getAllByText("Give the form a title.").length).toBeGreaterThan(0);
  expect(within(dialog).getAllByText("Choose a type.").length).toBeGreaterThan(0);
  const posts = () => calls.filter(({ method }) => method === "POST");
  expect(posts()).toHaveLength(0);
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Title/ }), "Annex");
  await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: /Type/ }), "GENERIC");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create form" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.body).toEqual({ title: "Annex", type: "GENERIC" });
  expect((await within(dialog).findAllByText("Too long.")).length).toBeGreaterThan(0);
  expect((within(dialog).getByRole("textbox", { name: /Title/ }) as HTMLInputElement).value).toBe("Annex");
});

test.each([
  ["a questionnaire", { type: "RFI" }, true],
  ["the form for custom fields, of which there can be one", { type: "CUSTOM_FIELDS" }, false],
  ["one that was archived", { type: "CUSTOM_FIELDS", isArchived: true }, true],
] as const)("a copy is offered, or is not, of %s", async (_, changes, offered) => {
  show([aForm({ title: "Fields", ...changes })]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Fields" }));
  expect(await screen.findByRole("menuitem", { name: "Open" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Copy..." }) !== null).toBe(offered);
});

test.each([
  ["no second one is offered", [aForm({ type: "CUSTOM_FIELDS" })], false],
  ["one is offered where there is none", [], true],
] as const)("of forms for custom fields %s", async (_, there, offered) => {
  const calls = answerCalls(({ url }) => ({
    body: url.searchParams.getAll("type").join() === "CUSTOM_FIELDS" ? there : [],
  }));
  const fields = { key: "custom-fields", title: "Supplier record", type: "CUSTOM_FIELDS" } as const;
  renderOnPage(<Forms list={firstPage([])} starters={[fields, ...starters]} />, manager);
  await userEvent.click(screen.getAllByRole("button", { name: "New form..." })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "New form" }));
  const options = () => dialog.getAllByRole("option").map(({ textContent }) => textContent);
  expect(options()).toContain("Generic");
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(options().includes("Custom fields")).toBe(offered));
  await userEvent.click(dialog.getByRole("radio", { name: /^Starter/ }));
  expect(options()).toEqual([...(offered ? ["Supplier record (Custom fields)"] : []), "Mutual NDA (NDA)"]);
  await userEvent.click(dialog.getByRole("radio", { name: /^Copy of a form/ }));
  await userEvent.type(dialog.getByRole("combobox", { name: /Form/ }), "sup");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("title")).toBe("sup"));
  expect(calls.at(-1)?.url.searchParams.getAll("type").join()).not.toContain("CUSTOM_FIELDS");
});

test("a loading state is shown until the bundles arrive", async () => {
  let arrive = () => {};
  const there = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  answerCalls(() => there.then(() => ({ body: [aBundle()] })));
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Bundles..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Bundles" }));
  expect(await dialog.findByRole("status", { name: "Loading" })).toBeTruthy();
  arrive();
  await waitFor(() => expect(dialog.queryByRole("status", { name: "Loading" })).toBeNull());
  expect(dialog.queryByText("No bundles yet.")).toBeNull();
});

test("several forms are added to a bundle without leaving the search", async () => {
  const forms = [aForm({ id: 4, title: "Supplier qualification" }), aForm({ id: 9, title: "Security" })];
  answerCalls(({ url }) => ({ body: url.pathname === "/api/docForm" ? forms : [] }));
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Bundles..." }));
  await userEvent.click(await screen.findByRole("button", { name: "New bundle" }));
  const editor = await screen.findByRole("dialog", { name: "New bundle" });
  const search = within(editor).getByRole("combobox", { name: "Add a form" }) as HTMLInputElement;
  for (const [typed, title] of [
    ["supp", "Supplier qualification"],
    ["sec", "Security"],
  ] as const) {
    await userEvent.type(search, typed);
    await screen.findByRole("option", { name: title });
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await within(editor).findByRole("button", { name: `Remove ${title}` });
    expect(document.activeElement).toBe(search);
    expect(search.value).toBe("");
  }
  await userEvent.type(search, "s");
  await within(editor).findByText("Nothing found.");
});

test("a bundle is reordered and saved", async () => {
  const other = { ...aBundle().docForms[0], id: 9, title: "Information security" };
  const bundle = aBundle({ docForms: [...aBundle().docForms, other as never], isSendable: false });
  const calls = answerCalls(({ method, url }) => ({
    body: method === "GET" && url.pathname === "/api/docFormBundle" ? [bundle] : [],
  }));
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Bundles..." }));
  const dialog = await screen.findByRole("dialog", { name: "Bundles" });
  expect(await within(dialog).findByText("Can't be sent yet")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Edit New supplier pack" }));
  const editor = await screen.findByRole("dialog", { name: "Edit bundle" });
  await userEvent.click(within(editor).getByRole("button", { name: "Move Information security up" }));
  const name = within(editor).getByRole("textbox", { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.click(within(editor).getByRole("button", { name: "Save bundle" }));
  expect(within(editor).getAllByText("Give the bundle a name.").length).toBeGreaterThan(0);
  await userEvent.type(name, "Welcome");
  await userEvent.click(within(editor).getByRole("button", { name: "Save bundle" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    name: "Welcome",
    basedOn: "2026-03-04T09:00:00Z",
    description: "What every new supplier fills in",
    docFormIds: [9, 4],
  });
});

test("saving a bundle that a colleague deleted shows that, and the values can create it again", async () => {
  let left = [aBundle()];
  const calls = answerCalls(({ method, url }) => {
    if (method === "PUT") return { status: 404, body: { message: "Nothing was found here." } };
    return { body: method === "GET" && url.pathname === "/api/docFormBundle" ? left : [] };
  });
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Bundles..." }));
  const edit = () => screen.findByRole("button", { name: "Edit New supplier pack" });
  await userEvent.click(await edit());
  const said = /^Someone else has deleted this bundle in the meantime, and nothing is saved\. Save again/;
  await userEvent.click(await screen.findByRole("button", { name: "Save bundle" }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByText("Nothing was found here.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Save bundle" }));
  await screen.findByRole("dialog", { name: "Bundles" });
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    name: "New supplier pack",
    description: "What every new supplier fills in",
    docFormIds: [4],
  });
  await userEvent.click(await edit());
  await userEvent.click(await screen.findByRole("button", { name: "Save bundle" }));
  await screen.findByText(said);
  left = [];
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("No bundles yet.")).toBeTruthy();
});

test("deleting a bundle that a colleague has deleted succeeds", async () => {
  let left = [aBundle()];
  answerCalls(({ method, url }) => {
    if (method === "DELETE") {
      left = [];
      return { status: 404, body: { message: "Nothing was found here." } };
    }
    return { body: url.pathname === "/api/docFormBundle" ? left : [] };
  });
  show([aForm()]);
  await userEvent.click(screen.getByRole("button", { name: "Bundles..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete New supplier pack" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete bundle" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete bundle" }));
  expect(await screen.findByText("No bundles yet.")).toBeTruthy();
});

test("after a bundle's dialog the focus returns to its button, or next to the deleted one", async () => {
  let left = [aBundle(), aBundle({ id: 3, name: "Welcome" })];
  answerCalls(({ method, url }) => {
    if (method === "DELETE") left = left.slice(1);
    return { body: url.pathname === "/api/docFormBundle" ? left : [] };
  });
  show([aForm()]);
  await userEvent.tab();
  screen.getByRole("button", { name: "Bundles..." }).focus();
  await userEvent.keyboard("{Enter}");
  const focused = (name: string | RegExp) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name })));
  for (const [opener, closing] of [
    ["New bundle", "Cancel"],
    ["Edit Welcome", "Cancel"],
    ["Delete New supplier pack", "Cancel"],
    ["Delete New supplier pack", "Delete bundle"],
  ] as const) {
    (await screen.findByRole("button", { name: opener })).focus();
    await userEvent.keyboard("{Enter}");
    (await screen.findByRole("button", { name: closing })).focus();
    await userEvent.keyboard("{Enter}");
    if (closing === "Cancel") await focused(opener);
  }
  await focused("Delete Welcome");
});
