import { readdirSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Config } from '../config.ts';
import { memoryOfMachine } from '../serving/default-workers.ts';
import { openFilesMax, shortageOfFiles } from '../serving/open-files.ts';
import { type Found, fail, ok, warn } from './finding.ts';

const mebibyte = 1_024 * 1_024;
const gibibyte = 1_024 * mebibyte;
/** Less than this leaves no room for uploads next to a backup. */
const diskLeast = 512 * mebibyte;
const diskLow = 2 * gibibyte;
/** A process under load uses some 250 MiB, and processing the largest picture 400. */
const memoryLeast = 512 * mebibyte;
const memoryLow = 900 * mebibyte;
/** Permission bits of group and others. */
const others = 0o077;

export const inWords = (bytes: number) =>
  bytes >= gibibyte
    ? `${(bytes / gibibyte).toFixed(1)} GiB`
    : `${Math.round(bytes / mebibyte)} MiB`;

/** The folder itself, or its nearest existing parent. */
function nearest(folder: string): string {
  let place = folder;
  while (!statSync(place, { throwIfNoEntry: false }) && path.dirname(place) !== place) {
    place = path.dirname(place);
  }
  return place;
}

export function checkDisk(folder: string): Found {
  const { bavail, bsize } = statfsSync(nearest(folder));
  const free = bavail * bsize;
  const found = `${inWords(free)} are free for ${folder}`;
  const advice = 'Make room, or set DATA_DIR and BACKUP_DIR to a larger disk.';
  if (free < diskLeast) return fail(found, advice);
  return free < diskLow ? warn(found, advice) : ok(found);
}

export function checkMemory(): Found {
  const memory = memoryOfMachine();
  const found = `${inWords(memory)} in all`;
  const advice = 'Give the machine or the container more; the largest pictures may not be made.';
  if (memory < memoryLeast) return fail(found, advice);
  return memory < memoryLow ? warn(found, advice) : ok(found);
}

export function checkFiles({ connectionsMax, workers }: Config): Found {
  const each = Math.ceil(connectionsMax / workers);
  const most = openFilesMax();
  const shortage = shortageOfFiles(each, most);
  if (!shortage) return ok(`A process may have ${most} files open`);
  return warn(shortage, 'With systemd that is LimitNOFILE=, in a container --ulimit nofile=.');
}

/** Checks the owner of the folder, and other users' access. */
export function checkRights(dataDir: string): Found | readonly Found[] {
  if (process.platform === 'win32') return ok('Windows has no such modes');
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (!stats) return ok(`${dataDir} will be made at the first start`);
  const found: Found[] = [];
  for (const name of ['.', ...readdirSync(dataDir)]) {
    const file = path.join(dataDir, name);
    const one = statSync(file, { throwIfNoEntry: false });
    // Files in a private folder are private, whatever their mode.
    if (!one || ((stats.mode & others) === 0 && name !== '.')) continue;
    if ((one.mode & others) === 0) continue;
    found.push(warn(`${file} is open to other users of this machine`, `chmod go-rwx ${file}`));
  }
  const me = process.getuid?.();
  if (me !== undefined && stats.uid !== me) {
    const advice = `Ask as that user (sudo -u '#${stats.uid}'), or give the folder to the one whom the site runs as (chown -R).`;
    found.push(warn(`${dataDir} belongs to the user ${stats.uid}, and this is ${me}`, advice));
  }
  return found.length > 0 ? found : ok(`${dataDir} is its owner's alone`);
}

/** Whether the port is in use, by the site or another program. */
export async function checkPort({ host, port }: Config): Promise<Found> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port }, () => resolve(undefined));
  const code = await promise;
  if (code === undefined) {
    await new Promise((closed) => server.close(closed));
    return ok(`${host}:${port} is free: the site doesn't run`);
  }
  if (code === 'EACCES') {
    return fail(
      `This user may not listen on port ${port}`,
      'Set PORT to a number above 1023, and put a reverse proxy before it.',
    );
  }
  if (code !== 'EADDRINUSE') {
    return fail(
      `${host} can't be listened on (${code})`,
      'Set HOST to an address of this machine.',
    );
  }
  const reply = await fetch(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/readyz`, {
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (reply?.ok) return ok(`The site runs on ${host}:${port} and is ready`);
  if (reply?.status === 503) {
    return fail(
      `The site on ${host}:${port} runs and isn't ready`,
      'Look into its log: most likely its database does not answer.',
    );
  }
  return fail(
    `Another program listens on ${host}:${port}`,
    'Stop it, or set PORT to another number.',
  );
}
