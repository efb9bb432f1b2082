import type { Draft, DraftSave } from '../../contract/drafts.ts';
import type { Device } from '../device/testing-draft-device.ts';
import { isTyping, type Tab } from './testing-draft-tab.ts';

/** Where a text may be. */
interface Places {
  readonly tabs: readonly Tab[];
  readonly devices: readonly Device[];
}

/** A promise to the person that was not kept. */
class Broken extends Error {}

function isKept(device: Device, title: string): boolean {
  return device.kept().some(({ text }) => text.title === title);
}

/** What people may rely on, whatever happens: throws where a text is lost, overwritten unknowingly, or isn't kept as said. */
export class DraftPromises {
  /** Titles that were typed last somewhere, and that nobody gave up since. */
  readonly #owed = new Set<string>();
  /** Who gave a title up: tabs that typed on, or a person who discarded or published it. */
  readonly #givenUp = new Map<string, Set<string>>();
  readonly #published = new Set<string>(['']);
  /** What the server's draft is now. */
  #serverTitle: string | undefined;
  /** Titles that the server had at any time. */
  readonly #had = new Set<string>();
  /** Titles of texts that a device refused, and that none kept since. */
  readonly refused = new Set<string>();

  publish(title: string): void {
    this.#published.add(title);
  }

  giveUp(title: string, who: string): void {
    this.#owed.delete(title);
    this.#givenUp.set(title, (this.#givenUp.get(title) ?? new Set()).add(who));
  }

  /** Not where somebody else has gone on from it: then the tab can't know, and needn't. */
  owe({ name }: Tab, title: string): void {
    const others = [...(this.#givenUp.get(title) ?? [])].filter((who) => who !== name);
    if (title !== '' && others.length === 0) this.#owed.add(title);
  }

  /** The tab has a request at the server that changes its draft. */
  changing(tab: Tab): void {
    if (this.#serverTitle !== undefined) tab.took.add(this.#serverTitle);
  }

  changed(tabs: readonly Tab[], draft: Draft | null): void {
    const title = draft?.text.title;
    this.#serverTitle = title;
    if (title !== undefined) for (const { took } of tabs) took.delete(title);
  }

  saved(tab: Tab, save: DraftSave, before: Draft | null): void {
    const isOwn = before?.device === save.device || before?.text.title === save.text.title;
    const isKnown = before && (tab.seen.has(before.text.title) || tab.seen.has(before.revision));
    if (before && !isOwn && !isKnown) {
      throw new Broken(`${tab.name} overwrote "${before.text.title}", which it never saw.`);
    }
    this.#had.add(save.text.title);
    // What a tab sent before it was killed comes after what it had kept.
    if (tab.isGone && before?.text.title === tab.firm && this.#owed.has(tab.firm)) {
      this.giveUp(tab.firm, tab.name);
      this.owe(tab, save.text.title);
    }
  }

  /** The tab is gone, whose text was this and was said to be kept so. */
  closed(tab: Tab, text: { title: string; status: string; wasTyping: boolean }, places: Places) {
    const { title, status, wasTyping } = text;
    if (wasTyping) {
      this.#owed.delete(title);
      this.owe(tab, tab.firm);
    }
    for (const lost of [...this.#owed].filter((owed) => !this.#isSafe(owed, places))) {
      // What nobody typed here stood there as an offer does: it was the server's, or another tab's.
      const isOwn = lost === title && tab.typed.includes(title);
      const isHonest = wasTyping || !isOwn || !['saved', 'device'].includes(status);
      if (!this.refused.has(lost) || !isHonest)
        throw new Broken(`"${lost}" went with ${tab.name}.`);
      this.#owed.delete(lost);
    }
  }

  #isSafe(title: string, { tabs, devices }: Places): boolean {
    const isOpen = ({ keeper }: Tab) =>
      keeper.text.title === title ||
      keeper.getState().recoverable.some(({ text }) => text.title === title);
    const isOnServer = this.#serverTitle === title || this.#published.has(title);
    return isOnServer || tabs.some(isOpen) || devices.some((device) => isKept(device, title));
  }

  /** To be called after each step. */
  check(places: Places): void {
    for (const tab of places.tabs) this.#checkTab(tab);
    for (const title of this.#owed) {
      if (this.#isSafe(title, places)) continue;
      if (!this.refused.has(title)) throw new Broken(`"${title}" is lost.`);
      this.#owed.delete(title);
    }
  }

  /** What came into the form by itself: a text that goes on from the draft may write over it, and no other. */
  #noteOpened(tab: Tab): void {
    const { opened } = tab.keeper.getState();
    if (opened === tab.opened) return;
    tab.opened = opened;
    const { draft, copies } = tab.found;
    const { title } = tab.keeper.text;
    const copy = copies.find(({ text }) => text.title === title);
    const goesOn = copy?.revision === draft?.revision || copy?.device === draft?.device;
    if (draft && goesOn) tab.seen.add(draft.revision);
  }

  #checkTab(tab: Tab): void {
    this.#noteOpened(tab);
    const { title } = tab.keeper.text;
    const { status, isUnsaved } = tab.keeper.getState();
    tab.seen.add(title);
    const isThere = this.#published.has(title) || (this.#had.has(title) && !tab.took.has(title));
    if (!isUnsaved && !isThere) throw new Broken(`"${title}" is not on the server.`);
    const wasTyping = isTyping(tab);
    // What a typing tab takes back to the server's text leaves its copy where it is, until that is kept.
    if (!wasTyping || (!isUnsaved && !isKept(tab.device, tab.firm))) tab.firm = title;
    if (wasTyping) return;
    if (status === 'saved' && !isThere) throw new Broken(`"${title}" is not saved.`);
    if (status === 'device' && !isKept(tab.device, title) && isUnsaved && tab.device.hasLocks) {
      throw new Broken(`"${title}" is not on the device.`);
    }
  }

  /** All tabs are at rest: everything is saved but where a person has to decide. */
  checkAtRest(tabs: readonly Tab[]): void {
    for (const { name, keeper } of tabs) {
      const { isUnsaved, recoverable } = keeper.getState();
      if (isUnsaved && !recoverable.some(({ revision }) => revision !== null)) {
        throw new Broken(`${name} does not save.`);
      }
    }
  }

  /** New tabs were opened on each device: what is owed is there again. */
  checkReopened(tabs: readonly Tab[]): void {
    const back = tabs.flatMap(({ keeper }) => [keeper, ...keeper.getState().recoverable]);
    for (const title of this.#owed) {
      const isBack = back.some(({ text }) => text.title === title);
      if (!isBack && !this.#published.has(title)) throw new Broken(`"${title}" is not offered.`);
    }
  }
}
