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

/** All rights of group and others. */
const others = 0o077;
const ownFolder = 0o700;
const ownFile = 0o600;
/** SQLite gives the files that it creates beside a database the database's mode. */
const companions = ['', '-wal', '-shm', '-journal'];

/** Folder of uploaded pictures beside the database, readable by the owner only. */
export const picturesFolder = 'uploads';
/** Folder of cached pages, which can be rendered again: not in backups. */
export const pagesFolder = 'pages';
/** Folder of preview pictures for shared links, which can also be drawn again. */
export const sharePicturesFolder = 'share-pictures';
/** Folder of uploaded import files until they are processed: not in backups. */
export const importsFolder = 'imports';
/** Folder of backups, unless they are kept elsewhere; also readable by the owner only. */
export const backupsFolder = 'backups';
/** Prefix of the files that `npm run restore` moves aside. */
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

/** Creates the folder of a database, readable by its owner only. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownFolder });
}

/**
 * Restricts a SQLite database and its companion files to the owner: a new database is created with that mode, whatever
 * the umask, and an existing one is changed. A folder with other files may need to be open, so `onWarning` is called
 * for it, as for every mode that can't be changed.
 */
export function keepPrivate(file: string, onWarning: (message: string) => void): void {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  // SQLite would create it readable for all. An existing file isn't opened: closing it would release the locks that
  // this process holds on it.
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
