import { isEmail } from "../../lib/text/email";
import type { Option } from "../../ui/type-ahead";

/** A guest's address as it is typed: 'jo@example.org', or with a name 'Jo Park <jo@example.org>'. */
export function guestFrom(text: string): Option<string> | null {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const email = (named?.[2] ?? text).trim();
  if (!isEmail(email)) return null;
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  return name ? { value: `${name} <${email}>`, label: `${name} (${email})` } : { value: email, label: email };
}

/** The bare address of a guest, in small letters, to compare it. */
export function guestEmail({ value }: Option<string>): string {
  return (/<([^<>]+)>$/.exec(value)?.[1] ?? value).trim().toLowerCase();
}

/** Every address of a list, as address books and spreadsheets give it; none where one of them is not whole. */
export function guestsFrom(text: string): Option<string>[] {
  const parts = text.match(/(?:"[^"]*"|[^",;\n])+/g) ?? [];
  const guests = parts
    .flatMap((part) => part.trim().split(part.includes("<") ? /(?<=>)\s+/ : /\s+/))
    .filter(Boolean)
    .map(guestFrom);
  return guests.includes(null) ? [] : guests.filter((guest) => guest !== null);
}

/** What is wrong where a text still stands in a field of addresses: none of it would be sent. */
export function guestsFault(text = ""): string[] | undefined {
  const rest = text.trim();
  if (!rest || guestsFrom(rest).length > 0) return undefined;
  return [`'${rest}' is not a whole e-mail address.`];
}
