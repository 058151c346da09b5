/**
 * Decimal numbers as text and never as floats, so that 0.1 stays 0.1 in the browser, the server and the export.
 * app/forms/document/numbers.py implements the same functions.
 */
const decimal = /^-?[0-9]{1,20}(?:\.[0-9]{1,10})?$/;
const fractionDigits = 10;

/** Parse a decimal into units of 10^-10, so that comparisons are exact; null if `text` is not a decimal. */
export function parseDecimal(text: string): bigint | null {
  if (!decimal.test(text)) return null;
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(fractionDigits, "0"));
}

/** Return the whole part of a decimal as a number; null if `text` is not a decimal. */
export function parseCount(text: string): number | null {
  return decimal.test(text) ? Number(text.split(".")[0]) : null;
}

/**
 * Convert a typed number to its stored form: without group separators and with a decimal point ("1.250,50" and
 * "1,250.50" become "1250.50"; the comma of "1,250" separates groups, that of "98,4" is a decimal comma). Text that is
 * not a number is returned as typed.
 */
export function canonicalDecimal(text: string): string {
  let plain = text
    .replace(/[ \u00a0\u2009\u202f'\u2019]/g, "")
    .replaceAll("\u2212", "-")
    .replace(/^\+/, "");
  if (/^-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?$/.test(plain)) plain = plain.replaceAll(",", "");
  else if (/^-?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+$/.test(plain))
    plain = plain.replaceAll(".", "").replace(",", ".");
  else if (/^-?[0-9]+,[0-9]+$/.test(plain)) plain = plain.replace(",", ".");
  plain = plain.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  return decimal.test(plain) ? plain : text;
}

/** Add thousands separators to a decimal: "1250.50" becomes "1,250.50". Other text is returned unchanged. */
export function groupDigits(text: string): string {
  if (!decimal.test(text)) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", fraction] = text.slice(sign.length).split(".");
  const groups = BigInt(whole)
    .toString()
    .replace(/\B(?=([0-9]{3})+$)/g, ",");
  return sign + groups + (fraction === undefined ? "" : `.${fraction}`);
}

/** Format a JSON number as decimal text without an exponent. */
export function decimalText(number: number): string {
  const [mantissa = "", exponent] = String(number).split("e-");
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length).replace(".", "");
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits}`;
}
