import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { inQueue } from '../../../../platform/telemetry/queues.ts';
import { toNfc } from '../../../../platform/text/normal-form.ts';
import { createHashQueue, type Requester } from './hash-queue.ts';

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
/** With this many queued, a request waits for two seconds or more. */
const waitingMax = 200;
/** For commands on the server. */
const ownMachine: Requester = { network: '', isKnown: true };

/** Each hash takes 19 MiB and a core. */
const queue = createHashQueue({ atOnce: availableParallelism(), waitingMax });

function derive(
  requester: Requester,
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
) {
  const parameters: Argon2Parameters = {
    message: toNfc(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: hashBytes,
  };
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
    });
  return inQueue('passwords', queue.run(requester, work));
}

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
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

/** The argon2id hash of a password (NFC) as a PHC string, with salt and parameters. Throws `unavailable` when busy. */
export async function hashPassword(password: string, requester = ownMachine): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phc(cost, salt, await derive(requester, password, salt, cost));
}

/** True when `stored` was made with other parameters than the current ones. */
export function needsRehash(stored: string): boolean {
  const { cost: used } = parsePhc(stored);
  return (
    used.memory !== cost.memory ||
    used.passes !== cost.passes ||
    used.parallelism !== cost.parallelism
  );
}

const nobodysHash = phc(cost, randomBytes(saltBytes), randomBytes(hashBytes));

/**
 * Compares in constant time. Without a stored hash it takes the same time and returns false. Throws `unavailable` when
 * busy.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  requester = ownMachine,
): Promise<boolean> {
  const known = parsePhc(stored ?? nobodysHash);
  const hash = await derive(requester, password, known.salt, known.cost);
  return timingSafeEqual(hash, known.hash) && Boolean(stored);
}
