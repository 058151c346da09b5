import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { noPerson, PersonPicker } from "./person-picker";

const colleagues = [
  { id: 4, name: "Ada Lovelace", email: "ada@buyer.example", jobTitle: "Buyer" },
  { id: 5, name: "Grace Hopper", email: "grace@buyer.example", jobTitle: null },
];

function Picker() {
  const [person, setPerson] = useState(noPerson);
  return (
    <>
      <PersonPicker value={person} onChange={setPerson} errors={{}} except={[5]} />
      <output>{JSON.stringify(person)}</output>
    </>
  );
}

const type = async (text: string, option: RegExp) => {
  answerCalls(() => ({ body: colleagues }));
  renderOnPage(<Picker />);
  await userEvent.type(screen.getByRole("combobox", { name: "Person" }), text);
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

test("a colleague is chosen by name, except those who are chosen already", async () => {
  await type("a", /Ada/);
  expect(screen.getByText('{"userId":4,"name":"Ada Lovelace","email":""}')).toBeTruthy();
});

test("an address with a foreign domain shows a warning", async () => {
  await type("Vera <vera@consultants.example>", /Vera/);
  expect(screen.getByText('{"userId":null,"name":"Vera","email":"vera@consultants.example"}')).toBeTruthy();
  expect(screen.getByText("consultants.example").closest("p")?.textContent).toBe(
    "consultants.example is not your organisation's domain. Check the address.",
  );
});

test("an address with the domain of the viewer shows the domain only", async () => {
  await type("new@meridian.example", /new@/);
  expect(screen.getByText("meridian.example")).toBeTruthy();
  expect(screen.queryByText(/not your organisation/)).toBeNull();
});

test("the address of a colleague chooses the colleague", async () => {
  await type("ADA@buyer.example", /Ada/);
  expect(screen.getByText('{"userId":4,"name":"Ada Lovelace","email":""}')).toBeTruthy();
});
