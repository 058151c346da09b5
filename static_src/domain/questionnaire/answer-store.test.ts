import { describe, expect, test, vi } from "vitest";
import { fieldNode, formOf } from "../../testing/form-documents";
import { AnswerStore } from "./answer-store";
import { walk, walkForms } from "./rules/walk";

const form = formOf(
  fieldNode("certified", { type: "YESNO", required: true }),
  fieldNode("body", { required: true, visibleWhen: { field: "certified", operator: "equals", value: true } }),
  fieldNode("until", { type: "DATE" }),
  fieldNode("share", { type: "NUMBER", min: "0", max: "100" }),
);

function storeOf(options: Partial<ConstructorParameters<typeof AnswerStore>[0]> = {}) {
  return new AnswerStore({ fields: walk(form), ...options });
}

describe("typing", () => {
  test("notifies only the listeners of the edited field and of the summary", () => {
    const store = storeOf();
    const [share, until, summary] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe("share", share);
    store.subscribe("until", until);
    store.subscribeSummary(summary);
    store.set("share", "5");
    expect(share).toHaveBeenCalledTimes(1);
    expect(until).not.toHaveBeenCalled();
    expect(summary).toHaveBeenCalledTimes(1);
    expect(store.get("share")).toMatchObject({ value: "5", isDirty: true, isTouched: false, errors: [] });
  });

  test("setting the same value again notifies no listener and keeps the state object", () => {
    const store = storeOf({ values: { share: "5" } });
    const before = store.get("share");
    const listener = vi.fn();
    store.subscribe("share", listener);
    store.set("share", "5");
    expect(listener).not.toHaveBeenCalled();
    expect(store.get("share")).toBe(before);
  });

  test("the summary stays the same object while its content does not change", () => {
    const store = storeOf({ values: { certified: false } });
    store.set("share", "5");
    const summary = store.summary();
    store.set("share", "55");
    expect(store.summary()).toBe(summary);
    store.set("share", "555");
    expect(store.summary()).not.toBe(summary);
  });

  test("typing the stored value again leaves nothing to save", () => {
    const store = storeOf({ values: { share: "5" } });
    store.set("share", "5.");
    expect(store.unsaved()).toEqual({});
    store.set("share", "51");
    expect(store.summary().dirtyCount).toBe(1);
    store.set("share", "5");
    expect(store.summary().dirtyCount).toBe(0);
  });

  test("calls edit listeners only for changes by the user", () => {
    const store = storeOf();
    const edited = vi.fn();
    store.onEdit(edited);
    store.set("share", "5");
    store.take("until", "2026-11-03", 2);
    expect(edited.mock.calls).toEqual([["share"]]);
  });

  test("a field that the user cannot write does not change", () => {
    const store = storeOf({ writable: new Set(["share"]) });
    store.set("until", "2026-11-03");
    expect(store.get("until").value).toBeNull();
  });
});

describe("errors", () => {
  test("show after the field loses the focus", () => {
    const store = storeOf();
    store.set("share", "101");
    expect(store.get("share").errors).toEqual(["Enter a number between 0 and 100."]);
    expect(store.get("share").shownErrors).toEqual([]);
    store.leave("share");
    expect(store.get("share").shownErrors).toEqual(["Enter a number between 0 and 100."]);
    store.set("share", "10");
    expect(store.get("share").shownErrors).toEqual([]);
  });

  test("show for all fields after an attempt to submit, in document order", () => {
    const store = storeOf();
    store.set("until", "31/02/2027");
    expect(store.showAllErrors()).toEqual(["certified", "until"]);
    expect(store.get("certified").shownErrors).toEqual(["Choose Yes or No."]);
    store.set("certified", true);
    expect(store.get("body").shownErrors).toEqual(["Write an answer."]);
    expect(store.invalidKeys()).toEqual(["body", "until"]);
  });

  test("typed text is converted to its stored form when the field loses the focus", () => {
    const store = storeOf();
    store.set("until", "3/11/2026");
    store.set("share", " 98,4 ");
    store.leave("until");
    store.leave("share");
    expect(store.get("until").value).toBe("2026-11-03");
    expect(store.get("share").value).toBe("98.4");
  });

  test("fields that the user cannot write show none", () => {
    const store = storeOf({ writable: new Set() });
    expect(store.showAllErrors()).toEqual([]);
    expect(store.get("certified").shownErrors).toEqual([]);
    expect(store.summary()).toMatchObject({ total: 0, percent: 100, isValid: true });
  });
});

