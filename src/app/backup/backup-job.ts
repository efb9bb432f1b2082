import type { BackupOptions, MadeBackup } from './make-backup.ts';

/** What the process that makes backups is asked for, and what it answers. */
export type BackupJob = BackupOptions;

export type BackupAnswer =
  | { readonly outcome: 'made'; readonly backup: MadeBackup }
  /** The reason in words for the operator; with the stack where nobody foresaw it. */
  | { readonly outcome: 'failed'; readonly reason: string };
