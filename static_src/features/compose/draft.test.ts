import { expect, test } from "vitest";
import { guestFrom, guestsFrom } from "../../domain/people/guest-address";
import {
  addedText,
  type Draft,
  draftErrors,
  emptyDraft,
  serverErrors,
  withDocuments,
  withGuests,
} from "./draft";
import { recipientParts } from "./recap";
import { requestBody, sendAtOf, withoutLines } from "./request-draft";

const bergmann = { value: 9, label: "Bergmann Präzision GmbH" };
const written: Draft = { ...emptyDraft, subject: "Certificates", html: "<p>Please send them.</p>" };

test("people of an organisation are counted while none of them is chosen", () => {
  const calder = { value: 12, label: "Calder & Sons" };
  const people = [14, 15, 16].map((value) => ({ value, label: "", organisationId: value === 16 ? 12 : 9 }));
  const draft: Draft = { ...written, organisations: [bergmann, calder] };
  expect(recipientParts(draft, people)).toEqual(["2 organisations", "3 people"]);
  const users = people.slice(0, 1);
  const guests = [{ value: "jo@example.org", label: "jo@example.org" }];
  expect(recipientParts({ ...draft, users, guests }, people)).toEqual([
    "2 organisations",
    "2 people",
    "1 guest",
  ]);
});

test("a bundle is selected while all of its documents are", () => {
  const documents = [
    { value: 5, label: "Supplier qualification" },
    { value: 6, label: "Information security" },
  ];
  const bundle = { id: 3, name: "New supplier pack", documents };
  const rfi: Draft = { ...written, subject: "", type: "RFI", organisations: [bergmann] };
  const chosen = { ...rfi, ...withDocuments(rfi, [{ value: -3, label: bundle.name, bundle }]) };
  expect(chosen.subject).toBe("New supplier pack");
  expect(requestBody(chosen)).toMatchObject({ docFormIds: [5, 6], docFormBundleId: 3 });
  const fewer = { ...chosen, ...withDocuments(chosen, documents.slice(1)) };
  expect(fewer.subject).toBe("Information security");
  expect(requestBody(fewer)).not.toHaveProperty("docFormBundleId");
  const own = { ...chosen, subject: "Please answer" };
  expect(withDocuments(own, documents.slice(1))).not.toHaveProperty("subject");
});

test("a bundle adds its documents to the chosen ones without duplicates", () => {
  const documents = [
    { value: 5, label: "Supplier qualification" },
    { value: 6, label: "Information security" },
  ];
  const option = { value: -3, label: "Annual review", bundle: { id: 3, name: "Annual review", documents } };
  const rfi: Draft = { ...written, type: "RFI", organisations: [bergmann] };
  const own = { ...rfi, documents: [{ value: 9, label: "Generic check" }, documents[1] ?? bergmann] };
  const both = { ...own, ...withDocuments(own, [...own.documents, option]) };
  expect(requestBody(both)).toMatchObject({ docFormIds: [9, 5, 6] });
  expect(requestBody(both)).not.toHaveProperty("docFormBundleId");
  expect(addedText(own, [option])).toBe("Supplier qualification added.");
  expect(addedText(both, [option])).toBe("All documents of this bundle are chosen already.");
  const part = { ...rfi, documents: documents.slice(1) };
  const whole = { ...part, ...withDocuments(part, [...part.documents, option]) };
  expect(requestBody(whole)).toMatchObject({ docFormIds: [5, 6], docFormBundleId: 3 });
});

test("a guest address of a chosen organisation becomes that user", () => {
  const jana = { value: 14, label: "Jana Bergmann", organisationId: 9, email: "Jana@bergmann.example" };
  const tomas = { value: 15, label: "Tomas Okafor", organisationId: 9 };
  const guest = { value: "J <jana@Bergmann.example>", label: "J" };
  const stranger = { value: "kim@else.example", label: "kim@else.example" };
  const everyone: Draft = { ...written, type: "RFI", organisations: [bergmann] };
  expect(withGuests(everyone, [stranger, guest], [jana, tomas])).toEqual({
    changes: { guests: [stranger], users: [] },
    note: "Jana Bergmann has an account and is among the users above.",
  });
  const named = { ...everyone, users: [tomas] };
  expect(withGuests(named, [guest], [jana, tomas]).changes).toEqual({ guests: [], users: [tomas, jana] });
  expect(withGuests(named, [stranger], [jana])).toEqual({ changes: { guests: [stranger] }, note: "" });
});

