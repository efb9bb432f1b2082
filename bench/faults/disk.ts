import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { undoneAtExit } from '../../test/undone-at-exit.ts';
import { createFaultSite } from './fault-site.ts';
import type { Fault } from './faults.ts';

const diskSize = '64m';
const chunk = Buffer.alloc(64 * 1024);

/** Writes until the disk is full. Returns the file to remove. */
function fill(folder: string): string {
  const file = path.join(folder, 'filler');
  const descriptor = openSync(file, 'w');
  try {
    // In ever smaller chunks, to the last byte.
    for (let size = chunk.length; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(descriptor, chunk, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
  return file;
}

/** A disk that is full, and then has room again: a small tmpfs, which only root may mount. */
export function runDiskFault(atRandom: (least: number, most: number) => number): Fault {
  return {
    name: 'disk full, freed',
    rounds: 20,
    engines: ['sqlite'],
    whyNot() {
      const isRoot = platform() === 'linux' && process.getuid?.() === 0;
      return isRoot ? undefined : 'only root may mount a small disk';
    },
    async run({ engine, rounds, isBroken }) {
      const { path: folder, remove } = temporaryFolder('small-disk');
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder]);
      // Lazily: a site that was just killed may still have files open.
      const unmount = () => void execFileSync('umount', ['-l', folder]);
      const isUnmounted = undoneAtExit(unmount);
      try {
        const faultSite = await createFaultSite({ engine, isBroken, dataDir: folder });
        try {
          for (let round = 0; round < rounds; round += 1) {
            faultSite.writers.go();
            await wait(atRandom(100, 400));
            const filler = fill(folder);
            await wait(atRandom(100, 400));
            // Also kills the site while the disk is full: then recovery depends on the log.
            const isKilled = round % 4 === 3;
            if (isKilled) await faultSite.site.kill();
            rmSync(filler);
            if (isKilled) await faultSite.restart();
            await wait(100);
            await faultSite.check();
          }
        } finally {
          await faultSite.close();
        }
        return faultSite.ledger;
      } finally {
        unmount();
        isUnmounted();
        remove();
      }
    },
  };
}
