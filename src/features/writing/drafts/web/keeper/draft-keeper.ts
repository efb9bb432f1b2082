import { lacksCoverText } from '../../../../../blog/cover-text.ts';
import { enoughForToday, noRoomLeft } from '../../../../../identity/quotas/quota-problems.ts';
import { Problem } from '../../../../../platform/contract/problems.ts';
import type { DraftText } from '../../../common/contract.ts';
import { type DraftSave, draftSavedElsewhere, tooManyDrafts } from '../../contract/drafts.ts';
import type { LocalCopies } from '../device/local-copies.ts';
import type { RemoteDraft } from '../remote-draft.ts';
import { step } from './draft-machine.ts';
import {
  beginDraft,
  type DraftEffect,
  type DraftEvent,
  type DraftStart,
  type DraftState,
  isUnsaved,
  type SaveStatus,
} from './draft-state.ts';
import type { RecoverableDraft } from './recoverable-drafts.ts';

export interface KeeperState {
  readonly status: SaveStatus;
  /** When the server had the whole text; milliseconds since 1970. */
  readonly savedAt: number;
  /** Why the server doesn't take the text, where the person has to know it. */
  readonly reason: string | null;
  readonly recoverable: readonly RecoverableDraft[];
  /** The recoverable draft that was discarded last, while that can be undone. */
  readonly discarded: RecoverableDraft | null;
  /** True while the server may lack something that was typed. */
  readonly isUnsaved: boolean;
  /** True while that is nowhere but in this page: the device didn't take it either. */
  readonly isOnlyHere: boolean;
  /** Grows as a text that nobody typed here comes into the form by itself. */
  readonly opened: number;
}

/** What a page counts in a long description. */
export interface TextCounts {
  readonly wordCount: number;
  /** Pictures without alternative text. */
  readonly undescribed: number;
}

export interface KeeperOptions extends Omit<DraftStart, 'device'> {
  readonly copies: LocalCopies;
  readonly remote: RemoteDraft;
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** A random name. */
  readonly newId: () => string;
  /** Does something after so many milliseconds; returns how to call it off. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

function isSameView(one: KeeperState, other: KeeperState): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => values.get(name) === value);
}

/** Refusals that pass when the person does something, or after hours. */
const told = [noRoomLeft, enoughForToday, tooManyDrafts];

/**
 * Keeps what is typed: on the device at once, on the server soon after. `step` says what is to be done; this does it,
 * and tells what came of it.
 */
export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<() => void>();
  #draft: DraftState;
  #state: KeeperState;
  /** What happened while an event was being worked off. */
  readonly #events: DraftEvent[] = [];
  /** How to let go of the copies that are this tab's. */
  readonly #held = new Map<string, () => void>();
  #isBusy = false;
  #counts: TextCounts | undefined;
  #idle = Promise.withResolvers<void>();
  #cancelKeep = () => {};
  #cancelSend = () => {};

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#draft = beginDraft({ ...options, device: options.newId() });
    this.#state = this.#view();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): KeeperState => this.#state;

  get text(): DraftText {
    return this.#draft.text;
  }
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  get baseTag(): string | null {
    return this.#draft.baseTag;
  }

