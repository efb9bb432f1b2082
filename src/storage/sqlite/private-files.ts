import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

/** Everybody but the owner: reading, writing, entering. */
const others = 0o077;
const ownFolder = 0o700;
const ownFile = 0o600;
/** SQLite gives the files that it lays beside a database the mode of the database. */
const companions = ['', '-wal', '-shm', '-journal'];

/** What people put on the site lies beside the database, for the owner alone as well. */
export const picturesFolder = 'uploads';
/** Finished pages, which can be made anew: in no backup. */
export const pagesFolder = 'pages';
/** Pictures that stand for pages where their links are shared, which can be drawn anew as well. */
export const sharePicturesFolder = 'share-pictures';
/** Files that owners bring in, until they are read: in no backup. */
export const importsFolder = 'imports';
/** Copies of all of it, unless they are kept elsewhere; for the owner alone, too. */
export const backupsFolder = 'backups';
/** What `npm run restore` has moved aside begins so. */
export const asidePrefix = 'before-restore-';

function modeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mode;
}

function tighten(name: string, onWarning: (message: string) => void): void {
  const mode = modeOf(name);
  if (mode === undefined || (mode & others) === 0) return;
  try {
    chmodSync(name, mode & ~others & 0o777);
  } catch {
    onWarning(`${name} can be read by other users of this machine, and its mode can't be changed.`);
  }
}

/** Makes the folder of a database, for its owner alone. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownFolder });
}

/**
 * Lets nobody but the owner read a SQLite database and what lies beside it: a new one is made so, whatever the umask,
 * and one that is there becomes so. A folder that holds other things, too, may have to be open to others: of it
 * `onWarning` hears, as of whatever can't be changed.
 */
export function keepPrivate(file: string, onWarning: (message: string) => void): void {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  // SQLite would make it readable for all. One that is there isn't opened beside SQLite: closing it would end the locks
  // that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', ownFile));
  for (const end of companions) tighten(`${file}${end}`, onWarning);
  const folder = path.dirname(file);
  const isOurs = readdirSync(folder).every(
    (name) =>
      name.startsWith(path.basename(file)) ||
      name.startsWith(asidePrefix) ||
      [picturesFolder, backupsFolder, pagesFolder, sharePicturesFolder, importsFolder].includes(
        name,
      ),
  );
  if (isOurs) {
    tighten(folder, onWarning);
  } else if (((modeOf(folder) ?? 0) & others) !== 0) {
    onWarning(
      `The data folder ${folder} is open to other users of this machine, and holds other things than the database: give the database a folder of its own (DATA_DIR), or take their rights away (chmod 700).`,
    );
  }
}
