import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  BucketError,
  createBucketClient,
} from '../../../features/pictures/server/bucket/bucket-client.ts';
import type { BucketSettings } from '../../../features/pictures/server/bucket/bucket-settings.ts';
import { putPicturesBack } from '../../../features/pictures/server/bucket/kept-pictures.ts';
import { syncFolder } from '../../../platform/files/sync-to-disk.ts';
import type { RowTarget } from '../../../storage/backup/row-target.ts';
import { makePrivateFolder } from '../../../storage/sqlite/private-files.ts';
import { afterRestore } from '../../features.ts';
import { BackupError } from '../backup-format.ts';
import { compareTarget, insertInto, lastStep } from '../prove-backup.ts';
import { type ReadBackup, readArchive } from './read-archive.ts';
import { openSite, type SiteInPlace } from './site-in-place.ts';
import { whatComesBack } from './what-comes-back.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Target of the pictures; the data folder by default. */
  readonly pictureBucket?: BucketSettings | undefined;
  /** Permits moving an existing site aside; nothing is deleted. */
  readonly replace: boolean;
  /** Restores the old state in full, including what was used up, ended or decided since. */
  readonly isAsItWas?: boolean;
  readonly say: (line: string) => void;
}

export interface Restored extends ReadBackup {
  /** Where the former site was moved; undefined where there was none. */
  readonly aside: string | undefined;
  /** Decisions since the backup that are kept, or that the restore reverts. */
  readonly comesBack: readonly string[];
}

/** A timestamp for names, to the second. */
function stampOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}z`.replaceAll(/[-:]/g, '').toLowerCase();
}

/**
 * Restores a backup in place of the site's database and pictures. The new ones are built next to the old ones and
 * verified before the swap; until then nothing is changed. Throws `BackupError` or `StorageError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, databaseUrl, replace, say } = options;
  makePrivateFolder(dataDir);
  const stamp = stampOf(Date.now());
  const site = await openSite({ dataDir, databaseUrl, stamp });
  try {
    await site.assertStopped();
    const isEmpty = await site.isEmpty();
    if (!isEmpty && !replace) {
      throw new BackupError(
        `There is a site in ${site.place} already. With --replace it makes room: it is moved aside, not removed.`,
      );
    }
    say('Reading the backup …');
    await readArchive(file);
    say('Putting it back beside what is there …');
    const read = await make(file, site, !options.isAsItWas);
    if (options.pictureBucket) await putIntoStore(options.pictureBucket, site, say);
    await site.assertStopped();
    const aside = await site.swap();
    return { ...read, aside };
  } finally {
    await site.close();
  }
}

/** Uploads pictures before the swap: a picture without a row does no harm, so a failure leaves the site as it was. */
async function putIntoStore(
  settings: BucketSettings,
  { newPictures }: SiteInPlace,
  say: RestoreOptions['say'],
): Promise<void> {
  say('Putting the pictures into their store …');
  try {
    await putPicturesBack(createBucketClient(settings), newPictures);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    throw new BackupError(
      `${error.message}. The site is as it was. Ask npm run doctor what is wrong with the store, then restore again.`,
      { cause: error },
    );
  }
}

async function make(
  file: string,
  site: SiteInPlace,
  isKept: boolean,
): Promise<Omit<Restored, 'aside'>> {
  let target: RowTarget | undefined;
  let comesBack: readonly string[] = [];
  const folders = new Set<string>();
  try {
    await rm(site.newPictures, { recursive: true, force: true });
    await mkdir(site.newPictures, { mode: 0o700 });
    const read = await readArchive(file, {
      async onAbout(about) {
        target = await site.makeDatabase(lastStep(about));
      },
      onRows: (table, rows) => insertInto(target, table, rows),
      async onPicture(name, content) {
        // `pictureFile` has validated the name.
        const [, ...parts] = name.split('/');
        const place = path.join(site.newPictures, ...parts);
        folders.add(path.dirname(place));
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        await pipeline(
          content,
          createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }),
        );
      },
    });
    if (!target) throw new BackupError('The backup is of a database without tables.');
    await target.finish();
    await compareTarget(target, read.manifest);
    await target.migrate(async (db) => {
      await afterRestore(db, Date.now());
      comesBack = await whatComesBack(db, site, { isKept, madeAt: read.about.madeAt });
    });
    await target.close();
    target = undefined;
    for (const folder of folders) await syncFolder(folder);
    await syncFolder(site.newPictures);
    return { ...read, comesBack };
  } finally {
    await target?.close();
  }
}
