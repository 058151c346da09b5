import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { pageWrapper } from "../../testing/page";
import { useSending } from "./sending";

const refusal = new ApiError(422, {
  fields: { name: ["Taken."], "forms.0": ["Gone."], revision: ["Too old."] },
});

async function refused(rest?: "name") {
  const sending = renderHook(() => useSending(["name", "forms"], rest), { wrapper: pageWrapper() }).result;
  await act(() => sending.current.send({}, () => Promise.reject(refusal)));
  return sending.current;
}

test("server errors are shown at their fields, others as a failure", async () => {
  const { at, said } = await refused();
  expect([at("name").error, at("forms").error]).toEqual([["Taken."], ["Gone."]]);
  expect(said.failure).toBe("Too old.");
});

test("errors without a field are shown at the field for the rest", async () => {
  const { at, said } = await refused("name");
  expect(at("name").error).toEqual(["Taken.", "Too old."]);
  expect(said.failure).toBe("");
});
