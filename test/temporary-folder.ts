import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { undoneAtExit } from './undone-at-exit.ts';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Creates a temporary folder of this name with a random suffix; it is deleted by `remove`, or with this process. */
export function temporaryFolder(name: string, place = tmpdir()): TemporaryFolder {
  const folder = mkdtempSync(path.join(place, `content-hub-${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const isGone = undoneAtExit(remove);
  return {
    path: folder,
    remove() {
      remove();
      isGone();
    },
  };
}
