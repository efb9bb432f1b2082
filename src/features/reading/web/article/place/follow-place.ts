import { type KnownPlace, type Place, placePath } from '../../../history-paths.ts';
import { onceRead, onceSeen } from '../enhance/when-read.ts';
import { changesSince, decodeHashes, encodeHashes, indexOfPlace } from './known-blocks.ts';
import { offerPlace, type PlaceOffer } from './offer-place.ts';
import { blocksOf, type TextBlock } from './text-blocks.ts';

/** Minimum interval between two requests while reading, in milliseconds; a last one is sent when the reader leaves. */
const sendEveryMs = 20_000;
/** Debounce of scrolling in milliseconds. */
const restMs = 500;
/** Milliseconds in the background after which the member may have read on another device. */
const awayMs = 60_000;
/** The assumed reading position in the window, as a share of its height. */
const readingLine = 0.3;

const tooMany = 429;

async function ask(blogId: string, signal: AbortSignal): Promise<KnownPlace | undefined> {
  // Without a reply the text is shown without an offer.
  const reply = await fetch(placePath(blogId), { signal }).catch(() => undefined);
  return reply?.ok ? reply.json() : undefined;
}

/** The index of the block at the reading position; undefined above and below the text. */
function blockInView(blocks: readonly TextBlock[]): number | undefined {
  const line = innerHeight * readingLine;
  const index = blocks.findIndex(({ element }) => element.getBoundingClientRect().bottom > line);
  if (index > 0) return index;
  const top = blocks[0]?.element.getBoundingClientRect().top ?? 0;
  return index === 0 && top <= line ? 0 : undefined;
}

/** Pixels from the text's beginning to a block. */
function depthOf(blocks: readonly TextBlock[], index: number): number {
  const topOf = (block: TextBlock | undefined) => block?.element.getBoundingClientRect().top ?? 0;
  return topOf(blocks[index]) - topOf(blocks[0]);
}

/** Percent of a text before a block. */
function shareBefore(blocks: readonly TextBlock[], index: number): number {
  const lengthOf = (some: readonly TextBlock[]) =>
    some.reduce((sum, { length }) => sum + length, 0);
  return Math.round((100 * lengthOf(blocks.slice(0, index))) / lengthOf(blocks));
}

/** Tracks a member's progress in one text. */
class ReadText {
  /** The furthest block reached; -1 before the first. */
  #far = -1;
  #isFinished = false;
  /** The paragraphs known from earlier, and changed ones that weren't shown yet. */
  #known: ReadonlySet<number> = new Set();
  #unseen: ReadonlySet<number> = new Set();
  #isStored = false;
  #hasMoved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #offer: PlaceOffer | undefined;
  readonly #blocks: readonly TextBlock[];
  readonly #text: HTMLElement;
  readonly #blogId: string;
  readonly #life: AbortController;
  #reader = '';

  constructor(text: HTMLElement, blogId: string, life: AbortController) {
    this.#text = text;
    this.#blogId = blogId;
    this.#life = life;
    this.#blocks = blocksOf(text);
  }

  async begin(): Promise<void> {
    const { signal } = this.#life;
    const answer = this.#blocks.length > 0 ? await ask(this.#blogId, signal) : undefined;
    if (!answer?.isKept || signal.aborted) return;
    this.#reader = answer.reader;
    if (answer.place) this.#takeUp(answer.place);
    this.#listen();
  }

