import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { EmailText } from "./email-text";

test("an e-mail address can break before its @ and after punctuation, and its text is unchanged", () => {
  const { container } = render(<EmailText email="jana.berg-mann@praezision_ulm.example" />);
  expect(container.innerHTML).toBe("jana.<wbr>berg-<wbr>mann<wbr>@praezision_<wbr>ulm.<wbr>example");
  expect(container.textContent).toBe("jana.berg-mann@praezision_ulm.example");
});
