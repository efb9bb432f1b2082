import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import { everything, type Storage } from '../../../storage/storage.ts';
import { findSaved, newestReader, type SavedSettings, untouched } from './settings-store.ts';

/** The owner's settings, cached in memory: the database is only read after a save. */
export interface LiveSettings {
  /** The current settings, whichever process saved them. */
  get(): Promise<OwnSettings>;
  /** The same, synchronously; undefined if the cache isn't current. */
  known(): OwnSettings | undefined;
  /** The last known settings, for messages while the database is unavailable. */
  last(): OwnSettings;
  close(): void;
}

/**
 * A save touches every tag, so that all pages are rendered anew, and the settings are read again. From the notification
 * until that read ends the cache is not current, and no caller gets the old settings.
 */
export function createLiveSettings(storage: Storage): LiveSettings {
  let saved: SavedSettings = untouched;
  let isCurrent = false;
  /** Counts changes: settings read during a change may be outdated. */
  let changes = 0;
  let loading: Promise<void> | undefined;

  const stop = storage.onChange((tags) => {
    if (!tags.includes(everything)) return;
    changes += 1;
    isCurrent = false;
  });

  async function load(): Promise<void> {
    let before: number;
    do {
      before = changes;
      saved = await findSaved(newestReader(storage));
    } while (before !== changes);
    isCurrent = true;
  }

  function isKnown(): boolean {
    try {
      storage.checkForChanges();
    } catch {
      // Without the database a save can't be ruled out.
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
