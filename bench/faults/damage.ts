import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createFaultSite } from './fault-site.ts';
import type { Fault } from './faults.ts';
import { readSqlite } from './read-stored-state.ts';
import { createSite } from './site.ts';

/** A one-line message to the operator; a stack trace doesn't match. */
const clearRefusal = /^[^\n]*(database|data folder)[^\n]*$/i;

function flipByte(file: string): string {
  const at = Math.floor(Math.random() * statSync(file).size);
  const descriptor = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
  writeSync(descriptor, byte, 0, 1, at);
  closeSync(descriptor);
  return `byte ${at} of ${path.basename(file)} flipped`;
}

function cut(file: string): string {
  const size = Math.floor(Math.random() * statSync(file).size);
  truncateSync(file, size);
  return `${path.basename(file)} cut to ${size} bytes`;
}

const damages = [flipByte, flipByte, cut] as const;
const files = ['content-hub.sqlite', 'content-hub.sqlite-wal', 'content-hub.sqlite-shm'] as const;

/** Whether a site on a damaged copy refuses to start with a clear message, or has a consistent state. */
async function faultOfCopy(folder: string, what: string): Promise<string | undefined> {
  const site = createSite({ port: await freePort(), variables: { DATA_DIR: folder } });
  const lastWords = await site.start();
  if (lastWords !== undefined) {
    await site.stop();
    return clearRefusal.test(lastWords) ? undefined : `${what}: refused unclearly: ${lastWords}`;
  }
  await site.stop();
  try {
    readSqlite(path.join(folder, files[0]));
    return undefined;
  } catch (error) {
    return `${what}: it started on a state that doesn't hang together: ${error}`;
  }
}

/**
 * Flips a byte or truncates a file between a kill and the next start. Only SQLite: PostgreSQL handles its own files.
 */
export const damage: Fault = {
  name: 'a byte flipped or a file cut before a start',
  rounds: 24,
  engines: ['sqlite'],
  async run({ engine, rounds, isBroken }) {
    const folder = temporaryFolder('damage');
    const faultSite = await createFaultSite({ engine, isBroken });
    try {
      faultSite.writers.go();
      await wait(1_500);
      const pausing = faultSite.writers.pause();
      await faultSite.site.kill();
      const copy = path.join(folder.path, 'undamaged');
      cpSync(faultSite.dataDir, copy, { recursive: true });
      await faultSite.restart();
      await pausing;
      await faultSite.check();
      for (let round = 0; round < rounds; round += 1) {
        const damaged = path.join(folder.path, `damaged-${round}`);
        cpSync(copy, damaged, { recursive: true });
        const file = path.join(damaged, files[round % files.length] ?? files[0]);
        const damageOf = damages[Math.floor(round / files.length) % damages.length] ?? cut;
        if (existsSync(file) && statSync(file).size > 0) {
          const wrong = await faultOfCopy(damaged, damageOf(file));
          if (wrong !== undefined) faultSite.ledger.wrongs.push(wrong);
        }
        rmSync(damaged, { recursive: true });
      }
    } finally {
      await faultSite.close();
      folder.remove();
    }
    return faultSite.ledger;
  },
};
