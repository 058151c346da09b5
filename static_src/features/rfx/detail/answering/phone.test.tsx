import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emit } from "../../../../lib/events";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import { renderOnPage } from "../../../../testing/page";
import "../../../../testing/rfx-fetched";
import { RfxServer } from "../../../../testing/rfx-server";
import type { Rfx } from "../../types";
import RfxDetail from "../detail";
import "./phone-bars";

const heading = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });
const text = (name: string, label: string) => fieldNode(name, { label, required: true });
const signature = fieldNode("signature", { label: "Signature", type: "FORMSIGNATURE", required: true });

const doc = formOf(
  heading("Company"),
  text("legal", "Legal name"),
  text("trading", "Trading name"),
  heading("Insurance"),
  text("policy", "Policy number"),
  text("cover", "Cover"),
  text("insurer", "Insurer"),
  heading("Signature"),
  signature,
);
const answered = { legal: "Bergmann GmbH", trading: "Bergmann", policy: "P-1", cover: "5 m" };

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({
    width,
    height: 844,
  });

function show(values: Record<string, string>, changes: Partial<Rfx> = {}) {
  const server = new RfxServer({ forms: [doc], values });
  renderOnPage(<RfxDetail rfx={{ ...(server.rfx as Rfx), ...changes }} taskId={null} />);
  return server;
}

const bars = async () =>
  within((await screen.findByRole("progressbar")).closest<HTMLElement>(".answer-bars") as HTMLElement);
const openSheet = async () => {
  await userEvent.click((await bars()).getByRole("button", { name: /^Section 1 of 3/ }));
  return within(await screen.findByRole("dialog", { name: /^Sections/ }));
};
/** The fold with this text; the list of sections for wide windows has buttons of the same names. */
const openFold = async (text: string) => {
  const fold = [...document.querySelectorAll(".doc-fold")].find(({ textContent }) =>
    textContent?.startsWith(text),
  );
  await userEvent.click(fold as Element);
};
const folds = () =>
  [...document.querySelectorAll(".doc-fold")].map(
    (fold) => fold.querySelector(".doc-fold-text")?.textContent,
  );

beforeEach(() => setWidth(390));
afterEach(() => {
  setWidth(1024);
  sessionStorage.clear();
});

test("a wide window has no bars", async () => {
  setWidth(1024);
  show(answered);
  await screen.findByText("All changes saved");
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("the bars show the section, its count, the whole progress, the saving state and the needed answers", async () => {
  show(answered);
  const { getByRole, getByText } = await bars();
  expect(getByRole("button", { name: /^Section 1 of 3/ }).textContent).toBe("Section 1 of 3Company");
  expect(getByText(/^2 of 2/)).toBeTruthy();
  expect(getByRole("progressbar", { name: "Whole response" }).getAttribute("aria-valuenow")).toBe("66");
  expect(getByText("All changes saved")).toBeTruthy();
  expect(getByText("2 needed elsewhere")).toBeTruthy();
  await userEvent.click(getByRole("button", { name: "Next section" }));
  expect(getByRole("button", { name: /^Section 2 of 3/ }).textContent).toContain("Insurance");
  expect(getByText("1 needed here")).toBeTruthy();
  await userEvent.click(getByRole("button", { name: "Previous section" }));
  expect(getByRole("button", { name: /^Section 1 of 3/ })).toBeTruthy();
});

test("answered sections and questions are folded and open again", async () => {
  show(answered);
  expect(folds()).toEqual(["Company", "2 questions answered"]);
  await openFold("Company");
  expect(folds()).toEqual(["2 questions answered"]);
  await waitFor(() => expect(document.activeElement?.id).toBe("field-legal"));
  expect(screen.getByRole("textbox", { name: /Legal name/ })).toHaveProperty("value", "Bergmann GmbH");
});

test("a question with the focus, an error or a follow-up task does not fold", async () => {
  const server = new RfxServer({
    forms: [doc],
    values: answered,
    tasks: [{ id: 3, fieldKey: "legal", text: "Is this the whole name?" }],
  });
  renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />);
  expect(folds()).toEqual(["Trading name", "2 questions answered"]);
  await openFold("2 questions answered");
  // Emptied again, so that it is needed; the neighbour folds alone once the user moves on.
  await userEvent.clear(screen.getByRole("textbox", { name: /Policy number/ }));
  await userEvent.click((await bars()).getByRole("button", { name: "Next section" }));
  expect(folds()).toEqual(["Trading name", "Cover"]);
});

test("the sheet lists the sections and leads to the next unanswered question", async () => {
  show(answered);
  const sheet = await openSheet();
  expect(sheet.getByText("4 of 6 answered")).toBeTruthy();
  const rows = sheet.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows).toEqual(
    ["1CompanyDone", "2Insurance2 of 3", "3Signature0 of 1"].map((row) =>
      expect.stringContaining(row.slice(1)),
    ),
  );
  expect(sheet.getByRole("button", { name: /Company/ }).getAttribute("aria-current")).toBe("true");
  expect(sheet.getByRole<HTMLButtonElement>("button", { name: "Sign and submit" }).disabled).toBe(true);
  expect(sheet.getByText(/^2 answers are still needed. Signing as the last answer sends/)).toBeTruthy();
  await userEvent.click(sheet.getByRole("button", { name: "Go to the next unanswered question" }));
  await waitFor(() => expect(document.activeElement?.id).toBe("answer-insurer"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a section chosen in the sheet opens, even if it was folded", async () => {
  show(answered);
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole("button", { name: /Company/ }));
  await waitFor(() => expect(folds()).toEqual(["2 questions answered"]));
});

test("a signature as the last answer says that signing submits, and does so", async () => {
  const server = show({ ...answered });
  expect(screen.queryByRole("button", { name: /^Sign and submit/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Sign Signature/ })).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: /Insurer/ }), "Allianz");
  const sign = screen.getByRole("button", { name: /^Sign and submit/ });
  const effect = "This is the last answer: signing sends your response to Meridian Surgical.";
  expect(screen.getByText(effect).id).toBe(sign.getAttribute("aria-describedby"));
  await userEvent.type(screen.getByRole("textbox", { name: "Your full name" }), "Jana Bergmann");
  await userEvent.click(sign);
  await waitFor(() => expect(server.moves.at(-1)).toBe("POST /api/rfx/41/submission"), { timeout: 5000 });
});

test("a user who cannot submit is not promised that signing submits", () => {
  const { rfx } = new RfxServer({ forms: [doc] });
  show({ ...answered, insurer: "Allianz" }, { actions: { ...(rfx as Rfx).actions, submit: false } });
  expect(screen.getByRole("button", { name: /^Sign Signature/ })).toBeTruthy();
});

test("after the sign-in the page returns to the field that had the focus", async () => {
  show(answered);
  await userEvent.click(screen.getByRole("textbox", { name: /Insurer/ }));
  await waitFor(() => {
    emit("BEFORE_LEAVE", { to: "/login" });
    expect(localStorage.getItem("assay.rfx.place")).toContain("insurer");
  });
  document.body.replaceChildren();
  show(answered);
  await waitFor(() => expect(document.activeElement?.id).toBe("answer-insurer"));
});
