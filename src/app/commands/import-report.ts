import type {
  ImportCounts,
  ItemResult,
} from '../../features/transfer/server/import/items/outcome.ts';

interface ReportOutput {
  write(text: string): unknown;
}

/** One line for each item, followed by changes and omissions. */
function linesOf({ outcome, name, reason, isDraft, notes = [] }: ItemResult): string {
  const what =
    isDraft && outcome !== 'skipped' && outcome !== 'failed' ? `${outcome} (draft)` : outcome;
  const head = `${what.padEnd(8)} ${name}${reason ? `: ${reason}` : ''}`;
  return [head, ...notes.map((note) => `         - ${note}`)]
    .map((line) => line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�'))
    .join('\n');
}

const rows = {
  texts: 'texts',
  comments: 'comments',
  pictures: 'pictures',
  subscribers: 'subscribers',
  other: 'other items',
} as const;
const columns = ['in', 'changed', 'left out', 'failed'] as const;

/** The summary table, without rows of kinds that the export doesn't contain. */
export function tableOf(counts: ImportCounts): string {
  const lines = Object.entries(rows).flatMap(([key, label]) => {
    const row = counts[key as keyof typeof rows];
    const numbers = [row.in, row.changed, row.leftOut, row.failed];
    if (key !== 'texts' && numbers.every((number) => number === 0)) return [];
    return [[label, ...numbers.map((number) => number.toLocaleString('en-US'))]];
  });
  const table = [['', ...columns], ...lines];
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const text = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column))))
      .join('  '),
  );
  if (counts.drafts > 0) {
    text.push(
      `${counts.drafts.toLocaleString('en-US')} of the texts came in as drafts, which nobody sees.`,
    );
  }
  return text.join('\n');
}

export function writeResult(output: ReportOutput, result: ItemResult): void {
  // Imported subscribers are only counted; the others are reported.
  if (result.kind === 'subscriber' && result.outcome === 'imported') return;
  output.write(`${linesOf(result)}\n`);
}
