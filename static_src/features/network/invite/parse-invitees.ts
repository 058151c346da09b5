/** A supplier to invite, as typed or pasted. */
export type Invitee = { organisationName: string; contactName: string; contactEmail: string };

const separators = ["\t", ";", "|", ","];
const address = /[^\s<>"',;|()]+@[^\s<>"',;|()]+/;
const named = /^\s*"?([^"<>]*?)"?\s*<\s*([^<>\s]+@[^<>\s]+)\s*>\s*$/;
const headings: Readonly<Record<keyof Invitee, RegExp>> = {
  contactEmail: /mail/i,
  organisationName: /company|organi[sz]ation|supplier|firma|unternehmen|soci|empresa|azienda|lieferant/i,
  contactName: /name|contact|kontakt|person|ansprech/i,
};

/**
 * Return the suppliers of a pasted text, one for each line: 'Company; Name; e-mail' in any usual separator, rows of a
 * spreadsheet with or without headings, or 'Name <mail>'. A line that is none of these becomes a company.
 */
export function parseInvitees(text: string): Invitee[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim());
  const separator = separatorOf(lines);
  const rows = lines
    .flatMap(eachAddress)
    .map((line) => cellsOf(line, line.includes(separator) ? separator : separatorOf([line])));
  const order = orderOf(rows[0] ?? []);
  return rows.slice(order ? 1 : 0).map((cells) => (order ? ordered(cells, order) : guessed(cells)));
}

/** Split a line of an address book, 'Ada <ada@a.example>, Jo <jo@b.example>', at the end of each address. */
function eachAddress(line: string): string[] {
  const people = line.match(/[^<>]*<[^<>\s]+@[^<>\s]+>/g) ?? [];
  return people.length > 1 ? people.map((person) => person.replace(/^[\s,;]+/, "")) : [line];
}

/** Return the separator that most lines have, the rarest in names first; a tab if there is none. */
function separatorOf(lines: readonly string[]): string {
  const count = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  return separators.find((separator) => count(separator) * 2 > lines.length) ?? "\t";
}

/** Split a line into its cells. A cell in double quotes may contain the separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? "";
    if (char === '"' && isQuoted && line[index + 1] === '"') {
      cell += char;
      index++;
    } else if (char === '"' && (isQuoted || !cell.trim())) isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else cell += char;
  }
  return [...cells, cell].map((text) => text.trim().replace(/\s+/g, " "));
}

type Order = Partial<Record<keyof Invitee, number>>;

/** Return the columns of a line with headings, or null for a line with values. */
function orderOf(cells: readonly string[]): Order | null {
  if (cells.length < 2 || cells.some((cell) => cell.includes("@"))) return null;
  const order: Order = {};
  const used = new Set<number>();
  for (const [name, heading] of Object.entries(headings) as [keyof Invitee, RegExp][]) {
    const index = cells.findIndex((cell, at) => heading.test(cell) && !used.has(at));
    if (index >= 0) {
      order[name] = index;
      used.add(index);
    }
  }
  return order.contactEmail === undefined ? null : order;
}

function ordered(cells: readonly string[], order: Order): Invitee {
  const at = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? ""));
  return {
    organisationName: at(order.organisationName),
    contactName: at(order.contactName),
    contactEmail: at(order.contactEmail).replace(/^mailto:/i, ""),
  };
}

/**
 * Find the address among the cells. Of the others the first one is the company, and the next one the contact. Without an
 * address, a third cell is a misspelled one.
 */
function guessed(cells: readonly string[]): Invitee {
  const place = cells.findIndex((cell) => address.test(cell));
  if (place < 0) {
    const [organisationName = "", contactName = "", contactEmail = ""] = cells;
    return { organisationName, contactName, contactEmail };
  }
  const cell = cells[place] ?? "";
  const [, person = "", mail = ""] = named.exec(cell) ?? [];
  const contactEmail = mail || (address.exec(cell)?.[0] ?? "").replace(/^mailto:/i, "");
  const others = cells.filter((text, index) => index !== place && text);
  const inCell = person || (mail ? "" : cell.replace(address, "").trim());
  const [organisationName = "", contactName = ""] = others;
  return { organisationName, contactName: inCell || contactName, contactEmail };
}
