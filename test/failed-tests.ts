import path from 'node:path';

/** Folder of the traces of failed tests; emptied by each `npm test`. */
export const failedFolder = path.resolve(import.meta.dirname, '..', 'test-results', 'failed');

/** Prefix of the trace files of a failed test: for each visitor a screenshot and a text file of console output. */
export function tracePrefixOf(testFile: string, testName: string): string {
  const file = path.basename(testFile).replace(/\.test\.tsx?$/, '');
  const name = testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  return path.join(failedFolder, `${file}-${name}`);
}
