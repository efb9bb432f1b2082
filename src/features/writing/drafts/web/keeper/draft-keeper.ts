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
  /** When the server last had the whole text; milliseconds since 1970. */
  readonly savedAt: number;
  /** Why the server rejected the text, where the person should know. */
  readonly reason: string | null;
  readonly recoverable: readonly RecoverableDraft[];
  /** The last discarded draft, while the discard can be undone. */
  readonly discarded: RecoverableDraft | null;
  /** True while the server may lack typed text. */
  readonly isUnsaved: boolean;
  /** True while only this page has that text: storing it on the device failed too. */
  readonly isOnlyHere: boolean;
  /** Increases when a text that wasn't typed here is loaded into the form. */
  readonly opened: number;
}

/** Counts of a long description by the client. */
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
  /** A random id. */
  readonly newId: () => string;
  /** Schedules work after a delay; returns the function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

function isSameView(one: KeeperState, other: KeeperState): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => values.get(name) === value);
}

/** Errors that retrying soon doesn't fix: the person has to act, or wait for hours. */
const reportedProblems = [noRoomLeft, enoughForToday, tooManyDrafts];

/**
 * Autosave: stores typed text on the device at once, and on the server soon after. `step` decides; this class runs the
 * effects and reports their outcomes.
 */
export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<() => void>();
  #draft: DraftState;
  #state: KeeperState;
  /** Events queued while another one is processed. */
  readonly #events: DraftEvent[] = [];
  /** Functions that release this tab's local copies. */
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
  /** Entity tag of the blog on which the text is based; null for a new blog. */
  get baseTag(): string | null {
    return this.#draft.baseTag;
  }

  /** Starts saving, and looks for earlier texts. Returns the function that stops it after a last save. */
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

  /** Receives the counts of the long description, for the list of drafts. */
  counted(counts: TextCounts | undefined): void {
    this.#counts = counts;
  }

  /** Stores the text on the device now. */
  flush(): void {
    this.#happened({ type: 'keep' });
  }

  /** Saves the draft on the server now. */
  save(): void {
    this.#happened({ type: 'save' });
  }

  /** Called when the network status changed. */
  networkChanged(): void {
    this.#happened({ type: 'network-changed' });
  }

  /** Replaces the form's text; the former one becomes recoverable if it was typed. */
  replace(text: DraftText): void {
    this.#happened({ type: 'replaced', text, name: this.#options.newId() });
  }

  /** Restores a recoverable draft, whose text is saved from now on. */
  restore(candidate: RecoverableDraft): void {
    this.#happened({ type: 'restored', candidate, name: this.#options.newId() });
  }

  discard(candidate: RecoverableDraft): void {
    this.#happened({ type: 'discarded', candidate });
  }

  undoDiscard(): void {
    this.#happened({ type: 'discard-undone', name: this.#options.newId() });
  }

  /** Stops saving drafts while the text is published. Resolves to the revision on which the text is based. */
  async pause(): Promise<string | null> {
    this.#happened({ type: 'paused' });
    if (this.#draft.asked) await this.#idle.promise;
    return this.#draft.revision;
  }

  /** Saves typed text after any pending request, then pauses. Resolves to whether the server has all of it. */
  async saveAll(): Promise<boolean> {
    this.save();
    // Pausing earlier would drop the queued save.
    if (this.#draft.asked) await this.#idle.promise;
    await this.pause();
    return !isUnsaved(this.#draft);
  }

  resume(): void {
    this.#happened({ type: 'resumed' });
  }

  /** Idempotency key of this submission: stable until a reply arrives, however often it is sent. */
  nameSubmission(): string {
    const name = this.#options.newId();
    this.#happened({ type: 'submitted', name });
    return this.#draft.submissionKey ?? name;
  }

  submissionAnswered(): void {
    this.#happened({ type: 'submission-answered' });
  }

  /** The blog was saved elsewhere: rebases the typed text on its new version. */
  rebase(text: DraftText, baseTag: string): void {
    this.#happened({ type: 'rebased', text, baseTag });
  }

  /** Loads the blog's newer text into the form; the former one becomes recoverable. */
  takeOver(text: DraftText, baseTag: string): void {
    this.#happened({ type: 'taken-over', text, baseTag, name: this.#options.newId() });
  }

  /** The server has saved the text: the form continues with it and no draft. */
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
    // Most keystrokes don't change the visible state.
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

  /** Schedules an event; returns the function that cancels it. */
  #at(time: number | null, event: DraftEvent): () => void {
    if (time === null) return () => {};
    return this.#options.later(time - this.#options.now(), () => this.#happened(event));
  }

  #do(effect: DraftEffect): void {
    const { copies } = this.#options;
    switch (effect.type) {
      case 'keep': {
        // This tab owns copies set aside; other tabs find them once it is closed.
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
    // A stopped tab must not lock its copies again on a late reply.
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
      if (!(error instanceof Problem) || !reportedProblems.some((kind) => kind.is(error))) {
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
