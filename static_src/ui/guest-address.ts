import { isEmail } from "../lib/email";
import type { Option } from "./type-ahead";

/** A guest's address as it is typed: 'jo@example.org', or with a name 'Jo Park <jo@example.org>'. */
export function guestFrom(text: string): Option<string> | null {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const email = (named?.[2] ?? text).trim();
  if (!isEmail(email)) return null;
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  return name ? { value: `${name} <${email}>`, label: `${name} (${email})` } : { value: email, label: email };
}
