import type { ImportResult } from '../../features/transfer/server/import/import-blogs.ts';

/** Output of the report: a terminal redraws one line, other outputs get a line for each file. */
export interface ReportOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface ImportReport {
  readonly add: (result: ImportResult) => void;
  /** The summary: counts by outcome, and every skipped file with its reason. */
  readonly finish: (results: readonly ImportResult[]) => void;
}

const barWidth = 24;
const clearLine = '\r\u001b[2K';

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches the control characters of file names, which a terminal would interpret.
const controlCharacters = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

function lineOf({ name, outcome, reason }: ImportResult): string {
  return `${outcome.padEnd(8)} ${name}${reason ? `: ${reason}` : ''}`.replace(
    controlCharacters,
    '�',
  );
}

/** Reports the progress of an import of `total` files, and the outcome of each. */
export function createImportReport(output: ReportOutput, total: number): ImportReport {
  let done = 0;

  function draw(name: string): void {
    const filled = Math.round((done / total) * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const line = `${bar} ${done}/${total} ${name.replace(controlCharacters, '�')}`;
    output.write(clearLine + [...line].slice(0, Math.max(1, (output.columns ?? 80) - 1)).join(''));
  }

  return {
    add(result) {
      done += 1;
      if (output.isTTY) draw(result.name);
      else output.write(`${lineOf(result)}\n`);
    },
    finish(results) {
      if (output.isTTY) output.write(clearLine);
      const count = (outcome: ImportResult['outcome']) =>
        results.filter((result) => result.outcome === outcome).length;
      const outcomes = ['imported', 'updated', 'skipped', 'failed'] as const;
      output.write(`${outcomes.map((outcome) => `${count(outcome)} ${outcome}`).join(', ')}\n`);
      const leftOut = results.filter(({ reason }) => reason !== undefined);
      for (const result of leftOut) output.write(`  ${lineOf(result)}\n`);
    },
  };
}
