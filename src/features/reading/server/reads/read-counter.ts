import { hash, randomBytes } from 'node:crypto';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isId } from '../../../../platform/text/id.ts';
import type { ReadSignal } from '../../read-signal.ts';

/** Milliseconds for which a network's signals are remembered, and how many of them count in that time. */
const windowMs = 10 * 60_000;
const perNetwork = 120;
/** Per blog and kind of signal: enough for a household or an office. */
const perBlog = 3;
/** Networks and blogs remembered at a time, some megabytes; further ones aren't counted. */
const rememberedMax = 50_000;
/** Blogs with counts that aren't stored yet. */
const pendingMax = 10_000;
/** User agents of self-declared bots. */
const bot = /bot|crawl|spider|slurp|preview|headless|monitor|python|curl|wget|^$/i;

export type Sums = Readonly<Record<ReadSignal, number>>;
export type PendingReads = ReadonlyMap<string, Sums>;

export interface ReadRequest {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly ip: string;
}

export interface ReadCounter {
  /** Counts a signal in memory, unless a bot or a reader who opted out sent it, or a limit is reached. */
  note(request: ReadRequest, blogId: string, kind: ReadSignal): void;
  /** Returns the pending counts by blog, and clears them. */
  take(): PendingReads;
  /** Adds counts back that could not be stored. */
  putBack(reads: PendingReads): void;
}

/** Whether the browser opts out of counting. */
function isUnwilling({ headers }: ReadRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

/**
 * Counts reads in memory. No personal data is kept: a network is remembered for ten minutes, as a hash with a salt that
 * only this process has.
 */
export function createReadCounter(now: () => number = Date.now): ReadCounter {
  let pending = new Map<string, Sums>();
  let remembered = new Map<string, number>();
  let windowEnds = 0;
  let salt = '';

  function isOneTooMany(key: string, most: number): boolean {
    const count = remembered.get(key) ?? 0;
    if (count >= most || (count === 0 && remembered.size >= rememberedMax)) return true;
    remembered.set(key, count + 1);
    return false;
  }

  function beginWindow(time: number): void {
    if (time < windowEnds && windowEnds - time <= windowMs) return;
    windowEnds = time + windowMs;
    remembered = new Map();
    salt = randomBytes(12).toString('base64url');
  }

  function add(blogId: string, { opened, finished }: Sums): void {
    const sums = pending.get(blogId);
    if (!sums && pending.size >= pendingMax) return;
    pending.set(blogId, {
      opened: (sums?.opened ?? 0) + opened,
      finished: (sums?.finished ?? 0) + finished,
    });
  }

  return {
    note(request, blogId, kind) {
      if (!isId(blogId) || isUnwilling(request)) return;
      if (bot.test(String(request.headers['user-agent'] ?? ''))) return;
      beginWindow(now());
      const network = hash('sha256', salt + networkOf(request.ip), 'base64url').slice(0, 16);
      if (isOneTooMany(network, perNetwork)) return;
      if (isOneTooMany(`${network} ${blogId} ${kind}`, perBlog)) return;
      add(blogId, { opened: 0, finished: 0, [kind]: 1 });
    },
    take() {
      const taken = pending;
      pending = new Map();
      return taken;
    },
    putBack(reads) {
      for (const [blogId, sums] of reads) add(blogId, sums);
    },
  };
}
