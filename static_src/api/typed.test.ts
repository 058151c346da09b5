import { expect, test } from "vitest";
import { setBrowserPageContext } from "../lib/browser/page-context";
import { usingContext } from "../testing/page";
import { answerCalls } from "../testing/server";
import { setAccessToken } from "./session";
import { answer, api, type Schema, told } from "./typed";

test("a described call goes out like any other, and its answer has the described type", async () => {
  setBrowserPageContext(usingContext());
  setAccessToken("token-1", 900);
  const calls = answerCalls(() => ({ body: [{ name: "France", alpha2: "FR", alpha3: "FRA" }] }));
  const countries: Schema<"Country">[] = await answer(api.GET("/api/reference/countries"));
  expect(countries[0]?.alpha3).toBe("FRA");
  expect(calls[0]?.url.pathname).toBe("/api/reference/countries");
  expect(calls[0]?.headers.get("Authorization")).toBe("Bearer token-1");
  expect(calls[0]?.headers.get("Client-Version")).toBe("1.0.412");
});

test("bodies are sent, and refusals are thrown", async () => {
  setBrowserPageContext(usingContext());
  const calls = answerCalls(() => ({ status: 422, body: { errors: ["No."], fields: { email: ["No."] } } }));
  const body = { email: "a@b.co", password: "x" };
  const call = answer(api.POST("/api/session", { body, ...told({ toast: false, anonymous: true }) }));
  await expect(call).rejects.toMatchObject({ status: 422, fields: { email: ["No."] } });
  expect(calls[0]?.body).toEqual(body);
  expect(calls[0]?.headers.get("Authorization")).toBeNull();
});