describe("visibility and completion", () => {
  test("depend on the answer that a condition refers to", () => {
    const store = storeOf();
    const listener = vi.fn();
    store.subscribe("body", listener);
    expect(store.get("body").isVisible).toBe(false);
    expect(store.summary()).toMatchObject({ answered: 0, total: 3, percent: 0, isValid: false });
    store.set("certified", true);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.get("body").isVisible).toBe(true);
    expect(store.summary()).toMatchObject({ answered: 1, total: 4, percent: 25 });
    store.set("body", "TÜV");
    store.set("certified", false);
    expect(store.summary()).toMatchObject({ answered: 1, total: 3, percent: 33, isValid: true });
    expect(store.values().body).toBe("TÜV");
  });

  test("are counted separately for each form of an RFx", () => {
    const fields = walkForms([
      [12, form],
      [34, formOf(fieldNode("name", { required: true }), fieldNode("share"))],
    ]);
    const store = new AnswerStore({ fields, values: { "12.share": "4", name: "x" } });
    expect(store.summary().forms).toEqual([
      { answered: 1, total: 3, percent: 33, isValid: false },
      { answered: 1, total: 2, percent: 50, isValid: true },
    ]);
  });

  test("the next unanswered question is below the current one, then from the top", () => {
    const store = storeOf({ values: { until: "2026-11-03" } });
    expect(store.nextUnanswered(null)).toBe("certified");
    expect(store.nextUnanswered("certified")).toBe("share");
    expect(store.nextUnanswered("share")).toBe("certified");
    store.set("certified", false);
    store.set("share", "1");
    expect(store.nextUnanswered(null)).toBeNull();
  });
});

describe("saving", () => {
  test("sends the canonical answer with the iteration that it is based on", () => {
    const store = storeOf({ values: { share: "5" }, iterations: { share: 3 } });
    store.set("share", "1,250");
    store.set("until", "");
    expect(store.unsaved()).toEqual({ share: { value: "1250", baseIteration: 3 } });
  });

  test("text typed during a save stays unsaved", () => {
    const store = storeOf();
    store.set("share", "5");
    store.set("share", "50");
    store.acknowledge("share", "5", 1);
    expect(store.unsaved()).toEqual({ share: { value: "50", baseIteration: 1 } });
    store.acknowledge("share", "50", 2);
    expect(store.unsaved()).toEqual({});
    expect(store.get("share")).toMatchObject({ base: 2, isDirty: false });
  });

  test("returning to the old answer during a save is a new change", () => {
    const store = storeOf({ values: { share: "5" }, iterations: { share: 1 } });
    store.set("share", "6");
    store.set("share", "5");
    store.acknowledge("share", "6", 2);
    expect(store.unsaved()).toEqual({ share: { value: "5", baseIteration: 2 } });
  });

  test("another user's answer is applied unless the field has unsaved text", () => {
    const store = storeOf({ iterations: { share: 1 } });
    store.receive("until", "2026-11-03", 1);
    store.set("share", "5");
    store.receive("share", "7", 2);
    expect(store.get("until").value).toBe("2026-11-03");
    expect(store.unsaved()).toEqual({ share: { value: "5", baseIteration: 1 } });
  });

  test("a conflict ends with the other user's answer or with the user's own answer", () => {
    const store = storeOf({ values: { share: "1" }, iterations: { share: 1 } });
    store.set("share", "5");
    store.take("share", "7", 2);
    expect(store.get("share")).toMatchObject({ value: "7", base: 2, isDirty: false });
    store.set("share", "5");
    store.acknowledge("share", "8", 3);
    expect(store.unsaved()).toEqual({ share: { value: "5", baseIteration: 3 } });
  });

  test("a draft from this device is restored as unsaved", () => {
    const store = storeOf({ values: { share: "1" }, iterations: { share: 2 } });
    store.restore("share", "5", 1);
    store.restore("gone", "5", 1);
    expect(store.unsaved()).toEqual({ share: { value: "5", baseIteration: 1 } });
  });

  test("after submitting, no field can be edited", () => {
    const store = storeOf({ values: { share: "1" } });
    const listener = vi.fn();
    store.subscribeSummary(listener);
    store.setWritable(new Set());
    store.set("share", "5");
    expect(store.get("share")).toMatchObject({ value: "1", isWritable: false });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("answers of an earlier round", () => {
  const offers = { certified: true, body: "DEKRA", share: "5" };

  test("are shown without counting as answers", () => {
    const store = storeOf({ offers });
    expect(store.get("share")).toMatchObject({ offer: "5", value: null, isDirty: false });
    expect(store.summary()).toMatchObject({ answered: 0, total: 4 });
    expect(store.unsaved()).toEqual({});
    expect(store.isSettled("share")).toBe(false);
  });

  test("decide which questions are shown, and are to be confirmed where they do or an answer is required", () => {
    const store = storeOf({ offers });
    expect(store.get("body").isVisible).toBe(true);
    expect(store.get("certified").errors).toEqual(["Confirm this answer, or change it."]);
    expect(store.get("body").errors).toEqual(["Confirm this answer, or change it."]);
    expect(store.get("share").errors).toEqual([]);
    store.set("certified", false);
    expect(store.get("body").isVisible).toBe(false);
  });

  test("end with an edit, with an empty answer, and with an answer of the server", () => {
    const store = storeOf({ offers });
    store.set("share", "6");
    store.set("body", "");
    store.take("certified", true, 1);
    for (const key of ["share", "body", "certified"]) expect(store.get(key).offer).toBeUndefined();
    expect(store.get("share").value).toBe("6");
    expect(store.summary().answered).toBe(2);
  });

  test("stay when the user passes the field", () => {
    const store = storeOf({ offers });
    store.leave("share");
    expect(store.get("share").offer).toBe("5");
  });
});
