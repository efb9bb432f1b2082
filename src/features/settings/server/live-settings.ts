import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { findSaved, newestReader, type SavedSettings, untouched } from './settings-store.ts';

/** What the owner has set, in memory: no request asks the database for it unless something was saved since. */
export interface LiveSettings {
  /** As it stands at this instant, whichever process saved it. */
  get(): Promise<OwnSettings>;
  /** The same without waiting; undefined where it isn't known at this instant. */
  known(): OwnSettings | undefined;
  /** What was known last, for what has to be said while the database can't be asked. */
  last(): OwnSettings;
  close(): void;
}

/**
 * A save touches every tag, so that all pages are made anew; the settings are read again then, too. Between a notice and
 * the end of that read the settings are unknown, and no caller gets the old ones.
 */
export function createLiveSettings(storage: Storage): LiveSettings {
  let saved: SavedSettings = untouched;
  let isCurrent = false;
  /** How often something was heard of: what was read meanwhile may be from before. */
  let heard = 0;
  let loading: Promise<void> | undefined;

  const stop = storage.onChange((tags) => {
    if (!tags.includes(everything)) return;
    heard += 1;
    isCurrent = false;
  });

  async function load(): Promise<void> {
    let before: number;
    do {
      before = heard;
      saved = await findSaved(newestReader(storage));
    } while (before !== heard);
    isCurrent = true;
  }

  function isKnown(): boolean {
    try {
      storage.checkForChanges();
    } catch {
      // Whether the settings were saved meanwhile is unknown.
      isCurrent = false;
    }
    return isCurrent;
  }

  return {
    async get() {
      if (!isKnown()) {
        loading ??= load().finally(() => {
          loading = undefined;
        });
        await loading;
      }
      return saved.settings;
    },
    known: () => (isKnown() ? saved.settings : undefined),
    last: () => saved.settings,
    close: stop,
  };
}
