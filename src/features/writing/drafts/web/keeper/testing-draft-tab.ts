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
  /** True where its page is gone, with all that it waits for. */
  isGone: boolean;
  readonly timers: Set<Timer>;
  readonly typed: string[];
  /** The text that stood when it was last kept, by its title; one that was typed since may go with a crash. */
  firm: string;
  /** Titles and revisions that were on its screen, or that the person decided about. */
  readonly seen: Set<string>;
  /** What it found at its last look, and how many texts came into its form by themselves until then. */
  found: { readonly draft: Draft | null; readonly copies: readonly FoundCopy[] };
  opened: number;
  /** Titles that it took off the server itself, and so mustn't claim to be there. */
  readonly took: Set<string>;
}

/** Whether the tab has a text that it hasn't kept on its device. */
export function isTyping({ timers }: Tab): boolean {
  return [...timers].some(({ isForDevice }) => isForDevice);
}

/** Has done what the tab put off: what it keeps on its device, or what it sends. */
export function passTime({ timers }: Tab, isForDevice: boolean): void {
  for (const timer of [...timers]) {
    if (timer.isForDevice === isForDevice && timers.delete(timer)) timer.work();
  }
}

interface TabOptions {
  readonly device: Device;
  /** The draft that its page came with. */
  readonly draft: Draft | null;
  readonly opensLast: boolean;
  /** Titles of texts that a device refused. */
  readonly refused: Set<string>;
  readonly remoteFor: (tab: Tab) => RemoteDraft;
  readonly now: () => number;
  readonly newName: (kind: string) => string;
}

/** A tab with the form of a new blog. */
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
      // A tab that is gone changes nothing.
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
      // What is sent waits for seconds.
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
