import type { FetchPublic } from '../../../../../platform/outgoing/fetch-public.ts';
import { ownPictureAddress, ownPictureOf } from '../../../../../platform/text/own-picture.ts';
import type { ForeignExport } from '../foreign.ts';

/** Makes a picture anew and keeps it here; says in words why one can't be kept, and throws where none can. */
export type TakePicture = (
  bytes: AsyncIterable<Uint8Array>,
) => Promise<{ readonly name: string } | { readonly reason: string }>;

/** As large as what people send by themselves. */
const bytesMax = 20 * 1_024 * 1_024;
const fetchMs = 20_000;
/** Pictures of one import that are fetched, and bytes of them. */
const fetchedMax = 5_000;
const fetchedBytesMax = 5 * 1_024 * 1_024 * 1_024;
/** A host that failed so often in a row is left alone. */
const failuresMax = 3;
/** Addresses that are remembered: a logo stands in every text. */
const knownMax = 20_000;

export interface BringPicturesParts {
  readonly foreign: Pick<ForeignExport, 'readFile'>;
  readonly take: TakePicture;
  /** Undefined unless an owner asks that pictures be fetched which the export doesn't hold. */
  readonly fetchPublic?: FetchPublic | undefined;
}

/** Where pictures lie, as a dry run tells it. */
export interface PicturePlaces {
  readonly held: number;
  /** On the web, where they stay unless they are fetched. */
  readonly elsewhere: number;
  /** What is nowhere, in words. */
  readonly notes: readonly string[];
}

export interface BroughtPictures {
  /** The addresses that they have here, by those in the text. */
  readonly names: ReadonlyMap<string, string>;
  /** How many stay where they are on the web. */
  readonly elsewhere: number;
  readonly notes: readonly string[];
  /** False where one may be had another time: a host that didn't answer. */
  readonly isComplete: boolean;
}

const notHeld = 'the export does not hold it';
const missing = (address: string, reason: string) => `picture ${address} is not here: ${reason}`;
const isWeb = (address: string) => /^https?:\/\//i.test(address);

/** Asked by https, also where the old page said otherwise. */
const secure = (address: string) => address.replace(/^http:\/\//i, 'https://');

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Outcome =
  | { readonly address: string }
  | { readonly reason: string; readonly isLasting: boolean };

/** Brings in the pictures of texts: from the export where it holds them, else from the web where an owner asks for that. */
export function createBringPictures({ foreign, take, fetchPublic }: BringPicturesParts) {
  const known = new Map<string, Outcome>();
  const failures = new Map<string, number>();
  let fetched = 0;
  let fetchedBytes = 0;

  async function keep(bytes: Uint8Array): Promise<Outcome> {
    const taken = await take(once(bytes));
    if ('name' in taken) return { address: ownPictureAddress(taken) };
    return { reason: taken.reason, isLasting: true };
  }

  async function fetchOne(address: string, ask: FetchPublic): Promise<Outcome> {
    const host = URL.parse(address)?.host ?? '';
    if ((failures.get(host) ?? 0) >= failuresMax)
      return { reason: `${host} was left alone after it failed`, isLasting: false };
    if (fetched >= fetchedMax || fetchedBytes >= fetchedBytesMax)
      return { reason: 'as many pictures were fetched as one import may', isLasting: false };
    fetched += 1;
    try {
      const reply = await ask(secure(address), {
        headers: { accept: 'image/*' },
        bytesMax,
        timeoutMs: fetchMs,
        redirectsMax: 3,
      });
      failures.delete(host);
      fetchedBytes += reply.body.byteLength;
      const type = reply.headers['content-type'] ?? '';
      if (reply.status !== 200)
        return { reason: `the answer was ${reply.status}`, isLasting: true };
      if (!type.startsWith('image/')) return { reason: 'it is no picture', isLasting: true };
      return await keep(reply.body);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'OutgoingFailure') throw error;
      failures.set(host, (failures.get(host) ?? 0) + 1);
      return { reason: error.message, isLasting: false };
    }
  }

  async function find(address: string): Promise<Outcome | undefined> {
    const held = await foreign.readFile(address, bytesMax);
    if (held) return keep(held);
    // A picture of this site, or of another of its kind that didn't hand it out.
    if (ownPictureOf(address)) return undefined;
    if (!isWeb(address)) return { reason: notHeld, isLasting: true };
    return fetchPublic && fetchOne(address, fetchPublic);
  }

  async function outcomeOf(address: string): Promise<Outcome | undefined> {
    const before = known.get(address);
    if (before) return before;
    const outcome = await find(address);
    if (outcome && known.size < knownMax) known.set(address, outcome);
    return outcome;
  }

  return {
    /** Throws where no picture can be kept at the moment. */
    async bring(addresses: readonly string[]): Promise<BroughtPictures> {
      const names = new Map<string, string>();
      const notes: string[] = [];
      let elsewhere = 0;
      let isComplete = true;
      for (const address of new Set(addresses)) {
        const outcome = await outcomeOf(address);
        if (!outcome) elsewhere += 1;
        else if ('address' in outcome) names.set(address, outcome.address);
        else {
          notes.push(missing(address, outcome.reason));
          isComplete &&= outcome.isLasting;
        }
      }
      return { names, elsewhere, notes, isComplete };
    },

    /** Where they are; takes none. */
    async look(addresses: readonly string[]): Promise<PicturePlaces> {
      let held = 0;
      let elsewhere = 0;
      const notes: string[] = [];
      for (const address of new Set(addresses)) {
        if (await foreign.readFile(address, bytesMax)) held += 1;
        else if (isWeb(address)) elsewhere += 1;
        else if (!ownPictureOf(address)) notes.push(missing(address, notHeld));
      }
      return { held, elsewhere, notes };
    },
  };
}
