import type { Draft, DraftSave } from '../../contract/drafts.ts';
import type { Device } from '../device/testing-draft-device.ts';
import { isTyping, type Tab } from './testing-draft-tab.ts';

/** The places where a text may be stored. */
interface Places {
  readonly tabs: readonly Tab[];
  readonly devices: readonly Device[];
}

/** A violated invariant. */
class Broken extends Error {}

function isKept(device: Device, title: string): boolean {
  return device.kept().some(({ text }) => text.title === title);
}

/** The invariants: throws where a text is lost, overwritten without notice, or reported as stored while it isn't. */
export class DraftPromises {
  /** Titles typed last in some tab that must not be lost. */
  readonly #owed = new Set<string>();
  /** Who gave up a title: tabs that typed on, or a person who discarded or published it. */
  readonly #givenUp = new Map<string, Set<string>>();
  readonly #published = new Set<string>(['']);
  /** The title of the server's current draft. */
  #serverTitle: string | undefined;
  /** All titles that the server ever had. */
  readonly #had = new Set<string>();
  /** Titles that a device rejected and none has stored since. */
  readonly refused = new Set<string>();

  publish(title: string): void {
    this.#published.add(title);
  }

  giveUp(title: string, who: string): void {
    this.#owed.delete(title);
    this.#givenUp.set(title, (this.#givenUp.get(title) ?? new Set()).add(who));
  }

  /** Not where another tab has continued it: this tab can't know. */
  owe({ name }: Tab, title: string): void {
    const others = [...(this.#givenUp.get(title) ?? [])].filter((who) => who !== name);
    if (title !== '' && others.length === 0) this.#owed.add(title);
  }

  /** A request of the tab that changes the server's draft is being processed. */
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
    // The last save of a killed tab is newer than its stored copy.
    if (tab.isGone && before?.text.title === tab.firm && this.#owed.has(tab.firm)) {
      this.giveUp(tab.firm, tab.name);
      this.owe(tab, save.text.title);
    }
  }

  /** A tab with this text and this displayed status was closed. */
  closed(tab: Tab, text: { title: string; status: string; wasTyping: boolean }, places: Places) {
    const { title, status, wasTyping } = text;
    if (wasTyping) {
      this.#owed.delete(title);
      this.owe(tab, tab.firm);
    }
    for (const lost of [...this.#owed].filter((owed) => !this.#isSafe(owed, places))) {
      // A text that wasn't typed here was the server's or another tab's.
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

  /** Call it after each step. */
  check(places: Places): void {
    for (const tab of places.tabs) this.#checkTab(tab);
    for (const title of this.#owed) {
      if (this.#isSafe(title, places)) continue;
      if (!this.refused.has(title)) throw new Broken(`"${title}" is lost.`);
      this.#owed.delete(title);
    }
  }

  /** A text was loaded into the form: one based on the draft may overwrite it, no other. */
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
    // A typing tab that reverts to the server's text leaves its copy until the revert is stored.
    if (!wasTyping || (!isUnsaved && !isKept(tab.device, tab.firm))) tab.firm = title;
    if (wasTyping) return;
    if (status === 'saved' && !isThere) throw new Broken(`"${title}" is not saved.`);
    if (status === 'device' && !isKept(tab.device, title) && isUnsaved && tab.device.hasLocks) {
      throw new Broken(`"${title}" is not on the device.`);
    }
  }

  /** All tabs are idle: everything is saved, unless the person has to decide. */
  checkAtRest(tabs: readonly Tab[]): void {
    for (const { name, keeper } of tabs) {
      const { isUnsaved, recoverable } = keeper.getState();
      if (isUnsaved && !recoverable.some(({ revision }) => revision !== null)) {
        throw new Broken(`${name} does not save.`);
      }
    }
  }

  /** Tabs were reopened on each device: they must offer every title that must not be lost. */
  checkReopened(tabs: readonly Tab[]): void {
    const back = tabs.flatMap(({ keeper }) => [keeper, ...keeper.getState().recoverable]);
    for (const title of this.#owed) {
      const isBack = back.some(({ text }) => text.title === title);
      if (!isBack && !this.#published.has(title)) throw new Broken(`"${title}" is not offered.`);
    }
  }
}
