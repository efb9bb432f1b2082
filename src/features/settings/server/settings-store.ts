import './tables.ts';
import { isDeepStrictEqual } from 'node:util';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { type SettingName, settingNames, settingSchemas } from '../contract/settings-text.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** The settings as they stand, with the version that the next save has to name; version 0 is a site that nobody has touched. */
export interface SavedSettings {
  readonly version: number;
  readonly settings: OwnSettings;
}

export const untouched: SavedSettings = { version: 0, settings: {} };

/** States that are kept: the older ones go. */
const statesKept = 200;

/** Reads what was saved, setting by setting: what today's rules would refuse is as if it weren't set. */
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

/** The names of what is another in the second. */
export function changedSettings(one: OwnSettings, other: OwnSettings): readonly SettingName[] {
  return settingNames.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/** Where what another machine has just committed is surely there: a replica may lag behind. */
export function newestReader(storage: Storage): Db {
  return storage.engine === 'sqlite' ? storage.reader : storage.writer;
}

/** The settings that hold. */
export async function findSaved(db: Db): Promise<SavedSettings> {
  const row = await db
    .selectFrom('site_settings')
    .select(['version', 'settings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, settings: readSaved(row.settings) } : untouched;
}

/** One state of before; version 0 was there first. Undefined where it isn't kept. */
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

/** Adds a state. The write holds the lock of the settings: the version is the one after what was read in it. */
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

/** The latest states, the newest first, each with who saved it. */
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

/** Every state's text, in which the sweep of pictures looks for names. */
export async function settingTexts(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.reader.selectFrom('site_settings').select('settings').execute();
  return rows.map(({ settings }) => settings);
}