test("a draft needs documents for an RFx and a valid deadline in the future", () => {
  const rfi: Draft = { ...written, type: "RFI", organisations: [bergmann] };
  expect(draftErrors(rfi, "2026-11-20")).toEqual({ documents: ["Choose a document."] });
  const dated = { ...rfi, documents: [{ value: 5, label: "Q" }] };
  expect(draftErrors({ ...dated, deadlineText: "31/02/2027" }, "2026-11-20")).toEqual({
    deadline: ["31 February does not exist. Use dd/mm/yyyy."],
  });
  const past = { ...dated, deadlineText: "19/11/2026", deadline: "2026-11-19" };
  expect(draftErrors(past, "2026-11-20")).toEqual({ deadline: ["The deadline must not be in the past."] });
  expect(draftErrors({ ...past, type: "MESSAGE" }, "2026-11-20")).toEqual({});
  expect(
    draftErrors({ ...dated, organisations: [], guests: [{ value: "a@b.co", label: "" }] }, "2026-11-20"),
  ).toEqual({});
});

test("the request of an RFI contains documents and deadline", () => {
  const draft: Draft = {
    ...written,
    type: "NDA",
    guests: [{ value: "Jo Park <jo@example.org>", label: "Jo Park (jo@example.org)" }],
    documents: [{ value: 5, label: "Mutual NDA" }],
    deadline: "2026-12-01",
    deadlineText: "01/12/2026",
  };
  expect(requestBody(draft)).toMatchObject({
    type: "NDA",
    recipients: { pasted: "Jo Park <jo@example.org>" },
    docFormIds: [5],
    deadline: new Date(2026, 11, 1, 23, 59, 59).toISOString(),
  });
});

test("a guest address is accepted with or without a name, but only complete", () => {
  expect(guestFrom(" jo@example.org ")).toEqual({ value: "jo@example.org", label: "jo@example.org" });
  expect(guestFrom('"Jo Park" <jo@example.org>')).toEqual({
    value: "Jo Park <jo@example.org>",
    label: "Jo Park (jo@example.org)",
  });
  expect(guestFrom("jo@example")).toBeNull();
  const several = '"Park, Jo" <jo@example.org> Ann <ann@example.org>\nbo@example.org cy@example.org;';
  expect(guestsFrom(several).map(({ value }) => value)).toEqual([
    "Park, Jo <jo@example.org>",
    "Ann <ann@example.org>",
    "bo@example.org",
    "cy@example.org",
  ]);
  expect(guestsFrom("jo@example.org, ann")).toEqual([]);
});

test("an error that belongs to no field of the form is left to the toast", () => {
  expect(serverErrors({ toUserIds: ["Gone."], toOrganisationIds: ["Not yours."] })).toEqual({
    recipients: ["Gone.", "Not yours."],
  });
  expect(serverErrors({ rfxType: ["Unknown."] })).toBeNull();
});

test("the time of sending is the chosen one in the viewer's time zone", () => {
  const draft: Draft = { ...written, isScheduled: true, sendDayText: "10/12/2031", sendTime: "08:30" };
  expect(sendAtOf(draft)).toBe(new Date(2031, 11, 10, 8, 30).toISOString());
  expect(sendAtOf({ ...draft, isScheduled: false })).toBeNull();
  expect(
    draftErrors({ ...draft, type: "RFI", deadline: "2031-12-09", deadlineText: "9/12/2031" }, "2031-01-01"),
  ).toMatchObject({ sendAt: ["The deadline must be after the request is sent."] });
});

test("removed lines leave the others as they were typed", () => {
  expect(withoutLines("a\n b \nc", [2])).toBe("a\nc");
});

test("an error of the list belongs to the guests while no list is pasted", () => {
  const fields = { "recipients.pasted": ["Line 1: jo@x.example can't receive messages at the moment."] };
  const sentence = "jo@x.example can't receive messages at the moment.";
  expect(serverErrors(fields, { pasted: "" })).toEqual({ guests: [sentence] });
  expect(serverErrors(fields, { pasted: "jo@x.example" })).toEqual({ pasted: fields["recipients.pasted"] });
});
