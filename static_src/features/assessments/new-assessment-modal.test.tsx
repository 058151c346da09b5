import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { saveDraft } from "../../lib/state/drafts";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { emptyDraft } from "./new-assessment-draft";
import NewAssessmentModal from "./new-assessment-modal";

test("an assessment changed after a lost response is created as a second one", async () => {
  const supplier = { value: 3, label: "Bergmann", organisationId: 9 };
  saveDraft("newAssessment", 7, { ...emptyDraft, supplier, title: "Review, changed" });
  const refusal = {
    code: "idempotencyKeyReused",
    message: "This Idempotency-Key was used for another request.",
  };
  let isKeyUsed = true;
  const calls = answerCalls(({ method }) => {
    if (method !== "POST") return { body: [] };
    return isKeyUsed
      ? { status: 409, body: refusal }
      : { status: 201, body: { id: 5, relationship: { id: 3 }, rfxs: [] } };
  });
  const onClose = vi.fn();
  renderOnPage(<NewAssessmentModal detail={{}} show onClose={onClose} />);
  const create = await screen.findByRole("button", { name: "Create assessment" });
  await userEvent.click(create);
  expect(
    await screen.findByText(/^The assessment was created, without your latest changes.* Create it again/),
  ).toBeTruthy();
  isKeyUsed = false;
  await userEvent.click(create);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const keys = calls.flatMap(({ method, headers }) =>
    method === "POST" ? [headers.get("Idempotency-Key")] : [],
  );
  expect(new Set(keys).size).toBe(2);
});

test("a corrected field leaves the list of problems at once", async () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<NewAssessmentModal detail={{}} show onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Create assessment" }));
  const problems = within(await screen.findByRole("region", { name: "There is a problem" }));
  const before = problems.getAllByRole("link").length;
  await userEvent.type(screen.getByRole("textbox", { name: /^Title/ }), "Review");
  expect(problems.getAllByRole("link")).toHaveLength(before - 1);
});