  /** Offers to continue from the stored place. */
  #takeUp(place: Place): void {
    const blocks = this.#blocks;
    this.#isStored = true;
    this.#isFinished ||= place.isFinished;
    this.#known = decodeHashes(place.known);
    const { changed, goneCount } = changesSince(blocks, place);
    this.#unseen = new Set(changed.map(({ hash }) => hash));
    const index = indexOfPlace(blocks, place);
    const here = blockInView(blocks) ?? 0;
    const isAhead = depthOf(blocks, index) - depthOf(blocks, here) > innerHeight;
    const from = !this.#isFinished && isAhead ? blocks[index] : undefined;
    this.#far = Math.max(this.#far, index);
    this.#offer = offerPlace(this.#text, this.#life.signal, {
      from: from && { element: from.element, share: place.share },
      changed: changed.map(({ element }) => element),
      goneCount,
      onSeen: () => {
        this.#unseen = new Set();
        this.#hasMoved = true;
        this.#send();
      },
      onStartOver: () => {
        this.#far = blockInView(blocks) ?? -1;
      },
    });
  }

  #listen(): void {
    const { signal } = this.#life;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = 0;
    const onScroll = () => {
      clearTimeout(rest);
      rest = setTimeout(() => this.#note(), restMs);
    };
    const onChange = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now();
        this.#leave();
      } else if (Date.now() - hiddenAt > awayMs) void this.#lookAgain();
    };
    addEventListener('scroll', onScroll, { passive: true, signal });
    document.addEventListener('visibilitychange', onChange, { signal });
    addEventListener('pagehide', () => this.#leave(), { signal });
    onceRead(this.#text, signal, () => {
      if (this.#isFinished && this.#unseen.size === 0 && this.#isStored) return;
      this.#isFinished = true;
      this.#hasMoved = true;
      this.#send();
    });
    signal.addEventListener('abort', () => {
      clearTimeout(rest);
      clearTimeout(this.#timer);
      // The text may have left the page already: sends the last noted place.
      this.#send();
    });
  }

  #note(): void {
    const index = blockInView(this.#blocks);
    if (index === undefined || index < this.#far) return;
    this.#offer?.passPlace();
    if (index === this.#far) return;
    this.#far = index;
    this.#hasMoved = true;
    this.#timer ??= setTimeout(() => this.#send(), sendEveryMs);
  }

  #leave(): void {
    this.#note();
    this.#send();
  }

  /** Takes over a later place from another device. Stops if the session has ended or belongs to another member. */
  async #lookAgain(): Promise<void> {
    const answer = await ask(this.#blogId, this.#life.signal);
    if (!answer) return;
    if (answer.reader !== this.#reader || !answer.isKept) this.#stop();
    else if (answer.place && indexOfPlace(this.#blocks, answer.place) > this.#far) {
      this.#offer?.end();
      this.#takeUp(answer.place);
    }
  }

  #stop(): void {
    this.#hasMoved = false;
    this.#offer?.end();
    this.#life.abort();
  }

  /** Less than about a screen of the text doesn't count as reading. */
  #isWorthKeeping(): boolean {
    if (this.#isFinished || this.#isStored) return true;
    return depthOf(this.#blocks, this.#far) > innerHeight;
  }

  #place(): Place {
    const blocks = this.#blocks;
    const isFinished = this.#isFinished;
    const block = Math.max(0, this.#far);
    const read = isFinished ? blocks : blocks.slice(0, block + 1);
    const seen = read.map(({ hash }) => hash).filter((hash) => !this.#unseen.has(hash));
    // Until the changes were shown, the earlier hashes are kept, too.
    const known = this.#unseen.size > 0 ? [...this.#known, ...seen] : seen;
    return {
      block,
      hash: blocks[block]?.hash ?? 0,
      share: isFinished ? 100 : shareBefore(blocks, block),
      isFinished,
      known: encodeHashes(known),
    };
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#hasMoved || !this.#isWorthKeeping()) return;
    this.#hasMoved = false;
    this.#isStored = true;
    void fetch(placePath(this.#blogId), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reader: this.#reader, ...this.#place() }),
      // The request completes after the page is closed.
      keepalive: true,
    }).then(
      ({ ok, status }) => {
        // Another member is signed in, the session has ended, or the blog was deleted.
        if (!ok && status >= 400 && status < 500 && status !== tooMany) this.#stop();
      },
      () => {
        this.#hasMoved = true;
      },
    );
  }
}

/** The abort controllers of followed texts. */
const lives = new WeakMap<HTMLElement, AbortController>();

function begin(text: HTMLElement, blogId: string): AbortController {
  const life = new AbortController();
  lives.set(text, life);
  onceSeen(life.signal, () => void new ReadText(text, blogId, life).begin());
  return life;
}

/**
 * Offers a member to continue where they stopped reading, and stores their progress. A text followed before hydration
 * stays followed. Returns the function that stops it.
 */
export function followPlace(text: HTMLElement, blogId: string): () => void {
  const life = lives.get(text) ?? begin(text, blogId);
  return () => {
    lives.delete(text);
    life.abort();
  };
}
