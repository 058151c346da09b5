import { act, fireEvent, screen } from "@testing-library/react";
import { type FormEvent, useCallback, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CountrySelect } from "../domain/places/country-select";
import { CurrencyPicker } from "../domain/places/currency-picker";
import { matchingCountries, matchingCurrencies } from "../domain/places/reference-data";
import { renderOnPage } from "../testing/page";
import { referenceAnswer, referenceCountries } from "../testing/reference-lists";
import { answerCalls } from "../testing/server";
import { Field } from "./field";
import { MultiTypeAhead } from "./multi-type-ahead";
import { type Option, TypeAhead } from "./type-ahead";

const many = Array.from({ length: 30 }, (_, index) => ({
  name: `Land ${index}`,
  alpha2: "LL",
  alpha3: `L${index}`,
}));

beforeEach(() => {
  vi.useFakeTimers();
  answerCalls(({ url }) => referenceAnswer(url));
});
afterEach(() => vi.useRealTimers());

const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

function Country({ onChange, error }: { onChange: (value: string | null) => void; error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Field label="Country" required error={!value && error}>
      <CountrySelect
        value={value}
        onChange={(alpha3) => {
          setValue(alpha3);
          onChange(alpha3);
        }}
      />
    </Field>
  );
}

test("countries are matched anywhere in the name, at most ten; currencies by code and name", () => {
  expect(matchingCountries(referenceCountries, "KINGD").map(({ name }) => name)).toEqual(["United Kingdom"]);
  expect(matchingCountries(many, "")).toHaveLength(10);
  const accented = [{ name: "Côte d'Ivoire", alpha2: "CI", alpha3: "CIV" }];
  expect(matchingCountries(accented, "cote")).toEqual(accented);
  expect(matchingCountries(accented, "CÔTÉ")).toEqual(accented);
  expect(matchingCountries(many, "land")).toHaveLength(10);
  const pounds = [{ code: "GBP", name: "Pound sterling" }];
  expect(matchingCurrencies(pounds, "gbp")).toEqual(pounds);
  expect(matchingCurrencies(pounds, "sterling")).toEqual(pounds);
});

test("the search starts 200 ms after the last key, and the chosen country is shown with its code", async () => {
  const changed = vi.fn();
  renderOnPage(<Country onChange={changed} />);
  const input = screen.getByRole("combobox", { name: /Country/ });
  expect(input.getAttribute("aria-required")).toBe("true");
  act(() => input.focus());
  fireEvent.click(input);
  await settle(10);
  expect(options()).toHaveLength(5);
  fireEvent.change(input, { target: { value: "KINGD" } });
  await settle(199);
  expect(options()).toHaveLength(5);
  await settle(1);
  expect(options()).toEqual(["United Kingdom (GBR)"]);
  fireEvent.click(screen.getByRole("option"));
  await settle(10);
  expect(changed).toHaveBeenLastCalledWith("GBR");
  expect((input as HTMLInputElement).value).toBe("United Kingdom (GBR)");
});

test("an optional country may be empty", async () => {
  renderOnPage(
    <Field label="Country">
      <CountrySelect value={null} onChange={() => {}} />
    </Field>,
  );
  const input = screen.getByRole("combobox") as HTMLInputElement;
  act(() => input.focus());
  act(() => input.blur());
  await settle(300);
  expect(input.getAttribute("aria-required")).toBeNull();
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("a text that is not in the list stays visible and is an error", async () => {
  const changed = vi.fn();
  renderOnPage(<Country onChange={changed} />);
  const input = screen.getByRole("combobox") as HTMLInputElement;
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "Atlantis" } });
  await settle(300);
  act(() => input.blur());
  await settle(10);
  expect(input.value).toBe("Atlantis");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Choose one from the list.")).toBeTruthy();
  expect(changed.mock.calls.every(([value]) => value === null)).toBe(true);
});

test("an invalid text shows only its own error, connected to the input", async () => {
  renderOnPage(<Country onChange={() => {}} error="A country is required." />);
  const input = screen.getByRole("combobox") as HTMLInputElement;
  const described = () => document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(described()).toBe("A country is required.");
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "Atlantis" } });
  await settle(300);
  act(() => input.blur());
  await settle(10);
  expect(described()).toBe("Choose one from the list.");
  expect(screen.queryByText("A country is required.")).toBeNull();
  fireEvent.change(input, { target: { value: "" } });
  await settle(10);
  expect(described()).toBe("A country is required.");
});

