import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** A copy of the data folder that the first start of a site leaves, with the demo blogs: halves the time of a start. */
export function demoData(): TemporaryFolder {
  const from = inject('demoData');
  if (from === null) throw new Error('No test of this run starts the site.');
  const folder = temporaryFolder('demo');
  cpSync(from, folder.path, { recursive: true });
  return folder;
}
