import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import CorrectiveActionPage from "./page";
import type { ActionStep, CorrectiveAction, StepName } from "./types";

function aStep(step: StepName, changes: Partial<ActionStep> = {}): ActionStep {
  return {
    step,
    loop: 1,
    name: "Step",
    state: "OPEN",
    due: "2026-12-24",
    sent: null,
    sentBy: null,
    decided: null,
    decidedBy: null,
    comment: "",
    values: {},
    iterations: {},
    files: [],
    problems: {},
    ...changes,
  };
}

function anAction(changes: Partial<CorrectiveAction> = {}): CorrectiveAction {
  return {
    id: 5,
    ncr: {
      id: 9,
      title: "Burrs on bore",
      description: null,
      eventDate: "2026-11-10",
      accountName: "Hip stems",
      type: "QUALITY",
      severity: "MAJOR",
      status: "INPROGRESS",
    },
    requester: { id: 1, name: "Meridian Surgical" },
    supplier: { id: 2, name: "Bergmann" },
    method: "CONTAINMENT",
    methodName: "Containment only",
    loop: 1,
    state: "ASKED",
    stateInfo: { label: "Asked", icon: "pending", style: "wait" },
    message: "",
    askedBy: null,
    responsible: null,
    created: "2026-11-12T10:00:00Z",
    updated: "2026-11-12T10:00:00Z",
    steps: [aStep("D8")],
    earlier: [],
    contested: null,
    effectiveness: { criterion: null, on: null, result: null, comment: "", by: null, checked: null },
    actions: { write: true, decide: false, contest: true, decideContest: false, check: false, change: false },
    ...changes,
  };
}

function serve(action: CorrectiveAction, problems: Record<string, string[]> = {}): Call[] {
  return answerCalls(({ method, url, body }) => {
    if (method === "PUT") {
      const { values } = body as { values: Record<string, unknown> };
      const saved = Object.fromEntries(
        Object.keys(values).map((key) => [key, { iteration: 1, updated: "2026-11-20T14:10:00Z" }]),
      );
      return { body: { saved, conflicts: {}, refused: {}, problems, files: [] } };
    }
    if (url.pathname.endsWith("/send")) {
      return { body: { ...action, steps: [aStep("D8", { state: "SENT" })] } };
    }
    return { body: action };
  });
}

test("a step is saved before it is sent, and then shown as sent", async () => {
  const action = anAction();
  const calls = serve(action);
  renderOnPage(<CorrectiveActionPage action={action} />);
  await userEvent.type(await screen.findByLabelText(/Summary and thanks/), "Done");
  await userEvent.click(screen.getByRole("button", { name: "Send D8" }));
  expect(await within(screen.getByRole("listitem")).findByText("Sent")).not.toBeNull();
  const written = calls.filter(({ method }) => method !== "GET");
  expect(written.map(({ method, url }) => [method, url.pathname])).toEqual([
    ["PUT", "/api/correctiveAction/5/step/D8"],
    ["POST", "/api/correctiveAction/5/step/D8/send"],
  ]);
  expect(written[0]?.body).toEqual({ values: { closing: { value: "Done", baseIteration: 0 } } });
});

test("a step with a problem is not sent, and the problem is shown at its field", async () => {
  const action = anAction({ steps: [aStep("D8", { problems: { closing: ["Enter the summary."] } })] });
  const calls = serve(action, { closing: ["Enter the summary."] });
  renderOnPage(<CorrectiveActionPage action={action} />);
  const send = await screen.findByRole("button", { name: "Send D8" });
  expect(screen.queryByText("Enter the summary.")).toBeNull();
  await userEvent.click(send);
  expect(await screen.findByText("Something is missing in D8.")).not.toBeNull();
  expect(screen.getByText("Enter the summary.")).not.toBeNull();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});