test("a failed search does not claim that there are no results", async () => {
  const search = () => Promise.reject(new Error("no network"));
  renderOnPage(<TypeAhead label="Supplier" value={null} onChange={() => {}} search={search} />);
  act(() => screen.getByRole("combobox").focus());
  await settle(300);
  expect(screen.getAllByText("The suggestions could not be loaded. Keep typing to try again.")).toHaveLength(
    2,
  );
  expect(screen.queryByText("Nothing found.")).toBeNull();
});

test("a slow search shows that it is running", async () => {
  const search = () => new Promise<[]>((resolve) => setTimeout(() => resolve([]), 1000));
  renderOnPage(<TypeAhead label="Supplier" value={null} onChange={() => {}} search={search} />);
  act(() => screen.getByRole("combobox").focus());
  await settle(300);
  expect(screen.getByText("Searching...").closest("[hidden]")).toBeNull();
  await settle(1000);
  expect(screen.queryByText("Searching...")).toBeNull();
  expect(screen.getByText("Nothing found.")).toBeTruthy();
});

test("a name typed in full is selected on blur", async () => {
  const changed = vi.fn();
  renderOnPage(<Country onChange={changed} />);
  const input = screen.getByRole("combobox") as HTMLInputElement;
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "france (fra)" } });
  await settle(300);
  expect(screen.getByText("No suggestions.")).toBeTruthy();
  fireEvent.change(input, { target: { value: "france" } });
  await settle(300);
  expect(screen.getByText("1 suggestion.")).toBeTruthy();
  act(() => input.blur());
  await settle(10);
  expect(changed).toHaveBeenLastCalledWith("FRA");
  expect(input.value).toBe("France (FRA)");
});

test("a name typed in full is selected on blur before suggestions have loaded", async () => {
  const changed = vi.fn();
  renderOnPage(<Country onChange={changed} />);
  const input = screen.getByRole("combobox", { name: /Country/ });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "germany" } });
  fireEvent.blur(input);
  await settle(10);
  expect(changed).toHaveBeenLastCalledWith("DEU");
  expect(screen.queryByText("Choose one from the list.")).toBeNull();
});

test("Enter selects the only suggestion and does not submit the form", async () => {
  const changed = vi.fn();
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  renderOnPage(
    <form onSubmit={sent}>
      <Country onChange={changed} />
    </form>,
  );
  const input = screen.getByRole("combobox", { name: /Country/ });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "germ" } });
  await settle(210);
  expect(options()).toHaveLength(1);
  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(false);
  expect(changed).toHaveBeenLastCalledWith("DEU");
});

test("Enter adds the only suggestion to several values", async () => {
  renderOnPage(<LetterForm />);
  const input = screen.getByRole("combobox", { name: "Readers" });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "ad" } });
  await settle(300);
  fireEvent.keyDown(input, { key: "Enter" });
  await settle(10);
  expect(screen.getByRole("status", { name: "Letter" }).textContent).toContain("Ada");
});

test("a value typed in full is added to several values on blur", async () => {
  renderOnPage(<LetterForm />);
  const input = screen.getByRole("combobox", { name: "Readers" });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "ada" } });
  fireEvent.blur(input);
  await settle(10);
  expect(screen.getByRole("status", { name: "Letter" }).textContent).toContain("Ada");
});

test("Escape closes the list and keeps the value", async () => {
  renderOnPage(<CountrySelect label="Country" value="FRA" knownName="France" onChange={() => {}} />);
  const input = screen.getByRole("combobox", { name: "Country" }) as HTMLInputElement;
  act(() => input.focus());
  await settle(10);
  const outside = vi.fn();
  document.addEventListener("keydown", outside);
  fireEvent.keyDown(input, { key: "Escape" });
  document.removeEventListener("keydown", outside);
  expect(outside).not.toHaveBeenCalled();
  expect(options()).toEqual([]);
  expect(input.value).toBe("France (FRA)");
});