  /** Begins to keep, and looks for texts from before. Returns how to stop, which keeps the last word. */
  start(): () => void {
    this.#happened({ type: 'started' });
    this.#hold(this.#draft.device);
    return () => {
      this.#happened({ type: 'stopped' });
      for (const release of this.#held.values()) release();
      this.#held.clear();
    };
  }

  changed(text: DraftText): void {
    this.#happened({ type: 'typed', text });
  }

  /** Hears what was counted in the long description, for the list of drafts. */
  counted(counts: TextCounts | undefined): void {
    this.#counts = counts;
  }

  /** Keeps the text on the device this instant. */
  flush(): void {
    this.#happened({ type: 'keep' });
  }

  /** Saves the draft on the server now. */
  save(): void {
    this.#happened({ type: 'save' });
  }

  /** The network came or went. */
  networkChanged(): void {
    this.#happened({ type: 'network-changed' });
  }

  /** Puts another text into the form's place; the one that stood there is offered back, if somebody typed it. */
  replace(text: DraftText): void {
    this.#happened({ type: 'replaced', text, name: this.#options.newId() });
  }

  /** Takes a recoverable draft: its text is the one that is kept from now on. */
  restore(candidate: RecoverableDraft): void {
    this.#happened({ type: 'restored', candidate, name: this.#options.newId() });
  }

  discard(candidate: RecoverableDraft): void {
    this.#happened({ type: 'discarded', candidate });
  }

  /** What was discarded last is offered again, as it stood. */
  undoDiscard(): void {
    this.#happened({ type: 'discard-undone', name: this.#options.newId() });
  }

  /** Saves no more drafts while the text is being published. Resolves to the draft that the text comes from. */
  async pause(): Promise<string | null> {
    this.#happened({ type: 'paused' });
    if (this.#draft.asked) await this.#idle.promise;
    return this.#draft.revision;
  }

  /**
   * Saves what was typed, whatever is being asked at this moment, and then no more. Resolves to whether the server has all
   * of it.
   */
  async saveAll(): Promise<boolean> {
    this.save();
    // Paused any earlier, what waits for its turn would not be sent.
    if (this.#draft.asked) await this.#idle.promise;
    await this.pause();
    return !isUnsaved(this.#draft);
  }

  resume(): void {
    this.#happened({ type: 'resumed' });
  }

  /** The name of this submission: the same until an answer came, however often it is sent. */
  nameSubmission(): string {
    const name = this.#options.newId();
    this.#happened({ type: 'submitted', name });
    return this.#draft.submissionKey ?? name;
  }

  submissionAnswered(): void {
    this.#happened({ type: 'submission-answered' });
  }

  /** The blog was saved elsewhere: what is typed is measured against its new text from now on. */
  rebase(text: DraftText, baseTag: string): void {
    this.#happened({ type: 'rebased', text, baseTag });
  }

  /** Takes the blog's text from elsewhere into the form; the one that stood there is offered back. */
  takeOver(text: DraftText, baseTag: string): void {
    this.#happened({ type: 'taken-over', text, baseTag, name: this.#options.newId() });
  }

  /** The server has the text for good, and nothing is left to keep; the form goes on with this one. */
  settled(text: DraftText): void {
    this.#happened({ type: 'settled', text });
  }

  #view(): KeeperState {
    const { status, savedAt, reason, recoverable, discarded, opened, isRefused } = this.#draft;
    const isLacking = isUnsaved(this.#draft);
    const isOnlyHere = isLacking && isRefused;
    const kept = { isUnsaved: isLacking, isOnlyHere };
    return { status, savedAt, reason, recoverable, discarded, opened, ...kept };
  }

  #happened(event: DraftEvent): void {
    this.#events.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#take(next);
    this.#isBusy = false;
    const view = this.#view();
    // Most keys change nothing that is seen.
    if (isSameView(view, this.#state)) return;
    this.#state = view;
    for (const listener of this.#listeners) listener();
  }

  #take(event: DraftEvent): void {
    const clock = { now: this.#options.now(), isOnline: this.#options.isOnline() };
    const before = this.#draft;
    const [after, effects] = step(before, event, clock);
    this.#draft = after;
    for (const effect of effects) this.#do(effect);
    if (after.keepAt !== before.keepAt) {
      this.#cancelKeep();
      this.#cancelKeep = this.#at(after.keepAt, { type: 'keep' });
    }
    if (after.sendAt !== before.sendAt) {
      this.#cancelSend();
      this.#cancelSend = this.#at(after.sendAt, { type: 'save' });
    }
    if (before.asked && !after.asked) {
      this.#idle.resolve();
      this.#idle = Promise.withResolvers<void>();
    }
  }

  /** Plans an event; returns how to call it off. */
  #at(time: number | null, event: DraftEvent): () => void {
    if (time === null) return () => {};
    return this.#options.later(time - this.#options.now(), () => this.#happened(event));
  }

  #do(effect: DraftEffect): void {
    const { copies } = this.#options;
    switch (effect.type) {
      case 'keep': {
        // What is set aside is offered here, and in other tabs when this one is gone.
        for (const { device } of effect.copies) this.#hold(device);
        const refused = effect.copies.flatMap(({ device, copy }) =>
          copies.write(device, copy) ? [] : [device],
        );
        if (refused.length === 0) for (const device of effect.needless) copies.remove(device);
        this.#happened({ type: 'kept', refused });
        return;
      }
      case 'remove':
        for (const device of effect.devices) copies.remove(device);
        return;
      case 'look':
        void this.#look();
        return;
      case 'save':
        void this.#save(effect.save);
        return;
      case 'discard':
        void this.#discard(effect.revision);
        return;
      case 'put-back':
        void this.#putBack(effect.save);
    }
  }

  #hold(device: string): void {
    // One that is gone lets its copies be found, whatever answers come yet.
    if (!this.#draft.isStarted || this.#held.has(device)) return;
    this.#held.set(device, this.#options.copies.hold(device));
  }

  async #look(): Promise<void> {
    const { remote, copies } = this.#options;
    const draft = await remote.load().catch(() => undefined);
    this.#happened({ type: 'looked', draft, copies: await copies.left() });
  }

  async #save(save: DraftSave): Promise<void> {
    this.#happened(await this.#attempt(save));
  }

  async #attempt(save: DraftSave): Promise<DraftEvent> {
    try {
      const { revision, savedAt } = await this.#options.remote.save({
        ...save,
        ...this.#countsOf(save.text),
      });
      return { type: 'saved', revision, savedAt: Date.parse(savedAt) };
    } catch (error) {
      if (draftSavedElsewhere.is(error)) return { type: 'saved-elsewhere' };
      if (!(error instanceof Problem) || !told.some((kind) => kind.is(error))) {
        return { type: 'save-failed' };
      }
      const retryAfterMs = (error.retryAfter ?? 0) * 1_000;
      return { type: 'save-failed', reason: error.message, retryAfterMs };
    }
  }

  #countsOf(text: DraftText): Partial<TextCounts> {
    if (!this.#counts) return {};
    const { wordCount, undescribed } = this.#counts;
    return { wordCount, undescribed: undescribed + (lacksCoverText(text) ? 1 : 0) };
  }

  async #putBack(save: DraftSave): Promise<void> {
    const receipt = await this.#options.remote.save(save).catch(() => null);
    this.#happened({ type: 'put-back-ended', revision: receipt?.revision ?? null });
  }

  async #discard(revision: string): Promise<void> {
    await this.#options.remote.discard(revision).catch(() => {});
    this.#happened({ type: 'discard-ended' });
  }
}
