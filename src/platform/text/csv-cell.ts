/** What a spreadsheet would take for a formula, and run. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r'];

/** A cell of a CSV file (RFC 4180) that is text to whatever opens it. */
export function csvCell(text: string): string {
  const safe = formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
