/** What the site itself does about backups. */
export interface BackupSettings {
  /** Milliseconds from one to the next; undefined where it makes none. */
  readonly everyMs: number | undefined;
  /** The newest of them stay. */
  readonly keep: number;
  /** Absolute path. */
  readonly folder: string;
  /** False leaves pictures in a store to it; those in the folder are kept in any case. */
  readonly keepsPictures?: boolean;
}
