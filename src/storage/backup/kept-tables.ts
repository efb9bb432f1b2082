/**
 * Tables that no backup holds, each for its reason. What was ended or used up since would live again with them: a session
 * that somebody ended, a link that was used.
 */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'everybody signs in again: a session that was ended since stays ended',
  one_time_tokens: 'a link or a code that was used since stays used',
  subscription_requests: 'a link that was used since stays used',
  untold_comments: 'whoever was to be told of them may have been',
  mail_hold: 'a copy is silent towards readers from its restore on, whatever it was before',
  claims: 'the code that makes an owner is made anew where there is none',
  signing_keys: 'their private halves are in the memory of a process that has gone',
  counted_tries: 'they say nothing any more after hours',
  leases: 'a process that has gone held them',
  changes: 'tells processes that have gone what changed',
  write_marks: 'tells processes that have gone what became of their writes',
  kysely_migration: 'the steps stand in the backup, and are taken anew',
  kysely_migration_lock: 'the steps stand in the backup, and are taken anew',
};

export interface Table {
  readonly name: string;
  /** In the order of their names. */
  readonly columns: readonly string[];
}

/** The tables that a backup holds, of all that there are. */
export function keptTables(all: readonly Table[]): readonly Table[] {
  return all
    .filter(({ name }) => !(name in leftOut))
    .map(({ name, columns }) => ({ name, columns: [...columns].sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A name as both engines quote it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedList(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
