/** Whether a text can be an e-mail address: what the server will also accept, but for rare forms. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\]\\]{1,64}@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(text.trim())
  );
}
