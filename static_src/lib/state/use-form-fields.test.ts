import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../../api/errors";
import { useFormFields } from "./use-form-fields";

const check = (values: { name: string; email: string }) => ({
  name: values.name ? undefined : "A name is required.",
  email: values.email ? undefined : "An e-mail address is required.",
});

const form = () => renderHook(() => useFormFields({ name: "", email: "" }, check)).result;

test("an error is shown after its field has been left and disappears when it is fixed", () => {
  const fields = form();
  expect(fields.current.valid).toBe(false);
  expect(fields.current.shown("name")).toEqual([]);
  act(() => fields.current.touch("name"));
  expect(fields.current.shown("name")).toEqual(["A name is required."]);
  expect(fields.current.shown("email")).toEqual([]);
  act(() => fields.current.set("name", "Rosa"));
  expect(fields.current.shown("name")).toEqual([]);
});

test("submitting shows all errors", () => {
  const fields = form();
  act(() => expect(fields.current.touchAll()).toBe(false));
  expect(fields.current.shown("email")).toEqual(["An e-mail address is required."]);
});

test("an error of the server stays at its field until the field changes", () => {
  const fields = form();
  act(() => fields.current.set("email", "rosa@meridian.example"));
  const refusal = new ApiError(422, { fields: { email: ["Email address already in use."] } });
  fields.current.shown("email");
  act(() => expect(fields.current.refuse(refusal)).toBe(""));
  expect(fields.current.shown("email")).toEqual(["Email address already in use."]);
  act(() => fields.current.set("name", "Rosa"));
  expect(fields.current.shown("email")).toEqual(["Email address already in use."]);
  act(() => fields.current.set("email", "meyer@meridian.example"));
  expect(fields.current.shown("email")).toEqual([]);
});

test("errors without a field in the form are returned", () => {
  const fields = form();
  const refusal = new ApiError(422, {
    fields: { role: ["This role is gone."], name: ["Too long."], email: ["In use."] },
  });
  fields.current.shown("name");
  act(() => expect(fields.current.refuse(refusal)).toBe("This role is gone.\nIn use."));
  expect(fields.current.shown("name")).toEqual(["Too long."]);
  expect(fields.current.shown("email")).toEqual([]);
  fields.current.shown("name");
  act(() => expect(fields.current.refuse(refusal, ["email"])).toBe("This role is gone."));
  expect(fields.current.shown("email")).toEqual(["In use."]);
  act(() => expect(fields.current.refuse(new ApiError(409, { message: "Not now." }))).toBe("Not now."));
});
