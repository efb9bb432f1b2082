import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { BucketSettings } from '../../features/pictures/server/bucket/bucket-settings.ts';
import { type Lease, takeLease } from '../../storage/background/lease.ts';
import type { Storage } from '../../storage/storage.ts';
import { keepNewest } from './backup-folder.ts';
import type { BackupSettings } from './backup-state.ts';
import { readBackupState } from './backup-state.ts';
import type { BackupAnswer, BackupJob } from './make-backup.ts';

const script = fileURLToPath(new URL('./backup-process.ts', import.meta.url));

/** Interval of checking whether a backup is due. */
const lookMs = 60_000;
/** Delay of the retry after a failure. */
const retryMs = 60 * 60_000;

export interface BackupsOptions {
  readonly storage: Storage;
  readonly settings: BackupSettings;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly pictureBucket?: BucketSettings | undefined;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Milliseconds between two checks. */
  readonly look?: number;
}

/**
 * Makes backups when due, in a child process, in one process of the site at a time. Returns the function that stops it.
 */
export function startBackups(options: BackupsOptions): () => Promise<void> {
  const { settings, log, look = lookMs } = options;
  const { everyMs } = settings;
  if (everyMs === undefined) return async () => {};
  const runsSince = Date.now();
  let child: ChildProcess | undefined;
  let isStopping = false;
  let running: Promise<void> | undefined;
  let retryAt = 0;
  let warnAt = 0;

  const stateNow = () => readBackupState(settings, runsSince, Date.now());

  async function run(job: BackupJob): Promise<BackupAnswer> {
    child = fork(script, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const answered = once(child, 'message').then(([answer]) => answer as BackupAnswer);
    const ended = once(child, 'exit').then(([code, signal]) => ({
      outcome: 'failed' as const,
      reason: `The process that makes backups ended (${signal ?? code}).`,
    }));
    child.send(job, () => {});
    const answer = await Promise.race([answered, ended]);
    answered.catch(() => {});
    return answer;
  }

  async function make(): Promise<void> {
    const { dataDir, databaseUrl, pictureBucket } = options;
    const { folder, keepsPictures } = settings;
    const answer = await run({ dataDir, databaseUrl, pictureBucket, keepsPictures, folder });
    if (isStopping) return;
    if (answer.outcome === 'failed') {
      retryAt = performance.now() + Math.min(retryMs, everyMs ?? retryMs);
      log.error({ reason: answer.reason }, 'backup not made');
      return;
    }
    const { file, bytes, took, digest, manifest } = answer.backup;
    log.info({ file, bytes, digest, ms: Math.round(took) }, 'backup made');
    const missing = manifest.pictures.missing.length;
    if (missing > 0) log.warn({ missing }, 'pictures have rows and lack files');
    // Only after the newest backup was verified.
    await keepNewest(settings.folder, settings.keep);
  }

  async function lookOnce(): Promise<void> {
    const state = await stateNow();
    if (state.isLate && performance.now() >= warnAt) {
      warnAt = performance.now() + (everyMs ?? 0);
      const hours = state.ageMs === undefined ? null : Math.round(state.ageMs / 3_600_000);
      log.warn({ hours, folder: settings.folder }, 'the newest backup is too old');
    }
    if (!state.isDue || performance.now() < retryAt) return;
    const onError = (error: unknown) => log.warn({ err: error }, 'lease of the backup not renewed');
    let lease: Lease | undefined;
    try {
      lease = await takeLease(options.storage, 'backup', { now: Date.now, onError });
      // Another process may have made it between the check and the lease.
      if (lease && (await stateNow()).isDue) await make();
    } finally {
      await lease?.release();
    }
  }

  const timer = setInterval(() => {
    running ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'backup not made'))
      .finally(() => {
        running = undefined;
      });
  }, look).unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    child?.kill('SIGKILL');
    await running;
  };
}
