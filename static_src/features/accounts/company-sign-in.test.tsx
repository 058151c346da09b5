import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import CompanySignIn from "./company-sign-in";

test("a failed sign-in says why and leads back", () => {
  renderOnPage(
    <CompanySignIn
      view="failed"
      purpose="signIn"
      text="The ID token has expired."
      retryPath="/login?returnUrl=%2Frfx"
    />,
  );
  expect(screen.getByRole("alert").textContent).toBe("The ID token has expired.");
  expect(screen.getByRole("link", { name: "Go to Login..." }).getAttribute("href")).toBe(
    "/login?returnUrl=%2Frfx",
  );
});

test("a failed trial does not send a signed-in user to the login", () => {
  renderOnPage(
    <CompanySignIn view="failed" purpose="trial" text="The ID token has expired." retryPath="/login" />,
  );
  expect(screen.getByRole("heading", { name: "The trial failed" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Go to Login..." })).toBeNull();
});

test("a link by mail is confirmed with a button, and names the account", () => {
  const path = "/signin/company/northwind?link=abc";
  renderOnPage(
    <CompanySignIn view="confirm" path={path} email="ada@northwind.example" organisationName="Northwind" />,
  );
  expect(screen.getByText("ada@northwind.example")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Confirm and sign in" }).getAttribute("href")).toBe(path);
});

test("a trial shows the claims and what a sign-in would do", () => {
  renderOnPage(
    <CompanySignIn
      view="trial"
      issuer="https://sso.northwind.example"
      subject="00u1"
      name="Ada Adams"
      email={null}
      groups={[]}
      outcome="A sign-in would be refused: no address."
    />,
  );
  for (const text of ["https://sso.northwind.example", "00u1", "Not sent", "None sent"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText(/^A sign-in would be refused/)).toBeTruthy();
});
