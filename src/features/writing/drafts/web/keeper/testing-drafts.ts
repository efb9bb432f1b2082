import { invalidInput, Problem } from '../../../../../platform/contract/problems.ts';
import type { DraftText } from '../../../common/contract.ts';
import { emptyText } from '../../../common/web/draft-text.ts';
import type { Draft, DraftSave } from '../../contract/drafts.ts';
import { Device, type Room, textOf } from '../device/testing-draft-device.ts';
import type { RemoteDraft } from '../remote-draft.ts';
import type { RecoverableDraft } from './recoverable-drafts.ts';
import { DraftNetwork, type RequestOutcome, settle } from './testing-draft-network.ts';
import { DraftPromises } from './testing-draft-promises.ts';
import { isTyping, openTab, passTime, type Tab } from './testing-draft-tab.ts';

/** A server with one draft of a new blog, and publishing. */
export interface DraftServer extends RemoteDraft {
  /** Throws a problem where the key was used for another text. */
  publish(text: DraftText, name: string, revision: string | null): Promise<void>;
}

export type PublishOutcome =
  | 'published'
  | 'refused'
  | 'lost'
  | 'answer-lost'
  | 'answer-lost-and-killed';
/** `killed` ends a page without an event, `unloaded` flushes it first, and `left` lets it finish in the background. */
export type Closing = 'killed' | 'unloaded' | 'left';

export interface DraftWay {
  /** Whether the browser has locks that show which tabs are open. */
  readonly hasLocks: boolean;
  /** Whether the form opens the last draft. */
  readonly opensLast: boolean;
}

/**
 * People with tabs on two devices who edit one draft, with failures of tabs, networks and storage. The title identifies
 * a text. Throws after a step if a text is lost, overwritten unseen, or reported as kept when it isn't.
 */
export class DraftWorld {
  readonly #server: DraftServer;
  readonly #devices: readonly Device[];
  #tabs: Tab[] = [];
  readonly #network = new DraftNetwork();
  #count = 0;
  #now = Date.UTC(2026, 0, 1);
  readonly #promises = new DraftPromises();
  #serverDraft: Draft | null = null;
  readonly #opensLast: boolean;

  constructor(server: DraftServer, { hasLocks, opensLast }: DraftWay) {
    this.#server = server;
    this.#opensLast = opensLast;
    this.#devices = [0, 1].map(() => new Device({ hasLocks }));
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
    // Without locks an open tab can't be told from a closed one, and another tab may take over its copy.
    if (!place.hasLocks && this.#tabs.some((tab) => tab.device === place)) return;
    const tab = openTab({
      device: place,
      // Every second page is loaded with the draft.
      draft: this.#opensLast && this.#count % 2 === 0 ? this.#serverDraft : null,
      opensLast: this.#opensLast,
      refused: this.#promises.refused,
      remoteFor: (one) => this.#remoteFor(one),
      now: () => this.#now,
      newName: (kind) => this.#name(kind),
    });
    this.#tabs.push(tab);
    tab.stop = tab.keeper.start();
  }

  #remoteFor(tab: Tab): RemoteDraft {
    return {
      load: () =>
        this.#network.ask(tab, async () => {
          tab.found = { ...tab.found, draft: await this.#server.load() };
          return tab.found.draft;
        }),
      save: (save) => this.#network.ask(tab, () => this.#save(tab, save)),
      discard: (revision) =>
        this.#network.ask(tab, () => this.#change(tab, this.#server.discard(revision))),
    };
  }

  async #change<T>(tab: Tab, work: Promise<T>): Promise<T> {
    this.#promises.changing(tab);
    try {
      return await work;
    } finally {
      this.#serverDraft = await this.#server.load();
      this.#promises.changed([tab, ...this.#tabs], this.#serverDraft);
    }
  }

  async #save(tab: Tab, save: DraftSave) {
    const before = this.#serverDraft;
    const receipt = await this.#change(tab, this.#server.save(save));
    this.#promises.saved(tab, save, before);
    return receipt;
  }

  answer(index: number, fate: RequestOutcome): Promise<void> {
    return this.#network.answer(index, fate);
  }

  #type(tab: Tab, title: string): void {
    this.#promises.giveUp(tab.keeper.text.title, tab.name);
    this.#promises.owe(tab, title);
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

  passTime(index: number, isForDevice: boolean): void {
    const tab = this.#pick(this.#tabs, index);
    if (tab) passTime(tab, isForDevice);
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
    this.#promises.giveUp(candidate.text.title, tab.name);
    tab.keeper.discard(candidate);
  }

  undoDiscard(index: number): void {
    const tab = this.#pick(this.#tabs, index);
    const discarded = tab?.keeper.getState().discarded;
    if (!tab || !discarded) return;
    tab.keeper.undoDiscard();
    this.#promises.owe(tab, discarded.text.title);
  }

  /** Replaces the text of the form with an earlier version or the newest one of the blog. */
  replace(index: number, isTakenOver: boolean): void {
    const tab = this.#pick(this.#tabs, index);
    if (!tab) return;
    const title = this.#name(isTakenOver ? 'newest' : 'history');
    this.#promises.publish(title);
    if (isTakenOver) tab.keeper.takeOver(textOf(title), 'tag');
    else tab.keeper.replace(textOf(title));
  }

  async publish(index: number, fate: PublishOutcome): Promise<void> {
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
    if (fate !== 'lost') this.#promises.publish(text.title);
    if (fate === 'published') {
      this.#promises.giveUp(text.title, 'a person');
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

  #end(tab: Tab, isGone: boolean): void {
    const { title } = tab.keeper.text;
    const { status } = tab.keeper.getState();
    const wasTyping = isTyping(tab);
    this.#tabs = this.#tabs.filter((other) => other !== tab);
    tab.isGone = isGone;
    tab.stop();
    tab.timers.clear();
    this.#promises.closed(tab, { title, status, wasTyping }, this.#places);
  }

  get #places() {
    return { tabs: this.#tabs, devices: this.#devices };
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

  /** Call it after each step. */
  async check(): Promise<void> {
    await settle();
    this.#now += 100;
    this.#promises.check(this.#places);
  }

  /**
   * Restores network and storage, without further typing: everything is saved except where the person has to choose.
   * Then opens new tabs.
   */
  async end(): Promise<void> {
    for (const device of [0, 1]) {
      this.setRoom(device, 'enough');
      this.setNetwork(device, true);
    }
    const isAtRest = () =>
      this.#network.isAtRest && this.#tabs.every(({ timers }) => timers.size === 0);
    for (let round = 0; round < 10 && !isAtRest(); round += 1) {
      for (const tab of this.#tabs) {
        passTime(tab, true);
        passTime(tab, false);
      }
      await this.#network.answerAll();
      await this.check();
    }
    this.#promises.checkAtRest(this.#tabs);
    while (this.#tabs.length > 0) this.close(0, 'unloaded');
    for (const device of [0, 1]) this.open(device);
    await this.#network.answerAll();
    this.#promises.checkReopened(this.#tabs);
  }
}
