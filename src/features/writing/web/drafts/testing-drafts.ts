import { invalidInput, Problem } from '../../../../platform/contract/problems.ts';
import type { Draft, DraftSave, DraftText } from '../../draft-contract.ts';
import type { FoundCopy } from './device/local-copies.ts';
import { copiesOn, type Device, type Room, textOf } from './device/testing-draft-device.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { emptyText } from './draft-text.ts';
import type { RecoverableDraft } from './recoverable-drafts.ts';
import type { RemoteDraft } from './remote-draft.ts';
import { DraftNetwork, type Fate, settle } from './testing-draft-network.ts';

/** A server that keeps one draft of a new blog, and publishes. */
export interface DraftServer extends RemoteDraft {
  /** Throws a problem where the name was used for another text. */
  publish(text: DraftText, name: string, revision: string | null): Promise<void>;
}

export type PublishFate =
  | 'published'
  | 'refused'
  | 'lost'
  | 'answer-lost'
  | 'answer-lost-and-killed';
/** A page that is killed says no last word; one that is left for another page of the site goes on in the background. */
export type Closing = 'killed' | 'unloaded' | 'left';

interface Timer {
  readonly isForDevice: boolean;
  readonly work: () => void;
}

interface Tab {
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

function isKept({ copies }: Device, title: string): boolean {
  return [...copies.values()].some(({ text }) => text.title === title);
}

/**
 * People with tabs on two devices who write one draft, and everything that can come between. Texts are told apart by
 * their titles. After each step it throws where a text is lost, overwritten unknowingly or said to be kept and isn't.
 */
export class DraftWorld {
  readonly #server: DraftServer;
  readonly #devices: readonly Device[];
  #tabs: Tab[] = [];
  readonly #network = new DraftNetwork();
  #count = 0;
  #now = Date.UTC(2026, 0, 1);
  /** Titles that were typed last somewhere, and that nobody gave up since. */
  readonly #owed = new Set<string>();
  /** Who gave a title up: tabs that typed on, or a person who discarded or published it. */
  readonly #givenUp = new Map<string, Set<string>>();
  readonly #published = new Set<string>(['']);
  /** What the server's draft is now. */
  #serverTitle: string | undefined;
  #serverDraft: Draft | null = null;
  readonly #opensLast: boolean;
  /** Titles that the server had at any time. */
  readonly #had = new Set<string>();
  /** Titles of texts that a device refused, and that none kept since. */
  readonly #refused = new Set<string>();

