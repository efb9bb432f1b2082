import { expect, test } from 'vitest';
import type { ImportResult } from '../../features/transfer/server/import/import-blogs.ts';
import { createImportReport } from './import-report.ts';

const results: readonly ImportResult[] = [
  { name: 'a.md', outcome: 'imported' },
  { name: 'b\u001b[2J.md', outcome: 'failed', reason: 'it is not UTF-8 text' },
];
const summary =
  '1 imported, 0 updated, 0 skipped, 1 failed\n  failed   b�[2J.md: it is not UTF-8 text\n';

function reportTo(output: { isTTY?: boolean; columns?: number }): string {
  let written = '';
  const report = createImportReport(
    { ...output, write: (text) => (written += text) },
    results.length,
  );
  for (const result of results) report.add(result);
  report.finish(results);
  return written;
}

test('in a file or a pipe the report has a line for each imported file, then the summary', () => {
  expect(reportTo({})).toBe(`imported a.md\nfailed   b�[2J.md: it is not UTF-8 text\n${summary}`);
});

test('on a terminal the report redraws one line within the width, then prints the summary', () => {
  const lines = reportTo({ isTTY: true, columns: 40 }).split('\r\u001b[2K');
  expect(lines).toEqual([
    '',
    `${'█'.repeat(12)}${'░'.repeat(12)} 1/2 a.md`,
    `${'█'.repeat(24)} 2/2 b�[2J.md`.slice(0, 39),
    summary,
  ]);
});
