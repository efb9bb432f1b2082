import { hash, randomBytes } from 'node:crypto';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { type Counts, noteFrequent } from '../../../../storage/background/note-frequent.ts';
import { readOldAddress } from '../../old-address.ts';

/** Addresses that wait to be stored: of more, those that are asked for seldom make way. */
const pendingMax = 2_000;
/** For how long a network's misses are remembered, in milliseconds, and how many of them count within that time. */
const windowMs = 10 * 60_000;
const perNetwork = 60;
/** Of one address: who reloads a page a hundred times asks for it twice. */
const perAddress = 2;
/** Networks and addresses remembered at once: whoever comes then isn't counted. */
const rememberedMax = 20_000;

/** What programs look for that try doors, and no reader. */
const doors = ['/wp-admin', '/wp-login', '/wp-includes', '/wp-json', '/xmlrpc.php', '/cgi-bin'];

/** A path that says something to an owner, and nothing of a person; undefined for any other. */
function countablePath(url: string): string | undefined {
  const path = readOldAddress(url)?.path;
  if (path === undefined || doors.some((door) => path.startsWith(door))) return undefined;
  const segments = path.slice(1).split('/');
  // Such as /.env; and an address of a person, though not a name such as Medium's, /@name.
  const isOdd = (segment: string) => segment.startsWith('.') || segment.lastIndexOf('@') > 0;
  return segments.some(isOdd) ? undefined : path;
}

export interface MissedCounter {
  /** Counts in memory that something was asked for that isn't there, without its query. */
  note(url: string, ip: string): void;
  /** What waits, by path; it waits no longer. */
  take(): Counts;
  /** What couldn't be stored waits again. */
  putBack(counts: Counts): void;
}

/**
 * Counts what is asked for in vain. Nothing of who asks is kept: a network is known for ten minutes, by a name that only this
 * process could tell. A flood of made-up addresses takes from all counts alike, and so pushes nothing out that is asked for
 * often.
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
