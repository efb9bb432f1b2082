import { hash, randomBytes } from 'node:crypto';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isId } from '../../../../platform/text/id.ts';
import type { ReadSignal } from '../../read-signal.ts';

/** For how long a network's signals are remembered, in milliseconds, and how many of them count within that time. */
const windowMs = 10 * 60_000;
const perNetwork = 120;
/** Of one blog and kind: a household, or an office. */
const perBlog = 3;
/** Networks and blogs remembered at once, some megabytes at most: whoever comes then isn't counted. */
const rememberedMax = 50_000;
/** Blogs whose sums wait to be stored. */
const pendingMax = 10_000;
/** Programs that say what they are. */
const bot = /bot|crawl|spider|slurp|preview|headless|monitor|python|curl|wget|^$/i;

export type Sums = Readonly<Record<ReadSignal, number>>;
export type PendingReads = ReadonlyMap<string, Sums>;

export interface ReadRequest {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly ip: string;
}

export interface ReadCounter {
  /** Counts a signal in memory, unless it is a program's, somebody's who doesn't want it, or one too many. */
  note(request: ReadRequest, blogId: string, kind: ReadSignal): void;
  /** What waits, by blog; it waits no longer. */
  take(): PendingReads;
  /** What couldn't be stored waits again. */
  putBack(reads: PendingReads): void;
}

/** Whether the browser asks not to be counted. */
function isUnwilling({ headers }: ReadRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

/**
 * Counts readers in memory. Nothing of who they are is kept: a network is known for ten minutes, by a name that only this
 * process could tell.
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
