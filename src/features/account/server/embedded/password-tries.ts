import { describeBrowser } from '../../../../identity/session/describe-browser.ts';
import { Problem, tooManyRequests } from '../../../../platform/contract/problems.ts';
import type { RateLimiter, RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { passwordNotSet, userNotFound, wrongPassword } from '../../contract/problems.ts';
import { type Account, findAccountByEmail, savePasswordHash } from '../account-store.ts';
import { bruteForceAlertRule, bruteForceRule, triesOf } from '../limits.ts';
import { isKnownNetwork, type SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

export interface PasswordTryParts {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
}

export interface PasswordTry {
  readonly email: string;
  readonly password: string;
  /** The caller's network, for counting failures and for the hash queue. */
  readonly network: string;
}

/** Problems that count as an attempt; after others it isn't counted. */
const answers: readonly string[] = ['user-not-found', 'password-not-set', 'wrong-password'];

/** Counts one more; false where the rule's limit is reached. */
async function hasRoom(limiter: RateLimiter, rule: RateRule, who: string): Promise<boolean> {
  try {
    await limiter.take(rule, who);
    return true;
  } catch (error) {
    if (tooManyRequests.is(error)) return false;
    throw error;
  }
}

/** Alerts the owner once a day to a brute-force attempt: many wrong passwords within an hour, from any network. */
async function noteFailure(
  { storage, limiter, securityLog, now }: PasswordTryParts,
  personId: string,
  network: string,
): Promise<void> {
  if (await hasRoom(limiter, bruteForceRule, personId)) return;
  if (!(await hasRoom(limiter, bruteForceAlertRule, personId))) return;
  const origin = { browser: describeBrowser(undefined), network };
  const event: SecurityEvent = { personId, kind: 'many-failures', origin, at: now() };
  await storage.write((write) => securityLog.note(write, event));
  securityLog.notify(event);
}

/**
 * The account of this address, if the password is right. Throws `user-not-found`, `wrong-password` or
 * `password-not-set`.
 */
async function matchingAccount(
  options: PasswordTryParts,
  { email, password, network }: PasswordTry,
): Promise<Account> {
  const { storage } = options;
  const found = await findAccountByEmail(storage.writer, email);
  const isKnown = found !== undefined && (await isKnownNetwork(storage.writer, found.id, network));
  const isRight = await verifyPassword(password, found?.passwordHash, { network, isKnown });
  if (!found) throw userNotFound();
  if (!found.passwordHash) throw passwordNotSet();
  if (isRight) return found;
  await noteFailure(options, found.id, network);
  throw wrongPassword();
}

/** Like `matchingAccount`, with rate limits. Also throws `too-many-requests`. */
export async function authenticate(
  options: PasswordTryParts,
  tried: PasswordTry,
): Promise<Account> {
  const { limiter } = options;
  const [account, failures] = triesOf(tried);
  // Counted first, so that concurrent attempts can't exceed the limit.
  await limiter.takeAll([account, failures]);
  try {
    const found = await matchingAccount(options, tried);
    await limiter.giveBack([failures], [account]);
    return found;
  } catch (error) {
    const isAnswer = error instanceof Problem && answers.includes(error.code);
    if (!isAnswer) await limiter.giveBack([account, failures]).catch(() => {});
    throw error;
  }
}

/** Stores a new hash of a verified password where the old one has other parameters. */
export async function renewHash(
  storage: Storage,
  account: Account,
  { password, network }: PasswordTry,
): Promise<void> {
  if (!account.passwordHash || !needsRehash(account.passwordHash)) return;
  const passwordHash = await hashPassword(password, { network, isKnown: true });
  await storage.write(({ db }) => savePasswordHash(db, account.id, passwordHash));
}
