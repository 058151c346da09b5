/**
 * Decimal numbers as text: never a float, so that 0.1 stays 0.1 in the browser, the server and the export.
 * The twin is app/forms/document/numbers.py.
 */
const decimal = /^-?[0-9]{1,20}(?:\.[0-9]{1,10})?$/;
const fractionDigits = 10;

/** The number that `text` writes, counted in units of 10^-10 so that two compare exactly; null when it is none. */
export function parseDecimal(text: string): bigint | null {
  if (!decimal.test(text)) return null;
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(fractionDigits, "0"));
}

/** Only the whole part of a decimal, as a number; null when the text is none. */
export function parseCount(text: string): number | null {
  return decimal.test(text) ? Number(text.split(".")[0]) : null;
}

/**
 * Typed digits as stored: grouping dropped, a decimal comma made a point ("1.250,50" and "1,250.50" are both
 * "1250.50"; "1,250" is read as a group, "98,4" as a fraction). Text that is no number comes back as typed.
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

/** A decimal with its thousands set apart: "1250.50" reads "1,250.50". Other text is unchanged. */
export function grouped(text: string): string {
  if (!decimal.test(text)) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", fraction] = text.slice(sign.length).split(".");
  const groups = BigInt(whole)
    .toString()
    .replace(/\B(?=([0-9]{3})+$)/g, ",");
  return sign + groups + (fraction === undefined ? "" : `.${fraction}`);
}

/** A JSON number as decimal text without an exponent. */
export function decimalText(number: number): string {
  const [mantissa = "", exponent] = String(number).split("e-");
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length).replace(".", "");
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits}`;
}
