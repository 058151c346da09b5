/**
 * Checks for short, storable and well-formed text, written so that Python and JavaScript return the same results.
 * app/forms/document/text.py has the same checks; it uses the white space of JavaScript's `trim` and `\s`.
 */

/** Return the length in code points, as in Python, not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Return true if `text` has more than `limit` code points. Short texts are decided without counting. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && lengthOf(text) > limit;
}

/** Trim `text` and replace each run of white space by one space. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Return true if the database can store `text`: it has no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Cs}/u.test(text);
}

/** Normalise `text` for comparison: trimmed, with A to Z in lower case. */
export function foldCase(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const emailLocal = /^[^\p{Cc} "(),:;<>@[\\\]]+$/u;
const hostLabel = String.raw`(?:[A-Za-z0-9]|\P{ASCII})(?:(?:[A-Za-z0-9-]|\P{ASCII})*(?:[A-Za-z0-9]|\P{ASCII}))?`;
const host = new RegExp(`^${hostLabel}(?:\\.${hostLabel})+$`, "u");
const lastLabel = /\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+|[0-9]+|[^.]*\P{ASCII}[^.]*)$/u;
const webAddress = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^/?#:@]+)(?::[0-9]{1,5})?(?:[/?#][^\p{Cc} <>"]*)?$/u;

/** Return true if `text` has the form of an e-mail address with a dotted domain; the address need not exist. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 0 || isLongerThan(text, 254) || /\s/.test(text)) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (isLongerThan(local, 64) || local.startsWith(".") || local.endsWith(".") || local.includes(".."))
    return false;
  return emailLocal.test(local) && isHost(domain) && !/[0-9]$/.test(domain);
}

/** Return true if `text` is an absolute http or https address with a dotted host and without a user name. */
export function isWebAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  const match = webAddress.exec(text);
  return match?.[1] !== undefined && isHost(match[1]);
}

function isHost(text: string): boolean {
  return !isLongerThan(text, 253) && host.test(text) && lastLabel.test(text);
}
