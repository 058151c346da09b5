import { describe, expect, it } from "vitest";
import { serverReader } from "../../lib/text/dates";
import { documentStateText } from "./document-state";

const dates = serverReader(new Date("2026-11-26T09:00:00Z"));

describe("documentStateText", () => {
  it("counts the days of a document that ends soon", () => {
    const describeEnd = (validUntil: string) => documentStateText({ state: "EXPIRING", validUntil }, dates);
    expect(describeEnd("2026-11-26")).toBe("Ends today");
    expect(describeEnd("2026-11-27")).toBe("Ends tomorrow");
    expect(describeEnd("2026-12-08")).toBe("Ends in 12 days");
  });

  it("names the end of a waiver", () => {
    expect(documentStateText({ state: "WAIVED", waivedUntil: "2027-03-03" }, dates)).toBe(
      "Waived until 3 Mar 2027",
    );
  });

  it("names the other states without a date", () => {
    expect(documentStateText({ state: "RECEIVED", validUntil: "2026-12-08" }, dates)).toBe("To review");
    expect(documentStateText({ state: "ACCEPTED", validUntil: "2029-12-08" }, dates)).toBe("Valid");
  });
});
