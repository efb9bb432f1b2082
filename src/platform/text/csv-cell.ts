/** Characters at which spreadsheets interpret a cell as a formula. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r'];

/** A CSV cell (RFC 4180) that spreadsheets treat as text. */
export function csvCell(text: string): string {
  const safe = formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
