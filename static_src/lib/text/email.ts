/** Whether a text can be an e-mail address: what the server will also accept, but for rare forms. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\]\\]{1,64}@([\p{L}\d]([\p{L}\p{M}\d-]*[\p{L}\p{M}\d])?\.)+(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(
      text.trim(),
    )
  );
}

/** What is wrong with an e-mail address that is required, if anything is. */
export function emailFault(email: string): string | undefined {
  if (!email.trim()) return "An e-mail address is required.";
  return isEmail(email) ? undefined : "Please enter a valid e-mail address.";
}

/** Said of an address that another user has (specification, section 8). */
export const emailInUse = "Email address already in use.";
