import type { Draft, DraftText } from '../../draft-contract.ts';
import { Delay } from './delay.ts';
import { DraftSender } from './draft-sender.ts';
import { isSameText } from './draft-text.ts';
import type { LocalCopies } from './local-copies.ts';
import { findOffers, type Offer } from './offers.ts';
import type { RemoteDraft } from './remote-draft.ts';
import { WorkQueue } from './work-queue.ts';

/** Milliseconds from a key press until the text is kept: on the device, and on the server. */
const localDelayMs = 400;
const remoteDelayMs = 2_500;

export type SaveStatus = 'none' | 'device' | 'saved' | 'offline' | 'failed';

export interface KeeperState {
  readonly status: SaveStatus;
  /** When the server had the whole text; milliseconds since 1970. */
  readonly savedAt: number;
  readonly offers: readonly Offer[];
  /** True while the server lacks something that was typed. */
  readonly isUnsaved: boolean;
}

export interface KeeperOptions {
  readonly text: DraftText;
  readonly baseTag: string | null;
  /** The server's draft, where it came with the page. */
  readonly draft?: Draft | null;
  readonly copies: LocalCopies;
  readonly remote: RemoteDraft;
  readonly isOnline: () => boolean;
  /** A random name. */
  readonly newId: () => string;
}

/**
 * Keeps what is typed: on the device at once, on the server soon after. The copy on the device goes only when the
 * server has said that it has the same text. Texts of other tabs, devices and days are offered, never written over.
 */
export class DraftKeeper {
  readonly #options: KeeperOptions;
  readonly #device: string;
  readonly #sender: DraftSender;
  readonly #listeners = new Set<() => void>();
  #state: KeeperState = { status: 'none', savedAt: 0, offers: [], isUnsaved: false };
  /** What the form holds, what the server has of it, and what the form began with. */
  #text: DraftText;
  #serverText: DraftText;
  #startText: DraftText;
  #baseTag: string | null;
  #revision: string | null = null;
  #submissionKey: string | null = null;
  #isRunning = false;
  #isPaused = false;
  /** What is asked of the server. */
  readonly #queue = new WorkQueue();
  readonly #localDelay = new Delay(() => this.flush());
  readonly #remoteDelay = new Delay(() => void this.save());

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#device = options.newId();
    this.#sender = new DraftSender(options.remote, this.#device);
    this.#text = options.text;
    this.#serverText = options.text;
    this.#startText = options.text;
    this.#baseTag = options.baseTag;
    const shown = { text: options.text, startText: options.text };
    const { offers } = findOffers({ copies: [], draft: options.draft ?? null }, shown);
    this.#state = { ...this.#state, offers };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): KeeperState => this.#state;

  get text(): DraftText {
    return this.#text;
  }
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  get baseTag(): string | null {
    return this.#baseTag;
  }

