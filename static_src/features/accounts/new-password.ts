/** What can be said of a new password before it is sent; the list of common ones is the server's. */
export type PasswordOwner = { email: string; organisationName: string };

const shortest = 8;
const longest = 128;

/** What the server said is wrong with a password, if anything is. */
export type Judged = { password: string; fault: string | undefined };

/** The first part of the rule that a password breaks, or nothing; an empty password breaks none yet. */
export function passwordFault(
  password: string,
  { email, organisationName }: PasswordOwner,
): string | undefined {
  if (!password) return undefined;
  const length = [...password].length;
  if (length < shortest) return `The password must have at least ${shortest} characters.`;
  if (length > longest) return `The password must have at most ${longest} characters.`;
  const plain = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  if (plain && (plain === address || plain === address.split("@")[0])) {
    return "The password must not be your e-mail address.";
  }
  if (plain && plain === organisationName.trim().toLowerCase()) {
    return "The password must not be your organisation's name.";
  }
  return undefined;
}

export const mismatch = "Passwords must match!";
