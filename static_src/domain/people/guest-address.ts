import { isEmail } from "../../lib/text/email";
import type { Option } from "../../ui/type-ahead";

/** Convert a guest's typed address, 'jo@example.org' or 'Jo Park <jo@example.org>', to an option; null if it is invalid. */
export function guestFrom(text: string): Option<string> | null {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const email = (named?.[2] ?? text).trim();
  if (!isEmail(email)) return null;
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  return name ? { value: `${name} <${email}>`, label: `${name} (${email})` } : { value: email, label: email };
}

/** Return the address of a guest without the name, in lower case, to compare it. */
export function guestEmail({ value }: Option<string>): string {
  return (/<([^<>]+)>$/.exec(value)?.[1] ?? value).trim().toLowerCase();
}

/** Convert a pasted list of addresses (address book, spreadsheet) to options; empty if one of them is invalid. */
export function guestsFrom(text: string): Option<string>[] {
  const parts = text.match(/(?:"[^"]*"|[^",;\n])+/g) ?? [];
  const guests = parts
    .flatMap((part) => part.trim().split(part.includes("<") ? /(?<=>)\s+/ : /\s+/))
    .filter(Boolean)
    .map(guestFrom);
  return guests.includes(null) ? [] : guests.filter((guest) => guest !== null);
}

/** Return the error for text in a field of addresses that is not an address yet, because it would not be sent. */
export function guestsFault(text = ""): string[] | undefined {
  const rest = text.trim();
  if (!rest || guestsFrom(rest).length > 0) return undefined;
  return [`'${rest}' is not a whole e-mail address.`];
}
