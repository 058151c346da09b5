import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { expect, test, vi } from "vitest";
import { MessageField } from "../../domain/assessments/message-field";
import { emit } from "../../lib/events";
import { toasts, useToasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { AssessmentDeadlineModal, CloseModal, SurveyRequestModal } from "./assessment-modals";
import AssessmentDetail from "./detail";
import { draftErrors, emptyDraft, listed, payloadOf, serverErrors } from "./new-assessment-draft";
import { ScoringTab } from "./scoring-tab";
import { matchRecipients } from "./searches";
import { emptySurvey, surveyErrors } from "./survey-fields";
import type { Assessment } from "./types";
import { type OpenAssessment, useAssessment } from "./use-assessment";

const form = { value: "form-5", label: "Survey", docFormId: 5, docFormBundleId: null };
const bundle = { value: "bundle-3", label: "Both", docFormId: null, docFormBundleId: 3 };
const supplier = { value: 7, label: "Bergmann", organisationId: 4 };
const jana = { value: 11, label: "Jana" };

test("missing values are errors at their fields; a survey is optional, but not half of one", () => {
  expect(listed(draftErrors(emptyDraft, "2026-11-21"))).toEqual([
    ["supplier", "A supplier must be selected."],
    ["title", "A title is required."],
  ]);
  const draft = { ...emptyDraft, supplier, title: "Review" };
  expect(listed(draftErrors(draft, "2026-11-21"))).toEqual([]);
  const halfDraft = {
    ...draft,
    selfSurvey: { form, recipients: [] },
    internalSurvey: { form: null, recipients: [jana] },
  };
  expect(listed(draftErrors(halfDraft, "2026-11-21"))).toEqual([
    ["self-recipients", "Choose at least one recipient."],
    ["internal-form", "Choose a form or a bundle."],
  ]);
  const performance = { ...halfDraft, type: "PERFORMANCE" as const, internalSurvey: emptySurvey };
  expect(listed(draftErrors(performance, "2026-11-21"))).toEqual([]);
  const past = { ...draft, deadline: "2026-11-20", deadlineText: "20/11/2026" };
  expect(listed(draftErrors(past, "2026-11-21"))).toEqual([
    ["deadline", "The deadline must not be in the past."],
  ]);
  expect(surveyErrors({ ...emptySurvey, recipientText: "ann@example" }, false).recipients).toEqual([
    "'ann@example' is not a whole e-mail address.",
  ]);
  expect(surveyErrors(emptySurvey, true)).toEqual({
    form: ["Choose a form or a bundle."],
    recipients: ["Choose at least one recipient."],
  });
});

test("the request contains forms or bundles, users or addresses, and no self-survey for a performance assessment", () => {
  const draft = {
    ...emptyDraft,
    supplier,
    title: " Review ",
    selfSurvey: { form, recipients: [jana] },
    internalSurvey: { form: bundle, recipients: [jana, { value: "kim@else.example", label: "kim" }] },
  };
  expect(payloadOf(draft, supplier)).toMatchObject({
    relationshipId: 7,
    title: "Review",
    deadline: null,
    selfSurveyDocFormId: 5,
    selfSurveyRecipients: [11],
    internalSurveyDocFormId: null,
    internalSurveyDocFormBundleId: 3,
    internalSurveyRecipients: [11, "kim@else.example"],
  });
  expect(payloadOf({ ...draft, type: "PERFORMANCE" }, supplier)).toMatchObject({
    selfSurveyDocFormId: null,
    selfSurveyRecipients: [],
  });
});

test("an error that belongs to no field of the form is left to the toast", () => {
  expect(serverErrors({ "internalSurveyRecipients.0": ["No."] })?.internalSurvey.recipients).toEqual(["No."]);
  expect(serverErrors({ secret: ["No."] })).toBeNull();
});

function assessment(type: Assessment["type"]): Assessment {
  const scoring = {
    overall: 0.666,
    respondents: [
      { rfxId: 1, name: "Ada", score: 0.866667 },
      { rfxId: 2, name: "Ben", score: null },
    ],
    topics: [{ topic: "Quality", score: 0.5, weight: 2, questions: 1 }],
    questions: [
      {
        question: "How good?",
        topic: "Quality",
        weight: 2,
        scores: [0.5, null],
        keys: ["q1", null],
        mean: 0.5,
      },
    ],
    comments: [{ question: "Why?", answers: [{ respondent: "Ada", text: "Friendly" }] }],
  };
  return {
    type,
    status: "INPROGRESS",
    typeInfo: { label: "", scoreName: "Performance score" },
    scoring,
    previous: {
      id: 2,
      title: "Last year",
      completedDate: "2025-11-20T14:02:00Z",
      score: 0.6,
      topics: [{ topic: "Quality", score: 0.7 }],
    },
    tasks: [],
    rfxs: [{ ignored: false }, { ignored: false }, { ignored: true }],
  } as unknown as Assessment;
}

test("a performance assessment has a column for each respondent, means of rows and columns, and the comments", () => {
  renderOnPage(<ScoringTab assessment={assessment("PERFORMANCE")} />);
  const table = screen.getAllByRole("table").at(-1) as HTMLElement;
  const rows = within(table)
    .getAllByRole("row")
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(["QuestionAdaBenMean", "How good?Quality50%-50%", "Mean87%-67%"]);
  expect(screen.getByText("Friendly")).toBeTruthy();
  expect(screen.queryByText("No follow-up tasks.")).toBeNull();
  expect(screen.getByText(/^2 of 2 surveys are completed and counted/)).toBeTruthy();
});

test("other assessments show the topics with score, change and weight, and the follow-up tasks", async () => {
  renderOnPage(<ScoringTab assessment={assessment("QUALIFICATION")} />);
  const row = screen.getAllByRole("row")[1];
  expect(row?.textContent).toBe("Quality50%Fair−20 since the previous score of 70%21");
  expect(screen.getByText("67%").parentElement?.textContent).toBe("67%Fair");
  expect(screen.getByRole("link", { name: "Last year" }).parentElement?.textContent).toBe(
    "+7 since the previous score of 60% since Last year (60%)",
  );
  await userEvent.click(screen.getByRole("button", { name: "Show how Quality was scored" }));
  expect(screen.getByRole("link", { name: /^Open answer.*How good/ }).getAttribute("href")).toBe(
    "/rfx/1?tab=rfi#field-q1",
  );
  expect(screen.getByText("No follow-up tasks.")).toBeTruthy();
  expect(screen.queryByText("Friendly")).toBeNull();
});

const closeButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Close Assessment" });
const page = {
  mayManage: true,
  title: "Review",
  relationship: { id: 3, withOrganisation: { id: 9, name: "Lund" } },
};

test("an assessment can be closed when it is complete, but not while loading or after closing", async () => {
  answerCalls(() => new Promise(() => {}));
  const open = { ...assessment("PERFORMANCE"), ...page, id: 3, rfxs: [], statusInfo: {}, createdBy: {} };
  renderOnPage(<AssessmentDetail assessment={open as unknown as Assessment} />);
  expect(closeButton().disabled).toBe(true);
  await waitFor(() => expect(closeButton().disabled).toBe(false));
  await userEvent.click(screen.getByRole("button", { name: "Download Report (PDF)" }));
  expect(closeButton().disabled).toBe(true);
  cleanup();
  renderOnPage(<AssessmentDetail assessment={{ ...open, id: 5 } as unknown as Assessment} />);
  await waitFor(() => expect(closeButton().disabled).toBe(false));
  await userEvent.click(closeButton());
  await userEvent.click(await screen.findByRole("button", { name: "Yes, Close Assessment" }));
  await screen.findByRole("button", { name: /^Closing/ });
  expect(closeButton().disabled).toBe(true);
  cleanup();
  renderOnPage(
    <AssessmentDetail assessment={{ ...open, id: 4, status: "COMPLETED" } as unknown as Assessment} />,
  );
  await screen.findByRole("tab", { name: "Scoring & Reports" });
  expect(closeButton().disabled).toBe(true);
});

test("the report for the supplier is offered for performance, and explains why there is none", async () => {
  const refusal = "The report for the supplier needs scores of at least 3 respondents.";
  const calls = answerCalls(() => new Promise(() => {}));
  const open = { ...assessment("PERFORMANCE"), ...page, id: 6, rfxs: [], statusInfo: {}, createdBy: {} };
  const shown = (changes: object) =>
    renderOnPage(<AssessmentDetail assessment={{ ...open, ...changes } as unknown as Assessment} />);
  const button = () => screen.getByRole("button", { name: "Download for the supplier" });
  const posted = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  shown({ supplierReportRefusal: refusal });
  expect(button().getAttribute("aria-disabled")).toBe("true");
  await userEvent.hover(button());
  expect((await screen.findByRole("tooltip")).textContent).toBe(refusal);
  await userEvent.click(button());
  expect(posted()).toEqual([]);
  cleanup();
  shown({ id: 7, supplierReportRefusal: null });
  await userEvent.click(button());
  expect(posted()).toEqual([{ audience: "SUPPLIER" }]);
  cleanup();
  shown({ id: 8, type: "QUALIFICATION", supplierReportRefusal: "No." });
  expect(screen.queryByRole("button", { name: "Download for the supplier" })).toBeNull();
});

function Toasts() {
  return <output>{useToasts().map(({ text }) => text)}</output>;
}

function Closing({ onClose }: { onClose: () => void }) {
  const open = useAssessment({ ...assessment("PERFORMANCE"), id: 3 });
  return (
    <>
      {open.offlineError}
      <CloseModal open={open} show onClose={onClose} />
    </>
  );
}

test.each([
  [
    "the server refuses",
    () => ({ status: 409, body: { message: "It is closed already." } }),
    "It is closed already.",
  ],
  [
    "there is no connection",
    () => {
      throw new TypeError("Failed to fetch");
    },
    "There is no connection to the server. Please try again.",
  ],
])(
  "an assessment that could not be closed because %s leaves the question open, and says so once",
  async (_, answer, said) => {
    toasts.clear();
    answerCalls(answer);
    const closed = vi.fn();
    renderOnPage(
      <>
        <Toasts />
        <Closing onClose={closed} />
      </>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Yes, Close Assessment" }));
    expect(await screen.findAllByText(said)).toHaveLength(1);
    expect(closed).not.toHaveBeenCalled();
  },
);

test("a message can start with a prepared text for its type, and existing text stays", async () => {
  const calls = answerCalls(() => ({ body: [{ id: 5, title: "Letter", html: "<p>Dear partner,</p>" }] }));
  const changed = vi.fn();
  renderOnPage(<MessageField type="QUALIFICATION" value="<p>Hello</p>" onChange={changed} />);
  await userEvent.click(await screen.findByRole("button", { name: "Texts for this message" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Letter" }));
  expect(changed).toHaveBeenCalledWith("<p>Hello</p><p>Dear partner,</p>");
  expect(calls[0]?.url.searchParams.get("type")).toBe("QUALIFICATION_EMAIL");
  expect(calls[0]?.url.searchParams.get("inUse")).toBe("true");
});

type DialogProps = { open: OpenAssessment; show: boolean; onClose: () => void };

function InternalSurvey(props: DialogProps) {
  return <SurveyRequestModal kind="internal" {...props} />;
}

function Dialog({ of, Modal }: { of: Assessment; Modal: ComponentType<DialogProps> }) {
  return <Modal open={useAssessment(of)} show onClose={() => {}} />;
}

test("a dialog that is open while a colleague closes the assessment shows that and keeps its values", async () => {
  const open = { id: 5, type: "PERFORMANCE", status: "INPROGRESS", deadline: null, rfxs: [] };
  const refused = "This assessment is completed: nothing of it can be changed any more.";
  answerCalls(({ method }) =>
    method === "GET"
      ? { body: { ...open, status: "COMPLETED" } }
      : { status: 409, body: { code: "conflict", message: refused, errors: [refused] } },
  );
  renderOnPage(<Dialog of={open as unknown as Assessment} Modal={AssessmentDeadlineModal} />);
  const day = await screen.findByRole("textbox", { name: "Deadline" });
  await userEvent.type(day, "31/12/2031");
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  const alert = await screen.findByText(/^This assessment was closed meanwhile/);
  expect(alert.getAttribute("role")).toBe("alert");
  expect((day as HTMLInputElement).value).toBe("31/12/2031");
  expect((screen.getByRole("button", { name: "Save changes" }) as HTMLButtonElement).disabled).toBe(true);
});

test("an incomplete date stays in the deadline input", async () => {
  const open = { id: 5, type: "PERFORMANCE", status: "INPROGRESS", deadline: null, rfxs: [] };
  const page = <Dialog of={open as unknown as Assessment} Modal={AssessmentDeadlineModal} />;
  const { unmount } = renderOnPage(page);
  await userEvent.type(await screen.findByRole("textbox", { name: "Deadline" }), "31/1");
  act(() => emit("BEFORE_LEAVE", { to: "/login" }));
  unmount();
  renderOnPage(page);
  const day = (await screen.findByRole("textbox", { name: "Deadline" })) as HTMLInputElement;
  expect(day.value).toBe("31/1");
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(screen.getByText(/dd\/mm\/yyyy/)).toBeTruthy();
  expect(day.value).toBe("31/1");
});

test("an assessment that a colleague has closed is shown as closed after the conflict", async () => {
  const own = { ...assessment("PERFORMANCE"), ...page, id: 7, statusInfo: {}, createdBy: {}, rfxs: [] };
  answerCalls(({ method }) =>
    method === "GET"
      ? { body: { ...own, status: "COMPLETED" } }
      : { status: 409, body: { message: "It is completed." } },
  );
  renderOnPage(<AssessmentDetail assessment={own as unknown as Assessment} />);
  await waitFor(() => expect(closeButton().disabled).toBe(false));
  await userEvent.click(closeButton());
  await userEvent.click(await screen.findByRole("button", { name: "Yes, Close Assessment" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(closeButton().disabled).toBe(true);
});

test("values in the dialog survive changes of the assessment by a colleague", async () => {
  const own = { ...assessment("PERFORMANCE"), ...page, id: 6, statusInfo: {}, createdBy: {}, rfxs: [] };
  const changed = { ...own, deadline: "2031-05-31T22:00:00Z", title: "Review of May" };
  answerCalls(({ url }) => (url.pathname === "/api/assessment/6" ? { body: changed } : { body: [] }));
  renderOnPage(<AssessmentDetail assessment={own as unknown as Assessment} />);
  await waitFor(() => expect(closeButton().disabled).toBe(false));
  await userEvent.click(screen.getByRole("button", { name: "Change the deadline" }));
  const day = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Deadline" });
  await userEvent.type(day(), "31/12/2031");
  act(() => emit("RFX_CHANGED", { id: 41 }));
  await screen.findAllByText("Review of May");
  expect(day().value).toBe("31/12/2031");
});

test("no survey can be requested for a closed assessment", async () => {
  const relationship = { id: 7, withOrganisation: { id: 4, name: "Bergmann", logoUrl: null } };
  const closed = { id: 5, type: "PERFORMANCE", status: "COMPLETED", rfxs: [], relationship };
  answerCalls(() => ({ body: closed }));
  renderOnPage(<Dialog of={closed as unknown as Assessment} Modal={InternalSurvey} />);
  expect(await screen.findByText(/^This assessment was closed meanwhile/)).toBeTruthy();
});

test("addresses of supplier contacts and of earlier recipients are rejected, and a colleague's address becomes the colleague", () => {
  const people = {
    colleagues: [
      { id: 7, name: "Rosa Meyer", jobTitle: null, email: "rosa@meridian.example" },
      { id: 8, name: "Daniel Asante", jobTitle: "Buyer", email: "daniel@meridian.example" },
    ],
    suppliers: [{ id: 11, name: "Jana", jobTitle: null, email: "Jana@bergmann.example" }],
    supplierName: "Bergmann",
    asked: new Set<number | string>([7, "kim@else.example"]),
  };
  const guest = (value: string) => ({ value, label: value });
  const chosen = [
    "J <JANA@bergmann.example>",
    "DANIEL@meridian.example",
    "kim@ELSE.example",
    "jo@else.example",
  ];
  const result = matchRecipients([...chosen.map(guest), { value: 7, label: "Rosa Meyer" }], people);
  expect(result.recipients.map(({ value }) => value)).toEqual([8, "jo@else.example"]);
  expect(result.faults).toEqual([
    "jana@bergmann.example works at Bergmann, which is being assessed. An internal survey can't be sent to the supplier.",
    "kim@ELSE.example has been asked already.",
    "Rosa Meyer has been asked already.",
  ]);
});

test("an address that cannot be a recipient shows an error as soon as it is entered", async () => {
  const relationship = { id: 7, withOrganisation: { id: 4, name: "Bergmann", logoUrl: null } };
  const open = { id: 5, type: "PERFORMANCE", status: "NEW", rfxs: [], relationship };
  const jana = { id: 11, name: "Jana", jobTitle: null, email: "jana@bergmann.example" };
  answerCalls(({ url }) =>
    url.pathname === "/api/organisation/4/user"
      ? { body: [jana] }
      : { body: url.pathname.endsWith("/5") ? open : [] },
  );
  renderOnPage(<Dialog of={open as unknown as Assessment} Modal={InternalSurvey} />);
  const field = await screen.findByRole("combobox", { name: /recipients/ });
  await userEvent.type(field, "jana@bergmann.example");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText(/jana@bergmann.example works at Bergmann/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Remove / })).toBeNull();
});

test("a table wider than the page has a hint about scrolling, and a table that fits has none", () => {
  const many = assessment("PERFORMANCE");
  const width = vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(0);
  renderOnPage(<ScoringTab assessment={many} />);
  expect(screen.queryByText(/Scroll sideways/)).toBeNull();
  width.mockReturnValue(1400);
  act(() => {
    window.dispatchEvent(new Event("resize"));
  });
  const count = many.scoring.respondents.length;
  expect(screen.getByText(`${count} respondents. Scroll sideways to see all of them.`)).toBeTruthy();
  width.mockRestore();
});
