import { isEmailAddress } from "../../../../domain/questionnaire/rules/text";

const web = /^https?:\/\/[^\s<>"\p{Cc}]{1,1990}$/iu;
const mail = /^mailto:([^\s<>"?\p{Cc}]+)(\?[^\s<>"\p{Cc}]{0,1000})?$/iu;

/** Return true if a mailto link has only a subject and a body: no line break, no other recipient. */
function isHarmless(mailto: string): boolean {
  let query: string;
  try {
    query = decodeURIComponent(mailto.replace(/^[^?]*\??/, ""));
  } catch {
    return false;
  }
  if (/\p{Cc}/u.test(query)) return false;
  const names = query.split(/[&;]/).map((pair) => pair.replace(/=.*/, "").toLowerCase());
  return names.every((name) => name === "" || name === "subject" || name === "body");
}

/** Return true if a form may contain the link, like is_safe_link in app/forms/document/schema.py. */
export function isSafeLink(href: unknown): boolean {
  if (typeof href !== "string") return false;
  const address = mail.exec(href)?.[1];
  return address === undefined ? web.test(href) : isEmailAddress(address) && isHarmless(href);
}
