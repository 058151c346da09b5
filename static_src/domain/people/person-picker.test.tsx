import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { type PersonOption, PersonPicker, personOf } from "./person-picker";

const colleagues = [
  { id: 4, name: "Ada Lovelace", email: "ada@buyer.example", jobTitle: "Buyer" },
  { id: 5, name: "Grace Hopper", email: "grace@buyer.example", jobTitle: null },
];

function Picker() {
  const [person, setPerson] = useState<PersonOption | null>(null);
  return (
    <>
      <PersonPicker label="Person" value={person} onChange={setPerson} except={[5]} />
      <output>{JSON.stringify(person && personOf(person))}</output>
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
  expect(screen.getByText('{"userId":4}')).toBeTruthy();
});

test("an address with a foreign domain shows a warning", async () => {
  await type("Vera <vera@consultants.example>", /Vera/);
  expect(screen.getByText('{"email":"vera@consultants.example","name":"Vera"}')).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain("None of your colleagues has an address there");
});

test("an address with the domain of colleagues shows the domain only", async () => {
  await type("new@buyer.example", /new@/);
  expect(screen.getByText("buyer.example")).toBeTruthy();
  expect(screen.queryByText(/None of your colleagues/)).toBeNull();
});

test("the address of a colleague chooses the colleague", async () => {
  await type("ADA@buyer.example", /Ada/);
  expect(screen.getByText('{"userId":4}')).toBeTruthy();
});
