import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import { factorNeeded } from '../../../identity/role-problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { OwnSettings, Reading } from '../../../platform/site/own-settings.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { everything, type Reader, type Storage, type Write } from '../../../storage/storage.ts';
import {
  restoreSettings,
  saveSettings,
  settingsChanged,
  settingsStates,
  siteSettings,
  stateNotFound,
  statesShown,
} from '../contract/settings.ts';
import { settingTitles } from '../contract/settings-text.ts';
import {
  changedSettings,
  findSaved,
  findState,
  findStates,
  insertState,
  newestReader,
  readSaved,
  type SavedSettings,
} from './settings-store.ts';

export interface SettingsParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** The defaults of unset settings. */
  readonly machine: { readonly reading: Reading };
  /** Whether a person has a second factor. */
  readonly hasFactor: (db: Pick<Reader, 'selectFrom'>, personId: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const saveRule: RateRule = { name: 'settings', limit: 60, perMs: 60 * 60_000 };

/** Labels of the changed settings, for the audit log. */
function labelOf(before: OwnSettings, after: OwnSettings): string {
  return changedSettings(before, after)
    .map((name) => settingTitles[name])
    .join(', ');
}

interface Change {
  readonly by: Person;
  /** The version that the owner has seen. */
  readonly version: number;
  readonly restoredFrom: number | null;
  /** Returns the settings to save. */
  readonly next: (write: Write) => Promise<OwnSettings>;
}

/** Endpoints for the settings and their versions. */
export function settingsAnswers(parts: SettingsParts): readonly Answer[] {
  const { storage, limiter, machine, hasFactor, now = Date.now } = parts;

  function save({ by, version, restoredFrom, next }: Change): Promise<SavedSettings> {
    return writeAsStaff(
      parts,
      { person: by, access: 'owner' },
      async (write) => {
        const saved = await findSaved(write.db);
        if (saved.version !== version) throw settingsChanged();
        const settings = await next(write);
        const label = labelOf(saved.settings, settings);
        // A save without changes adds no version.
        if (label === '') return saved;
        await limiter.takeWithin(write, saveRule, by.id);
        // An owner who requires a second factor needs one: otherwise they would lock themselves out.
        const asksForOne = settings.staffFactor === 'needed';
        if (asksForOne && !(await hasFactor(write.db, by.id))) throw factorNeeded();
        const state = { version: version + 1, settings };
        await insertState(write, { ...state, restoredFrom, personId: by.id, savedAt: now() });
        const action = restoredFrom === null ? 'settings-saved' : 'settings-restored';
        const subject = { kind: 'setting', id: String(state.version), label };
        await recordAudit(write, { by, action, subject, at: now() });
        // The site's name is on every page.
        write.touch(everything);
        return state;
      },
      ['site-settings'],
    );
  }

  return [
    answer(siteSettings, async () => ({ ...(await findSaved(newestReader(storage))), machine })),

    answer(settingsStates, async () => {
      const rows = await findStates(newestReader(storage), statesShown + 1);
      return rows.slice(0, statesShown).map((row, index) => {
        const before = rows[index + 1];
        return {
          version: row.version,
          savedAt: isoOf(row.saved_at),
          by: row.person_name,
          restoredFrom: row.restored_from,
          changed: [
            ...changedSettings(before ? readSaved(before.settings) : {}, readSaved(row.settings)),
          ],
        };
      });
    }),

    answer(saveSettings, ({ body: { version, settings } }, { person: by }) =>
      save({ by, version, restoredFrom: null, next: async () => settings }),
    ),

    answer(restoreSettings, ({ body: { version, to } }, { person: by }) =>
      save({
        by,
        version,
        restoredFrom: to,
        async next({ db }) {
          const state = await findState(db, to);
          if (!state) throw stateNotFound();
          return state.settings;
        },
      }),
    ),
  ];
}
