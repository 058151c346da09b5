/** Convert a text for searches: lower case and without accents, so that `cote` matches Côte d'Ivoire. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLocaleLowerCase();
}
