import { type Answer, answer, type MemberExchange } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import type { Confirm } from '../../../identity/confirm.ts';
import { writeAsStaff } from '../../../identity/owners.ts';
import { factorNeeded } from '../../../identity/role-problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';
import type { OwnSettings, Reading } from '../../../platform/site/own-settings.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { everything, type Reader, type Storage, type Write } from '../../../storage/storage.ts';
import {
  confirmationNeeded,
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
  readonly confirm: Confirm;
  /** Called within the write after which staff no longer need a second factor. */
  readonly onFactorWaived: (write: Write, byId: string) => Promise<void>;
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

/** Whether staff no longer need a second factor. */
function waivesFactor(before: OwnSettings, after: OwnSettings): boolean {
  return before.staffFactor === 'needed' && after.staffFactor !== 'needed';
}

interface Change {
  /** The version that the owner has seen. */
  readonly version: number;
  readonly restoredFrom: number | null;
  /** Returns the settings to save. */
  readonly next: (db: Pick<Reader, 'selectFrom'>) => Promise<OwnSettings>;
  readonly password: string | undefined;
}

type Exchange = Pick<MemberExchange, 'person' | 'session' | 'request'>;

/** Endpoints for the settings and their versions. */
export function settingsAnswers(parts: SettingsParts): readonly Answer[] {
  const { storage, limiter, machine, hasFactor, confirm, onFactorWaived, now = Date.now } = parts;

  /** Verifies the owner's identity before a change that waives the second factor; false for any other change. */
  async function isConfirmed(change: Change, { session, request }: Exchange): Promise<boolean> {
    const { version, next, password } = change;
    const saved = await findSaved(storage.writer);
    if (saved.version !== version) return false;
    if (!waivesFactor(saved.settings, await next(storage.writer))) return false;
    if (password === undefined) throw confirmationNeeded();
    await confirm({ session, password, network: networkOf(request.ip) });
    return true;
  }

  async function save(change: Change, exchange: Exchange): Promise<SavedSettings> {
    const { person: by } = exchange;
    const { version, restoredFrom, next } = change;
    const isProven = await isConfirmed(change, exchange);
    return writeAsStaff(
      parts,
      { person: by, access: 'owner' },
      async (write) => {
        const saved = await findSaved(write.db);
        if (saved.version !== version) throw settingsChanged();
        const settings = await next(write.db);
        const isWaived = waivesFactor(saved.settings, settings);
        // Another owner has saved this version since the check.
        if (isWaived && !isProven) throw settingsChanged();
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
        if (isWaived) await onFactorWaived(write, by.id);
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

    answer(saveSettings, ({ body: { version, settings, password } }, exchange) => {
      const next = async () => settings;
      return save({ version, restoredFrom: null, next, password }, exchange);
    }),

    answer(restoreSettings, ({ body: { version, to, password } }, exchange) => {
      async function next(db: Pick<Reader, 'selectFrom'>) {
        const state = await findState(db, to);
        if (!state) throw stateNotFound();
        return state.settings;
      }
      return save({ version, restoredFrom: to, next, password }, exchange);
    }),
  ];
}
