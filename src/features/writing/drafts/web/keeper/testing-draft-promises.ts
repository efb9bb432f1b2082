import type { Draft, DraftSave } from '../../contract/drafts.ts';
import type { Device } from '../device/testing-draft-device.ts';
import { isTyping, type Tab } from './testing-draft-tab.ts';

/** Where a text can be stored or shown. */
interface Places {
  readonly tabs: readonly Tab[];
  readonly devices: readonly Device[];
}

/** A broken promise to the person. */
class Broken extends Error {}

function isKept(device: Device, title: string): boolean {
  return device.kept().some(({ text }) => text.title === title);
}

/** The promises to the person: throws if a text is lost, overwritten unseen, or reported as kept when it isn't. */
export class DraftPromises {
  /** Titles of the last typed texts, which must not be lost. */
  readonly #owed = new Set<string>();
  /** By title, the tabs that typed on and the people who discarded or published it. */
  readonly #givenUp = new Map<string, Set<string>>();
  readonly #published = new Set<string>(['']);
  /** The title of the server's current draft. */
  #serverTitle: string | undefined;
  /** All titles that the server ever had. */
  readonly #had = new Set<string>();
  /** Titles of texts that didn't fit on a device and haven't been stored since. */
  readonly refused = new Set<string>();

  publish(title: string): void {
    this.#published.add(title);
  }

  giveUp(title: string, who: string): void {
    this.#owed.delete(title);
    this.#givenUp.set(title, (this.#givenUp.get(title) ?? new Set()).add(who));
  }

  /** Not if another tab or a person gave the title up: this tab can't know that. */
  owe({ name }: Tab, title: string): void {
    const others = [...(this.#givenUp.get(title) ?? [])].filter((who) => who !== name);
    if (title !== '' && others.length === 0) this.#owed.add(title);
  }

  /** A request of the tab is about to change the server's draft. */
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
    // The last save of a killed tab replaces the text it had stored on the device.
    if (tab.isGone && before?.text.title === tab.firm && this.#owed.has(tab.firm)) {
      this.giveUp(tab.firm, tab.name);
      this.owe(tab, save.text.title);
    }
  }

  /** The tab has ended, with this last text and status. */
  closed(tab: Tab, text: { title: string; status: string; wasTyping: boolean }, places: Places) {
    const { title, status, wasTyping } = text;
    if (wasTyping) {
      this.#owed.delete(title);
      this.owe(tab, tab.firm);
    }
    for (const lost of [...this.#owed].filter((owed) => !this.#isSafe(owed, places))) {
      // A text that wasn't typed here was only offered: the server or another tab has it.
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

  /** Checks all promises; called after each step. */
  check(places: Places): void {
    for (const tab of places.tabs) this.#checkTab(tab);
    for (const title of this.#owed) {
      if (this.#isSafe(title, places)) continue;
      if (!this.refused.has(title)) throw new Broken(`"${title}" is lost.`);
      this.#owed.delete(title);
    }
  }

  /** Notes a text that the form opened on its own: only one that continues the draft may overwrite it. */
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
    // While a tab is typing, going back to the server's text leaves its stored copy unchanged until the next write.
    if (!wasTyping || (!isUnsaved && !isKept(tab.device, tab.firm))) tab.firm = title;
    if (wasTyping) return;
    if (status === 'saved' && !isThere) throw new Broken(`"${title}" is not saved.`);
    if (status === 'device' && !isKept(tab.device, title) && isUnsaved && tab.device.hasLocks) {
      throw new Broken(`"${title}" is not on the device.`);
    }
  }

  /** All tabs are idle: everything is saved except where the person has to choose. */
  checkAtRest(tabs: readonly Tab[]): void {
    for (const { name, keeper } of tabs) {
      const { isUnsaved, recoverable } = keeper.getState();
      if (isUnsaved && !recoverable.some(({ revision }) => revision !== null)) {
        throw new Broken(`${name} does not save.`);
      }
    }
  }

  /** After new tabs were opened on each device: every text to keep is shown or offered. */
  checkReopened(tabs: readonly Tab[]): void {
    const back = tabs.flatMap(({ keeper }) => [keeper, ...keeper.getState().recoverable]);
    for (const title of this.#owed) {
      const isBack = back.some(({ text }) => text.title === title);
      if (!isBack && !this.#published.has(title)) throw new Broken(`"${title}" is not offered.`);
    }
  }
}
