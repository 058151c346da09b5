import { isEmail } from "../../lib/email";

/** What is wrong with an e-mail address that is required, if anything is. */
export function emailFault(email: string): string | undefined {
  if (!email.trim()) return "An e-mail address is required.";
  return isEmail(email) ? undefined : "Please enter a valid e-mail address.";
}
