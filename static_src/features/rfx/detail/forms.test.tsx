import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import { city, company, field, press, section, show, signature } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import type { Rfx } from "../types";
import RfxDetail from "./detail";

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  toasts.clear();
});

test("several forms are shown one at a time, with their progress rings", async () => {
  const server = new RfxServer({
    forms: [formOf(company), formOf(section("One"), city, section("Two"), signature)],
  });
  show(server);
  expect(screen.getByRole("heading", { level: 2, name: /Form 1/ }).textContent).toBe("Form 1 1 of 2");
  const panel = within(screen.getByRole("navigation", { name: "Forms" }));
  const ring = panel.getAllByRole("img", { name: "0%" })[0];
  expect([ring?.getAttribute("width"), ring?.querySelector("circle")?.getAttribute("stroke-width")]).toEqual([
    "45",
    "6",
  ]);
  expect(panel.getAllByRole("img", { name: "Not valid yet" })).toHaveLength(2);
  await userEvent.type(field(/Company name/), "B");
  expect(panel.getAllByRole("img", { name: "Not valid yet" })).toHaveLength(1);
  expect((screen.getByRole("button", { name: "Back" }) as HTMLButtonElement).disabled).toBe(true);
  await press("Next");
  expect(screen.getByRole("heading", { level: 2, name: /Form 2/ }).textContent).toBe("Form 2 2 of 2");
  expect(screen.queryByRole("textbox", { name: /Company name/ })).toBeNull();
  expect(panel.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Form 1"),
    expect.stringContaining("Form 2"),
    "One0/1",
    "Two0/1",
  ]);
  await press("Next unanswered");
  expect(document.activeElement?.id).toBe("answer-city");
});

test("a completely answered form with a wrong answer is marked, and its link leads to that answer", async () => {
  const email = fieldNode("email", { label: "E-mail", type: "EMAIL" });
  const values = { company: "Bergmann", email: "nobody" };
  show(new RfxServer({ forms: [formOf(company, email)], values }));
  const panel = within(screen.getByRole("navigation", { name: "Forms" }));
  expect(panel.getByRole("button").textContent).toContain("1 answer to correct");
  expect(panel.queryByText("Complete")).toBeNull();
  expect(panel.getByRole("img", { name: "100%" }).classList.contains("complete")).toBe(false);
  await press("Next unanswered");
  expect(document.activeElement?.id).toBe("answer-email");
  await userEvent.clear(field(/E-mail/));
  await userEvent.type(field(/E-mail/), "jo@example.org");
  expect(panel.getByRole("button").textContent).toContain("Complete");
  expect((screen.getByRole("button", { name: "Next unanswered" }) as HTMLButtonElement).disabled).toBe(true);
});

test("the requester sees the number of answers to correct in each form", () => {
  const server = new RfxServer({ forms: [formOf(company)], role: "REQUESTER" });
  const whole = { percent: 100, answered: 2, total: 2, valid: false, faultCount: 2 };
  const { latestValuesFvc } = server.rfx;
  const completion = { ...whole, byForm: { "5": whole } };
  const rfx = { ...server.rfx, latestValuesFvc: { ...latestValuesFvc, completion } };
  renderOnPage(<RfxDetail rfx={rfx as Rfx} taskId={null} />);
  expect(screen.getByRole("navigation", { name: "Forms" }).textContent).toContain("2 answers to correct");
});

test("a form without its signature is marked", async () => {
  show(new RfxServer({ forms: [formOf(company), formOf(signature)], values: { company: "Bergmann" } }));
  const panel = within(screen.getByRole("navigation", { name: "Forms" }));
  expect(panel.getAllByRole("img", { name: "Not valid yet" })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "1 answer needed" })).toBeTruthy();
});

test("a single form has no Back or Next buttons and no position", () => {
  show(new RfxServer({ forms: [formOf(company)] }));
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  expect(screen.queryByText("1 of 1")).toBeNull();
});

test("a follow-up task leads to its field in another form and highlights it for 1 s", async () => {
  const tasks = [{ id: 71, fieldKey: "city", text: "Which city?" }];
  show(new RfxServer({ forms: [formOf(company), formOf(city)], tasks }));
  const link = await screen.findByRole("button", { name: "Which city?" });
  vi.useFakeTimers();
  fireEvent.click(link);
  const marked = document.getElementById("field-city");
  expect(marked?.dataset.highlighted).toBe("true");
  expect(marked?.textContent).toContain("Follow-up: “Which city?”");
  expect(screen.getByRole("button", { name: /^Reply.*Which city/ })).toBeTruthy();
  act(() => vi.advanceTimersByTime(999));
  expect(marked?.dataset.highlighted).toBe("true");
  act(() => vi.advanceTimersByTime(1));
  expect(marked?.dataset.highlighted).toBeUndefined();
});

test("the task of the address is selected after 1 s", () => {
  const tasks = [{ id: 71, fieldKey: "city", text: "Which city?" }];
  vi.useFakeTimers();
  show(new RfxServer({ forms: [formOf(company), formOf(city)], tasks }), { taskId: 71 });
  act(() => vi.advanceTimersByTime(999));
  expect(document.getElementById("field-city")).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(document.getElementById("field-city")?.dataset.highlighted).toBe("true");
});