test("the buyer reads a sent step and accepts it, and sees nothing of one that was not sent", async () => {
  const sent = aStep("D3", {
    state: "SENT",
    sent: "2026-11-20T10:00:00Z",
    values: { "place.CUSTOMER.action": "Sorted on site" },
    iterations: { "place.CUSTOMER.action": 1 },
  });
  const action = anAction({
    steps: [sent, aStep("D8")],
    actions: {
      write: false,
      decide: true,
      contest: false,
      decideContest: false,
      check: false,
      change: false,
    },
  });
  const calls = serve(action);
  renderOnPage(<CorrectiveActionPage action={action} />);
  expect(await screen.findByText("Sorted on site")).not.toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Accept D3" }));
  await waitFor(() =>
    expect(calls.some(({ url }) => url.pathname === "/api/correctiveAction/5/step/D3/accept")).toBe(true),
  );
  await userEvent.click(screen.getByRole("button", { name: /^D8/ }));
  expect(await screen.findByText("Bergmann has not sent this step yet.")).not.toBeNull();
});

test("the 8D report is downloaded", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/ncr/9/export"
      ? { status: 202, body: { id: 3 } }
      : { body: { id: 3, status: "DONE", progress: 100, url: "/files/export/3" } },
  );
  renderOnPage(<CorrectiveActionPage action={anAction({ method: "EIGHT_D" })} />);
  await userEvent.click(screen.getByRole("button", { name: "8D report" }));
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/export/3")).toBe(true));
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ format: "8d" });
});

test("the report of another method is not called 8D", async () => {
  renderOnPage(<CorrectiveActionPage action={anAction({ method: "SHORT" })} />);
  expect(screen.getByRole("button", { name: "Report" })).toBeTruthy();
});

test("the buyer changes the responsible person and a day, and days that can't be are shown at their field", async () => {
  const actions = { ...anAction().actions, write: false, decide: true, contest: false, change: true };
  const action = anAction({ actions, responsible: null, steps: [aStep("D4"), aStep("D8")] });
  const refused = {
    status: 422,
    body: { message: "Wrong.", fields: { "due.D8": ["D8 can't be due before D4."] } },
  };
  let isRefused = true;
  const calls = answerCalls(({ method, url }) => {
    if (url.pathname !== "/api/correctiveAction/5/request") return { body: action };
    if (method === "GET") return { body: [{ id: 31, name: "Jana Berg" }] };
    return isRefused ? refused : { body: action };
  });
  renderOnPage(<CorrectiveActionPage action={action} />);
  await userEvent.click(await screen.findByRole("button", { name: "Change the request..." }));
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByRole("option", { name: "Jana Berg" })).toBeTruthy());
  await userEvent.selectOptions(dialog.getByLabelText("Responsible"), "Jana Berg");
  const day = dialog.getByLabelText("D8");
  await userEvent.clear(day);
  await userEvent.type(day, "03/12/2026");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("D8 can't be due before D4.")).toBeTruthy();
  isRefused = false;
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ method }) => method === "PUT").at(-1)?.body).toEqual({
    due: { D8: "2026-12-03" },
    recipient: { userId: 31, name: "" },
  });
});

test("a refused address of a new person is shown at its field", async () => {
  const actions = { ...anAction().actions, write: false, decide: true, contest: false, change: true };
  const action = anAction({ actions });
  const mixed = "This address mixes letters of different alphabets. Please check its spelling.";
  const calls = answerCalls(({ method }) => {
    if (method === "GET") return { body: [] };
    return { status: 422, body: { message: mixed, errors: [mixed], fields: { "recipient.email": [mixed] } } };
  });
  renderOnPage(<CorrectiveActionPage action={action} />);
  await userEvent.click(await screen.findByRole("button", { name: "Change the request..." }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("Responsible"), "mail");
  await userEvent.type(dialog.getByLabelText(/E-mail/), "gin\u0430@works.example");
  await userEvent.type(dialog.getByLabelText(/Name/), "Gina Berg");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(mixed)).toBeTruthy();
  expect(dialog.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(dialog.getByLabelText(/E-mail/));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    due: {},
    recipient: { email: "gin\u0430@works.example", name: "Gina Berg" },
  });
});
