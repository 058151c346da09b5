/**
 * Notes for the way through the sign-in after a session has ended: the e-mail address to fill in. They stay in this tab
 * and out of addresses, which servers log.
 */
type Note = "email";

const nameOf = (note: Note) => `assay.signIn.${note}`;

/** Return a note; empty without one, or if the browser allows no storage. */
export function readNote(note: Note): string {
  try {
    return sessionStorage.getItem(nameOf(note)) ?? "";
  } catch {
    return "";
  }
}

/** Store a note; an empty text clears it. Without storage the user types the address. */
export function writeNote(note: Note, text = ""): void {
  try {
    sessionStorage.setItem(nameOf(note), text);
  } catch {}
}
