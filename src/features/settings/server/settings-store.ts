import './tables.ts';
import { isDeepStrictEqual } from 'node:util';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { type SettingName, settingNames, settingSchemas } from '../contract/settings-text.ts';

type Db = Pick<Reader, 'selectFrom'>;

/**
 * The current settings, with the version that the next save has to name; version 0 means that nothing was ever saved.
 */
export interface SavedSettings {
  readonly version: number;
  readonly settings: OwnSettings;
}

export const untouched: SavedSettings = { version: 0, settings: {} };

/** Number of versions kept; older ones are deleted. */
const statesKept = 200;

/** Parses saved settings one by one: a value that the current schema refuses counts as unset. */
export function readSaved(json: string): OwnSettings {
  const given: unknown = JSON.parse(json);
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (!Object.hasOwn(settingSchemas, name)) return [];
      const read = settingSchemas[name as SettingName].safeParse(value);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

/** The names of the settings that differ. */
export function changedSettings(one: OwnSettings, other: OwnSettings): readonly SettingName[] {
  return settingNames.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/** A connection that sees the latest commits: a replica may lag behind. */
export function newestReader(storage: Storage): Db {
  return storage.engine === 'sqlite' ? storage.reader : storage.writer;
}

/** The current settings. */
export async function findSaved(db: Db): Promise<SavedSettings> {
  const row = await db
    .selectFrom('site_settings')
    .select(['version', 'settings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, settings: readSaved(row.settings) } : untouched;
}

/** One version; version 0 has no settings. Undefined if it isn't kept. */
export async function findState(db: Db, version: number): Promise<SavedSettings | undefined> {
  if (version === 0) return untouched;
  const row = await db
    .selectFrom('site_settings')
    .select(['version', 'settings'])
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { version, settings: readSaved(row.settings) };
}

export interface NewState extends SavedSettings {
  readonly restoredFrom: number | null;
  readonly personId: string;
  readonly savedAt: number;
}

/** Adds a version. The write holds the lock of the settings: the new version follows the one that it read. */
export async function insertState({ db }: Write, state: NewState): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({
      version: state.version,
      settings: JSON.stringify(state.settings),
      restored_from: state.restoredFrom,
      person_id: state.personId,
      saved_at: state.savedAt,
    })
    .execute();
  await db
    .deleteFrom('site_settings')
    .where('version', '<=', state.version - statesKept)
    .execute();
}

/** The latest versions, newest first, each with the owner who saved it. */
export function findStates(db: Db, most: number) {
  return db
    .selectFrom('site_settings')
    .leftJoin('people', 'people.id', 'site_settings.person_id')
    .select([
      'site_settings.version',
      'site_settings.settings',
      'site_settings.restored_from',
      'site_settings.saved_at',
      'people.name as person_name',
    ])
    .orderBy('site_settings.version', 'desc')
    .limit(most)
    .execute();
}

/** The JSON of every version; the sweep of pictures searches it for names. */
export async function settingTexts(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.reader.selectFrom('site_settings').select('settings').execute();
  return rows.map(({ settings }) => settings);
}
