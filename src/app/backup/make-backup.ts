import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { BucketError } from '../../features/pictures/server/bucket/bucket-client.ts';
import type { BucketSettings } from '../../features/pictures/server/bucket/bucket-settings.ts';
import { openSnapshot } from '../../storage/backup/open-snapshot.ts';
import { isDiskFull } from '../../storage/disk-full.ts';
import { stepNames } from '../../storage/migrate.ts';
import type { Engine } from '../../storage/storage.ts';
import { notInBackups } from '../features.ts';
import { siteVersion } from '../site-version.ts';
import { beginBackup } from './backup-folder.ts';
import {
  type About,
  BackupError,
  formatName,
  formatVersion,
  type Manifest,
} from './backup-format.ts';
import { type ProvedIn, proveBackup } from './prove-backup.ts';
import { writeArchive } from './write-archive.ts';

export interface BackupOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** The object store of the pictures, if they aren't all in the data folder. */
  readonly pictureBucket?: BucketSettings | undefined;
  /** False excludes pictures in the object store. */
  readonly keepsPictures?: boolean;
  /** Target folder of the backup. */
  readonly folder: string;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly engine: Engine;
  readonly provedIn: ProvedIn;
  readonly madeAt: number;
  /** Duration in milliseconds. */
  readonly took: number;
  readonly manifest: Manifest;
}

const forbidden = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST'];

/** Turns disk errors into messages for the operator; other errors pass unchanged. */
function explained(error: unknown, folder: string): unknown {
  if (error instanceof BucketError) {
    return new BackupError(
      `${error.message}. No backup was made: it would lack pictures, and take the place of one that has them. Ask npm run doctor what is wrong with the store; with BACKUP_PICTURES=off a backup leaves to it what it keeps.`,
      { cause: error },
    );
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isDiskFull(error)) {
    return new BackupError(
      `The disk of ${folder} is full: no backup was made, and nothing of it is left. It takes up to three times the room of the database and its pictures while it is made.`,
    );
  }
  if (forbidden.includes(code)) {
    return new BackupError(`${folder} can't be written by this user. Name another folder.`);
  }
  return error;
}

/**
 * Makes a backup of the running site: it is written under a temporary name, restored into a scratch database, compared,
 * and only then renamed. Throws `BackupError` or `StorageError`; nothing of it is left then.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, databaseUrl } = options;
  const madeAt = Date.now();
  const begunAt = performance.now();
  const explain = (error: unknown) => {
    throw explained(error, folder);
  };
  const coming = await beginBackup(folder, madeAt).catch(explain);
  try {
    const { workFolder } = coming;
    const source = await openSnapshot({ ...options, workFolder, notInBackups });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await source.close();
      isOpen = false;
    };
    const about = {
      format: formatName,
      formatVersion,
      version: siteVersion(),
      engine: source.engine,
      madeAt,
      steps: [...source.steps],
    } as const satisfies About;
    try {
      assertKnown(about);
      await writeArchive(coming.file, { ...options, about, source, onRowsRead: close });
    } finally {
      await close();
    }
    const { manifest, provedIn } = await proveBackup(coming.file, { workFolder, databaseUrl });
    const { size } = await stat(coming.file);
    const digest = await digestOf(coming.file);
    const file = await coming.finish();
    const took = performance.now() - begunAt;
    return { file, bytes: size, digest, engine: about.engine, provedIn, madeAt, took, manifest };
  } catch (error) {
    return explain(error);
  } finally {
    await coming.remove();
  }
}

function assertKnown({ steps }: About): void {
  if (steps.length === 0) {
    throw new BackupError(
      'The database has no tables of The Content Hub: there is nothing to keep.',
    );
  }
  if (steps.some((step) => !stepNames.includes(step))) {
    throw new BackupError(
      'The database was made by a newer version of The Content Hub. Update the program, then try again.',
    );
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Messages between the site and the backup process. */
export type BackupJob = BackupOptions;

export type BackupAnswer =
  | { readonly outcome: 'made'; readonly backup: MadeBackup }
  /** The reason for the operator; with the stack where the error is unexpected. */
  | { readonly outcome: 'failed'; readonly reason: string };

/** Niceness; 19 is the lowest priority. */
const lowPriority = 10;

/** Lowers the priority of this process below the site and other programs. */
export function lowerPriority(): void {
  try {
    setPriority(lowPriority);
  } catch {
    // Not permitted: it runs at normal priority.
  }
}
