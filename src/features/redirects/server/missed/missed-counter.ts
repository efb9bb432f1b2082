import { hash, randomBytes } from 'node:crypto';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { type Counts, noteFrequent } from '../../../../storage/background/note-frequent.ts';
import { readOldAddress } from '../../old-address.ts';

/** Addresses with counts that aren't stored yet; beyond that, the least frequent are dropped. */
const pendingMax = 2_000;
/** Milliseconds for which a network's misses are remembered, and how many of them count in that time. */
const windowMs = 10 * 60_000;
const perNetwork = 60;
/** Misses per network and address: repeated reloads count twice. */
const perAddress = 2;
/** Networks and addresses remembered at a time; further ones aren't counted. */
const rememberedMax = 20_000;

/** Paths that vulnerability scanners probe, and readers don't. */
const doors = ['/wp-admin', '/wp-login', '/wp-includes', '/wp-json', '/xmlrpc.php', '/cgi-bin'];

/** A path that is useful to an owner and has no personal data; undefined for any other. */
function countablePath(url: string): string | undefined {
  const path = readOldAddress(url)?.path;
  if (path === undefined || doors.some((door) => path.startsWith(door))) return undefined;
  const segments = path.slice(1).split('/');
  // Such as /.env, or an e-mail address; but not a name as in Medium's /@name.
  const isOdd = (segment: string) => segment.startsWith('.') || segment.lastIndexOf('@') > 0;
  return segments.some(isOdd) ? undefined : path;
}

export interface MissedCounter {
  /** Counts a miss in memory, by its path without the query. */
  note(url: string, ip: string): void;
  /** Returns the pending counts by path, and clears them. */
  take(): Counts;
  /** Adds counts back that could not be stored. */
  putBack(counts: Counts): void;
}

/**
 * Counts requests for missing pages. No personal data is kept: a network is remembered for ten minutes, as a hash with
 * a salt that only this process has. A flood of made-up addresses lowers all counts alike, so that frequent addresses
 * stay.
 */
export function createMissedCounter(now: () => number = Date.now): MissedCounter {
  let pending: Counts = new Map();
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

  return {
    note(url, ip) {
      const path = countablePath(url);
      if (path === undefined) return;
      beginWindow(now());
      const network = hash('sha256', salt + networkOf(ip), 'base64url').slice(0, 16);
      if (isOneTooMany(network, perNetwork)) return;
      if (isOneTooMany(hash('sha256', network + path, 'base64url').slice(0, 16), perAddress))
        return;
      noteFrequent(pending, path, pendingMax);
    },
    take() {
      const taken = pending;
      pending = new Map();
      return taken;
    },
    putBack(counts) {
      for (const [path, count] of counts) {
        if (pending.size < pendingMax || pending.has(path)) {
          pending.set(path, (pending.get(path) ?? 0) + count);
        }
      }
    },
  };
}
