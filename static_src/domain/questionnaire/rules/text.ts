/**
 * What counts as short, storable or well-formed text, spelled out so that Python and JavaScript agree on it.
 * The twin is app/forms/document/text.py, whose white space is that of JavaScript's trim and \s.
 */

/** How many characters people see, and Python counts: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether `text` has more than `most` characters; most texts are decided without counting. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && lengthOf(text) > most;
}

/** `text` on one line: trimmed, each run of white space one space. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Whether the database can keep `text`: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Cs}/u.test(text);
}

/** `text` for comparing without regard to outer white space or the case of A to Z. */
export function folded(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const emailLocal = /^[^\p{Cc} "(),:;<>@[\\\]]+$/u;
const hostLabel = String.raw`(?:[A-Za-z0-9]|\P{ASCII})(?:(?:[A-Za-z0-9-]|\P{ASCII})*(?:[A-Za-z0-9]|\P{ASCII}))?`;
const host = new RegExp(`^${hostLabel}(?:\\.${hostLabel})+$`, "u");
const lastLabel = /\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+|[0-9]+|[^.]*\P{ASCII}[^.]*)$/u;
const webAddress = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^/?#:@]+)(?::[0-9]{1,5})?(?:[/?#][^\p{Cc} <>"]*)?$/u;

/** Whether `text` has the form of an e-mail address with a dotted domain; it need not exist. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 0 || isLongerThan(text, 254) || /\s/.test(text)) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (isLongerThan(local, 64) || local.startsWith(".") || local.endsWith(".") || local.includes(".."))
    return false;
  return emailLocal.test(local) && isHost(domain) && !/[0-9]$/.test(domain);
}

/** Whether `text` is an absolute http or https address with a dotted host and no user name in it. */
export function isWebAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  const found = webAddress.exec(text);
  return found?.[1] !== undefined && isHost(found[1]);
}

function isHost(text: string): boolean {
  return !isLongerThan(text, 253) && host.test(text) && lastLabel.test(text);
}
