import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ApiResponse } from "../../api/types";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { newRoundDraft } from "./copied-draft";
import NewMessageModal from "./new-message-modal";
import { requestBody } from "./request-draft";

const bergmann = { value: 9, label: "Bergmann Präzision GmbH" };
/** Counts recipients and sends nothing. */
const previewPath = "/api/rfxRequest/preview";
let lists: Record<string, unknown> = {};

function open(detail = {}) {
  const calls = answerCalls(({ url, method }) =>
    method === "POST" && !(url.pathname in lists)
      ? { status: 201, body: { id: 41, state: "OPEN", bulkJobId: null } }
      : { body: lists[url.pathname] ?? [] },
  );
  renderOnPage(<NewMessageModal detail={detail} show onClose={() => {}} />, {
    permissions: ["SEND_MESSAGES", "SEND_RFX"],
  });
  const isSent = ({ method, url }: Call) => method === "POST" && url.pathname !== previewPath;
  return { sent: () => calls.filter(isSent) };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => {
  lists = { [previewPath]: { withAnswers: 0 } };
});

const round: ApiResponse<"NewRound"> = {
  type: "RFI",
  title: "Pump check 2026",
  messageHtml: "<p>Please answer.</p>",
  docForms: [{ id: 5, title: "Supplier qualification", type: "RFI", revision: 3 }],
  missing: [],
  deadline: null,
  isSealed: false,
  linksNeedCode: false,
  attachments: [],
  organisation: { id: 9, name: bergmann.label },
  guest: null,
  submitted: "2026-03-03T09:00:00Z",
};

test("a new round is sent to the respondent with the answers of that RFx to confirm", async () => {
  lists["/api/rfx/41/newRound"] = round;
  const { sent } = open({ type: "RFI", newRoundOf: 41 });
  expect(await screen.findByRole("radio", { name: "Last answers to confirm" })).toHaveProperty(
    "checked",
    true,
  );
  expect(screen.getByText(/The answers of Mar 3, 2026/)).toBeTruthy();
  await press("Send Message");
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ carriesAnswers: true, previousRfxId: 41 }));
});

test("a new round can start blank, and keeps its earlier RFx to itself once there are other recipients", async () => {
  lists["/api/rfx/41/newRound"] = round;
  const { sent } = open({ type: "RFI", newRoundOf: 41 });
  await userEvent.click(await screen.findByRole("radio", { name: "Blank" }));
  await press("Send Message");
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ carriesAnswers: false, previousRfxId: null }));
  const several = { ...newRoundDraft(41, round), pasted: "jo@lab.example" };
  expect(requestBody(several)).toMatchObject({ carriesAnswers: true, previousRfxId: null });
});

test("a request says how many suppliers have answered its documents before", async () => {
  lists[previewPath] = { withAnswers: 3 };
  open({ type: "RFI", docForm: { id: 5, title: "Pump check" }, organisationId: 9 });
  expect(await screen.findByText(/3 suppliers have answered before/)).toBeTruthy();
  lists[previewPath] = { withAnswers: 0 };
  cleanup();
  open({ type: "RFI", docForm: { id: 5, title: "Pump check" }, organisationId: 9 });
  await screen.findByRole("button", { name: "Remove Pump check" });
  expect(screen.queryByRole("radio", { name: "Blank" })).toBeNull();
});
