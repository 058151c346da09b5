import { expect, test } from "vitest";
import { importOf, itemOf } from "../../../testing/answer-imports";
import {
  applyLabel,
  clearableKeys,
  decidedOf,
  firstDecisions,
  resultOf,
  resultText,
  rowsOf,
  withTaken,
} from "./decisions";

const read = importOf({
  items: [
    itemOf("name", "SAME", { here: "Bergmann", file: "Bergmann" }),
    itemOf("city", "NEW", { file: "Ulm" }),
    itemOf("phone", "CHANGED", { here: "1", file: "2" }),
    itemOf("staff", "CONFLICT", { here: "10", file: "12" }),
    itemOf("iso", "INVALID", { fileText: "maybe", sentence: "Choose Yes or No." }),
    itemOf("fax", "EMPTY", { here: "7" }),
    itemOf("web", "EMPTY"),
    itemOf("audit", "PROPOSED", { file: "yes" }),
    itemOf(null, "UNKNOWN", { fileText: "x" }),
  ],
});
const rows = rowsOf(read);

test("the rows that need a decision are first, in the order of the file", () => {
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    "CONFLICT",
    "PROPOSED",
    "INVALID",
    "UNKNOWN",
    "CHANGED",
    "NEW",
    "EMPTY",
    "EMPTY",
    "SAME",
  ]);
});

test("without a choice only new and changed answers are taken over", () => {
  expect(decidedOf(rows, firstDecisions(rows))).toEqual({
    keys: ["phone", "city"],
    theirs: [],
    clearEmpty: false,
  });
});

test("a conflict is replaced and a proposal is taken only when chosen", () => {
  const chosen = withTaken(firstDecisions(rows), ["staff", "audit"], true);
  expect(decidedOf(rows, withTaken(chosen, ["city"], false))).toEqual({
    keys: ["audit", "phone", "staff"],
    theirs: ["staff"],
    clearEmpty: false,
  });
});

test("empty cells clear only answers that exist, and only when wanted", () => {
  expect(clearableKeys(rows)).toEqual(["fax"]);
  const decided = decidedOf(rows, { ...firstDecisions(rows), clearsEmpty: true });
  expect(decided).toEqual({ keys: ["phone", "city", "fax"], theirs: [], clearEmpty: true });
  expect(applyLabel(decided, 1)).toBe("Take over 2 answers and clear 1");
});

test("with answers to take over or to clear the button shows their number", () => {
  const label = (keys: string[], cleared = 0) => applyLabel({ keys, theirs: [], clearEmpty: false }, cleared);
  expect(label([])).toBe("Take over");
  expect(label(["a"])).toBe("Take over 1 answer");
  expect(label(["a", "b"])).toBe("Take over 2 answers");
  expect(label(["a"], 1)).toBe("Clear 1 answer");
});

test("invalid answers and conflicts are left for the viewer", () => {
  const applied = importOf({
    items: [
      itemOf("city", "NEW", { appliedState: "APPLIED" }),
      itemOf("phone", "CHANGED", { appliedState: "CONFLICT" }),
      itemOf("iso", "INVALID"),
      itemOf(null, "UNKNOWN"),
    ],
  });
  expect(resultOf(applied)).toEqual({ applied: 1, left: ["phone", "iso"] });
  expect(resultText(91, 3)).toBe("91 answers taken over. 3 are left for you.");
  expect(resultText(1, 0)).toBe("1 answer taken over.");
  expect(resultText(2, 1)).toBe("2 answers taken over. 1 is left for you.");
});
