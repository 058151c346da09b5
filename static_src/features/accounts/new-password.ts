/**
 * Owner of a new password. The browser checks the password against it; only the server has the list of common
 * passwords.
 */
export type PasswordOwner = { email: string; organisationName: string };

const minLength = 8;
const maxLength = 128;

/** Error of the server for a password, or undefined if the password is valid. */
export type Judged = { password: string; fault: string | undefined };

/** Return the first rule that a password breaks, or undefined. An empty password breaks none. */
export function passwordFault(
  password: string,
  { email, organisationName }: PasswordOwner,
): string | undefined {
  if (!password) return undefined;
  const length = [...password].length;
  if (length < minLength) return `The password must have at least ${minLength} characters.`;
  if (length > maxLength) return `The password must have at most ${maxLength} characters.`;
  const passwordText = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  if (passwordText && (passwordText === address || passwordText === address.split("@")[0])) {
    return "The password must not be your e-mail address.";
  }
  if (passwordText && passwordText === organisationName.trim().toLowerCase()) {
    return "The password must not be your organisation's name.";
  }
  return undefined;
}

export const mismatch = "Passwords must match!";
