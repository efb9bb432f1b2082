import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { unavailable } from '../../../../platform/contract/problems.ts';

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The smallest setting that the OWASP password storage cheat sheet recommends for argon2id: about 20 ms. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Passwords waiting for a core; beyond it the answer is "busy", not a growing queue. */
const waitingMax = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most as many at once as there are cores: each takes 19 MiB and a core of its own. */
async function withCore<T>(work: () => Promise<T>): Promise<T> {
  if (running < availableParallelism()) running += 1;
  else if (waiting.length >= waitingMax) throw unavailable({ retryAfter: 5 });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The core passes straight to whoever waits longest.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost) {
  const parameters: Argon2Parameters = {
    message: password.normalize('NFC'),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: hashBytes,
  };
  return withCore(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${hashText}`;
}

function parsePhc(text: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (!match)
    throw new Error('A stored password hash is not in the form that this version writes.');
  const [, memory, passes, parallelism, salt = '', hash = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** The argon2id hash of a password (NFC) as a PHC string, with salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phc(cost, salt, await derive(password, salt, cost));
}

/** True when `stored` was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  const { cost: used } = parsePhc(stored);
  return (
    used.memory !== cost.memory ||
    used.passes !== cost.passes ||
    used.parallelism !== cost.parallelism
  );
}

const nobodysHash = phc(cost, randomBytes(saltBytes), randomBytes(hashBytes));

/** Compares in constant time. Without a stored hash it works just as long, and answers false. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const known = parsePhc(stored ?? nobodysHash);
  const hash = await derive(password, known.salt, known.cost);
  return timingSafeEqual(hash, known.hash) && Boolean(stored);
}