  constructor(
    server: DraftServer,
    { hasLocks, opensLast }: { readonly hasLocks: boolean; readonly opensLast: boolean },
  ) {
    this.#server = server;
    this.#opensLast = opensLast;
    this.#devices = [0, 1].map(() => ({
      copies: new Map(),
      alive: new Set(),
      hasLocks,
      isOnline: true,
      room: 'enough',
    }));
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind}${this.#count}`;
  }

  #pick<T>(list: readonly T[], index: number): T | undefined {
    return list[index % Math.max(list.length, 1)];
  }

  open(device: number): void {
    const place = this.#pick(this.#devices, device);
    if (!place || this.#tabs.length >= 3) return;
    // Without locks a living tab looks like one that is gone, and what it keeps may be taken up by another.
    if (!place.hasLocks && this.#tabs.some((tab) => tab.device === place)) return;
    const timers = new Set<Timer>();
    const later = (milliseconds: number, work: () => void) => {
      // What is sent waits for seconds.
      const timer = { isForDevice: milliseconds < 1_000, work };
      timers.add(timer);
      return () => timers.delete(timer);
    };
    const copies = copiesOn(place, { isOpen: () => !tab.isGone, refused: this.#refused });
    // Every second page comes with the draft.
    const draft = this.#opensLast && this.#count % 2 === 0 ? this.#serverDraft : null;
    const keeper = new DraftKeeper({
      text: emptyText,
      baseTag: null,
      draft,
      opensLast: this.#opensLast,
      copies: {
        ...copies,
        async left() {
          tab.found = { ...tab.found, copies: await copies.left() };
          return tab.found.copies;
        },
      },
      remote: {
        load: () =>
          this.#network.ask(tab, async () => {
            tab.found = { ...tab.found, draft: await this.#server.load() };
            return tab.found.draft;
          }),
        save: (save) => this.#network.ask(tab, () => this.#save(tab, save)),
        discard: (revision) =>
          this.#network.ask(tab, () => this.#change(tab, this.#server.discard(revision))),
      },
      now: () => this.#now,
      isOnline: () => place.isOnline,
      newId: () => this.#name('id'),
      later,
    });
    const tab: Tab = {
      name: this.#name('tab'),
      device: place,
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
    this.#tabs.push(tab);
    tab.stop = keeper.start();
  }

  async #change<T>(tab: Tab, work: Promise<T>): Promise<T> {
    if (this.#serverTitle !== undefined) tab.took.add(this.#serverTitle);
    try {
      return await work;
    } finally {
      this.#serverDraft = await this.#server.load();
      const title = this.#serverDraft?.text.title;
      this.#serverTitle = title;
      if (title !== undefined) for (const { took } of [tab, ...this.#tabs]) took.delete(title);
    }
  }

  async #save(tab: Tab, save: DraftSave) {
    const before = await this.#server.load();
    const receipt = await this.#change(tab, this.#server.save(save));
    const isOwn = before?.device === save.device || before?.text.title === save.text.title;
    const isKnown = before && (tab.seen.has(before.text.title) || tab.seen.has(before.revision));
    if (before && !isOwn && !isKnown) {
      throw new Broken(`${tab.name} overwrote "${before.text.title}", which it never saw.`);
    }
    this.#had.add(save.text.title);
    // What a tab sent before it was killed comes after what it had kept.
    if (tab.isGone && before?.text.title === tab.firm && this.#owed.has(tab.firm)) {
      this.#giveUp(tab.firm, tab.name);
      this.#owe(tab, save.text.title);
    }
    return receipt;
  }

  answer(index: number, fate: Fate): Promise<void> {
    return this.#network.answer(index, fate);
  }

  #giveUp(title: string, who: string): void {
    this.#owed.delete(title);
    this.#givenUp.set(title, (this.#givenUp.get(title) ?? new Set()).add(who));
  }

  /** Not where somebody else has gone on from it: then the tab can't know, and needn't. */
  #owe(tab: Tab, title: string): void {
    const others = [...(this.#givenUp.get(title) ?? [])].filter((who) => who !== tab.name);
    if (title !== '' && others.length === 0) this.#owed.add(title);
  }

  #type(tab: Tab, title: string): void {
    this.#giveUp(tab.keeper.text.title, tab.name);
    this.#owe(tab, title);
    tab.keeper.changed(textOf(title));
  }

  type(index: number): void {
    const tab = this.#pick(this.#tabs, index);
    if (!tab) return;
    const title = this.#name('text');
    tab.typed.push(title);
    this.#type(tab, title);
  }

  /** Undo and redo: a text that was typed here before. */
  retype(index: number, which: number): void {
    const tab = this.#pick(this.#tabs, index);
    const title = tab && this.#pick(tab.typed, which);
    if (tab && title !== undefined) this.#type(tab, title);
  }

  #fire(tab: Tab, isForDevice: boolean): void {
    for (const timer of [...tab.timers]) {
      if (timer.isForDevice === isForDevice && tab.timers.delete(timer)) timer.work();
    }
  }

  passTime(index: number, isForDevice: boolean): void {
    const tab = this.#pick(this.#tabs, index);
    if (tab) this.#fire(tab, isForDevice);
  }

  saveNow(index: number): void {
    this.#pick(this.#tabs, index)?.keeper.save();
  }

  #candidate(index: number, which: number): [Tab, RecoverableDraft] | undefined {
    const tab = this.#pick(this.#tabs, index);
    const candidate = tab && this.#pick(tab.keeper.getState().recoverable, which);
    if (!candidate) return undefined;
    tab.seen.add(candidate.text.title);
    if (candidate.revision !== null) tab.seen.add(candidate.revision);
    return [tab, candidate];
  }

  restore(index: number, which: number): void {
    const [tab, candidate] = this.#candidate(index, which) ?? [];
    if (tab && candidate) tab.keeper.restore(candidate);
  }

  discard(index: number, which: number): void {
    const [tab, candidate] = this.#candidate(index, which) ?? [];
    if (!tab || !candidate) return;
    this.#giveUp(candidate.text.title, tab.name);
    tab.keeper.discard(candidate);
  }

  undoDiscard(index: number): void {
    const tab = this.#pick(this.#tabs, index);
    const discarded = tab?.keeper.getState().discarded;
    if (!tab || !discarded) return;
    tab.keeper.undoDiscard();
    this.#owe(tab, discarded.text.title);
  }

  /** Another text takes the form's place: one of the blog's history, or its newest. */
  replace(index: number, isTakenOver: boolean): void {
    const tab = this.#pick(this.#tabs, index);
    if (!tab) return;
    const title = this.#name(isTakenOver ? 'newest' : 'history');
    this.#published.add(title);
    if (isTakenOver) tab.keeper.takeOver(textOf(title), 'tag');
    else tab.keeper.replace(textOf(title));
  }

  async publish(index: number, fate: PublishFate): Promise<void> {
    const tab = this.#pick(this.#tabs, index);
    if (!tab || tab.keeper.text.title === '' || !tab.device.isOnline) return;
    const paused = tab.keeper.pause();
    await this.#network.answerAll(tab);
    const revision = await paused;
    const name = tab.keeper.nameSubmission();
    const { text } = tab.keeper;
    try {
      if (fate === 'refused') throw invalidInput();
      if (fate !== 'lost') await this.#change(tab, this.#server.publish(text, name, revision));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tab.keeper.submissionAnswered();
      tab.keeper.resume();
      return;
    }
    if (fate !== 'lost') this.#published.add(text.title);
    if (fate === 'published') {
      this.#giveUp(text.title, 'a person');
      tab.keeper.settled(emptyText);
    } else if (fate === 'answer-lost-and-killed') this.#end(tab, true);
    else tab.keeper.resume();
  }

  close(index: number, way: Closing): void {
    const tab = this.#pick(this.#tabs, index);
    if (!tab) return;
    if (way === 'left') tab.stop();
    else if (way === 'unloaded') tab.keeper.flush();
    this.#end(tab, way !== 'left');
  }

  #isTyping(tab: Tab): boolean {
    return [...tab.timers].some(({ isForDevice }) => isForDevice);
  }

  #end(tab: Tab, isGone: boolean): void {
    const { title } = tab.keeper.text;
    const { status } = tab.keeper.getState();
    const isTyping = this.#isTyping(tab);
    this.#tabs = this.#tabs.filter((other) => other !== tab);
    tab.isGone = isGone;
    tab.stop();
    tab.timers.clear();
    if (isTyping) {
      this.#owed.delete(title);
      this.#owe(tab, tab.firm);
    }
    for (const lost of [...this.#owed].filter((owed) => !this.#isSafe(owed))) {
      // What nobody typed here stood there as a recoverable draft does: it was the server's, or another tab's.
      const isOwn = lost === title && tab.typed.includes(title);
      const isHonest = isTyping || !isOwn || !['saved', 'device'].includes(status);
      if (!this.#refused.has(lost) || !isHonest)
        throw new Broken(`"${lost}" went with ${tab.name}.`);
      this.#owed.delete(lost);
    }
  }

  #isSafe(title: string): boolean {
    const isOpen = ({ keeper }: Tab) =>
      keeper.text.title === title ||
      keeper.getState().recoverable.some(({ text }) => text.title === title);
    const isOnServer = this.#serverTitle === title || this.#published.has(title);
    return (
      isOnServer || this.#tabs.some(isOpen) || this.#devices.some((device) => isKept(device, title))
    );
  }

  setNetwork(index: number, isOnline: boolean): void {
    const device = this.#pick(this.#devices, index);
    if (!device || device.isOnline === isOnline) return;
    device.isOnline = isOnline;
    for (const tab of this.#tabs) if (tab.device === device) tab.keeper.networkChanged();
  }

  setRoom(index: number, room: Room): void {
    const device = this.#pick(this.#devices, index);
    if (device) device.room = room;
  }

  /** To be called after each step. */
  async check(): Promise<void> {
    await settle();
    this.#now += 100;
    for (const tab of this.#tabs) this.#checkTab(tab);
    for (const title of this.#owed) {
      if (this.#isSafe(title)) continue;
      if (!this.#refused.has(title)) throw new Broken(`"${title}" is lost.`);
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
    const isTyping = this.#isTyping(tab);
    // What a typing tab takes back to the server's text leaves its copy where it is, until that is kept.
    if (!isTyping || (!isUnsaved && !isKept(tab.device, tab.firm))) tab.firm = title;
    if (isTyping) return;
    if (status === 'saved' && !isThere) throw new Broken(`"${title}" is not saved.`);
    if (status === 'device' && !isKept(tab.device, title) && isUnsaved && tab.device.hasLocks) {
      throw new Broken(`"${title}" is not on the device.`);
    }
  }

  /** Everything works again, and nobody types: all is saved but where a person has to decide. Then tabs are opened. */
  async end(): Promise<void> {
    for (const device of [0, 1]) {
      this.setRoom(device, 'enough');
      this.setNetwork(device, true);
    }
    const isAtRest = () =>
      this.#network.isAtRest && this.#tabs.every(({ timers }) => timers.size === 0);
    for (let round = 0; round < 10 && !isAtRest(); round += 1) {
      for (const tab of this.#tabs) {
        this.#fire(tab, true);
        this.#fire(tab, false);
      }
      await this.#network.answerAll();
      await this.check();
    }
    for (const { name, keeper } of this.#tabs) {
      const { isUnsaved, recoverable } = keeper.getState();
      if (isUnsaved && !recoverable.some(({ revision }) => revision !== null)) {
        throw new Broken(`${name} does not save.`);
      }
    }
    while (this.#tabs.length > 0) this.close(0, 'unloaded');
    for (const device of [0, 1]) this.open(device);
    await this.#network.answerAll();
    const back = this.#tabs.flatMap(({ keeper }) => [keeper, ...keeper.getState().recoverable]);
    for (const title of this.#owed) {
      const isBack = back.some(({ text }) => text.title === title);
      if (!isBack && !this.#published.has(title)) throw new Broken(`"${title}" is not offered.`);
    }
  }
}

/** A promise to the person that was not kept. */
class Broken extends Error {}
