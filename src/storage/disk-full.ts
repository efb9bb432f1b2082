/** No room on the disk, in the user's quota, or for a single file; PostgreSQL's `disk_full`. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);
/** SQLite's result codes SQLITE_FULL and SQLITE_IOERR_WRITE (sqlite.org/rescode.html). */
const fullResults: ReadonlySet<unknown> = new Set([13, 778]);

/** Whether an error of the file system or of a database says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && fullCodes.has(error.code)) ||
    ('errcode' in error && fullResults.has(error.errcode))
  );
}
