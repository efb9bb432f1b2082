import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** A data folder as the first start of a site leaves it, with the demo blogs: half of what a start takes is saved. */
export function demoData(): TemporaryFolder {
  const from = inject('demoData');
  if (from === null) throw new Error('No test of this run starts the site.');
  const folder = temporaryFolder('demo');
  cpSync(from, folder.path, { recursive: true });
  return folder;
}