  /** Begins to keep, and looks for texts from before. Returns how to stop, which keeps the last word. */
  start(): () => void {
    this.#isRunning = true;
    const release = this.#options.copies.hold(this.#device);
    // Without an answer, the first save will tell of a draft that is there.
    void this.#queue.run(async () =>
      this.#look(await this.#options.remote.load().catch(() => null)),
    );
    return () => {
      this.flush();
      this.#isRunning = false;
      this.#remoteDelay.cancel();
      release();
    };
  }

  changed(text: DraftText): void {
    if (isSameText(text, this.#text)) return;
    this.#text = text;
    this.#tell({});
    if (!this.#isRunning) return;
    this.#localDelay.start(localDelayMs);
    // A retry that is due keeps its time.
    this.#remoteDelay.start(remoteDelayMs);
  }

  /** Keeps the text on the device this instant. */
  flush(): void {
    this.#localDelay.cancel();
    if (!this.#lacksText() && this.#submissionKey === null) return;
    const isKept = this.#options.copies.write(this.#device, {
      text: this.#text,
      baseTag: this.#baseTag,
      revision: this.#revision,
      submissionKey: this.#submissionKey,
      savedAt: Date.now(),
    });
    if (!isKept) this.#tell({ status: 'failed' });
    else if (!this.#options.isOnline()) this.#tell({ status: 'offline' });
    else if (!this.#sender.isFailing) this.#tell({ status: 'device' });
  }

  /** Saves the draft on the server now. */
  async save(): Promise<void> {
    this.#remoteDelay.cancel();
    if (this.#isPaused || !this.#lacksText()) return;
    this.flush();
    // Saving would write over a text that the person hasn't decided about yet.
    if (this.#state.offers.some(({ revision }) => revision !== null)) return;
    if (!this.#options.isOnline()) return;
    await this.#queue.run(async () => {
      if (!this.#isPaused && this.#lacksText()) await this.#send();
    });
  }

  /** The network came or went. */
  networkChanged(): void {
    this.#sender.forgetFailures();
    if (this.#options.isOnline()) void this.save();
    else if (this.#lacksText()) this.#tell({ status: 'offline' });
  }

  /** Puts another text into the form's place; the one that stood there is offered back, if somebody typed it. */
  replace(text: DraftText): void {
    this.#setAside(text);
    this.#text = text;
    this.#submissionKey = null;
    this.#afterReplacing();
  }

  /** Takes an offer: its text is the one that is kept from now on. */
  restore(offer: Offer): void {
    this.#setAside(offer.text);
    this.#forget(offer);
    this.#text = offer.text;
    this.#baseTag = offer.baseTag;
    this.#submissionKey = offer.submissionKey;
    this.#revision = offer.revision ?? this.#revision;
    if (offer.origin === 'server') {
      this.#serverText = offer.text;
      this.#options.copies.remove(this.#device);
      this.#tell({ status: 'saved', savedAt: offer.savedAt });
      return;
    }
    this.#afterReplacing();
    // Only now that it stands under this tab's name.
    this.#options.copies.remove(offer.id);
  }

  discard(offer: Offer): void {
    this.#forget(offer);
    if (offer.origin === 'device') this.#options.copies.remove(offer.id);
    const { revision } = offer;
    // Where this fails, it is offered again.
    if (revision !== null) {
      void this.#queue.run(() => this.#options.remote.discard(revision).catch(() => {}));
    }
    if (this.#lacksText()) this.#schedule(remoteDelayMs);
  }

  /** Saves no more drafts while the text is being published. Resolves to the draft that the text comes from. */
  async pause(): Promise<string | null> {
    this.#isPaused = true;
    await this.#queue.idle();
    return this.#revision;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#lacksText()) this.#schedule(remoteDelayMs);
  }

  /** The name of this submission: the same until an answer came, however often it is sent. */
  nameSubmission(): string {
    this.#submissionKey ??= this.#options.newId();
    this.flush();
    return this.#submissionKey;
  }

  submissionAnswered(): void {
    this.#submissionKey = null;
    if (!this.#lacksText()) this.#options.copies.remove(this.#device);
  }

  /** The blog was saved elsewhere: what is typed is measured against its new text from now on. */
  rebase(startText: DraftText, baseTag: string): void {
    this.#startText = startText;
    this.#baseTag = baseTag;
    this.flush();
  }

  /** Takes the blog's text from elsewhere into the form; the one that stood there is offered back. */
  takeOver(text: DraftText, baseTag: string): void {
    this.#setAside(text);
    this.#baseTag = baseTag;
    this.#startWith(text);
  }

  /** The server has the text for good, and nothing is left to keep; the form goes on with this one. */
  settled(text: DraftText): void {
    this.#revision = null;
    this.#startWith(text);
  }

  #startWith(text: DraftText): void {
    this.#text = text;
    this.#serverText = text;
    this.#startText = text;
    this.#submissionKey = null;
    this.#localDelay.cancel();
    this.#remoteDelay.cancel();
    this.#options.copies.remove(this.#device);
    this.#isPaused = false;
    this.#tell({ status: 'none' });
  }

  #tell(change: Partial<KeeperState>): void {
    this.#state = { ...this.#state, ...change, isUnsaved: this.#lacksText() };
    for (const listener of this.#listeners) listener();
  }

  #lacksText(): boolean {
    return !isSameText(this.#text, this.#serverText);
  }

  #schedule(delayMs: number): void {
    if (this.#isRunning) this.#remoteDelay.restart(delayMs);
  }

  #forget(offer: Offer): void {
    this.#tell({ offers: this.#state.offers.filter(({ id }) => id !== offer.id) });
  }

  #setAside(next: DraftText): void {
    if (isSameText(this.#text, this.#startText) || isSameText(this.#text, next)) return;
    const id = this.#options.newId();
    const { text, baseTag } = this;
    const copy = { text, baseTag, revision: null, submissionKey: null, savedAt: Date.now() };
    this.#options.copies.write(id, copy);
    this.#tell({ offers: [{ ...copy, id, origin: 'device' }, ...this.#state.offers] });
  }

  #afterReplacing(): void {
    this.flush();
    this.#tell({});
    this.#schedule(remoteDelayMs);
  }

  async #look(draft: Draft | null): Promise<void> {
    const left = await this.#options.copies.left();
    const device = this.#state.offers.filter(({ origin }) => origin === 'device');
    const copies = left.filter(
      (copy) => copy.device !== this.#device && !device.some(({ id }) => id === copy.device),
    );
    const shown = { text: this.#text, startText: this.#startText };
    const { offers, needless } = findOffers({ copies, draft }, shown);
    for (const copy of needless) this.#options.copies.remove(copy.device);
    // A draft that isn't offered says nothing new: it may be written over.
    if (draft && !offers.some(({ revision }) => revision === draft.revision)) {
      this.#revision = draft.revision;
      if (isSameText(draft.text, this.#text)) {
        this.#serverText = draft.text;
        this.#options.copies.remove(this.#device);
      }
    }
    this.#tell({ offers: [...device, ...offers] });
  }

  async #send(): Promise<void> {
    const text = this.#text;
    const outcome = await this.#sender.send({
      text,
      baseTag: this.#baseTag,
      revision: this.#revision,
    });
    switch (outcome.kind) {
      case 'saved':
        this.#revision = outcome.revision;
        this.#serverText = text;
        this.#saved(outcome.savedAt);
        break;
      case 'elsewhere':
        this.#revision = null;
        // Theirs is offered, and this one stays on the device until that is decided.
        await this.#look(outcome.draft);
        if (this.#lacksText()) this.#schedule(remoteDelayMs);
        break;
      case 'failed':
        this.#tell({ status: this.#options.isOnline() ? 'failed' : 'offline' });
        this.#schedule(outcome.retryInMs);
    }
  }

  #saved(savedAt: number): void {
    if (this.#lacksText()) {
      this.#schedule(remoteDelayMs);
      return;
    }
    if (this.#submissionKey === null) this.#options.copies.remove(this.#device);
    this.#tell({ status: 'saved', savedAt });
  }
}
