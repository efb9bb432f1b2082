import path from 'node:path';

/** Folder of what failed tests left, emptied by each `npm test`. */
export const failedFolder = path.resolve(import.meta.dirname, '..', 'test-results', 'failed');

/** How the names begin of what a failed test leaves: for each visitor a picture of the page and a text of what was said. */
export function tracesOf(testFile: string, testName: string): string {
  const file = path.basename(testFile).replace(/\.test\.tsx?$/, '');
  const name = testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  return path.join(failedFolder, `${file}-${name}`);
}
