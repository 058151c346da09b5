/**
 * Return true if a text can be an e-mail address. Except for rare forms the server accepts the same addresses: full-width
 * letters, which input methods for Japanese and Chinese type, are refused.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\]\\\uff01-\uff5e]{1,64}@([\p{L}\d]([\p{L}\p{M}\d-]*[\p{L}\p{M}\d])?\.)+(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(
      text.trim(),
    )
  );
}

/** Return the error of a required e-mail address, or undefined. */
export function emailFault(email: string): string | undefined {
  if (!email.trim()) return "An e-mail address is required.";
  return isEmail(email) ? undefined : "Please enter a valid e-mail address.";
}

/** The error for an address of another user (specification, section 8). */
export const emailInUse = "Email address already in use.";
