/** A text as it is searched: without capitals and accents, so that `cote` finds Côte d'Ivoire. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLocaleLowerCase();
}
