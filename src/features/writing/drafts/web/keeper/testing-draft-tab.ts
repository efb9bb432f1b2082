import { emptyText } from '../../../common/web/draft-text.ts';
import type { Draft } from '../../contract/drafts.ts';
import type { FoundCopy } from '../device/local-copies.ts';
import type { Device } from '../device/testing-draft-device.ts';
import type { RemoteDraft } from '../remote-draft.ts';
import { DraftKeeper } from './draft-keeper.ts';

interface Timer {
  readonly isForDevice: boolean;
  readonly work: () => void;
}

export interface Tab {
  readonly name: string;
  readonly device: Device;
  readonly keeper: DraftKeeper;
  stop: () => void;
  /** True once its page has ended, with its requests and timers. */
  isGone: boolean;
  readonly timers: Set<Timer>;
  readonly typed: string[];
  /** The title of the text at the last write to the device; text typed later may be lost in a crash. */
  firm: string;
  /** Titles and revisions that were on its screen or that the person chose. */
  readonly seen: Set<string>;
  /** What its last lookup found, and how many texts the form had opened on its own by then. */
  found: { readonly draft: Draft | null; readonly copies: readonly FoundCopy[] };
  opened: number;
  /** Titles that this tab replaced or deleted on the server, and so must not report as saved. */
  readonly took: Set<string>;
}

/** Whether the tab has text that isn't written to its device yet. */
export function isTyping({ timers }: Tab): boolean {
  return [...timers].some(({ isForDevice }) => isForDevice);
}

/** Runs the pending timers of the tab: those for the device, or those for sending. */
export function passTime({ timers }: Tab, isForDevice: boolean): void {
  for (const timer of [...timers]) {
    if (timer.isForDevice === isForDevice && timers.delete(timer)) timer.work();
  }
}

interface TabOptions {
  readonly device: Device;
  /** The draft with which the page was loaded. */
  readonly draft: Draft | null;
  readonly opensLast: boolean;
  /** Titles of texts that didn't fit on a device. */
  readonly refused: Set<string>;
  readonly remoteFor: (tab: Tab) => RemoteDraft;
  readonly now: () => number;
  readonly newName: (kind: string) => string;
}

/** Opens a tab with the form of a new blog. */
export function openTab(options: TabOptions): Tab {
  const { device, draft, opensLast, refused, remoteFor, now, newName } = options;
  const timers: Tab['timers'] = new Set();
  const copies = device.copies();
  const keeper = new DraftKeeper({
    text: emptyText,
    baseTag: null,
    draft,
    opensLast,
    copies: {
      ...copies,
      // A killed tab changes nothing.
      write(name, copy) {
        if (tab.isGone) return true;
        const isKept = copies.write(name, copy);
        refused[isKept ? 'delete' : 'add'](copy.text.title);
        return isKept;
      },
      remove(name) {
        if (!tab.isGone) copies.remove(name);
      },
      async left() {
        tab.found = { ...tab.found, copies: await copies.left() };
        return tab.found.copies;
      },
    },
    remote: {
      load: () => remoteFor(tab).load(),
      save: (save) => remoteFor(tab).save(save),
      discard: (revision) => remoteFor(tab).discard(revision),
    },
    now,
    isOnline: () => device.isOnline,
    newId: () => newName('id'),
    later(milliseconds, work) {
      // Delays for sending are a second or more.
      const timer = { isForDevice: milliseconds < 1_000, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const tab: Tab = {
    name: newName('tab'),
    device,
    keeper,
    stop: () => {},
    isGone: false,
    timers,
    typed: [''],
    firm: '',
    seen: new Set(['']),
    took: new Set(),
    found: { draft: null, copies: [] },
    opened: 0,
  };
  return tab;
}
