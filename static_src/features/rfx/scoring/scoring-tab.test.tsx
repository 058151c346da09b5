import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import RfxDetail from "../detail/detail";
import type { Rfx } from "../types";

const company = fieldNode("company", { label: "Company name" });
const city = fieldNode("city", { label: "City" });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

function asBuyer() {
  const server = new RfxServer({
    forms: [formOf(company, city)],
    values: { company: "Bergmann GmbH" },
    role: "REQUESTER",
    status: "COMPLETED",
  });
  const { rfx } = server;
  renderOnPage(
    <RfxDetail rfx={{ ...rfx, actions: { ...rfx.actions, seeScoring: true } } as Rfx} taskId={null} />,
  );
  return server;
}

beforeEach(() => {
  window.history.replaceState(null, "", "/rfx/41");
});

const scored = (key: string, score: number, isAnswered = true) => ({
  key,
  docFormId: 5,
  question: `Question ${key}`,
  answer: isAnswered ? `Answer ${key}` : "",
  rule: "is answered",
  followUp: "",
  isAnswered,
  points: score / 10,
  most: 10,
  weight: 2.5,
  score,
});
const scoring = {
  overall: 60,
  isFinished: true,
  completion: { percent: 100, answered: 2, total: 2 },
  previous: { rfxId: 30, title: "Last year", submitted: "2025-11-20T14:02:00Z", overall: 53 },
  sections: [
    { topic: "Delivery", score: 80, previous: 90, weight: 1, fields: [scored("city", 80)] },
    {
      topic: "Quality",
      score: 30,
      previous: null,
      weight: 5,
      fields: [scored("a", 100), scored("b", 90), scored("company", 10), scored("c", 40)],
    },
  ],
  tasks: [],
};

async function openScoring(body: object) {
  const server = asBuyer();
  server.answers["GET /api/rfx/41/scoring"] = { status: 200, body };
  expect(server.calls).toEqual([]);
  await userEvent.click(screen.getByRole("tab", { name: "Scoring" }));
  await screen.findByRole("table", { name: "Scores by topic" });
}

const scoreRows = () =>
  within(screen.getByRole("table", { name: "Scores by topic" }))
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);

test("scores load when their tab is opened: weakest topic first, with band, change and weight", async () => {
  await openScoring(scoring);
  expect(scoreRows()).toEqual(["Quality30%Weak-54", "Delivery80%Good−10 since the previous score of 90%11"]);
  expect(screen.getByText("60%", { selector: ".score-figure" }).parentElement?.textContent).toBe("60%Fair");
  expect(screen.getByRole("link", { name: "Last year" }).getAttribute("href")).toBe("/rfx/30?tab=scoring");
});

test("a topic opens to its lowest answers, and each leads to the answer in its form", async () => {
  await openScoring(scoring);
  await press("Show how Quality was scored");
  const list = screen.getByRole("list", { name: "How Quality was scored" });
  const texts = () =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(texts().map((text) => text?.slice(0, 10))).toEqual(["Question c", "Question c", "Question b"]);
  expect(texts()[0]).toBe(
    "Question companyAnswer companyRule: is answered. Weight 2.5.1 of 10Open answer: Question company",
  );
  await press("Show all 4 answers");
  expect(texts()).toHaveLength(4);
  await userEvent.click(within(list).getByRole("link", { name: /^Open answer.*Question company/ }));
  await waitFor(() => expect(document.getElementById("field-company")?.dataset.highlighted).toBe("true"));
  expect(screen.getByRole("tab", { name: "RFI" }).getAttribute("aria-selected")).toBe("true");
  expect(window.location.hash).toBe("");
});

test("an unfinished RFx shows no score, and an unanswered question no points", async () => {
  await openScoring({
    ...scoring,
    overall: 0,
    isFinished: false,
    completion: { percent: 50, answered: 1, total: 2 },
    sections: [
      {
        topic: "Quality",
        score: 0,
        previous: null,
        weight: 5,
        fields: [scored("a", 0, false), scored("b", 90)],
      },
    ],
  });
  expect(scoreRows()).toEqual(["QualityNot scored yet52"]);
  expect(screen.queryByText("0%")).toBeNull();
  expect(screen.getByText(/^1 of 2 questions answered/)).toBeTruthy();
  await press("Show how Quality was scored");
  const items = within(screen.getByRole("list", { name: "How Quality was scored" })).getAllByRole("listitem");
  expect(items[0]?.textContent).toContain("9 of 10");
  expect(items[1]?.textContent).not.toContain("0 of 10");
});

test("a failed request for the scores shows an error with a retry button", async () => {
  const server = asBuyer();
  const path = "GET /api/rfx/41/scoring";
  server.answers[path] = {
    status: 500,
    body: { code: "internal", status: 500, message: "No.", errors: ["No."] },
  };
  await userEvent.click(screen.getByRole("tab", { name: "Scoring" }));
  await screen.findByText("The scores could not be loaded.", undefined, { timeout: 8000 });
  server.answers[path] = { status: 200, body: { ...scoring, overall: null, sections: [] } };
  await press("Try again");
  expect(await screen.findByText("Nothing is scored yet.")).toBeTruthy();
}, 12_000);