test("the keyboard selects a currency", async () => {
  const changed = vi.fn();
  renderOnPage(<CurrencyPicker label="Preferred currency" value={null} onChange={changed} />);
  const input = screen.getByRole("combobox");
  act(() => input.focus());
  fireEvent.change(input, { target: { value: "sterl" } });
  await settle(210);
  fireEvent.keyDown(input, { key: "ArrowDown" });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(changed).toHaveBeenLastCalledWith("GBP");
});

test("the list does not cover the error of the field until the user opens it", async () => {
  renderOnPage(<Country onChange={() => {}} error="Choose a country." />);
  const input = screen.getByRole("combobox");
  act(() => input.focus());
  await settle(300);
  expect(input.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(input);
  await settle(300);
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(options().length).toBeGreaterThan(0);
});

test("the clear button leaves the focus in the input", async () => {
  renderOnPage(<Country onChange={vi.fn()} />);
  const input = screen.getByRole("combobox", { name: /Country/ });
  act(() => input.focus());
  fireEvent.click(input);
  await settle(10);
  fireEvent.click(screen.getAllByRole("option")[0] as HTMLElement);
  const clear = screen.getByRole("button", { name: /^Clear/ });
  act(() => clear.focus());
  fireEvent.click(clear);
  await settle(10);
  expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
  expect(document.activeElement).toBe(input);
});

type Letter = { country: Option<string> | null; readers: readonly Option<string>[]; title: string };

/** A form that applies each change to the values of its last render. */
function LetterForm() {
  const [letter, setLetter] = useState<Letter>({ country: null, readers: [], title: "" });
  const search = useCallback(() => [{ value: "a", label: "Ada" }], []);
  return (
    <>
      <TypeAhead
        label="Country"
        value={letter.country}
        search={search}
        onChange={(country) => setLetter({ ...letter, country })}
      />
      <MultiTypeAhead
        label="Readers"
        value={letter.readers}
        search={search}
        onChange={(readers) => setLetter({ ...letter, readers })}
      />
      <input
        aria-label="Title"
        value={letter.title}
        onChange={({ target }) => setLetter({ ...letter, title: target.value })}
      />
      <output aria-label="Letter">{JSON.stringify(letter)}</output>
    </>
  );
}

test.each(["a click", "Enter"])("an option selected by %s is not lost by the next key", async (by) => {
  renderOnPage(<LetterForm />);
  const title = screen.getByRole("textbox", { name: "Title" }) as HTMLInputElement;
  for (const name of ["Country", "Readers"]) {
    const input = screen.getByRole("combobox", { name });
    act(() => input.focus());
    fireEvent.click(input);
    await settle(300);
    fireEvent.keyDown(input, { key: "ArrowDown" });
    await withoutAct(async () => {
      if (by === "Enter") input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      else screen.getByRole("option").click();
      // Between two queued events a browser runs microtasks only.
      await Promise.resolve();
      type(title, `${title.value}x`);
    });
    await settle(300);
  }
  const ada = { value: "a", label: "Ada" };
  expect(JSON.parse(screen.getByRole("status", { name: "Letter" }).textContent)).toEqual({
    country: ada,
    readers: [ada],
    title: "xx",
  });
});

/** Run without act(), so that React schedules renders as in a browser. */
async function withoutAct(events: () => Promise<void>) {
  const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  scope.IS_REACT_ACT_ENVIRONMENT = false;
  await events();
  scope.IS_REACT_ACT_ENVIRONMENT = true;
}

function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

test.each([
  ["a click", () => new MouseEvent("click", { bubbles: true })],
  ["an arrow key", () => new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true })],
])("%s opens the list within its event, so that a Tab right after it moves the focus", async (_, event) => {
  renderOnPage(<Country onChange={() => {}} error="Choose a country." />);
  const input = screen.getByRole("combobox", { name: /Country/ });
  act(() => input.focus());
  expect(input.getAttribute("aria-expanded")).toBe("false");
  // Inside act() React would also run what it defers after a real event.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  input.dispatchEvent(event());
  await Promise.resolve();
  const isOpen = input.getAttribute("aria-expanded");
  vi.unstubAllGlobals();
  await settle(10);
  expect(isOpen).toBe("true");
});
